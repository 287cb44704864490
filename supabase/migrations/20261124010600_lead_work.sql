-- What each colleague has read, and what a lead asks of the caller.
create table public.lead_reads (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  read_at timestamptz not null default now(),
  is_unread boolean not null default false,
  primary key (user_id, lead_id)
);
comment on column public.lead_reads.is_unread is 'marked as unread by hand';
create index lead_reads_lead on public.lead_reads (lead_id);

-- What is older than this, or than an account, is read: nobody begins with a hundred thousand unread leads.
create table private.reads_begin (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null default now()
);
insert into private.reads_begin default values;

create trigger drop_reads_of_erased_lead after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.drop_rows_of_erased_lead('lead_reads');

alter table public.lead_reads enable row level security;
alter table public.lead_reads force row level security;
grant select on public.lead_reads to authenticated;
grant select, insert, update, delete on public.lead_reads to service_role;
-- An account reads what it has read, while it handles leads.
create policy "own reads" on public.lead_reads for select to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));

-- Marks leads as read or unread, for the caller alone; a read mention is done.
create function public.mark_leads_read(leads uuid[], is_read boolean default true) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if is_read then
    delete from public.lead_mentions as mention
    where mention.user_id = auth.uid() and mention.lead_id = any (mark_leads_read.leads[1:200]);
  end if;
  insert into public.lead_reads as known (user_id, lead_id, read_at, is_unread)
  select auth.uid(), lead.id, now(), not is_read
  from public.leads as lead
  where lead.id = any (mark_leads_read.leads[1:200]) and lead.erased_at is null
  on conflict (user_id, lead_id) do update set read_at = excluded.read_at, is_unread = excluded.is_unread;
end;
$$;

-- What these leads (200 at most) ask of the caller; one row for each. Waits are whole minutes of business hours.
create function public.lead_work(ids uuid[]) returns table (
  lead_id uuid,
  waiting_since timestamptz,
  waiting_minutes integer,
  is_late boolean,
  follow_up_on date,
  is_due boolean,
  notes integer,
  is_unread boolean,
  mentions_me boolean
)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  wanted constant uuid[] := ids[1:200];
  begun timestamptz;
  oldest timestamptz;
  calendar record;
begin
  if not public.can_handle_leads() then
    return;
  end if;
  select greatest(reads_begin.at, (select users.created_at from auth.users where users.id = me)) into begun
  from private.reads_begin;
  -- now() where none waits: an empty span
  select greatest(coalesce(min(waiting.since), now()), now() - interval '1 year') into oldest
  from public.leads_needing_reply as waiting where waiting.lead_id = any (wanted);
  select * into calendar
  from private.business_calendar(private.business_day(oldest), private.business_day(now()));
  return query
  select
    leads.id,
    waiting.since,
    case when waiting.since is not null then floor((
      private.open_seconds(calendar.opens, calendar.closes, calendar.before, now())
        - private.open_seconds(calendar.opens, calendar.closes, calendar.before, greatest(waiting.since, oldest))
    ) / 60)::integer end,
    coalesce(waiting.target_at <= now(), false),
    follow_up.due_on,
    coalesce(follow_up.due_at <= now(), false),
    note.total,
    coalesce(
      known.is_unread
        or greatest(leads.created_at, message.newest, note.newest) > coalesce(known.read_at, begun),
      false
    ),
    exists (select from public.lead_mentions as mention where mention.user_id = me and mention.lead_id = leads.id)
  from public.leads
  left join public.leads_needing_reply as waiting on waiting.lead_id = leads.id
  left join public.lead_follow_ups as follow_up on follow_up.lead_id = leads.id
  left join public.lead_reads as known on known.user_id = me and known.lead_id = leads.id
  left join lateral (
    select max(message.created_at) as newest
    from public.lead_messages as message
    where message.lead_id = leads.id and message.author_id is distinct from me
  ) as message on true
  left join lateral (
    select count(*)::integer as total, max(note.created_at) filter (where note.author_id is distinct from me) as newest
    from public.lead_notes as note
    where note.lead_id = leads.id
  ) as note on true
  where leads.id = any (wanted) and leads.erased_at is null;
end;
$$;

-- The lists of work and how long each is: 1,001 stands for "more".
create function public.work_counts() returns table (mine integer, unassigned integer, due integer, late integer, mentions integer)
  language sql stable security definer set search_path = ''
as $$
  select
    (select count(*)::integer from (
      select from public.leads_needing_reply where assignee_id = auth.uid() limit 1001
    ) as found),
    (select count(*)::integer from (
      select from public.leads_needing_reply where assignee_id is null limit 1001
    ) as found),
    (select count(*)::integer from (select from public.lead_follow_ups where due_at <= now() limit 1001) as found),
    (select count(*)::integer from (select from public.leads_needing_reply where target_at <= now() limit 1001) as found),
    (select count(distinct mention.lead_id)::integer from (
      select lead_id from public.lead_mentions where user_id = auth.uid() limit 1001
    ) as mention)
  where (select public.can_handle_leads());
$$;

-- As before, with what is asked of us: `due` follow-ups, `late` answers, `mention`s of the caller.
drop function public.search_leads(text, text, timestamptz, uuid, integer, boolean, uuid, boolean);
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

-- As before, with what is asked of us.
drop function public.count_leads(text, text, boolean, uuid, boolean);
create function public.count_leads(
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

revoke execute on function
  public.mark_leads_read(uuid[], boolean), public.lead_work(uuid[]), public.work_counts(),
  public.search_leads(text, text, timestamptz, uuid, integer, boolean, uuid, boolean, text),
  public.count_leads(text, text, boolean, uuid, boolean, text)
  from public, anon, authenticated;
grant execute on function public.mark_leads_read(uuid[], boolean), public.lead_work(uuid[]), public.work_counts() to authenticated;
grant execute on function
  public.search_leads(text, text, timestamptz, uuid, integer, boolean, uuid, boolean, text),
  public.count_leads(text, text, boolean, uuid, boolean, text)
  to authenticated, service_role;
