-- A short term is compared as text where leads are late, due or mentioned. Its hexadecimal form takes 0.1 ms a lead: eight
-- seconds, where thousands are late and none of them is new.

-- As before, without it.
drop function private.matching_leads(uuid[], text, text, text, uuid, boolean);
create function private.matching_leads(
  few uuid[], pattern text, status_filter text, assignee uuid, only_unassigned boolean
) returns table (id uuid, created_at timestamptz)
  language sql stable set search_path = '' rows 100
as $$
  select known.id, known.created_at
  from (select * from public.leads where leads.id = any (few) offset 0) as known
  where (status_filter is null or known.status = status_filter)
    and (assignee is null or known.assignee_id = assignee)
    and (only_unassigned is not true or known.assignee_id is null)
    and (pattern = '%%' or private.lead_search_text(known.name, known.email, known.company) like pattern);
$$;

-- As before, likewise.
create or replace function public.search_leads(
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
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  short constant text := case when need is null then private.short_search_pattern(term) end;
  page constant integer := least(greatest(coalesce(page_size, 50), 1), 200);
  few uuid[];
begin
  if pattern is null or not public.can_handle_leads() then
    return;
  end if;
  few := private.few_leads_of_work(need, only_needing_reply, status_filter, assignee, only_unassigned);
  if few is not null then
    return query
      select known.id, known.created_at
      from private.matching_leads(few, pattern, status_filter, assignee, only_unassigned) as known
      where before_created_at is null
        or (known.created_at, known.id)
          < (before_created_at, coalesce(before_id, '00000000-0000-0000-0000-000000000000'))
      order by known.created_at desc, known.id desc
      limit page;
    return;
  end if;
  return query
    select leads.id, leads.created_at
    from public.leads
    where (pattern = '%%' or private.lead_search_text(leads.name, leads.email, leads.company) like pattern)
      and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
      and (status_filter is null or leads.status = status_filter)
      and (assignee is null or leads.assignee_id = assignee)
      and (only_unassigned is not true or leads.assignee_id is null)
      and (
        only_needing_reply is not true
        or exists (select from public.leads_needing_reply as waiting where waiting.lead_id = leads.id)
      )
      and (
        need is distinct from 'due'
        or exists (select from public.lead_follow_ups as due where due.lead_id = leads.id and due.due_at <= now())
      )
      and (
        need is distinct from 'late'
        or exists (
          select from public.leads_needing_reply as late where late.lead_id = leads.id and late.target_at <= now()
        )
      )
      and (
        need is distinct from 'mention'
        or exists (
          select from public.lead_mentions as mention where mention.lead_id = leads.id and mention.user_id = auth.uid()
        )
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

-- As before, likewise.
create or replace function public.count_leads(
  term text,
  status_filter text default null,
  only_needing_reply boolean default false,
  assignee uuid default null,
  only_unassigned boolean default false,
  need text default null
) returns integer
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  short constant text := case when need is null then private.short_search_pattern(term) end;
  few uuid[];
begin
  if pattern is null or not public.can_handle_leads() then
    return 0;
  end if;
  few := private.few_leads_of_work(need, only_needing_reply, status_filter, assignee, only_unassigned);
  if few is not null then
    return (
      select count(*) from private.matching_leads(few, pattern, status_filter, assignee, only_unassigned)
    );
  end if;
  return (
    select count(*)
    from (
      select
      from public.leads
      where (pattern = '%%' or private.lead_search_text(leads.name, leads.email, leads.company) like pattern)
        and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
        and (status_filter is null or leads.status = status_filter)
        and (assignee is null or leads.assignee_id = assignee)
        and (only_unassigned is not true or leads.assignee_id is null)
        and (
          only_needing_reply is not true
          or exists (select from public.leads_needing_reply as waiting where waiting.lead_id = leads.id)
        )
        and (
          need is distinct from 'due'
          or exists (select from public.lead_follow_ups as due where due.lead_id = leads.id and due.due_at <= now())
        )
        and (
          need is distinct from 'late'
          or exists (
            select from public.leads_needing_reply as late where late.lead_id = leads.id and late.target_at <= now()
          )
        )
        and (
          need is distinct from 'mention'
          or exists (
            select from public.lead_mentions as mention where mention.lead_id = leads.id and mention.user_id = auth.uid()
          )
        )
      limit 1001
    ) as matched
  );
end;
$$;

-- As before, likewise.
create or replace function public.sorted_leads(
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
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  short constant text := case when need is null then private.short_search_pattern(term) end;
  page constant integer := least(greatest(coalesce(page_size, 50), 1), 200);
  nothing constant uuid := '00000000-0000-0000-0000-000000000000';
  few uuid[];
begin
  if pattern is null or not public.can_handle_leads() then
    return;
  end if;
  few := private.few_leads_of_work(need, only_needing_reply or sort = 'waiting', status_filter, assignee, only_unassigned);
  if few is not null and sort in ('oldest', 'waiting') then
    return query
      select listed.id, listed.at
      from (
        select known.id, case when sort = 'oldest' then known.created_at else waiting.since end as at
        from private.matching_leads(few, pattern, status_filter, assignee, only_unassigned) as known
        left join public.leads_needing_reply as waiting on waiting.lead_id = known.id
      ) as listed
      where listed.at is not null and (after_at is null or (listed.at, listed.id) > (after_at, coalesce(after_id, nothing)))
      order by listed.at, listed.id
      limit page;
  elsif sort = 'waiting' then
    return query
      select waiting.lead_id, waiting.since
      from public.leads_needing_reply as waiting
      join public.leads on leads.id = waiting.lead_id
      where (pattern = '%%' or private.lead_search_text(leads.name, leads.email, leads.company) like pattern)
        and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
        and (status_filter is null or waiting.status = status_filter)
        and (assignee is null or waiting.assignee_id = assignee)
        and (only_unassigned is not true or waiting.assignee_id is null)
        and (
          need is distinct from 'due'
          or exists (select from public.lead_follow_ups as due where due.lead_id = waiting.lead_id and due.due_at <= now())
        )
        and (need is distinct from 'late' or waiting.target_at <= now())
        and (
          need is distinct from 'mention'
          or exists (
            select from public.lead_mentions as mention where mention.lead_id = waiting.lead_id and mention.user_id = auth.uid()
          )
        )
        and (after_at is null or (waiting.since, waiting.lead_id) > (after_at, coalesce(after_id, nothing)))
      order by waiting.since, waiting.lead_id
      limit page;
  elsif sort = 'oldest' then
    return query
      select leads.id, leads.created_at
      from public.leads
      where (pattern = '%%' or private.lead_search_text(leads.name, leads.email, leads.company) like pattern)
        and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
        and (status_filter is null or leads.status = status_filter)
        and (assignee is null or leads.assignee_id = assignee)
        and (only_unassigned is not true or leads.assignee_id is null)
        and (
          only_needing_reply is not true
          or exists (select from public.leads_needing_reply as waiting where waiting.lead_id = leads.id)
        )
        and (
          need is distinct from 'due'
          or exists (select from public.lead_follow_ups as due where due.lead_id = leads.id and due.due_at <= now())
        )
        and (
          need is distinct from 'late'
          or exists (
            select from public.leads_needing_reply as late where late.lead_id = leads.id and late.target_at <= now()
          )
        )
        and (
          need is distinct from 'mention'
          or exists (
            select from public.lead_mentions as mention where mention.lead_id = leads.id and mention.user_id = auth.uid()
          )
        )
        and (after_at is null or (leads.created_at, leads.id) > (after_at, coalesce(after_id, nothing)))
      order by leads.created_at, leads.id
      limit page;
  end if;
end;
$$;

revoke execute on function private.matching_leads(uuid[], text, text, uuid, boolean) from public;
