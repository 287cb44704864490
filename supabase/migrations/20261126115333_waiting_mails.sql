-- 2 × drop function, 2 × alter table, 13 × create function, 2 × create index, 1 × create trigger, 2 × comment on, 6 × revoke all, 6 × grant execute

set check_function_bodies = off;

DROP FUNCTION "private"."queue_late_notice"(uuid, integer);
DROP FUNCTION "public"."work_counts"();
ALTER TABLE "public"."received_mails" ADD COLUMN "target_at" timestamp with time zone;
ALTER TABLE "public"."received_mails" ADD COLUMN "escalate_at" timestamp with time zone;
-- A mail becomes a message of its lead; the thread's triggers mark the lead as waiting. No status changes. A mail
-- without a Message-ID is known too: its message names the mail. A mail that was in triage
-- when a colleague replied, or set a status that needs no reply, is placed below that: the lead waits again.
create or replace function private.add_mail_message(mail public.received_mails, lead uuid) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  is_late constant boolean := exists (
    select from public.lead_messages as reply
    where reply.lead_id = lead and reply.sender_type = 'admin' and reply.created_at > mail.received_at
  ) or exists (
    select from public.leads
    where leads.id = lead and leads.handled_at > mail.received_at and leads.status not in ('new', 'in_conversation')
  );
  added uuid;
begin
  -- The colleague who joins it to a thread is not its author.
  perform set_config('request.jwt.claims', '{}', true);
  insert into public.lead_messages (lead_id, message, sender_type, created_at, transport_id)
  values (
    lead, coalesce(nullif(mail.body, ''), nullif(mail.subject, ''), '(no text)'), 'lead',
    case when is_late then now() else mail.received_at end,
    coalesce(mail.mail_id, '<received-' || mail.id || '@mail.invalid>')
  )
  returning id into added;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return added;
end;
$$;
-- When the target for an answer to what came then passes.
create or replace function private.answer_target(since timestamptz) returns timestamptz
  language sql stable set search_path = ''
as $$
  select private.add_business_minutes(since, 60 * settings.answer_hours)
  from private.business_settings() as settings;
$$;
-- Emails to sort have the target of a lead; nobody is responsible for them, so owners are notified at once.
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
    perform private.queue_late_notice(recipient, 0, cardinality(due))
    from private.lead_notice_recipients() as recipient
    join public.staff on staff.user_id = recipient and staff.role = 'owner'
    order by recipient;
    update public.received_mails as mail set escalate_at = null where mail.id = any (due);
  end if;
  return cardinality(due);
end;
$$;
-- Other hours or another target: what has not passed yet is set again, of emails to sort too, and follow-ups open with
-- the agency.
create or replace function private.follow_agency_hours() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_answer_targets();
  update public.received_mails as mail
  set target_at = private.answer_target(mail.received_at),
    escalate_at = case when mail.escalate_at is not null then private.answer_target(mail.received_at) end
  where mail.state = 'triage' and mail.target_at > now();
  update public.lead_follow_ups as waiting set due_at = moved.due_at
  from (
    select days.due_on, private.business_morning(days.due_on) as due_at
    from (select distinct due_on from public.lead_follow_ups where due_at > now()) as days
  ) as moved
  where waiting.due_on = moved.due_on and waiting.due_at > now() and waiting.due_at <> moved.due_at;
  return null;
end;
$$;
-- The signed token decides; then the mails that it answers; then, as a guess, the only open lead of its sender. Two
-- of our tokens in one mail are a contradiction, unless it also answers the thread of one of them.
create or replace function private.match_mail(sender text, tokens text[], mail_ids text[], may_guess boolean)
  returns private.mail_match
  language plpgsql stable set search_path = ''
as $$
declare
  by_token constant uuid[] := array(
    select distinct private.lead_of_reply_token(token) from unnest(tokens[1:20]) as token
    where private.lead_of_reply_token(token) is not null
  );
  by_thread constant uuid[] := array(
    select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place
  );
  of_sender constant uuid[] := array(
    select leads.id from public.leads where leads.id = any (by_token || by_thread) and lower(leads.email) = lower(sender)
  );
  known uuid[];
begin
  if cardinality(by_token) > 0 then
    -- Several: the one that it also answers, if that is its sender's.
    known := array(select t from unnest(by_token) as t where cardinality(by_token) = 1 or t = any (by_thread));
    if cardinality(known) = 1 and known[1] = any (of_sender) then
      return row(known[1], 'token', false, false)::private.mail_match;
    elsif cardinality(by_token) > 1 or cardinality(of_sender) > 0 then
      return row(null, 'contradiction', false, false)::private.mail_match;
    end if;
    return row(by_token[1], 'token', false, true)::private.mail_match;
  end if;
  if exists (select from unnest(by_thread) as t where t = any (of_sender)) then
    return row((select t from unnest(by_thread) as t where t = any (of_sender) order by array_position(by_thread, t) limit 1),
      'thread', false, false)::private.mail_match;
  end if;
  -- A token that we did not sign is an attempt to get into a thread.
  if cardinality(tokens) > 0 then
    return row(null, 'forged-token', false, false)::private.mail_match;
  end if;
  if cardinality(by_thread) > 1 then
    return row(null, 'contradiction', false, false)::private.mail_match;
  elsif cardinality(by_thread) = 1 then
    return row(by_thread[1], 'thread', false, true)::private.mail_match;
  end if;
  if may_guess then
    known := array(
      select leads.id from public.leads
      where lower(leads.email) = lower(sender) and leads.erased_at is null and leads.status <> 'not_interested'
      limit 2
    );
    if cardinality(known) = 1 then
      return row(known[1], 'sender', true, false)::private.mail_match;
    elsif cardinality(known) > 1 then
      return row(null, 'several-leads', false, false)::private.mail_match;
    end if;
  end if;
  return row(null, 'unknown-sender', false, false)::private.mail_match;
end;
$$;
create or replace function private.queue_late_notice(colleague uuid, leads integer, mails integer default 0) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  last_at constant timestamptz := (select notice.at from private.late_notices as notice where notice.colleague_id = colleague);
  not_before constant timestamptz :=
    greatest(now(), least(coalesce(last_at, '-infinity'), now()) + interval '15 minutes');
begin
  update private.outbox
  set details = jsonb_build_object(
    'count', (outbox.details ->> 'count')::integer + leads,
    'mails', coalesce((outbox.details ->> 'mails')::integer, 0) + mails
  )
  where outbox.kind = 'late-leads' and outbox.colleague_id = colleague and outbox.lease is null and outbox.attempts = 0;
  if not found then
    perform private.queue_mail(
      'late-leads', colleague, details => jsonb_build_object('count', leads, 'mails', mails), not_before => not_before
    );
    insert into private.late_notices as notice (colleague_id, at) values (colleague, not_before)
    on conflict (colleague_id) do update set at = excluded.at;
  end if;
end;
$$;
-- Decides for these leads whether they wait for a reply. A message of the lead waits under any status unless it was
-- handled; an erased lead does not wait. A wait that goes on stays the same row, so that no colleague is notified
-- twice. The row lock makes a reply and a change of status that happen together wait for each other, so that the later
-- one sees both.
create or replace function private.refresh_leads_needing_reply(ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  waiting_ids uuid[];
  waiting_since timestamptz[];
begin
  perform from public.leads where leads.id = any (ids) order by leads.id for no key update;
  select array_agg(found.id), array_agg(found.since) into waiting_ids, waiting_since
  from (
    select leads.id, case when ours.id is null and is_open then leads.created_at else theirs.since end as since
    from public.leads
    cross join lateral (select leads.status in ('new', 'in_conversation') as is_open) as status
    left join lateral (
      select message.id, message.created_at
      from public.lead_messages as message
      where message.lead_id = leads.id and message.sender_type = 'admin'
      order by message.created_at desc, message.id desc
      limit 1
    ) as ours on true
    left join lateral (
      select min(coalesce(mail.received_at, message.created_at)) as since
      from public.lead_messages as message
      left join public.received_mails as mail on mail.message_id = message.id
      where message.lead_id = leads.id
        and message.sender_type <> 'admin'
        and (ours.id is null or (message.created_at, message.id) > (ours.created_at, ours.id))
        and (is_open or message.created_at > coalesce(leads.handled_at, '-infinity'))
    ) as theirs on true
    where leads.id = any (ids) and leads.erased_at is null
  ) as found
  where found.since is not null;
  delete from public.leads_needing_reply as waiting
  where waiting.lead_id = any (ids)
    and not exists (
      select from unnest(waiting_ids, waiting_since) as kept (id, since)
      where kept.id = waiting.lead_id and kept.since = waiting.since
    );
  insert into public.leads_needing_reply (lead_id, since)
  select kept.id, kept.since from unnest(waiting_ids, waiting_since) as kept (id, since)
  on conflict (lead_id) do nothing;
end;
$$;
-- Mail in triage has the target of a lead, from its arrival. A mail is never lost for want of its target.
create or replace function private.set_mail_target() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.state <> 'triage' then
    new.target_at := null;
    new.escalate_at := null;
  elsif tg_op = 'INSERT' or old.state <> 'triage' then
    new.target_at := private.answer_target(new.received_at);
    new.escalate_at := new.target_at;
  end if;
  return new;
exception
  when others then
    raise warning 'no target for a received mail: %', sqlstate;
    return new;
end;
$$;
-- What the head of a mail refers to, before the mail is read: whether it answers a mail from here, and the texts that it
-- may quote (server/mail-in/fold compares them). A mail without proof may quote those of its sender's leads.
create or replace function public.answered_by_mail(tokens text[], mail_ids text[], sender text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with proven as (
    select private.lead_of_reply_token(token) as id from unnest(tokens[1:20]) as token
    union
    select found.lead_id from private.leads_of_mail_ids(mail_ids) as found
  ),
  known as materialized (
    (select proven.id from proven where proven.id is not null limit 5)
    union
    (
      select leads.id from public.leads
      where lower(leads.email) = lower(sender) and leads.erased_at is null
      order by leads.created_at desc limit 5
    )
  ),
  messages as materialized (
    select message.message, message.author_id
    from known
    cross join lateral (
      select * from public.lead_messages where lead_messages.lead_id = known.id
      order by lead_messages.created_at desc limit 30
    ) as message
  ),
  agency as (
    select settings.facts ->> 'name' as name, jsonb_path_query_first(settings.texts, '$.*.mailSignature') #>> '{}' as signature
    from public.agency_settings as settings order by settings.id desc limit 1
  ),
  texts as (
    select left(messages.message, 20000) as words from messages
    union
    select unnest(array[leads.name, leads.message]) from known join public.leads on leads.id = known.id
    union
    select unnest(array[profiles.full_name, profiles.reply_signature])
    from public.profiles where profiles.id in (select messages.author_id from messages)
    union
    select unnest(array[agency.name, agency.signature]) from agency
  )
  select jsonb_build_object(
    'is_answer', exists (select from proven where proven.id is not null),
    'texts', coalesce((select jsonb_agg(texts.words) from texts where texts.words is not null), '[]')
  );
$$;
-- One step of the server's job: what passed its target since, 500 leads and 500 emails to sort at most. It is one transaction: a server that dies
-- with it has told nobody, and several at once take different leads. Returns how many there were.
create or replace function public.escalate_waiting_leads() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due uuid[];
  notice record;
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
  for notice in
    select told.colleague, count(*)::integer as leads
    from public.leads_needing_reply as waiting
    cross join lateral (
      select waiting.assignee_id as colleague where waiting.assignee_id is not null and not waiting.is_assignee_told
      union all
      select recipient
      from private.lead_notice_recipients() as recipient
      join public.staff on staff.user_id = recipient and staff.role = 'owner'
      where (waiting.assignee_id is null or waiting.is_assignee_told) and recipient is distinct from waiting.assignee_id
    ) as told
    where waiting.lead_id = any (due)
    group by told.colleague
    order by told.colleague
  loop
    perform private.queue_late_notice(notice.colleague, notice.leads);
  end loop;
  update public.leads_needing_reply as waiting
  set is_assignee_told = true,
    escalate_at = case
      when waiting.assignee_id is not null and not waiting.is_assignee_told then private.add_business_minutes(now(), 60)
    end
  where waiting.lead_id = any (due);
  return cardinality(due) + private.escalate_waiting_mails();
end;
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
end;
$$;
-- A new lead of its sender from when the mail arrived, with the mail as its thread. Returns the lead.
create or replace function public.make_lead_of_mail(mail uuid) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail constant public.received_mails := private.mail_for_staff(mail);
  name constant text := private.clean_text(kept_mail.from_name);
  lead uuid;
begin
  if kept_mail.message_id is not null then
    return kept_mail.lead_id;
  end if;
  insert into public.leads (name, email, created_at)
  values (
    left(case when char_length(name) >= 2 then name else rpad(split_part(kept_mail.from_address, '@', 1), 2, '.') end, 100),
    kept_mail.from_address,
    kept_mail.received_at
  )
  returning id into lead;
  perform public.join_received_mail(mail, lead);
  return lead;
end;
$$;
create or replace function public.work_counts() returns table (
  waiting integer, mine integer, unassigned integer, due integer, late integer, mentions integer, mails integer,
  late_mails integer
)
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    (select count(*)::integer from (select from public.leads_needing_reply limit 1001) as found),
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
    ) as mention),
    (select count(*)::integer from (select from public.received_mails where state = 'triage' limit 1001) as found),
    (select count(*)::integer from (
      select from public.received_mails where state = 'triage' and target_at <= now() limit 1001
    ) as found)
  where (select public.can_handle_leads());
$$;
CREATE INDEX received_mails_escalate ON public.received_mails USING btree (escalate_at) WHERE (escalate_at IS NOT NULL);
CREATE INDEX received_mails_target ON public.received_mails USING btree (target_at) WHERE (state = 'triage'::text);
CREATE TRIGGER set_mail_target BEFORE INSERT OR UPDATE OF state ON public.received_mails FOR EACH ROW EXECUTE FUNCTION private.set_mail_target();
COMMENT ON COLUMN "public"."received_mails"."escalate_at" IS 'when owners are notified that it waits; null: never, or they were';
COMMENT ON COLUMN "public"."received_mails"."target_at" IS 'while it is in triage: when the target for an answer passes';
REVOKE ALL ON FUNCTION "private"."answer_target"(timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "private"."answer_target"(timestamp with time zone) TO "postgres";
REVOKE ALL ON FUNCTION "private"."escalate_waiting_mails"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "private"."escalate_waiting_mails"() TO "postgres";
REVOKE ALL ON FUNCTION "private"."queue_late_notice"(uuid, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "private"."queue_late_notice"(uuid, integer, integer) TO "postgres";
REVOKE ALL ON FUNCTION "private"."set_mail_target"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "private"."set_mail_target"() TO "postgres";
REVOKE ALL ON FUNCTION "public"."answered_by_mail"(text[], text[], text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."answered_by_mail"(text[], text[], text) TO "postgres", "service_role";
REVOKE ALL ON FUNCTION "public"."work_counts"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."work_counts"() TO "authenticated", "postgres", "service_role";

-- What waits already: owners are notified once of all that is past the target.
update public.received_mails as mail
set target_at = private.answer_target(mail.received_at), escalate_at = private.answer_target(mail.received_at)
where mail.state = 'triage';
