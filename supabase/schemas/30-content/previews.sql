-- Previews of drafts (G-30): staff get an address of a record that expires after 30 minutes.

-- A token for staff of every role; null for other callers. With `of_draft`, of the draft of a published record.
create function public.sign_preview(kind text, record_id uuid, of_draft boolean default false) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  is_there boolean;
begin
  if not public.is_staff() or not exists (select from private.content_types where table_name = kind) then
    return null;
  end if;
  execute format('select exists (select from public.%I where id = $1)', kind) into is_there using record_id;
  return case when is_there then
    private.make_preview_token(case when of_draft then 'draft of ' else '' end || kind, record_id)
  end;
end;
$$;
grant execute on function public.sign_preview(text, uuid, boolean) to authenticated, service_role;

-- `<expiry in seconds since 1970>.<record>.<signature>`
create function private.make_preview_token(kind text, record_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select format('%s.%s.%s', until.seconds, record_id, private.preview_signature(kind, record_id, until.seconds))
  from (select floor(extract(epoch from now()))::bigint + 1800 as seconds) as until
  where private.preview_signature(kind, record_id, until.seconds) is not null;
$$;

-- The signed text begins with its purpose, so that a signature that was made for another purpose is not valid here.
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

-- The record of a token; null if the token is forged, expired or of another kind.
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
  if not exists (
    select from
      private.server_signatures(
        format('preview %s %s %s', kind, parts[2]::uuid, parts[1]::bigint)
      ) as signature
    where left(signature, 40) = parts[3]
  ) then
    return null;
  end if;
  return parts[2]::uuid;
exception
  when invalid_text_representation then
    return null;
end;
$$;

-- Screenshots of an app that is previewed. It runs with the rights of its owner, because policies cannot see the token.
create function public.preview_app_media(token text) returns setof public.app_media
  language sql stable security definer set search_path = '' rows 10
as $$
  (
    select * from public.app_media
    where app_media.app_id = private.read_preview_token('apps', token)
    order by app_media.sort_order, app_media.id
  )
  union all
  (
    select shown.id, draft.app, shown.kind, shown.url, shown.alt, place::integer, now(), false
    from private.read_preview_token('draft of apps', token) as draft (app),
      jsonb_array_elements(private.draft_of('apps', draft.app) -> 'screenshots') with ordinality as item (one, place),
      jsonb_populate_record(null::public.app_media, one) as shown
    order by place
  )
$$;
grant execute on function public.preview_app_media(text) to anon, authenticated, service_role;
