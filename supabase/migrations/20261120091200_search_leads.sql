-- Search matches name, e-mail and company, each by itself (the separator cannot be typed), in any letter
-- case. ilike under row level security cannot use the index, so two functions ask once who is calling and
-- then read with the owner's rights; they answer ids, and the rows are read under the caller's own policies.
create function private.lead_search_text(name text, email text, company text) returns text
  language sql immutable parallel safe
  return lower((name || e'\x1f' || email || e'\x1f' || coalesce(company, '')) collate "und-x-icu");
revoke execute on function private.lead_search_text(text, text, text) from public;
-- The index below computes its text with the rights of whoever writes the lead.
grant execute on function private.lead_search_text(text, text, text) to anon, authenticated, service_role;

create index leads_search on public.leads
  using gin (private.lead_search_text(name, email, company) extensions.gin_trgm_ops);

-- The term as a pattern that takes %, _ and \ for what they are; null when nothing can match it.
create function private.lead_search_pattern(term text) returns text
  language sql immutable parallel safe
  return case
    when char_length(private.clean_text(term)) > 255 or strpos(term, e'\x1f') > 0 then null
    else
      '%' || regexp_replace(
        lower(coalesce(private.clean_text(term), '') collate "und-x-icu"), '([\\%_])', '\\\1', 'g'
      ) || '%'
  end;
revoke execute on function private.lead_search_pattern(text) from public;

-- A page of lead ids, newest first. `before_*` are the last row of the page before. Every call is planned
-- for its own term: a rare one goes through the trigram index, a common or short one walks from the newest
-- lead and stops at a full page. Nobody but those who handle leads gets a row.
create function public.search_leads(
  term text,
  status_filter text default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 50
) returns table (id uuid, created_at timestamptz)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  page constant integer := least(greatest(coalesce(page_size, 50), 1), 200);
begin
  if pattern is null or not public.can_handle_leads() then
    return;
  end if;
  return query
    select leads.id, leads.created_at
    from public.leads
    where (pattern = '%%' or private.lead_search_text(leads.name, leads.email, leads.company) like pattern)
      and (status_filter is null or leads.status = status_filter)
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
create function public.count_leads(term text, status_filter text default null) returns integer
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
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
        and (status_filter is null or leads.status = status_filter)
      limit 1001
    ) as matched
  );
end;
$$;

revoke execute on function
  public.search_leads(text, text, timestamptz, uuid, integer), public.count_leads(text, text)
  from public, anon, authenticated;
grant execute on function
  public.search_leads(text, text, timestamptz, uuid, integer), public.count_leads(text, text)
  to authenticated, service_role;
