-- Search for leads by name, email and company, each by itself (the separator \x1f cannot be typed), in any letter case,
-- with or without accents. `ilike` under row level security cannot use an index, so two functions check once who is
-- calling, read with the owner's rights and return ids; the rows are then read under the caller's own policies.

-- "levesque" finds "Lévesque", however either was typed (composed or decomposed), and a straight apostrophe finds a curly
-- one. normalize() is part of PostgreSQL and immutable; the dictionary of the extension unaccent may change under an index.
create function private.fold_accents(value text) returns text
  language sql immutable parallel safe cost 1000
  return replace(replace(replace(
    translate(
      regexp_replace(lower(normalize(value, NFKD) collate "und-x-icu"), '[\u0300-\u036f]', '', 'g'),
      'øłđıς’‘ʼ‐–', 'oldiσ''''''--'
    ),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');

-- Most texts are ASCII: a walk over a thousand leads reads them forty times faster this way.
create function private.fold_text(value text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(value) = char_length(value) then lower(value collate "C")
    else private.fold_accents(value)
  end;

create function private.lead_search_text(name text, email text, company text) returns text
  language sql immutable parallel safe
  return private.fold_text(name || e'\x1f' || email || e'\x1f' || coalesce(company, ''));

-- The characters of a text without those that every address has, a y around each, in hexadecimal.
create function private.search_symbols(folded text) returns text
  language sql immutable parallel safe
  return encode(convert_to('y' || array_to_string(
    string_to_array(regexp_replace(folded, '[a-z0-9 @.\u001f]+', '', 'g'), null), 'y'
  ) || 'y', 'UTF8'), 'hex');

-- Trigrams need three letters or digits in a row, so "zq", "e-" or "&" gave the index nothing to look up and every lead
-- was read to find none. In hexadecimal two characters make four digits, whatever they are. A space replaces the
-- separator: "7" and \x1f read "371f", which holds what "q" is looked for by; a space reads "3720".
create function private.lead_search_hex(name text, email text, company text) returns text
  language sql immutable parallel safe
  return encode(
    convert_to(replace(private.lead_search_text(name, email, company), e'\x1f', ' ') || ' ', 'UTF8'), 'hex'
  ) || ' ' || private.search_symbols(private.lead_search_text(name, email, company));

revoke execute on function
  private.fold_accents(text), private.fold_text(text), private.lead_search_text(text, text, text),
  private.search_symbols(text), private.lead_search_hex(text, text, text)
  from public;
-- The indexes compute their keys with the rights of the role that writes the lead.
grant execute on function
  private.fold_accents(text), private.fold_text(text), private.lead_search_text(text, text, text),
  private.search_symbols(text), private.lead_search_hex(text, text, text)
  to anon, authenticated, service_role;

create index leads_search on public.leads
  using gin (private.lead_search_text(name, email, company) extensions.gin_trgm_ops);
create index leads_search_short on public.leads
  using gin (private.lead_search_hex(name, email, company) extensions.gin_trgm_ops);

-- The term as a pattern that takes %, _ and \ literally; null when nothing can match it.
create function private.lead_search_pattern(term text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(term) > 5000 then null
    when char_length(private.clean_text(term)) > 255 or strpos(term, e'\x1f') > 0 then null
    else
      '%' || regexp_replace(
        private.fold_text(coalesce(private.clean_text(term), '')), '([\\%_])', '\\\1', 'g'
      ) || '%'
  end;

-- What a match holds in hexadecimal, as a regular expression; null for a term that leads_search can look up, and for the
-- two signs of every address. One letter or digit is two digits, and whatever follows it begins with one of eleven.
create function private.short_search_pattern(term text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(term) > 5000 then null
    when private.fold_text(private.clean_text(term)) ~ '[a-z0-9]{3}|^[@.]$' then null
    when private.fold_text(private.clean_text(term)) ~ '^[a-z0-9]$' then
      encode(convert_to(private.fold_text(private.clean_text(term)), 'UTF8'), 'hex') || '[1-7c-f]'
    when octet_length(private.fold_text(private.clean_text(term))) = 1 then
      private.search_symbols(private.fold_text(private.clean_text(term)))
    else encode(convert_to(private.fold_text(private.clean_text(term)), 'UTF8'), 'hex')
  end;

revoke execute on function private.lead_search_pattern(text), private.short_search_pattern(text) from public;

-- A page of lead ids, newest first. `before_*` are the last row of the page before. Every call is planned for its own
-- term: a rare one goes through an index, a common one walks from the newest lead and stops at a full page. Only those
-- who handle leads get a row.
create function public.search_leads(
  term text,
  status_filter text default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 50,
  only_needing_reply boolean default false
) returns table (id uuid, created_at timestamptz)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  short constant text := private.short_search_pattern(term);
  page constant integer := least(greatest(coalesce(page_size, 50), 1), 200);
begin
  if pattern is null or not public.can_handle_leads() then
    return;
  end if;
  return query
    select leads.id, leads.created_at
    from public.leads
    where (pattern = '%%' or private.lead_search_text(leads.name, leads.email, leads.company) like pattern)
      and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
      and (status_filter is null or leads.status = status_filter)
      and (
        only_needing_reply is not true
        or exists (select from public.leads_needing_reply as waiting where waiting.lead_id = leads.id)
      )
      and (
        before_created_at is null
        or (leads.created_at, leads.id)
          < (before_created_at, coalesce(before_id, '00000000-0000-0000-0000-000000000000'))
      )
    order by leads.created_at desc, leads.id desc
    limit page;
end;
$$;

-- How many leads match, exact up to 1,000; 1,001 stands for "more".
create function public.count_leads(
  term text,
  status_filter text default null,
  only_needing_reply boolean default false
) returns integer
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  short constant text := private.short_search_pattern(term);
begin
  if pattern is null or not public.can_handle_leads() then
    return 0;
  end if;
  return (
    select count(*)
    from (
      select
      from public.leads
      where (pattern = '%%' or private.lead_search_text(leads.name, leads.email, leads.company) like pattern)
        and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
        and (status_filter is null or leads.status = status_filter)
        and (
          only_needing_reply is not true
          or exists (select from public.leads_needing_reply as waiting where waiting.lead_id = leads.id)
        )
      limit 1001
    ) as matched
  );
end;
$$;

revoke execute on function
  public.search_leads(text, text, timestamptz, uuid, integer, boolean), public.count_leads(text, text, boolean)
  from public, anon, authenticated;
grant execute on function
  public.search_leads(text, text, timestamptz, uuid, integer, boolean), public.count_leads(text, text, boolean)
  to authenticated, service_role;
