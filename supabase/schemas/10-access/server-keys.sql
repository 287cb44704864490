-- Keys that the server writes when it starts; the database checks signatures with them. `lead_header` signs leads,
-- previews and pictures. After a rotation, `lead_header_previous` is the former key and is accepted until
-- `valid_until`.
create table public.server_keys (
  name text primary key,
  value text not null,
  updated_at timestamptz not null default now(),
  valid_until timestamptz,
  constraint server_keys_value_length check (char_length(value) between 32 and 200),
  constraint server_keys_name_known check (name in ('lead_header', 'lead_header_previous'))
);

revoke delete, truncate on public.server_keys from service_role;

create trigger server_keys_updated_at before update on public.server_keys
  for each row execute function private.set_updated_at();

-- The signature of a text by each valid key, in hexadecimal.
create function private.server_signatures(content text) returns setof text
  language sql stable set search_path = '' rows 2
as $$
  select encode(extensions.hmac(convert_to(content, 'UTF8'), convert_to(server_keys.value, 'UTF8'), 'sha256'), 'hex')
  from public.server_keys
  where server_keys.valid_until is null or server_keys.valid_until > now();
$$;
