-- What the inbox shows about the work on leads.

-- A row for each of these leads (at most 200). Waiting times are whole minutes of business hours; events are not
-- counted as notes. enable_seqscan = off, because the planner read whole tables when they were small or their
-- statistics old; jit = off, because PostgreSQL before 18 gives a disabled scan so high a cost that it would compile
-- the query.
create function public.lead_work(ids uuid[]) returns table (
  lead_id uuid,
  waiting_since timestamptz,
  waiting_minutes integer,
  is_late boolean,
  follow_up_on date,
  is_due boolean,
  notes integer,
  automatic_mails integer,
  is_unread boolean,
  mentions_me boolean
)
  language plpgsql stable security definer
  set search_path = '' set enable_seqscan = off set plan_cache_mode = 'force_custom_plan' rows 50
  set jit = off
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  wanted constant uuid[] := ids[1:200];
  readers constant text[] := array(select me::text || id::text from unnest(wanted) as id);
  begun timestamptz;
begin
  if not public.can_handle_leads() then
    return;
  end if;
  select greatest(reads_begin.at, (select users.created_at from auth.users where users.id = me)) into begun
  from private.reads_begin;
  return query
  with found as materialized (
    select
      leads.id, waiting.since, waiting.target_at, follow_up.due_on, follow_up.due_at, note.total, automatic.total as automatic,
      coalesce(
        known.is_unread
          or greatest(leads.created_at, message.newest, note.newest) > coalesce(known.read_at, begun),
        false
      ) as is_unread,
      exists (
        select from public.lead_mentions as mention where mention.user_id = me and mention.lead_id = leads.id
      ) as mentions_me
    from public.leads
    left join public.leads_needing_reply as waiting on waiting.lead_id = leads.id and waiting.lead_id = any (wanted)
    left join public.lead_follow_ups as follow_up on follow_up.lead_id = leads.id and follow_up.lead_id = any (wanted)
    left join public.lead_reads as known
      on known.lead_id = leads.id and known.user_id::text || known.lead_id::text = any (readers)
    left join lateral (
      select max(message.created_at) as newest
      from public.lead_messages as message
      where message.lead_id = leads.id and message.author_id is distinct from me
    ) as message on true
    left join lateral (
      select (count(*) filter (where not note.is_event))::integer as total,
        max(note.created_at) filter (where note.author_id is distinct from me) as newest
      from public.lead_notes as note
      where note.lead_id = leads.id
    ) as note on true
    left join lateral (
      select count(*)::integer as total
      from public.received_mails as mail
      where mail.lead_id = leads.id and mail.state in ('machine', 'bounce')
    ) as automatic on true
    where leads.id = any (wanted) and leads.erased_at is null
  ),
  -- now() if no lead waits: an empty span
  span as materialized (
    select greatest(coalesce(min(found.since), now()), now() - interval '1 year') as oldest from found
  ),
  calendar as materialized (
    select hours.opens, hours.closes, hours.before
    from span, private.business_calendar(private.business_day(span.oldest), private.business_day(now())) as hours
  )
  select
    found.id,
    found.since,
    case when found.since is not null then floor((
      private.open_seconds(calendar.opens, calendar.closes, calendar.before, now())
        - private.open_seconds(calendar.opens, calendar.closes, calendar.before, greatest(found.since, span.oldest))
    ) / 60)::integer end,
    coalesce(found.target_at <= now(), false),
    found.due_on,
    coalesce(found.due_at <= now(), false),
    found.total,
    found.automatic,
    found.is_unread,
    found.mentions_me
  from found cross join span cross join calendar;
end;
$$;
grant execute on function public.lead_work(uuid[]) to authenticated, service_role;

-- For the sidebar, each exact up to 1,000; 1,001 means "more".
create function public.work_counts() returns table (
  waiting integer, mine integer, unassigned integer, due integer, late integer, mentions integer, mails integer,
  late_mails integer, requests integer, reports integer
)
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    (select count(*) from (select from public.leads_needing_reply limit 1001) as found),
    (select count(*) from (select from public.leads_needing_reply where assignee_id = auth.uid() limit 1001) as found),
    (select count(*) from (select from public.leads_needing_reply where assignee_id is null limit 1001) as found),
    (select count(*) from (select from public.lead_follow_ups where due_at <= now() limit 1001) as found),
    (select count(*) from (select from public.leads_needing_reply where target_at <= now() limit 1001) as found),
    (select count(distinct mention.lead_id) from (
      select lead_id from public.lead_mentions where user_id = auth.uid() limit 1001
    ) as mention),
    (select count(*) from (select from public.received_mails where state = 'triage' limit 1001) as found),
    (select count(*) from (
      select from public.received_mails where state = 'triage' and target_at <= now() limit 1001
    ) as found),
    (select count(*) from (
      select from public.privacy_requests
      where public.is_owner() and done_on is null and due_on <= private.business_day(now()) + 7 limit 1001
    ) as found),
    (select count(*) from (select from public.accessibility_feedback where responded_at is null limit 1001) as found)
  where (select public.can_handle_leads());
$$;
grant execute on function public.work_counts() to authenticated, service_role;

-- What the inbox shows about its leads in addition to rows and threads, in one call.
create function public.lead_context(ids uuid[]) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'work', (select coalesce(jsonb_agg(to_jsonb(work)), '[]') from public.lead_work(ids) as work),
    'optOuts', (select coalesce(jsonb_agg(to_jsonb(opt_out)), '[]') from public.contact_opt_outs(ids) as opt_out),
    'calls', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', call.id, 'lead_id', call.lead_id, 'starts_at', call.starts_at, 'state', call.state
      )), '[]')
      from public.bookings as call where call.lead_id = any (ids[1:200])
    )
  );
$$;
grant execute on function public.lead_context(uuid[]) to authenticated, service_role;
