-- 8 × drop trigger, 2 × drop index, 19 × alter table, 12 × drop function, 4 × drop table, 3 × create table, 43 × create function, 3 × create index, 7 × create trigger, 9 × comment on, 25 × revoke all, 6 × grant execute, 3 × grant insert, 7 × rows

set check_function_bodies = off;

DROP TRIGGER "refuse_mail_without_address" ON "private"."outbox";
DROP TRIGGER "retry_earlier_replies" ON "private"."outbox";
DROP TRIGGER "set_mail_kind" ON "private"."outbox";
DROP TRIGGER "drop_follow_up_of_erased_lead" ON "public"."leads";
DROP TRIGGER "drop_mail_of_erased_lead" ON "public"."leads";
DROP TRIGGER "drop_notes_of_erased_lead" ON "public"."leads";
DROP TRIGGER "drop_reads_of_erased_lead" ON "public"."leads";
DROP TRIGGER "queue_mail_notices" ON "public"."received_mails";
DROP INDEX "private"."outbox_acknowledgement";
DROP INDEX "private"."outbox_report";
ALTER TABLE "private"."failed_notices" DROP CONSTRAINT "failed_notices_colleague_id_fkey";
ALTER TABLE "private"."late_notices" DROP CONSTRAINT "late_notices_colleague_id_fkey";
ALTER TABLE "private"."outbox" DROP CONSTRAINT "outbox_backup_problem";
ALTER TABLE "private"."outbox" DROP CONSTRAINT "outbox_recipient";
-- By hand: what waits to be sent gets the new shape. Mail of kinds that there are no more goes; where there was any, staff are
-- told of everyone who waits.
update private.outbox set details = jsonb_build_object('problem', backup_problem) where backup_problem is not null;
select set_config('migration.told', (
  select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'colleague', colleague_id, 'lead', lead_id)), '[]')::text
  from private.outbox where kind in ('triage', 'mention', 'late-leads', 'report', 'booking-notice')
), true);
select set_config('migration.staff_are_notified', (
  exists (select from private.pending_lead_notices)
  or exists (select from private.failed_notices)
  or exists (select from private.outbox where kind in ('new-leads', 'answer', 'triage', 'mention', 'late-leads', 'booking-notice'))
)::text, true);
delete from private.outbox
where kind in ('new-leads', 'answer', 'triage', 'mention', 'late-leads', 'report', 'booking-notice');
delete from private.personal_data
where (table_name, column_name) in (('private.outbox', 'backup_problem'), ('private.failed_notices', 'problem'));
ALTER TABLE "private"."pending_lead_notices" DROP CONSTRAINT "pending_lead_notices_added_by_fkey";
ALTER TABLE "private"."pending_lead_notices" DROP CONSTRAINT "pending_lead_notices_lead_id_fkey";
DROP FUNCTION "private"."create_lead_notices"();
DROP FUNCTION "private"."drop_mail_of_erased_lead"();
DROP FUNCTION "private"."fail_mail"(uuid, text);
DROP FUNCTION "private"."lead_notice_recipients"();
DROP FUNCTION "private"."queue_answer_notices"(uuid);
DROP FUNCTION "private"."queue_late_notice"(uuid, integer, integer);
DROP FUNCTION "private"."queue_mail_notices"();
DROP FUNCTION "private"."set_mail_kind"();
DROP FUNCTION "public"."claim_mail"(integer, integer);
DROP FUNCTION "public"."failed_notices"();
DROP FUNCTION "public"."mail_backup_problem"(text);
DROP FUNCTION "public"."retry_notices"();
ALTER TABLE "private"."outbox" DROP COLUMN "backup_problem";
ALTER TABLE "private"."outbox" DROP COLUMN "lead_count";
DROP TABLE "private"."failed_notices";
DROP TABLE "private"."last_lead_notice";
DROP TABLE "private"."late_notices";
DROP TABLE "private"."pending_lead_notices";
CREATE TABLE "private"."mail_results" ("kind" text NOT NULL, "settle" text NOT NULL, CONSTRAINT "mail_results_pkey" PRIMARY KEY (kind));
CREATE TABLE "private"."staff_mail" ("colleague_id" uuid NOT NULL, "seen_at" timestamp with time zone, "queued_at" timestamp with time zone, "queued_on" date, "queued" integer NOT NULL DEFAULT 0, "problem" text, "failed_at" timestamp with time zone, CONSTRAINT "staff_mail_pkey" PRIMARY KEY (colleague_id));
CREATE TABLE "private"."staff_notifications" ("colleague_id" uuid, "kind" text NOT NULL, "lead_id" uuid, "at" timestamp with time zone NOT NULL DEFAULT now(), "mail_id" uuid, CONSTRAINT "staff_notifications_kind_known" CHECK ((kind = ANY (ARRAY['lead'::text, 'answer'::text, 'assigned'::text, 'booking'::text, 'mention'::text, 'late'::text, 'mail'::text, 'report'::text]))), CONSTRAINT "staff_notifications_once" UNIQUE NULLS NOT DISTINCT (colleague_id, kind, lead_id));
ALTER TABLE "private"."outbox" ADD COLUMN "in_order_at" timestamp with time zone;
update private.outbox set lead_id = reply.lead_id, in_order_at = reply.created_at
from public.lead_messages as reply where reply.id = outbox.message_id;
ALTER TABLE "public"."profiles" ADD COLUMN "mail_frequency" text NOT NULL DEFAULT 'hourly'::text;
ALTER TABLE "public"."profiles" ADD COLUMN "away_from" date;
ALTER TABLE "public"."profiles" ADD COLUMN "away_until" date;
-- Those of them who are not away; the owners while everyone is.
create or replace function private.available_staff() returns table (id uuid, is_owner boolean)
  language sql stable security definer set search_path = '' rows 10
as $$
  with known as materialized (select * from private.notified_staff())
  select known.id, known.is_owner from known
  where not known.is_away or (known.is_owner and not exists (select from known as other where not other.is_away));
$$;
create or replace function private.copy_to_waiting_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify_staff('assigned', changed.id, array[changed.assignee_id])
  from added as changed
  join public.leads_needing_reply as waiting on waiting.lead_id = changed.id
  where changed.assignee_id is distinct from waiting.assignee_id and changed.assignee_id is not null;
  update public.leads_needing_reply as waiting set assignee_id = changed.assignee_id, status = changed.status
  from added as changed
  where waiting.lead_id = changed.id
    and (waiting.assignee_id, waiting.status) is distinct from (changed.assignee_id, changed.status);
  return null;
end;
$$;
-- What is of no use any more, and what was tried to the end by servers that died of it.
create or replace function private.drop_dead_mail() returns void
  language sql volatile set search_path = ''
as $$
  delete from private.outbox where outbox.drop_after <= now() and (outbox.lease is null or outbox.leased_until <= now());
  select private.settle_mail(mail, 'failed', 'The server stopped every time it tried to send this.')
  from private.outbox as mail
  where private.is_out_of_attempts(mail.attempts) and mail.leased_until <= now();
$$;
-- What colleagues did about a lead goes with its data. Argument: the table.
create or replace function private.drop_rows_of_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  execute format('delete from %s where lead_id = $1', tg_argv[0]::regclass) using new.id;
  return null;
end;
$$;
-- What counts stays: when, which status, which service, and from where. What goes is what private.personal_data lists,
-- so a new field is erased without a change here. Their threads go, and with them queued mail.
create or replace function private.erase_leads(ids uuid[]) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  emptied constant text := (
    select string_agg(format('%I = default', column_name), ', ')
    from private.personal_data
    where table_name = 'public.leads' and reach in ('row', 'words') and column_name not in ('name', 'email')
  );
  erased integer;
begin
  perform from public.leads where leads.id = any (ids) order by leads.id for update;
  execute format(
    'update public.leads
     set name = ''Erased'', email = ''erased@erased.invalid'', %s, reply_count = 0, last_reply_at = null,
       stripe_synced_at = null, assignee_id = null, submission_key = null, consent_at = null, erased_at = now()
     where leads.id = any ($1) and leads.erased_at is null', emptied
  ) using ids;
  get diagnostics erased = row_count;
  delete from public.lead_messages where lead_messages.lead_id = any (ids);
  delete from public.leads_needing_reply where leads_needing_reply.lead_id = any (ids);
  delete from private.staff_notifications where staff_notifications.lead_id = any (ids);
  update public.leads set reply_count = 0 where leads.id = any (ids) and leads.reply_count <> 0;
  return erased;
end;
$$;
-- Who is told when a target passes: the assignee, an hour of business later the owners; the owners at once where there is
-- none, or one who is away. Each at most once for one wait, whatever they chose (51-staff-mail).
-- Emails to sort have the target of a lead; no colleague is responsible for them, so owners are notified at once.
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
    perform private.notify_staff('late', null, private.late_recipients());
    update public.received_mails as mail set escalate_at = null where mail.id = any (due);
  end if;
  return cardinality(due);
end;
$$;
-- After the statement: totals (lead_totals), who needs a reply (leads_needing_reply), and what staff are notified of.
-- That is leads of callers only.
create or replace function private.follow_up_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.lead_totals as kept (status, total)
  select added.status, count(*) from added group by added.status order by added.status
  on conflict (status) do update set total = kept.total + excluded.total;

  insert into public.leads_needing_reply (lead_id, since)
  select added.id, added.created_at from added where added.status in ('new', 'in_conversation');

  if tg_argv[0] = 'caller' then
    perform private.notify_staff('lead', added.id) from added;
  end if;
  return null;
end;
$$;
create or replace function private.is_being_sent(mail uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from private.outbox where outbox.id = mail and outbox.leased_until > now()) $$;
-- By the choice of a colleague, and not while the dashboard is in front of them. The five of a day become free over it, at
-- 8, 11, 14 and 17, so that a night uses up one. What is late only waits 15 minutes. A time to come: the clock was set back.
create or replace function private.is_digest_due(colleague uuid, is_late boolean, moment timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when is_late then rested >= interval '15 minutes'
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
-- One that waits holds back those after it, never longer than its own attempts last: what keeps it from this recipient
-- would keep them as well.
create or replace function private.is_due(mail private.outbox) returns boolean
  language sql stable set search_path = ''
as $$
  select (mail.next_try_at <= now() or mail.next_try_at > greatest(now(), mail.not_before) + interval '5 hours')
    and (mail.lease is null or mail.leased_until <= now() or mail.leased_until > now() + interval '11 minutes')
    and not exists (
      select from private.outbox as earlier
      where earlier.lead_id = mail.lead_id
        and (earlier.in_order_at, earlier.message_id) < (mail.in_order_at, mail.message_id)
    )
$$;
-- Whether one no longer concerns its colleague: done, read, of someone else's lead, or unwanted. What is late always is told.
create or replace function private.is_settled(item private.staff_notifications, available uuid[]) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when private.is_being_sent(item.mail_id) then false
    when item.kind = 'report' then not exists (select from public.accessibility_feedback where responded_at is null)
    when item.lead_id is null then not exists (select from public.received_mails where state = 'triage')
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
create or replace function private.late_recipients() returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(available.id) filter (where available.is_owner), array_agg(available.id), '{}')
  from private.available_staff() as available;
$$;
create or replace function private.mail_address(mail private.outbox) returns text
  language sql stable set search_path = ''
as $$
  select case
    when mail.colleague_id is not null then (select users.email from auth.users where users.id = mail.colleague_id)
    when mail.lead_id is not null then (select leads.email from public.leads where leads.id = mail.lead_id)
    else (select report.reply_to from public.accessibility_feedback as report where report.id = mail.report_id)
  end
$$;
-- The assignee of a lead; everyone, where it has none who is available.
create or replace function private.notification_recipients(lead uuid) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  with available as materialized (select * from private.available_staff())
  select coalesce(array_agg(available.id), '{}')
  from available
  left join available as assignee on assignee.id = (select leads.assignee_id from public.leads where leads.id = lead)
  where available.id = coalesce(assignee.id, available.id);
$$;
-- Owners and agents with a confirmed address: those who may read what a mail is about.
create or replace function private.notified_staff() returns table (id uuid, is_owner boolean, is_away boolean)
  language sql stable security definer set search_path = '' rows 10
as $$
  select users.id, staff.role = 'owner',
    coalesce(private.business_day(now()) between profiles.away_from and coalesce(profiles.away_until, 'infinity'), false)
  from public.staff
  join auth.users on users.id = staff.user_id
  left join public.profiles on profiles.id = users.id
  where staff.role in ('owner', 'agent')
    and nullif(users.email, '') is not null
    and users.is_anonymous is not true
    and users.deleted_at is null
    and users.confirmed_at is not null
    and (users.banned_until is null or users.banned_until <= now());
$$;
-- Notifies `recipients`, or of a lead notification_recipients; never who caused it, and of 1,000 things at most. Dashboards
-- that are not in front may show it. A notification that cannot be stored costs no lead, message or booking.
create or replace function private.notify_staff(kind text, lead uuid default null, recipients uuid[] default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  told uuid;
begin
  for told in
    insert into private.staff_notifications (colleague_id, kind, lead_id)
    select recipient, notify_staff.kind, lead
    from unnest(coalesce(recipients, nullif(private.notification_recipients(lead), '{}'), array[null::uuid])) as recipient
    where coalesce(recipient <> auth.uid(), true) and not exists (
      select from private.staff_notifications as known
      where known.colleague_id = recipient or (recipient is null and known.colleague_id is null) offset 999
    )
    order by recipient
    on conflict on constraint staff_notifications_once do update set at = now(), mail_id = null
    returning colleague_id
  loop
    perform realtime.send(jsonb_build_object('kind', notify_staff.kind, 'lead', lead), 'notification', 'account:' || told, true)
    where notify_staff.kind in ('lead', 'answer') and told is not null;
  end loop;
exception
  when others then
    if notify_staff.kind = 'late' then
      raise;
    end if;
    raise warning 'staff are not notified of a %: %', notify_staff.kind, sqlstate;
end;
$$;
-- To the visitor, who is reminded a day before. `event` is booked, moved or cancelled; staff are not notified of what
-- a colleague did, and nothing is mailed to a lead without an address.
create or replace function private.queue_booking_mails(booking public.bookings, event text, tells_staff boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  facts constant jsonb := jsonb_build_object(
    'booking', booking.id, 'startsAt', booking.starts_at, 'endsAt', booking.ends_at, 'version', booking.version,
    'visitorZone', booking.visitor_zone, 'byStaff', booking.by_staff, 'token', private.booking_token(booking.id)
  );
  remind_at constant timestamptz := booking.starts_at - interval '24 hours';
begin
  perform private.drop_booking_mails(booking);
  if exists (select from public.leads where leads.id = booking.lead_id and leads.email is not null) then
    insert into private.outbox (kind, lead_id, details, drop_after)
    values ('booking-' || event, booking.lead_id, facts, booking.ends_at);
    if event <> 'cancelled' and remind_at > now() + interval '2 hours' then
      insert into private.outbox (kind, lead_id, details, next_try_at, drop_after)
      values ('booking-reminder', booking.lead_id, facts, remind_at, booking.starts_at);
    end if;
  end if;
  if tells_staff then
    perform private.notify_staff('booking', booking.lead_id);
  end if;
end;
$$;
-- Queues what is due; claim_mail calls it, one server at a time. With more to list, a digest that waits is another mail:
-- tried at once, and as often as a new one.
create or replace function private.queue_digests(moment timestamptz default now()) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  available constant uuid[] := array(select staff.id from private.available_staff() as staff);
  moved record;
  due uuid[];
  grown uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('staff_notifications', 0)) then
    return;
  end if;
  -- Others are told in place of who is away or left the team; a mention waits.
  for moved in
    delete from private.staff_notifications as gone
    where available <> '{}' and coalesce(gone.colleague_id <> all (available) and gone.kind <> 'mention', true)
      and not private.is_being_sent(gone.mail_id)
    returning gone.kind, gone.lead_id
  loop
    perform private.notify_staff(moved.kind, moved.lead_id);
  end loop;
  due := array(
    select mail.colleague_id from private.outbox as mail where mail.kind = 'digest' and not private.is_being_sent(mail.id)
    union
    select fresh.colleague_id from private.staff_notifications as fresh where fresh.mail_id is null
    group by fresh.colleague_id having private.is_digest_due(fresh.colleague_id, bool_or(fresh.kind = 'late'), moment)
  );
  delete from private.staff_notifications as told where told.colleague_id = any (due) and private.is_settled(told, available);
  with replaced as (
    delete from private.outbox as mail
    where mail.kind = 'digest' and not private.is_being_sent(mail.id) and (
      not exists (select from private.staff_notifications as told where told.mail_id = mail.id)
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
    having fresh.colleague_id = any (grown) or private.is_digest_due(fresh.colleague_id, bool_or(fresh.kind = 'late'), moment)
    returning id, colleague_id
  ),
  counted as (
    insert into private.staff_mail as state (colleague_id, queued_at, queued_on, queued)
    select queued.colleague_id, moment, private.business_day(moment), 1 from queued where queued.colleague_id <> all (grown)
    on conflict (colleague_id) do update
    set queued_at = excluded.queued_at, queued_on = excluded.queued_on,
      queued = 1 + case when state.queued_on = excluded.queued_on then state.queued else 0 end
  )
  update private.staff_notifications as told set mail_id = queued.id
  from queued where told.colleague_id = queued.colleague_id and told.mail_id is null;
end;
$$;
-- What a colleague wrote (private.receive_message recorded it) is queued with it.
create or replace function private.queue_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (kind, message_id, lead_id, in_order_at) values ('reply', new.id, new.lead_id, new.created_at);
  return null;
end;
$$;
-- Who left an address gets one acknowledgement in a day: everyone could enter the address of another person. A mail that
-- cannot be queued costs no report.
create or replace function private.queue_report_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify_staff('report');
  if private.is_mail_address(new.reply_to) and not exists (
    select from public.accessibility_feedback as earlier
    where earlier.id <> new.id
      and earlier.created_at > now() - interval '1 day'
      and lower(earlier.reply_to) = lower(new.reply_to)
  ) then
    insert into private.outbox (kind, report_id) values ('acknowledgement', new.id);
  end if;
  return null;
exception
  when others then
    raise warning 'no mail could be queued for a report of a barrier: %', sqlstate;
    return null;
end;
$$;
-- To a lead without an address nothing can be mailed, whatever its kind.
create or replace function private.refuse_mail_without_address() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.leads where leads.email is null and leads.id = new.lead_id) then
    return new;
  end if;
  update public.lead_messages
  set delivery_state = 'failed', delivery_problem = 'Not sent: there is no email address.'
  where lead_messages.id = new.message_id;
  return null;
end;
$$;
-- A further reply is a reason to try those before it at once, instead of waiting with them for hours.
create or replace function private.retry_earlier_replies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox set next_try_at = now()
  where outbox.lead_id = new.lead_id and outbox.in_order_at < new.in_order_at and outbox.lease is null
    and outbox.next_try_at > now();
  return null;
end;
$$;
create or replace function private.settle_acknowledgement(mail private.outbox, outcome text, problem text, transport_id text)
  returns void
  language sql volatile set search_path = ''
as $$
  update public.accessibility_feedback set acknowledged_at = now()
  where accessibility_feedback.id = mail.report_id and settle_acknowledgement.outcome in ('sent', 'recorded');
$$;
-- What was told is done; what was given up waits for the next digest, and owners see why (failed_notices).
create or replace function private.settle_digest(mail private.outbox, outcome text, problem text, transport_id text) returns void
  language sql volatile set search_path = ''
as $$
  delete from private.staff_notifications as told where told.mail_id = mail.id and settle_digest.outcome in ('sent', 'recorded');
  update private.staff_mail as state
  set problem = settle_digest.problem, failed_at = case when settle_digest.problem is not null then now() end
  where state.colleague_id = mail.colleague_id and settle_digest.outcome <> 'later';
$$;
-- `sent`, `recorded`, `failed`, or `later`, after which alone it stays.
create or replace function private.settle_mail(mail private.outbox, outcome text, problem text, transport_id text default null)
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  settle constant text := (select result.settle from private.mail_results as result where result.kind = mail.kind);
begin
  if settle is not null then
    execute format('select %s($1, $2, $3, $4)', settle) using mail, outcome,
      left(case when outcome = 'failed' then coalesce(problem, 'The mail server didn''t accept this email.') else problem end, 300),
      transport_id;
  end if;
  delete from private.outbox where outbox.id = mail.id and outcome <> 'later';
end;
$$;
create or replace function private.settle_reply(mail private.outbox, outcome text, problem text, transport_id text) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.lead_messages
  set delivery_state = case when settle_reply.outcome = 'later' then delivery_state else settle_reply.outcome end,
    delivery_problem = settle_reply.problem, transport_id = coalesce(settle_reply.transport_id, lead_messages.transport_id)
  where lead_messages.id = mail.message_id;
$$;
-- A colleague who is no longer mentioned has no mark and is not told.
create or replace function private.tell_mentioned() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before constant uuid[] := coalesce(old.mentions, '{}');
  after constant uuid[] := coalesce(new.mentions, '{}');
  told uuid[];
begin
  delete from public.lead_mentions as mention where mention.note_id = old.id and mention.user_id <> all (after);
  told := array(
    select account from unnest(after) as account where account is distinct from new.author_id and account <> all (before)
  );
  insert into public.lead_mentions (note_id, user_id, lead_id) select new.id, account, new.lead_id from unnest(told) as account;
  if told <> '{}' then
    perform private.notify_staff('mention', new.lead_id, told);
  end if;
  return null;
end;
$$;
-- The same for what waits already.
create or replace function private.withdraw_unwanted_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_mail(outbox, 'failed', 'Not sent: this person asked not to be contacted.')
  from private.outbox
  join public.lead_messages as reply on reply.id = outbox.message_id
  join public.leads on leads.id = reply.lead_id
  where (leads.origin is null or leads.asked_for_contact is false) and outbox.lease is null
    and private.hash_mail_address(leads.email) = new.address_hash;
  return null;
end;
$$;
-- Adds a lead. `lead` is its id, made by the caller, so that a retry is the same lead. Texts are cleaned and checked as a
-- visitor's are; there is no score and no mail to the person.
create or replace function public.add_lead(
  lead uuid, fields jsonb, service uuid, channel text, asked_for_contact boolean, came_at timestamptz default now()
) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  added public.leads;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if exists (select from public.leads where leads.id = lead and leads.created_by = auth.uid()) then
    return lead;
  end if;
  if private.clean_text(left(fields ->> 'email', 10001)) is null
    and coalesce(char_length(private.phone_digits(left(fields ->> 'phone', 10001))), 0) < 7
  then
    raise exception 'Give an email address or a phone number.' using errcode = 'P0001', detail = 'lead_unreachable';
  end if;
  if came_at is null or came_at > now() + interval '10 minutes' or came_at < now() - interval '1 year' then
    raise exception 'A lead came within the past year.' using errcode = 'P0001', detail = 'lead_time';
  end if;
  added := private.new_lead(fields);
  added.id := lead;
  added.service_id := service;
  added.origin := 'staff';
  added.channel := channel;
  added.asked_for_contact := asked_for_contact;
  added.created_by := auth.uid();
  added.created_at := least(came_at, now());
  insert into public.leads select added.*;
  perform private.audit('leads', 'created', 'leads', lead::text, details => array[channel]);
  perform private.notify_staff('lead', lead);
  return lead;
end;
$$;
-- `sent`, `expired`, or null for a token that we did not sign. An answer that is sent twice is one: the same key and
-- words at any time, the same words within ten minutes. `key` is of the form that was filled in. A suspicious answer is
-- held in quarantine.
create or replace function public.answer_conversation(token text, message text, key uuid default null) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  words constant text := case when octet_length(message) <= 20000 then private.clean_text(message) end;
  claims constant text := current_setting('request.jwt.claims', true);
  known record;
  answer uuid;
begin
  select * into known from private.conversation_of(token);
  if known.lead_id is null then
    return null;
  elsif known.expires_at <= now() then
    return 'expired';
  elsif words is null or char_length(words) > 5000 then
    raise exception 'An answer has between 1 and 5,000 characters.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || known.lead_id, 0));
  answer := case
    when key is null then gen_random_uuid()
    else private.contact_hash('answer', known.lead_id || ' ' || key || ' ' || words)::uuid
  end;
  if exists (select from public.lead_messages as part where part.id = answer) or exists (
    select from public.lead_messages as part
    where part.lead_id = known.lead_id and part.created_at > now() - interval '10 minutes'
      and part.author_id is null and part.sender_type <> 'admin' and part.message = words
  ) or exists (
    select from private.quarantined_messages as held
    where held.lead_id = known.lead_id
      and (held.id = answer or (held.message = words and held.quarantined_at > now() - interval '10 minutes'))
  ) then
    return 'sent';
  end if;
  if (
    select count(*) >= 50 or count(*) filter (where part.at > now() - interval '10 minutes') >= 10
    from (
      select sent.created_at as at from public.lead_messages as sent
      where sent.lead_id = known.lead_id and sent.created_at > now() - interval '1 day' and sent.sender_type <> 'admin'
      union all
      select held.quarantined_at from private.quarantined_messages as held
      where held.lead_id = known.lead_id and held.quarantined_at > now() - interval '1 day'
    ) as part
  ) then
    raise exception 'Too many messages in a short time.'
      using errcode = 'PT429', hint = 'Wait ten minutes, then try again.';
  end if;
  if private.quarantine_message(token, message, known.lead_id, answer, words) then
    return 'sent';
  end if;
  -- The caller with the link is the prospect, also where a colleague is signed in.
  perform set_config('request.jwt.claims', '{}', true);
  insert into public.lead_messages (id, lead_id, message, sender_type) values (answer, known.lead_id, words, 'lead');
  perform private.notify_staff('answer', known.lead_id);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return 'sent';
end;
$$;
-- Claims mail that is due and not leased, for `lease_seconds` (30 to 600). A server that stops with it is noticed when
-- the lease expires, and the mail is tried again under the same Message-ID: at least once. Its writer reads what it
-- needs. Times are the database's alone; a clock that was set back is noticed by a time that is later than both.
create or replace function public.claim_mail(most integer default 2, lease_seconds integer default 120)
  returns table (
    id uuid, lease uuid, kind text, to_address text, lead_id uuid, message_id uuid, report_id uuid, details jsonb
  )
  language plpgsql volatile security definer set search_path = '' rows 10
as $$
begin
  perform private.queue_digests();
  perform private.drop_dead_mail();
  return query
    update private.outbox as mail
    set lease = gen_random_uuid(), attempts = mail.attempts + 1,
      leased_until = now() + interval '1 second' * least(greatest(lease_seconds, 30), 600)
    where mail.id in (
      select due.id from private.outbox as due
      where private.is_due(due)
      order by due.next_try_at
      limit least(greatest(most, 1), 20)
      for update skip locked
    )
    returning mail.id, mail.lease, mail.kind, private.mail_address(mail), mail.lead_id, mail.message_id, mail.report_id,
      mail.details;
end;
$$;
-- One step of the server's job: what passed its target since, 500 leads and 500 emails to sort at most. It is one
-- transaction: a server that stops with it has notified none, and several at once take different leads. Returns how many
-- there were.
create or replace function public.escalate_waiting_leads() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due uuid[];
begin
  due := array(
    select waiting.lead_id from public.leads_needing_reply as waiting
    where waiting.escalate_at <= now()
    order by waiting.escalate_at limit 500
    for update skip locked
  );
  if due = '{}' then
    return private.escalate_waiting_mails();
  end if;
  perform private.notify_staff(
    'late', waiting.lead_id,
    case
      when waiting.is_assignee_told or assignee.id is null then array_remove(private.late_recipients(), waiting.assignee_id)
      else array[assignee.id]
    end
  )
  from public.leads_needing_reply as waiting
  left join private.available_staff() as assignee on assignee.id = waiting.assignee_id
  where waiting.lead_id = any (due);
  update public.leads_needing_reply as waiting
  set is_assignee_told = true,
    escalate_at = case
      when not waiting.is_assignee_told and waiting.assignee_id in (select available.id from private.available_staff() as available)
      then private.add_business_minutes(now(), 60)
    end
  where waiting.lead_id = any (due);
  return cardinality(due) + private.escalate_waiting_mails();
end;
$$;
-- Whom a digest did not reach and why, the latest failure first. Owners alone.
create or replace function public.failed_notices() returns table (colleague text, problem text, failed_at timestamptz)
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
-- Joins a mail to a lead, wherever it was before; for the lead it was guessed to be in, that confirms the guess. The lead
-- waits from the arrival of the mail, which refers to its message only at the end.
create or replace function public.join_received_mail(mail uuid, lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail public.received_mails := private.mail_for_staff(mail);
  address text;
begin
  select lower(leads.email) into address from public.leads where leads.id = lead and leads.erased_at is null;
  if address is null then
    raise exception 'This lead is no longer here.' using errcode = 'PT404', hint = 'Search again.';
  end if;
  if kept_mail.message_id is not null and kept_mail.lead_id = lead then
    update public.received_mails set state = 'joined', reason = 'staff', is_other_address = false
    where received_mails.id = mail;
    return;
  end if;
  perform private.take_out_mail(kept_mail);
  update public.received_mails
  set state = 'joined', reason = 'staff', lead_id = lead, is_other_address = lower(from_address) <> address,
    message_id = private.add_mail_message(kept_mail, lead)
  where received_mails.id = mail;
  perform private.refresh_leads_needing_reply(array[lead]);
  perform private.notify_staff('answer', lead);
end;
$$;
-- One mail for each owner with a confirmed address; one that still waits is replaced. Returns how many owners.
create or replace function public.mail_backup_problem(problem text) returns integer
  language sql volatile security definer set search_path = ''
as $$
  delete from private.outbox where outbox.kind = 'backup-problem' and outbox.lease is null;
  with queued as (
    insert into private.outbox (kind, colleague_id, details)
    select 'backup-problem', colleague.id, jsonb_build_object('problem', left(problem, 1000))
    from private.notified_staff() as colleague where colleague.is_owner
    returning id
  )
  select count(*)::integer from queued;
$$;
-- The dashboard calls it each minute in which it is visible and has the focus.
create or replace function public.note_presence() returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.staff_mail (colleague_id, seen_at) select auth.uid(), now() where public.can_handle_leads()
  on conflict (colleague_id) do update set seen_at = now();
$$;
-- `waiting`: what is due. `failed`: of the last week.
create or replace function public.outbox_state()
  returns table (waiting integer, oldest_seconds integer, failed integer)
  language plpgsql stable security definer set search_path = '' rows 1
as $$
begin
  perform private.require_owner();
  return query
    select
      count(*)::integer,
      -- A clock that was set back makes no age negative.
      greatest(coalesce(extract(epoch from now() - min(greatest(outbox.queued_at, outbox.not_before))), 0), 0)::integer,
      (
        select count(*) from public.lead_messages
        where delivery_state = 'failed' and created_at > now() - interval '7 days'
      )::integer + (
        select count(*) from public.failed_notices() as failed where failed.failed_at > now() - interval '7 days'
      )::integer
    from private.outbox
    where outbox.not_before is null or outbox.not_before <= now();
end;
$$;
-- Takes what the reader found (server/mail-in/read-mail.ts). `raw` is a small mail, base64; a large one is there in
-- parts under the same id. Twice is once, in whatever way it came: the second time returns the first row. Null where
-- the mail was not taken because of the limits of a day.
--
-- A bounce is about the lead whose mail came back and marks its address as bad; a mail from an address shows that it
-- works. Where a mail belongs: place_of_mail.
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
    'person', 'auto-reply', 'list', 'own', 'notice', 'bounce', 'too-large', 'over-limit', 'unreadable'
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
  -- When the server began to read it.
  new_mail.received_at := least(now(), greatest(now() - interval '1 minute', coalesce(new_mail.received_at, now())));
  place := private.place_of_mail(mail);
  if place.lead_id is not null then
    -- An erasure and this mail wait for each other.
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
    when is_left or private.is_of_team(new_mail.from_address) or place.lead_id is null then 'triage'
    when place.is_guess then 'guess'
    else 'joined'
  end;
  if new_mail.state in ('machine', 'bounce') or is_left or kind = 'unreadable' then
    new_mail.reason := kind;
  elsif new_mail.state = 'triage' and place.lead_id is not null then
    new_mail.reason := 'team';
  end if;
  if new_mail.state = 'bounce' then
    -- An erasure and this mail wait for each other.
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
    perform private.set_bounced((select leads.email from public.leads where leads.id = new_mail.lead_id), now());
  end if;
  if new_mail.state in ('joined', 'guess') then
    new_mail.message_id := private.add_mail_message(new_mail, place.lead_id);
  end if;
  if kind = 'person' and new_mail.sender_check is distinct from 'unconfirmed' then
    perform private.set_bounced(new_mail.from_address, null);
  end if;
  insert into public.received_mails select new_mail.*;
  perform private.notify_staff(case when new_mail.state = 'triage' then 'mail' else 'answer' end, new_mail.lead_id)
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
-- How it went: `sent`, `recorded` (kept as a file), `refused` (another attempt is in vain) or `later`. False where the
-- mail is settled already, or leased by another server by now; a mail that did leave counts as sent all the same.
create or replace function public.report_mail(
  mail uuid, claim uuid, outcome text, problem text default null, transport_id text default null
) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.outbox;
begin
  if outcome is null or outcome not in ('sent', 'recorded', 'refused', 'later') then
    raise exception 'The outcome must be sent, recorded, refused or later.' using errcode = '22023';
  end if;
  select * into job from private.outbox where outbox.id = mail for update;
  if job.id is null or (outcome in ('refused', 'later') and job.lease is distinct from claim) then
    return false;
  end if;
  perform private.settle_mail(
    job, case when outcome = 'refused' or private.is_out_of_attempts(job.attempts) and outcome = 'later' then 'failed' else outcome end,
    problem, transport_id
  );
  update private.outbox
  set lease = null, leased_until = null, next_try_at = now() + private.retry_delay(job.attempts)
  where outbox.id = mail;
  return true;
end;
$$;
-- A mail server that works again works for everyone: what was given up is due.
create or replace function public.retry_notices() returns void
  language sql volatile security definer set search_path = ''
as $$
  select private.require_owner();
  update private.staff_mail set queued_at = null, queued = 0, problem = null, failed_at = null where problem is not null;
  select pg_notify('table_changed', 'private.staff_notifications');
$$;
-- Sends a failed reply again, for those who may reply. Called twice it is one.
create or replace function public.retry_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.'
      using errcode = '42501', detail = 'leads_denied';
  end if;
  with retried as (
    update public.lead_messages set delivery_state = 'recorded', delivery_problem = null
    where lead_messages.id = reply and lead_messages.delivery_state = 'failed'
    returning *
  )
  insert into private.outbox (kind, message_id, lead_id, in_order_at)
  select 'reply', retried.id, retried.lead_id, retried.created_at from retried
  on conflict (message_id) do nothing;
end;
$$;
-- What a digest tells, read when it is sent, the longest wait first: 30 leads and emails at most; `total` counts all.
create or replace function public.staff_digest(mail uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with listed as materialized (
    select told.lead_id, array_agg(told.kind) as kinds
    from private.staff_notifications as told where told.mail_id = mail group by told.lead_id
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
    select null, '{mail}', coalesce(nullif(letter.from_name, ''), letter.from_address), null, nullif(letter.subject, ''),
      letter.received_at, letter.target_at, left(letter.body, 200), null, null
    from public.received_mails as letter
    where letter.state = 'triage' and exists (select from listed where listed.lead_id is null and listed.kinds && '{mail,late}')
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
-- Uses one code in place of the second factor: 'used', 'wrong' or 'too many'. Every factor and every other session is
-- deleted, and the caller's own session goes on without one. A wrong code is returned and not raised, so that it is
-- counted. The account's address is notified, so that its owner learns of it when it was an attacker; the audit log has
-- both outcomes.
create or replace function public.use_recovery_code(code text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  session uuid := private.active_session_id();
  tries integer;
begin
  if session is null then
    raise exception 'Sign in before you use a recovery code.'
      using errcode = '42501', detail = 'sign_in_for_code';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('recovery_codes ' || auth.uid(), 0));
  delete from private.recovery_guesses where recovery_guesses.since < now() - interval '15 minutes';
  insert into private.recovery_guesses (session_id, wrong) values (session, 1)
  on conflict (session_id) do update set wrong = recovery_guesses.wrong + 1
  returning recovery_guesses.wrong into tries;
  if tries > 5 then
    return 'too many';
  end if;
  if not exists (
    select from private.valid_recovery_codes(auth.uid()) as valid
    where valid.code_hash = private.hash_recovery_code(auth.uid(), use_recovery_code.code)
  ) then
    if private.is_audited_account(auth.uid()) then
      perform private.audit('sign_ins', 'recovery_code_wrong', 'factor');
    end if;
    return 'wrong';
  end if;
  if private.is_audited_account(auth.uid()) then
    perform private.audit('sign_ins', 'recovery_code_used', 'factor');
  end if;
  delete from private.recovery_codes where recovery_codes.user_id = auth.uid();
  delete from private.recovery_guesses where recovery_guesses.session_id = session;
  delete from auth.sessions where sessions.user_id = auth.uid() and sessions.id <> session;
  update auth.sessions set aal = 'aal1', factor_id = null where sessions.id = session;
  delete from auth.mfa_factors where mfa_factors.user_id = auth.uid();
  insert into private.outbox (kind, colleague_id)
  select 'recovery-code', users.id from auth.users
  where users.id = auth.uid() and nullif(users.email, '') is not null and users.email_confirmed_at is not null;
  return 'used';
end;
$$;
ALTER TABLE "private"."outbox" ADD CONSTRAINT "outbox_recipient" CHECK (
CASE kind
    WHEN 'reply'::text THEN ((num_nulls(message_id, lead_id, in_order_at) = 0) AND (num_nonnulls(colleague_id, report_id) = 0))
    WHEN 'acknowledgement'::text THEN ((report_id IS NOT NULL) AND (num_nonnulls(colleague_id, lead_id, message_id) = 0))
    ELSE ((num_nonnulls(message_id, report_id) = 0) AND (num_nonnulls(colleague_id, lead_id) > 0))
END);
ALTER TABLE "private"."staff_mail" ADD CONSTRAINT "staff_mail_colleague_id_fkey" FOREIGN KEY (colleague_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE "private"."staff_notifications" ADD CONSTRAINT "staff_notifications_colleague_id_fkey" FOREIGN KEY (colleague_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE "private"."staff_notifications" ADD CONSTRAINT "staff_notifications_lead_id_fkey" FOREIGN KEY (lead_id) REFERENCES public.leads(id) ON DELETE CASCADE;
ALTER TABLE "private"."staff_notifications" ADD CONSTRAINT "staff_notifications_mail_id_fkey" FOREIGN KEY (mail_id) REFERENCES private.outbox(id) ON DELETE SET NULL;
ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_away_in_order" CHECK ((away_until >= away_from));
ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_mail_frequency_known" CHECK ((mail_frequency = ANY (ARRAY['immediately'::text, 'hourly'::text, 'daily'::text, 'never'::text])));
CREATE UNIQUE INDEX outbox_acknowledgement ON private.outbox USING btree (report_id) WHERE (report_id IS NOT NULL);
CREATE INDEX staff_notifications_lead ON private.staff_notifications USING btree (lead_id);
CREATE INDEX staff_notifications_mail ON private.staff_notifications USING btree (mail_id);
CREATE TRIGGER refuse_mail_without_address BEFORE INSERT ON private.outbox FOR EACH ROW WHEN (((new.colleague_id IS NULL) AND (new.lead_id IS NOT NULL))) EXECUTE FUNCTION private.refuse_mail_without_address();
CREATE TRIGGER retry_earlier_replies AFTER INSERT ON private.outbox FOR EACH ROW WHEN ((new.in_order_at IS NOT NULL)) EXECUTE FUNCTION private.retry_earlier_replies();
CREATE TRIGGER notify_changed AFTER INSERT ON private.staff_notifications FOR EACH STATEMENT EXECUTE FUNCTION private.notify_table_changed();
CREATE TRIGGER drop_follow_up_of_erased_lead AFTER UPDATE OF erased_at ON public.leads FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION private.drop_rows_of_erased_lead('public.lead_follow_ups');
CREATE TRIGGER drop_mail_of_erased_lead AFTER UPDATE OF erased_at ON public.leads FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION private.drop_rows_of_erased_lead('private.outbox');
CREATE TRIGGER drop_notes_of_erased_lead AFTER UPDATE OF erased_at ON public.leads FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION private.drop_rows_of_erased_lead('public.lead_notes');
CREATE TRIGGER drop_reads_of_erased_lead AFTER UPDATE OF erased_at ON public.leads FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION private.drop_rows_of_erased_lead('public.lead_reads');
COMMENT ON COLUMN "private"."outbox"."in_order_at" IS 'mail to one lead that has this leaves in its order; one that waits holds back those after it';
COMMENT ON COLUMN "private"."outbox"."lead_id" IS 'of a mail about a lead: to its colleague, or without one to the lead';
COMMENT ON COLUMN "private"."outbox"."report_id" IS 'of a report of a barrier, for who wrote it';
COMMENT ON COLUMN "private"."staff_mail"."problem" IS 'why the last digest was given up; what it had is in the next one';
COMMENT ON COLUMN "private"."staff_mail"."queued" IS 'digests of that day of the agency';
COMMENT ON COLUMN "private"."staff_notifications"."colleague_id" IS 'null: there was nobody to tell';
COMMENT ON COLUMN "private"."staff_notifications"."lead_id" IS 'null: reports, or emails to sort';
COMMENT ON COLUMN "public"."profiles"."away_from" IS 'first day on which others are told instead; away_until: the last one, or null';
COMMENT ON COLUMN "public"."profiles"."mail_frequency" IS 'of mail about leads; hourly is at most five a day';
REVOKE ALL ON FUNCTION "private"."available_staff"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."drop_dead_mail"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."is_being_sent"(uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."is_digest_due"(uuid, boolean, timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."is_due"(private.outbox) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."is_settled"(private.staff_notifications, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."late_recipients"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."mail_address"(private.outbox) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."notification_recipients"(uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."notified_staff"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."notify_staff"(text, uuid, uuid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."queue_digests"(timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."settle_acknowledgement"(private.outbox, text, text, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."settle_digest"(private.outbox, text, text, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."settle_mail"(private.outbox, text, text, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."settle_reply"(private.outbox, text, text, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "public"."claim_mail"(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."claim_mail"(integer, integer) TO "service_role";
REVOKE ALL ON FUNCTION "public"."failed_notices"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."failed_notices"() TO "authenticated", "service_role";
REVOKE ALL ON FUNCTION "public"."mail_backup_problem"(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."mail_backup_problem"(text) TO "service_role";
REVOKE ALL ON FUNCTION "public"."note_presence"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."note_presence"() TO "authenticated", "service_role";
REVOKE ALL ON FUNCTION "public"."retry_notices"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."retry_notices"() TO "authenticated", "service_role";
REVOKE ALL ON FUNCTION "public"."staff_digest"(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."staff_digest"(uuid) TO "service_role";
REVOKE ALL ("away_from") ON TABLE "public"."profiles" FROM "authenticated";
GRANT INSERT ("away_from"), UPDATE ("away_from") ON TABLE "public"."profiles" TO "authenticated";
REVOKE ALL ("away_until") ON TABLE "public"."profiles" FROM "authenticated";
GRANT INSERT ("away_until"), UPDATE ("away_until") ON TABLE "public"."profiles" TO "authenticated";
REVOKE ALL ("mail_frequency") ON TABLE "public"."profiles" FROM "authenticated";
GRANT INSERT ("mail_frequency"), UPDATE ("mail_frequency") ON TABLE "public"."profiles" TO "authenticated";

select private.register_personal_data('public.profiles', 'none', 'mail_frequency');

select private.register_personal_data('private.mail_results', 'none', 'kind settle');

insert into private.mail_results (kind, settle) values ('reply', 'private.settle_reply')
on conflict (kind) do update set settle = excluded.settle where mail_results.settle <> excluded.settle;

select private.register_personal_data('private.staff_mail', 'words', 'problem');

select private.register_personal_data('private.staff_notifications', 'none', 'kind');

insert into private.mail_results (kind, settle) values ('digest', 'private.settle_digest')
on conflict (kind) do update set settle = excluded.settle where mail_results.settle <> excluded.settle;

insert into private.mail_results (kind, settle) values ('acknowledgement', 'private.settle_acknowledgement')
on conflict (kind) do update set settle = excluded.settle where mail_results.settle <> excluded.settle;

select private.notify_staff('answer', waiting.lead_id) from public.leads_needing_reply as waiting
where current_setting('migration.staff_are_notified', true) = 'true';
select private.notify_staff(case told.kind when 'mention' then 'mention' else 'booking' end, told.lead, array[told.colleague])
from jsonb_to_recordset(current_setting('migration.told')::jsonb) as told (kind text, colleague uuid, lead uuid)
where told.kind in ('mention', 'booking-notice') and told.lead is not null;
select private.notify_staff('report') where current_setting('migration.told')::jsonb @> '[{"kind": "report"}]';
select private.notify_staff('mail')
where current_setting('migration.told')::jsonb @@ '$[*].kind == "triage" || $[*].kind == "late-leads"'
  and exists (select from public.received_mails where state = 'triage');
