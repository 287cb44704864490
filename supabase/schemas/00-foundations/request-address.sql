-- The network address of the request: IPv4 in full, IPv6 as its first 64 bits, as the site's server writes it; null if
-- it is unknown. Hosted Supabase gets it from Cloudflare; elsewhere the last proxy appends it to x-forwarded-for.
create function private.request_address() returns text
  language plpgsql stable set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  named constant text := coalesce(
    headers ->> 'cf-connecting-ip',
    (regexp_match(headers ->> 'x-forwarded-for', '([^,\s]+)\s*$'))[1]
  );
  address inet;
  hex text;
begin
  if named is null then
    return null;
  end if;
  address := named::inet;
  if family(address) = 4 then
    return host(address);
  end if;
  -- inet_send() begins with four bytes of metadata; each group is two bytes.
  hex := encode(substring(inet_send(address) from 5 for 8), 'hex');
  return (
    select string_agg(to_hex(('x' || substr(hex, place * 4 + 1, 4))::bit(16)::integer), ':' order by place)
    from generate_series(0, 3) as place
  ) || '::/64';
exception
  when others then
    return null;
end;
$$;
