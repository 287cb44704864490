-- 5 × alter table, 2 × drop function, 10 × create function, 1 × create index, 3 × comment on, 3 × revoke all, 1 × grant execute

set check_function_bodies = off;

ALTER TABLE "private"."staff_notifications" DROP CONSTRAINT "staff_notifications_once";
DROP FUNCTION "private"."notify_staff"(text, uuid, uuid[]);
DROP FUNCTION "public"."lead_work"(uuid[]);
ALTER TABLE "private"."staff_mail" ADD COLUMN "late_at" timestamp with time zone;
ALTER TABLE "private"."staff_notifications" ADD COLUMN "received_mail_id" uuid;
-- Notifications of a passed target: first to the assignee, after another business hour to the owners. If there is no
-- assignee, or the assignee is away, to the owners at once. Each person gets one per wait, also with mail turned off
-- (51-staff-mail). Emails in triage have the same target and no assignee; each is a notification of its own, so that
-- one that nobody sorts is not named again when others are.
create or replace function private.escalate_waiting_mails() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due constant uuid[] := array(
    select mail.id from public.received_mails as mail
    where mail.escalate_at <= now()
    order by mail.escalate_at limit 500
    for update skip locked
  );
begin
  if due <> '{}' then
    perform private.notify_staff('late', null, private.late_recipients(), late.id) from unnest(due) as late (id);
    update public.received_mails as mail set escalate_at = null where mail.id = any (due);
  end if;
  return cardinality(due);
end;
$$;
-- What is late has a rhythm of its own; anything else waits for the usual digest.
create or replace function private.is_any_digest_due(colleague uuid, kinds text[], moment timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select ('late' = any (kinds) and private.is_digest_due(colleague, true, moment))
    or (kinds <> '{late}' and private.is_digest_due(colleague, false, moment));
$$;
-- Whether a digest is due by the colleague's setting. By default five a day: one at any hour, one more from 8, 11, 14
-- and 17 h; none while they use the dashboard. The first late lead is mailed 15 minutes after any digest; those that
-- follow are bundled for an hour. After a failure, four hours.
create or replace function private.is_digest_due(colleague uuid, is_late boolean, moment timestamptz) returns boolean
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
-- Whether a notification is obsolete: lead handled, read or reassigned, or mail turned off. Late: only if handled.
create or replace function private.is_settled(item private.staff_notifications, available uuid[]) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when private.is_being_sent(item.mail_id) then false
    when item.kind = 'report' then not exists (select from public.accessibility_feedback where responded_at is null)
    when item.lead_id is null then not exists (
      select from public.received_mails as letter
      where letter.id = coalesce(item.received_mail_id, letter.id) and letter.state = 'triage'
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
-- Notifies `recipients`, by default notification_recipients of the lead, but not the caller; at most 1,000 per person.
-- The dashboard may show it on the desktop. If it cannot be stored, the lead, message or booking is still stored.
create or replace function private.notify_staff(
  kind text, lead uuid default null, recipients uuid[] default null, received_mail uuid default null
) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account uuid;
begin
  for account in
    insert into private.staff_notifications (colleague_id, kind, lead_id, received_mail_id)
    select recipient, notify_staff.kind, lead, received_mail
    from unnest(coalesce(recipients, nullif(private.notification_recipients(lead), '{}'), array[null::uuid])) as recipient
    where coalesce(recipient <> auth.uid(), true) and not exists (
      select from private.staff_notifications as known
      where known.colleague_id = recipient or (recipient is null and known.colleague_id is null) offset 999
    )
    order by recipient
    on conflict on constraint staff_notifications_once do update set at = now(), mail_id = null
    returning colleague_id
  loop
    perform realtime.send(jsonb_build_object('kind', notify_staff.kind, 'lead', lead), 'notification', 'account:' || account, true)
    where notify_staff.kind in ('lead', 'answer') and account is not null;
  end loop;
exception
  when others then
    if notify_staff.kind = 'late' then
      raise;
    end if;
    raise warning 'staff are not notified of a %: %', notify_staff.kind, sqlstate;
end;
$$;
-- Queues due digests. claim_mail calls it, and a lock lets one server at a time do so. If there are new
-- notifications, a waiting digest is replaced by a new mail, which is due at once and has all attempts again.
create or replace function private.queue_digests(moment timestamptz default now()) returns void
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
-- A row for each of these leads (at most 200). Waiting times are whole minutes of business hours; events are not
-- counted as notes. enable_seqscan = off, because the planner read whole tables when they were small or their
-- statistics old; jit = off, because PostgreSQL before 18 gives a disabled scan so high a cost that it would compile
-- the query.
create or replace function public.lead_work(ids uuid[]) returns table (
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
-- `mail` is the result of server/mail-in/read-mail.ts; `raw` is the mail in base64, null for a large one that was
-- stored by store_mail_part. The same mail is stored once, whichever way it came: a second call returns the first row.
-- Null if a daily limit is reached. A mail that may be of a person or automatic (`doubt`) is for staff to sort. A bounce marks the address of its lead as bounced; a mail from a person clears the
-- mark.
create or replace function public.receive_mail(mail jsonb, raw text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kind constant text := mail ->> 'kind';
  is_left constant boolean := kind in ('too-large', 'over-limit');
  mail_ids constant text[] := array(select jsonb_array_elements_text(mail -> 'mail_ids'));
  new_mail public.received_mails;
  place private.mail_match;
  reply public.lead_messages;
  addressee uuid;
begin
  if kind is null or kind not in (
    'person', 'doubt', 'auto-reply', 'list', 'own', 'notice', 'bounce', 'too-large', 'over-limit', 'unreadable'
  ) then
    raise exception 'Unknown kind of mail.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('received_mails:' || (mail ->> 'content_key'), 0));
  select * into new_mail from public.received_mails where content_key = mail ->> 'content_key';
  if new_mail.id is not null then
    delete from private.mail_parts where mail_parts.mail_id = (mail ->> 'id')::uuid and new_mail.id <> (mail ->> 'id')::uuid;
    return jsonb_build_object('id', new_mail.id, 'state', new_mail.state, 'lead_id', new_mail.lead_id, 'is_new', false);
  end if;
  new_mail := jsonb_populate_record(null::public.received_mails, jsonb_build_object(
    'from_name', '', 'subject', '', 'body', '', 'folds', '{}'::integer[], 'is_cut', false, 'is_other_address', false
  ) || (mail - 'lead_id' - 'message_id' - 'state'));
  -- When the server began to read it, at most a minute ago.
  new_mail.received_at := least(now(), greatest(now() - interval '1 minute', coalesce(new_mail.received_at, now())));
  place := private.place_of_mail(mail);
  if place.lead_id is not null then
    -- The lock serializes this mail and an erasure of the lead.
    perform from public.leads where leads.id = place.lead_id and leads.erased_at is null for no key update;
    if not found then
      place := row(null, 'unknown-sender', false, false)::private.mail_match;
    end if;
  end if;
  new_mail.reason := place.reason;
  new_mail.is_other_address := place.is_other_address;
  new_mail.state := case
    when kind in ('auto-reply', 'list', 'own', 'notice') then 'machine'
    when kind = 'bounce' then 'bounce'
    when is_left or kind = 'doubt' or private.is_of_team(new_mail.from_address) or place.lead_id is null then 'triage'
    when place.is_guess then 'guess'
    else 'joined'
  end;
  if new_mail.state in ('machine', 'bounce') or is_left or kind in ('unreadable', 'doubt') then
    new_mail.reason := kind;
  elsif new_mail.state = 'triage' and place.lead_id is not null then
    new_mail.reason := 'team';
  end if;
  if new_mail.state = 'bounce' then
    -- The lock serializes this mail and an erasure of the lead.
    new_mail.lead_id := (
      select leads.id from public.leads
      where leads.id = private.lead_of_bounce(mail_ids, place.lead_id) and leads.erased_at is null
      for no key update
    );
  elsif new_mail.state in ('joined', 'guess', 'machine') then
    new_mail.lead_id := place.lead_id;
  end if;
  if is_left and not private.may_list_mail()
    or not is_left and private.is_over_mail_limit(new_mail.lead_id, new_mail.from_address, new_mail.size_bytes)
  then
    delete from private.mail_parts where mail_parts.mail_id = new_mail.id;
    return null;
  end if;
  if new_mail.state = 'bounce' and mail ? 'problem' then
    addressee := (select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place limit 1);
    select * into reply from public.lead_messages
    where id = private.bounced_reply(mail_ids, case when addressee is null then place.lead_id end);
    update public.lead_messages
    set delivery_state = 'failed', delivery_problem = left(mail ->> 'problem', 300), bounced_at = now()
    where lead_messages.id = reply.id;
    delete from private.outbox where outbox.message_id = reply.id;
    perform private.set_address_bounced_at((select leads.email from public.leads where leads.id = new_mail.lead_id), now());
  end if;
  if new_mail.state in ('joined', 'guess') then
    new_mail.message_id := private.add_mail_message(new_mail, place.lead_id);
  end if;
  if kind = 'person' and new_mail.sender_check is distinct from 'unconfirmed' then
    perform private.set_address_bounced_at(new_mail.from_address, null);
  end if;
  insert into public.received_mails select new_mail.*;
  perform private.notify_staff(
    case when new_mail.state = 'triage' then 'mail' else 'answer' end, new_mail.lead_id, null,
    case when new_mail.state = 'triage' then new_mail.id end
  )
  where new_mail.state in ('joined', 'guess', 'triage');
  if raw is not null then
    insert into private.mail_parts (mail_id, part, bytes) values (new_mail.id, 0, decode(raw, 'base64'));
  end if;
  perform private.add_mail_files(new_mail.id, new_mail.lead_id, coalesce(mail -> 'files', '[]'));
  delete from private.mail_parts as part
  where part.stored_at < now() - interval '1 day'
    and not exists (select from public.received_mails as kept where kept.id = part.mail_id);
  return jsonb_build_object('id', new_mail.id, 'state', new_mail.state, 'lead_id', new_mail.lead_id, 'is_new', true);
end;
$$;
-- Makes failed digests due again: once the mail server works, it works for all colleagues.
create or replace function public.retry_notices() returns void
  language sql volatile security definer set search_path = ''
as $$
  select private.require_owner();
  update private.staff_mail set queued_at = null, late_at = null, queued = 0, problem = null, failed_at = null where problem is not null;
  select pg_notify('table_changed', 'private.staff_notifications');
$$;
-- The contents of a digest, read when it is sent: at most 30 leads and emails, the longest wait first; `total` is all.
create or replace function public.staff_digest(mail uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with listed as materialized (
    select item.lead_id, item.received_mail_id, array_agg(item.kind) as kinds
    from private.staff_notifications as item where item.mail_id = mail group by item.lead_id, item.received_mail_id
  ),
  entries as materialized (
    select
      lead.id as lead, listed.kinds, lead.name, lead.company, lead.service_name as service, waiting.since, waiting.target_at,
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
    select null, listed.kinds, coalesce(nullif(letter.from_name, ''), letter.from_address), null, nullif(letter.subject, ''),
      letter.received_at, letter.target_at, left(letter.body, 200), null, null
    from listed
    join public.received_mails as letter on letter.id = coalesce(listed.received_mail_id, letter.id) and letter.state = 'triage'
    where listed.lead_id is null and listed.kinds && '{mail,late}'
  )
  select jsonb_build_object(
    'entries', coalesce((
      select jsonb_agg(
        to_jsonb(first) - 'target_at' || jsonb_build_object(
          'minutes', private.business_minutes_between(first.since, now()), 'is_late', coalesce(first.target_at <= now(), false)
        ) order by first.since, first.lead
      )
      from (select * from entries order by entries.since, entries.lead limit 30) as first
    ), '[]'),
    'total', (select count(*) from entries),
    'reports', (
      select count(*) from public.accessibility_feedback as report
      where report.responded_at is null and exists (select from listed where 'report' = any (listed.kinds))
    )
  );
$$;
ALTER TABLE "private"."staff_notifications" ADD CONSTRAINT "staff_notifications_once" UNIQUE NULLS NOT DISTINCT (colleague_id, kind, lead_id, received_mail_id);
ALTER TABLE "private"."staff_notifications" ADD CONSTRAINT "staff_notifications_received_mail_id_fkey" FOREIGN KEY (received_mail_id) REFERENCES public.received_mails(id) ON DELETE CASCADE;
CREATE INDEX staff_notifications_received_mail ON private.staff_notifications USING btree (received_mail_id) WHERE (received_mail_id IS NOT NULL);
COMMENT ON COLUMN "private"."staff_mail"."late_at" IS 'when the last digest was queued that named someone because their target had passed';
COMMENT ON COLUMN "private"."staff_notifications"."lead_id" IS 'null: reports, or an email to sort';
COMMENT ON COLUMN "private"."staff_notifications"."received_mail_id" IS 'an email to sort; its foreign key is in 54-mail-in';
REVOKE ALL ON FUNCTION "private"."is_any_digest_due"(uuid, text[], timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."notify_staff"(text, uuid, uuid[], uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION "public"."lead_work"(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."lead_work"(uuid[]) TO "authenticated", "service_role";
