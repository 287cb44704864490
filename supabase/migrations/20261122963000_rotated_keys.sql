-- The server's secret key can be rotated. What it signed before (leads on their way, previews, pictures) stays valid for
-- the overlap: the row lead_header_previous has the former key and its end. Both are always accepted, so that no order
-- of writing this table and switching the servers rejects anything.

alter table public.server_keys
  add column valid_until timestamptz,
  drop constraint server_keys_name_known,
  add constraint server_keys_name_known check (name in ('lead_header', 'lead_header_previous'));

-- What each valid key makes of a text, in hexadecimal.
create function private.server_signatures(content text) returns setof text
  language sql stable set search_path = ''
as $$
  select encode(extensions.hmac(convert_to(content, 'UTF8'), convert_to(server_keys.value, 'UTF8'), 'sha256'), 'hex')
  from public.server_keys
  where server_keys.valid_until is null or server_keys.valid_until > now();
$$;

revoke execute on function private.server_signatures(text) from public;

create or replace function private.read_lead_facts(content text) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  header constant text :=
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-lead-facts';
  payload constant text := split_part(header, '.', 1);
  facts jsonb;
begin
  if header is null then
    return null;
  end if;
  if split_part(header, '.', 2) not in (select private.server_signatures(payload)) then
    return null;
  end if;
  facts := convert_from(decode(payload, 'base64'), 'UTF8')::jsonb;
  return case when facts ->> 'content' = content then facts end;
exception
  when others then
    return null;
end;
$$;

create or replace function private.is_made_by_server(object_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  header constant text :=
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-picture-folder';
  folder constant text := split_part(header, '.', 1);
begin
  return coalesce(
    split_part(object_name, '/', 1) = folder
    and split_part(header, '.', 2) in (select private.server_signatures('picture ' || folder)),
    false
  );
exception
  when others then
    return false;
end;
$$;

create or replace function private.read_preview_token(kind text, token text) returns uuid
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
