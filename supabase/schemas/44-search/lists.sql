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

-- A page of a list: `sort` is newest, oldest, waiting or none; `after_*` is the last row of the previous page. The
-- query contains only the given filters, so that each combination is planned for its own index. A list of work
-- (waiting, late, due, mentions) with a term: if the list or the matches of the term are at most 1,000 leads, only
-- those are read; otherwise the first 200 leads of the list are compared, then further leads in order until the page is
-- full.
create function private.list_leads(
  sort text, term text, status_filter text, only_needing_reply boolean, assignee uuid, only_unassigned boolean, need text,
  after_at timestamptz, after_id uuid, most integer
) returns table (id uuid, at timestamptz)
  language plpgsql stable security definer set search_path = '' rows 50
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  short constant text := private.short_search_pattern(term);
  source constant text := case
    when coalesce(only_needing_reply, false) or need = 'late' or sort = 'waiting' then 'leads_needing_reply'
    when need = 'due' then 'lead_follow_ups'
    else 'leads'
  end;
  is_plain constant boolean := source = 'leads' and need is null;
  -- Whether a filter needs columns that the list does not have.
  asks_leads constant boolean := pattern <> '%%' or (
    source = 'lead_follow_ups'
    and (status_filter is not null or assignee is not null or coalesce(only_unassigned, false))
  );
  is_compared boolean := pattern <> '%%';
  is_listed boolean := false;
  few uuid[];
  others uuid[];
  walks boolean;
  first_at timestamptz;
  last_at timestamptz;
  found integer;
  tables text := 'public.leads';
  lead text := 'leads.id';
  key text := 'leads.created_at';
  direction constant text := case when sort = 'newest' then 'desc' else '' end;
  of_leads text[];
  conditions text[];
begin
  if pattern is null or not public.can_handle_leads() then
    return;
  end if;
  if need in ('due', 'mention') or (is_compared and not is_plain) then
    few := private.few_leads_of_work(need, source = 'leads_needing_reply', status_filter, assignee, only_unassigned);
    is_listed := few is not null;
  end if;
  if few is null and is_compared and not is_plain then
    few := private.few_leads_of_term(pattern, short);
    is_compared := few is null;
  end if;
  if need in ('due', 'mention') and not is_listed and source <> 'lead_follow_ups' then
    others := array(
      select due.lead_id from public.lead_follow_ups as due where need = 'due' and due.due_at <= now()
      union all
      select mention.lead_id from public.lead_mentions as mention where need = 'mention' and mention.user_id = auth.uid()
    );
  end if;

  of_leads := array[
    case when is_compared then 'private.lead_search_text(leads.name, leads.email, leads.company) like $2' end,
    case when is_compared and is_plain and short is not null
      then 'private.lead_search_hex(leads.name, leads.email, leads.company) ~ $3' end,
    case when status_filter is not null then 'leads.status = $4' end,
    case when assignee is not null then 'leads.assignee_id = $5' end,
    case when only_unassigned then 'leads.assignee_id is null' end
  ];
  if is_listed then
    -- offset 0: the planner does not merge the subquery, so these leads are read first
    tables := '(select * from public.leads where leads.id = any ($1) offset 0) as leads';
    if sort = 'waiting' then
      tables := tables || ' join public.leads_needing_reply as work on work.lead_id = leads.id';
      key := 'work.since';
    end if;
    conditions := of_leads;
  elsif source = 'leads' then
    conditions := of_leads || case when few is not null then 'leads.id = any ($1)' end;
  else
    tables := format('public.%I as work', source);
    lead := 'work.lead_id';
    key := case when sort = 'waiting' then 'work.since' else 'work.lead_at' end;
    conditions := array[
      case when few is not null then 'work.lead_id = any ($1)' end,
      case when need = 'late' then 'work.target_at <= now()' end,
      case when source = 'lead_follow_ups' then 'work.due_at <= now()' end
    ] || case when source = 'leads_needing_reply' then array[
      case when status_filter is not null then 'work.status = $4' end,
      case when assignee is not null then 'work.assignee_id = $5' end,
      case when only_unassigned then 'work.assignee_id is null' end
    ] end;
    if asks_leads and few is not null then
      tables := tables || ' join public.leads on leads.id = work.lead_id';
      conditions := conditions || of_leads;
    end if;
  end if;
  -- "is true": the planner compares in memory instead of looking up each ID
  conditions := conditions
    || case when others is not null then format('(%s = any ($8)) is true', lead) end
    || case when after_at is not null then format(
      '(%s, %s) %s ($6, coalesce($7, ''00000000-0000-0000-0000-000000000000''))',
      key, lead, case when sort = 'newest' then '<' else '>' end
    ) end;
  walks := asks_leads and few is null and source <> 'leads';
  if not walks then
    return query execute format(
      'select %s, %s from %s %s %s limit $9', lead, key, tables, private.all_of(conditions),
      case when sort <> 'none' then format('order by %s %s, %s %s', key, direction, lead, direction) end
    )
    using few, pattern, short, status_filter, assignee, after_at, after_id, others, most;
    return;
  end if;

  for part in 1..2 loop
    execute format(
      'select array_agg(listed.lead_id), min(listed.lead_at), max(listed.lead_at)
       from (select work.lead_id, work.lead_at from %s %s order by %s %s, work.lead_id %s %s) as listed',
      tables, private.all_of(conditions), key, direction, direction, case part when 1 then 'limit 200' else 'offset 200' end
    ) into few, first_at, last_at
    using few, pattern, short, status_filter, assignee, after_at, after_id, others;
    exit when few is null;
    return query execute format(
      'select leads.id, %1$s from %2$s %3$s %4$s order by %1$s %5$s, leads.id %5$s limit $6',
      case when sort = 'waiting' then 'work.since' else 'leads.created_at' end,
      case part when 1 then '(select * from public.leads where leads.id = any ($1) offset 0) as leads' else 'public.leads' end,
      case when sort = 'waiting' then 'join public.leads_needing_reply as work on work.lead_id = leads.id'
        || case part when 1 then ' and work.lead_id = any ($1)' else '' end end,
      private.all_of(of_leads || case when part = 2 then array[
        '(leads.id = any ($1)) is true', 'leads.created_at between $7 and $8'
      ] end),
      direction
    )
    using few, pattern, short, status_filter, assignee, most, first_at, last_at;
    get diagnostics found = row_count;
    most := most - found;
    exit when most = 0;
    few := null;
  end loop;
end;
$$;

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

create function private.all_of(conditions text[]) returns text
  language sql immutable
  return coalesce('where ' || nullif(array_to_string(conditions, ' and '), ''), '');
