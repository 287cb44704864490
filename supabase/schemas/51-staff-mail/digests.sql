-- Mail to staff: one digest of all their notifications, as often as each person chose.
create table private.staff_mail (
  colleague_id uuid primary key references auth.users (id) on delete cascade,
  seen_at timestamptz,
  queued_at timestamptz,
  -- When the last digest was queued that named someone because their target had passed.
  late_at timestamptz,
  queued_on date,
  -- Digests of that day of the agency.
  queued integer not null default 0,
  -- Why the last digest was given up; what it had is in the next one.
  problem text,
  failed_at timestamptz
);

-- The dashboard calls it every minute while it is visible and focused.
create function public.note_presence() returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.staff_mail (colleague_id, seen_at) select auth.uid(), now() where public.can_handle_leads()
  on conflict (colleague_id) do update set seen_at = now();
$$;
grant execute on function public.note_presence() to authenticated;

create function private.is_being_sent(mail uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from private.outbox where outbox.id = mail and outbox.leased_until > now()) $$;

-- Whether a notification is obsolete: lead handled, read or reassigned, or mail turned off. Late: only if handled.
create function private.is_settled(item private.staff_notifications, available uuid[]) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when private.is_being_sent(item.mail_id) then false
    when item.kind = 'report' then not exists (select from public.accessibility_feedback where responded_at is null)
    when item.lead_id is null then not exists (
      select from public.received_mails as letter
      where letter.id = item.received_mail_id and letter.state = 'triage'
    )
    when item.kind = 'mention' then not exists (
      select from public.lead_mentions as mention
      where mention.user_id = item.colleague_id and mention.lead_id = item.lead_id
    )
    else (
      item.kind <> 'booking'
      and not exists (select from public.leads_needing_reply as waiting where waiting.lead_id = item.lead_id)
    ) or (
      item.kind <> 'late' and (
        exists (
          select from public.lead_reads as known
          where known.user_id = item.colleague_id and known.lead_id = item.lead_id
            and known.read_at >= item.at and not known.is_unread
        )
        or exists (
          select from public.leads
          where leads.id = item.lead_id and leads.assignee_id <> item.colleague_id and leads.assignee_id = any (available)
        )
      )
    )
  end or item.kind <> 'late' and exists (
    select from public.profiles where profiles.id = item.colleague_id and profiles.mail_frequency = 'never'
  );
$$;

-- Whether a digest is due by the colleague's setting. By default five a day: one at any hour, one more from 8, 11, 14
-- and 17 h; none while they use the dashboard. The first late lead is mailed 15 minutes after any digest; those that
-- follow are bundled for an hour. After a failure, four hours.
create function private.is_digest_due(colleague uuid, is_late boolean, moment timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when state.problem is not null and rested < interval '4 hours' then false
    when is_late then rested >= interval '15 minutes'
      and coalesce(moment < state.late_at or moment - state.late_at >= interval '1 hour', true)
    when moment - state.seen_at between interval '0' and interval '2 minutes' then false
    when profiles.mail_frequency = 'immediately' then rested >= interval '5 minutes'
    when profiles.mail_frequency = 'daily' then moment >= morning and coalesce(state.queued_at < morning, true)
    when rested < interval '1 hour' then false
    when state.queued_on = here.day
    then state.queued < least(5, 1 + greatest(0, (here.hour - 5) / 3))
    else coalesce(state.queued < 5, true) or here.hour >= 8
  end
  from private.business_settings() as settings
  cross join lateral (select moment at time zone settings.zone as time) as there
  cross join lateral (select there.time::date as day, extract(hour from there.time)::integer as hour) as here
  cross join lateral private.business_morning(here.day) as morning
  left join private.staff_mail as state on state.colleague_id = colleague
  left join public.profiles on profiles.id = colleague
  cross join lateral (
    select case when state.queued_at <= moment then moment - state.queued_at else interval '1 day' end as rested
  ) as pause;
$$;

-- What is late has a rhythm of its own; anything else waits for the usual digest.
create function private.is_any_digest_due(colleague uuid, kinds text[], moment timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select ('late' = any (kinds) and private.is_digest_due(colleague, true, moment))
    or (kinds <> '{late}' and private.is_digest_due(colleague, false, moment));
$$;

-- Queues due digests. claim_mail calls it, and a lock lets one server at a time do so. If there are new
-- notifications, a waiting digest is replaced by a new mail, which is due at once and has all attempts again.
create function private.queue_digests(moment timestamptz default now()) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  available constant uuid[] := array(select staff.id from private.available_staff() as staff);
  moved record;
  due uuid[];
  grown uuid[];
  late uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('staff_notifications', 0)) then
    return;
  end if;
  -- Others are notified in place of who is away or left the team; a mention waits.
  for moved in
    delete from private.staff_notifications as gone
    where available <> '{}' and coalesce(gone.colleague_id <> all (available) and gone.kind <> 'mention', true)
      and not private.is_being_sent(gone.mail_id)
    returning gone.kind, gone.lead_id, gone.received_mail_id
  loop
    perform private.notify_staff(moved.kind, moved.lead_id, null, moved.received_mail_id);
  end loop;
  due := array(
    select mail.colleague_id from private.outbox as mail where mail.kind = 'digest' and not private.is_being_sent(mail.id)
    union
    select fresh.colleague_id from private.staff_notifications as fresh where fresh.mail_id is null
    group by fresh.colleague_id
    having private.is_any_digest_due(fresh.colleague_id, array_agg(distinct fresh.kind), moment)
  );
  delete from private.staff_notifications as item where item.colleague_id = any (due) and private.is_settled(item, available);
  with replaced as (
    delete from private.outbox as mail
    where mail.kind = 'digest' and (mail.leased_until is null or mail.leased_until <= now()) and (
      (available <> '{}' and mail.colleague_id <> all (available))
      or not exists (select from private.staff_notifications as item where item.mail_id = mail.id)
      or exists (
        select from private.staff_notifications as further
        where further.colleague_id = mail.colleague_id and further.mail_id is null
      )
    )
    returning mail.colleague_id
  )
  select coalesce(array_agg(replaced.colleague_id), '{}') into grown from replaced;
  with queued as (
    insert into private.outbox (kind, colleague_id)
    select 'digest', fresh.colleague_id from private.staff_notifications as fresh
    where fresh.mail_id is null and fresh.colleague_id = any (due) and fresh.colleague_id = any (available)
    group by fresh.colleague_id
    having fresh.colleague_id = any (grown)
      or private.is_any_digest_due(fresh.colleague_id, array_agg(distinct fresh.kind), moment)
    returning id, colleague_id
  ),
  counted as (
    insert into private.staff_mail as state (colleague_id, queued_at, queued_on, queued)
    select queued.colleague_id, moment, private.business_day(moment), 1 from queued where queued.colleague_id <> all (grown)
    on conflict (colleague_id) do update
    set queued_at = excluded.queued_at, queued_on = excluded.queued_on,
      queued = 1 + case when state.queued_on = excluded.queued_on then state.queued else 0 end
  ),
  placed as (
    update private.staff_notifications as item set mail_id = queued.id
    from queued where item.colleague_id = queued.colleague_id and item.mail_id is null
    returning item.colleague_id, item.kind
  )
  select array_agg(distinct placed.colleague_id) into late from placed where placed.kind = 'late';
  update private.staff_mail as state set late_at = moment where state.colleague_id = any (late);
end;
$$;

-- Deletes the notifications that a sent digest named; the others stay for the next one. Those of a failed one stay, and
-- owners see the reason (failed_notices).
create function private.settle_digest(mail private.outbox, outcome text, problem text, transport_id text) returns void
  language sql volatile set search_path = ''
as $$
  delete from private.staff_notifications as item
  where item.mail_id = mail.id and item.is_named and settle_digest.outcome in ('sent', 'recorded');
  update private.staff_notifications as item set mail_id = null
  where item.mail_id = mail.id and settle_digest.outcome in ('sent', 'recorded');
  update private.staff_mail as state
  set problem = settle_digest.problem, failed_at = case when settle_digest.problem is not null then now() end
  where state.colleague_id = mail.colleague_id and settle_digest.outcome <> 'later';
$$;

-- Colleagues whose last digest failed, and why, the newest failure first. For owners.
create function public.failed_notices() returns table (colleague text, problem text, failed_at timestamptz)
  language sql stable security definer set search_path = '' rows 10
as $$
  select private.require_owner();
  select coalesce(profiles.full_name, profiles.email), state.problem, state.failed_at
  from private.staff_mail as state
  join private.notified_staff() as notified on notified.id = state.colleague_id
  join public.profiles on profiles.id = state.colleague_id
  where state.problem is not null
  order by state.failed_at desc, state.colleague_id;
$$;
grant execute on function public.failed_notices() to authenticated, service_role;

-- Makes failed digests due again: once the mail server works, it works for all colleagues.
create function public.retry_notices() returns void
  language sql volatile security definer set search_path = ''
as $$
  select private.require_owner();
  update private.staff_mail set queued_at = null, late_at = null, queued = 0, problem = null, failed_at = null where problem is not null;
  select pg_notify('table_changed', 'private.staff_notifications');
$$;
grant execute on function public.retry_notices() to authenticated, service_role;

-- The contents of a digest, read when it is sent: at most 30 leads and emails, first those whose target has passed,
-- then the longest wait; `total` is all. Marks what it names.
create function public.staff_digest(mail uuid) returns jsonb
  language sql volatile security definer set search_path = ''
as $$
  with listed as materialized (
    select item.lead_id, item.received_mail_id, array_agg(item.kind) as kinds
    from private.staff_notifications as item where item.mail_id = mail group by item.lead_id, item.received_mail_id
  ),
  entries as materialized (
    select
      lead.id as lead, null::uuid as letter, listed.kinds, lead.name, lead.company, lead.service_name as service, waiting.since, waiting.target_at,
      left(coalesce((
        select message.message from public.lead_messages as message
        where message.lead_id = lead.id and message.sender_type <> 'admin'
        order by message.created_at desc, message.id desc limit 1
      ), lead.message), 200) as words,
      (
        select coalesce(profiles.full_name, profiles.email) from public.lead_notes as note
        join public.profiles on profiles.id = note.author_id
        where note.lead_id = lead.id and note.mentions <> '{}' and 'mention' = any (listed.kinds)
        order by note.created_at desc limit 1
      ) as mentioned_by,
      (
        select jsonb_build_object('at', booking.starts_at, 'state', booking.state) from public.bookings as booking
        where booking.lead_id = lead.id and 'booking' = any (listed.kinds)
        order by booking.state = 'booked' desc, booking.starts_at desc limit 1
      ) as call
    from listed
    join public.leads as lead on lead.id = listed.lead_id
    left join public.leads_needing_reply as waiting on waiting.lead_id = lead.id
    union all
    select null, letter.id, listed.kinds, coalesce(nullif(letter.from_name, ''), letter.from_address), null, nullif(letter.subject, ''),
      letter.received_at, letter.target_at, left(letter.body, 200), null, null
    from listed
    join public.received_mails as letter on letter.id = listed.received_mail_id and letter.state = 'triage'
    where listed.lead_id is null and listed.kinds && '{mail,late}'
  ),
  ranked as materialized (
    select
      entries.*,
      row_number() over (order by 'late' = any (entries.kinds) desc, entries.since, entries.lead, entries.letter) as rank
    from entries
  ),
  marked as (
    update private.staff_notifications as item
    set is_named = not exists (
      select from ranked where ranked.rank > 30 and coalesce(ranked.lead, ranked.letter) = coalesce(item.lead_id, item.received_mail_id)
    )
    where item.mail_id = mail
  )
  select jsonb_build_object(
    'entries', coalesce((
      select jsonb_agg(
        to_jsonb(first) - '{target_at,letter,rank}'::text[] || jsonb_build_object(
          'minutes', private.business_minutes_between(first.since, now()), 'is_late', coalesce(first.target_at <= now(), false)
        ) order by first.rank
      )
      from ranked as first where first.rank <= 30
    ), '[]'),
    'total', (select count(*) from entries),
    'reports', (
      select count(*) from public.accessibility_feedback as report
      where report.responded_at is null and exists (select from listed where 'report' = any (listed.kinds))
    )
  );
$$;
grant execute on function public.staff_digest(uuid) to service_role;
