-- A look at a draft before it is public (G-30): a user who may read a record gets an address for it that expires by itself.
-- The key is the server's in server_keys; what is signed begins with its purpose, so that no signature of another kind is
-- one of these.

create function private.preview_signature(kind text, record_id uuid, expires_at bigint) returns text
  language sql stable set search_path = ''
as $$
  select left(
    encode(
      extensions.hmac(
        convert_to(format('preview %s %s %s', kind, record_id, expires_at), 'UTF8'),
        convert_to(server_keys.value, 'UTF8'),
        'sha256'
      ),
      'hex'
    ),
    40
  )
  from public.server_keys
  where server_keys.name = 'lead_header';
$$;

-- `<seconds since 1970>.<record>.<signature>`: valid for 30 minutes and this record.
create function private.make_preview_token(kind text, record_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select format('%s.%s.%s', until.seconds, record_id, private.preview_signature(kind, record_id, until.seconds))
  from (select floor(extract(epoch from now()))::bigint + 1800 as seconds) as until
  where private.preview_signature(kind, record_id, until.seconds) is not null;
$$;

-- The record that a token opens, or null: forged, for another kind, expired, or no token at all.
create function private.read_preview_token(kind text, token text) returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  parts constant text[] := case
    when octet_length(token) <= 100 then
      regexp_match(token, '^([0-9]{1,12})\.([0-9a-f-]{36})\.([0-9a-f]{40})$')
  end;
begin
  if parts is null or parts[1]::bigint <= extract(epoch from now()) then
    return null;
  end if;
  if private.preview_signature(kind, parts[2]::uuid, parts[1]::bigint) is distinct from parts[3] then
    return null;
  end if;
  return parts[2]::uuid;
exception
  when invalid_text_representation then
    return null;
end;
$$;

revoke execute on function
  private.preview_signature(text, uuid, bigint), private.make_preview_token(text, uuid),
  private.read_preview_token(text, text)
  from public;
grant execute on function private.make_preview_token(text, uuid) to authenticated;

-- Signs as the caller: null for a record that the caller cannot read under the policies, and for a caller who is not
-- staff, because what is public now may be a draft before the address expires.
create function public.sign_preview(kind text, record_id uuid) returns text
  language sql stable security invoker
begin atomic
  select private.make_preview_token(sign_preview.kind, sign_preview.record_id)
  where public.is_staff()
    and case sign_preview.kind
      when 'services' then exists (select from public.services where services.id = sign_preview.record_id)
      when 'apps' then exists (select from public.apps where apps.id = sign_preview.record_id)
      when 'posts' then exists (select from public.posts where posts.id = sign_preview.record_id)
      else false
    end;
end;

-- Whoever holds the address reads the one record, with the owner's rights: policies cannot know the token.
create function public.preview_services(token text) returns setof public.services
  language sql stable security definer set search_path = ''
as $$ select * from public.services where services.id = private.read_preview_token('services', token) $$;

create function public.preview_apps(token text) returns setof public.apps
  language sql stable security definer set search_path = ''
as $$ select * from public.apps where apps.id = private.read_preview_token('apps', token) $$;

-- The screenshots of that app, in their order.
create function public.preview_app_media(token text) returns setof public.app_media
  language sql stable security definer set search_path = ''
as $$
  select * from public.app_media
  where app_media.app_id = private.read_preview_token('apps', token)
  order by app_media.sort_order, app_media.id
$$;

create function public.preview_posts(token text) returns setof public.posts
  language sql stable security definer set search_path = ''
as $$ select * from public.posts where posts.id = private.read_preview_token('posts', token) $$;

revoke execute on function
  public.sign_preview(text, uuid), public.preview_services(text), public.preview_apps(text),
  public.preview_app_media(text), public.preview_posts(text)
  from public, anon, authenticated;
grant execute on function public.sign_preview(text, uuid) to authenticated;
grant execute on function
  public.preview_services(text), public.preview_apps(text), public.preview_app_media(text), public.preview_posts(text)
  to anon, authenticated;
