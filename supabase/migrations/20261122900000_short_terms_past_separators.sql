-- In hexadecimal "7" and the separator \x1f read "371f", which holds what "q" is looked for by. A space reads "3720".
drop index public.leads_search_short;

create or replace function private.lead_search_hex(name text, email text, company text) returns text
  language sql immutable parallel safe
  return encode(
    convert_to(replace(private.lead_search_text(name, email, company), e'\x1f', ' ') || ' ', 'UTF8'), 'hex'
  ) || ' ' || private.search_signs(private.lead_search_text(name, email, company));

create index leads_search_short on public.leads
  using gin (private.lead_search_hex(name, email, company) extensions.gin_trgm_ops);
