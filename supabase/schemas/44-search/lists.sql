-- Lists of leads. `ilike` under row level security cannot use an index, so these functions check once who is calling,
-- read with the owner's rights and return ids; the rows are then read under the caller's own policies.

-- A page of lead IDs, newest first; `before_*` is the last row of the previous page. No rows for callers who may not
-- handle leads.
create function public.search_leads(
  term text,
  status_filter text default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 50,
  only_needing_reply boolean default false,
  assignee uuid default null,
  only_unassigned boolean default false,
  need text default null
) returns table (id uuid, created_at timestamptz)
  language sql stable security definer set search_path = '' rows 50
as $$
  select listed.id, listed.at
  from private.list_leads(
    'newest', term, status_filter, only_needing_reply, assignee, only_unassigned, need,
    before_created_at, before_id, least(greatest(coalesce(page_size, 50), 1), 200)
  ) as listed;
$$;
grant execute on function public.search_leads(text, text, timestamptz, uuid, integer, boolean, uuid, boolean, text)
  to authenticated, service_role;

-- A page of lead IDs in another order: `oldest`, or `waiting` (the longest wait first). The filters are those of
-- search_leads.
create function public.sorted_leads(
  sort text,
  term text default '',
  status_filter text default null,
  only_needing_reply boolean default false,
  assignee uuid default null,
  only_unassigned boolean default false,
  after_at timestamptz default null,
  after_id uuid default null,
  page_size integer default 50,
  need text default null
) returns table (id uuid, sorted_at timestamptz)
  language sql stable security definer set search_path = '' rows 50
as $$
  select listed.id, listed.at
  from private.list_leads(
    sort, term, status_filter, only_needing_reply, assignee, only_unassigned, need,
    after_at, after_id, least(greatest(coalesce(page_size, 50), 1), 200)
  ) as listed
  where sort in ('oldest', 'waiting');
$$;
grant execute on function public.sorted_leads(text, text, text, boolean, uuid, boolean, timestamptz, uuid, integer, text)
  to authenticated, service_role;

-- How many leads match, exact up to 1,000; 1,001 means "more".
create function public.count_leads(
  term text,
  status_filter text default null,
  only_needing_reply boolean default false,
  assignee uuid default null,
  only_unassigned boolean default false,
  need text default null
) returns integer
  language sql stable security definer set search_path = ''
as $$
  select count(*)::integer
  from private.list_leads(
    'none', term, status_filter, only_needing_reply, assignee, only_unassigned, need, null, null, 1001
  );
$$;
grant execute on function public.count_leads(text, text, boolean, uuid, boolean, text) to authenticated, service_role;

-- What a page is read by; null or false: not. `waits`, `is_late` and `is_due` are lists of work, `others` the leads of
-- one that no column names; `after_*` is the last row of the previous page.
create type private.lead_filter as (
  sort text, pattern text, short text, status text, assignee uuid, only_unassigned boolean,
  waits boolean, is_late boolean, is_due boolean, others uuid[], after_at timestamptz, after_id uuid
);

-- A page of a list: `sort` is newest, oldest, waiting or none. A list of work (waiting, late, due, mentions) with a
-- term: if the list or the matches of the term are at most 1,000 leads, only those are read; otherwise the first 200
-- leads of the list are compared, then further leads in order until the page is full.
create function private.list_leads(
  sort text, term text, status_filter text, only_needing_reply boolean, assignee uuid, only_unassigned boolean, need text,
  after_at timestamptz, after_id uuid, most integer
) returns table (id uuid, at timestamptz)
  language plpgsql stable security definer set search_path = '' rows 50
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  is_compared constant boolean := pattern <> '%%';
  waits constant boolean := coalesce(only_needing_reply or need = 'late' or sort = 'waiting', false);
  is_due constant boolean := not waits and need is not distinct from 'due';
  is_of_work constant boolean := waits or need is not null;
  wanted private.lead_filter := row(
    sort, case when is_compared then pattern end, case when not is_of_work then private.short_search_pattern(term) end,
    status_filter, assignee, only_unassigned, waits, need = 'late', is_due, null,
    after_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000')
  );
  -- Of leads that are known to be in the list: whether they also match.
  listed private.lead_filter := wanted;
  few uuid[];
  first_at timestamptz;
  last_at timestamptz;
  found integer;
begin
  if pattern is null or not public.can_handle_leads() then
    return;
  end if;
  listed.waits := sort = 'waiting';
  listed.is_late := false;
  listed.is_due := false;

  if need in ('due', 'mention') or (is_compared and is_of_work) then
    few := private.few_leads_of_work(need, waits, status_filter, assignee, only_unassigned);
  end if;
  if few is not null then
    return query select * from private.list_few_leads(listed, few, most);
    return;
  end if;
  if need = 'mention' or (need = 'due' and waits) then
    wanted.others := array(
      select due.lead_id from public.lead_follow_ups as due where need = 'due' and due.due_at <= now()
      union all
      select mention.lead_id from public.lead_mentions as mention where need = 'mention' and mention.user_id = auth.uid()
    );
  end if;
  if is_compared and is_of_work then
    few := private.few_leads_of_term(pattern, private.short_search_pattern(term));
  end if;
  if few is not null then
    wanted.pattern := null;
    return query select * from private.list_few_leads(wanted, few, most);
  elsif not waits and not is_due then
    return query select * from private.list_all_leads(wanted, null, null, most);
  elsif not is_compared
    and (waits or (status_filter is null and assignee is null and only_unassigned is not true)) then
    return query select work.id, work.at from private.list_work(wanted, 0, most) as work;
  else
    wanted.sort := replace(sort, 'none', 'oldest');
    for part in 1..2 loop
      select array_agg(work.id), min(work.lead_at), max(work.lead_at) into few, first_at, last_at
      from private.list_work(wanted, 200 * (part - 1), case part when 1 then 200 end) as work;
      exit when few is null;
      if part = 1 then
        return query select * from private.list_few_leads(listed, few, most);
      else
        listed.others := few;
        return query select * from private.list_all_leads(listed, first_at, last_at, most);
      end if;
      get diagnostics found = row_count;
      most := most - found;
      exit when most = 0;
    end loop;
  end if;
end;
$$;

-- The three ways to read a page. `force_custom_plan`: the planner knows the values and leaves out each condition, join
-- and order that is not wanted, so that each combination is planned for its own index.

-- A page of at most 1,000 leads with these IDs.
create function private.list_few_leads(wanted private.lead_filter, few uuid[], most integer)
  returns table (id uuid, at timestamptz)
  language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' rows 50
as $$
begin
  return query
  select leads.id, ordered.at
  -- offset 0: the planner does not merge the subquery, so these leads are read first
  from (select * from public.leads where leads.id = any (few) offset 0) as leads
  left join public.leads_needing_reply as work on work.lead_id = leads.id
  cross join lateral (select case when wanted.sort = 'waiting' then work.since else leads.created_at end as at) as ordered
  where private.matches_term(wanted, leads.name, leads.email, leads.company)
    and private.matches_filter(wanted, leads.id, leads.status, leads.assignee_id)
    and private.is_on_page(wanted, ordered.at, leads.id)
    and (wanted.waits is not true or work.lead_id is not null)
    and (wanted.is_late is not true or work.target_at <= now())
    and (
      wanted.is_due is not true
      or exists (select from public.lead_follow_ups as due where due.lead_id = leads.id and due.due_at <= now())
    )
  order by
    case when wanted.sort = 'newest' then ordered.at end desc, case when wanted.sort = 'newest' then leads.id end desc,
    case when wanted.sort <> 'none' then ordered.at end, case when wanted.sort <> 'none' then leads.id end
  limit most;
end;
$$;

-- A page of all leads, or of those between two times.
create function private.list_all_leads(
  wanted private.lead_filter, first_at timestamptz, last_at timestamptz, most integer
) returns table (id uuid, at timestamptz)
  language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' rows 50
as $$
begin
  return query
  select leads.id, ordered.at
  from public.leads
  left join public.leads_needing_reply as work on work.lead_id = leads.id
  cross join lateral (select case when wanted.sort = 'waiting' then work.since else leads.created_at end as at) as ordered
  where private.matches_term(wanted, leads.name, leads.email, leads.company)
    and private.matches_filter(wanted, leads.id, leads.status, leads.assignee_id)
    and private.is_on_page(wanted, ordered.at, leads.id)
    and (wanted.waits is not true or work.lead_id is not null)
    and (first_at is null or leads.created_at between first_at and last_at)
  order by
    case when wanted.sort = 'newest' then ordered.at end desc, case when wanted.sort = 'newest' then leads.id end desc,
    case when wanted.sort <> 'none' then ordered.at end, case when wanted.sort <> 'none' then leads.id end
  limit most;
end;
$$;

-- A page of those who wait for a reply, or whose follow-up is due, without reading leads.
create function private.list_work(wanted private.lead_filter, skipped integer, most integer)
  returns table (id uuid, at timestamptz, lead_at timestamptz)
  language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' rows 200
as $$
begin
  if wanted.waits then
    return query
    select work.lead_id, ordered.at, work.lead_at
    from public.leads_needing_reply as work
    cross join lateral (select case when wanted.sort = 'waiting' then work.since else work.lead_at end as at) as ordered
    where private.matches_filter(wanted, work.lead_id, work.status, work.assignee_id)
      and private.is_on_page(wanted, ordered.at, work.lead_id)
      and (wanted.is_late is not true or work.target_at <= now())
    order by
      case when wanted.sort = 'newest' then ordered.at end desc, case when wanted.sort = 'newest' then work.lead_id end desc,
      case when wanted.sort <> 'none' then ordered.at end, case when wanted.sort <> 'none' then work.lead_id end
    limit most offset skipped;
  else
    return query
    select work.lead_id, work.lead_at, work.lead_at
    from public.lead_follow_ups as work
    where work.due_at <= now() and private.is_on_page(wanted, work.lead_at, work.lead_id)
    order by
      case when wanted.sort = 'newest' then work.lead_at end desc, case when wanted.sort = 'newest' then work.lead_id end desc,
      case when wanted.sort <> 'none' then work.lead_at end, case when wanted.sort <> 'none' then work.lead_id end
    limit most offset skipped;
  end if;
end;
$$;

-- Conditions of these pages. They have no setting, so that the planner inserts them into the query.

create function private.matches_term(wanted private.lead_filter, name text, email text, company text) returns boolean
  language sql immutable parallel safe
  return wanted.pattern is null or (
    private.lead_search_text(name, email, company) like wanted.pattern
    and (wanted.short is null or private.lead_search_hex(name, email, company) ~ wanted.short)
  );

-- "is true": the planner compares in memory instead of looking up each ID.
create function private.matches_filter(wanted private.lead_filter, id uuid, status text, assignee_id uuid)
  returns boolean
  language sql immutable parallel safe
  return (wanted.status is null or status = wanted.status)
    and (wanted.assignee is null or assignee_id = wanted.assignee)
    and (wanted.only_unassigned is not true or assignee_id is null)
    and (wanted.others is null or (id = any (wanted.others)) is true);

create function private.is_on_page(wanted private.lead_filter, at timestamptz, id uuid) returns boolean
  language sql immutable parallel safe
  return wanted.after_at is null
    or case when wanted.sort = 'newest' then (at, id) < (wanted.after_at, wanted.after_id)
      else (at, id) > (wanted.after_at, wanted.after_id) end;

-- The leads of a list of work, filtered by status and assignee if the list has those columns. Null if there is no list
-- or it has more than 1,000 leads.
create function private.few_leads_of_work(
  need text, only_needing_reply boolean, status_filter text, assignee uuid, only_unassigned boolean
) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  most constant integer := 1000;
  found_ids uuid[];
begin
  if need = 'due' then
    found_ids := array(
      select due.lead_id from public.lead_follow_ups as due where due.due_at <= now() limit most + 1
    );
  elsif need = 'mention' then
    found_ids := array(
      select distinct mention.lead_id from public.lead_mentions as mention where mention.user_id = auth.uid() limit most + 1
    );
  elsif need = 'late' or only_needing_reply then
    found_ids := array(
      select waiting.lead_id
      from public.leads_needing_reply as waiting
      where (need is distinct from 'late' or waiting.target_at <= now())
        and (status_filter is null or waiting.status = status_filter)
        and (assignee is null or waiting.assignee_id = assignee)
        and (only_unassigned is not true or waiting.assignee_id is null)
      limit most + 1
    );
  end if;
  if cardinality(found_ids) > most then
    return null;
  end if;
  if need in ('due', 'mention') and only_needing_reply then
    return array(
      select waiting.lead_id from public.leads_needing_reply as waiting where waiting.lead_id = any (found_ids)
    );
  end if;
  return found_ids;
end;
$$;

-- The leads that a term matches. Null if there are more than 1,000, or more than 300 for a short term, which takes 0.1
-- ms a lead. Only the trigram indexes are used: because of the limit, the planner would otherwise read the table for a
-- rare term.
create function private.few_leads_of_term(pattern text, short text) returns uuid[]
  language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off
  set plan_cache_mode = 'force_custom_plan' set jit = off
as $$
declare
  most constant integer := case when short is null then 1000 else 300 end;
  found_ids uuid[];
begin
  -- @ and . are in every address, and no trigram finds them
  if pattern in ('%@%', '%.%') then
    return null;
  end if;
  found_ids := array(
    select leads.id
    from public.leads
    where private.lead_search_text(leads.name, leads.email, leads.company) like pattern
      and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
    limit most + 1
  );
  return case when cardinality(found_ids) <= most then found_ids end;
end;
$$;
