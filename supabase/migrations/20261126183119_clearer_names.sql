-- 8 × drop trigger, 10 × drop function, 36 × create function, 7 × create trigger, 2 × comment on, 10 × revoke all

set check_function_bodies = off;

DROP TRIGGER "clear_bounced" ON "public"."lead_messages";
DROP TRIGGER "tell_mentioned_after_edit" ON "public"."lead_notes";
DROP TRIGGER "tell_mentioned" ON "public"."lead_notes";
DROP TRIGGER "withdraw_mentions" ON "public"."lead_notes";
DROP TRIGGER "follow_up_leads_of_caller" ON "public"."leads";
DROP TRIGGER "follow_up_leads_of_server" ON "public"."leads";
DROP TRIGGER "forget_conversation" ON "public"."leads";
DROP TRIGGER "set_bounced" ON "public"."leads";
DROP FUNCTION "private"."clear_bounced"();
DROP FUNCTION "private"."copy_bounced"();
DROP FUNCTION "private"."follow_up_leads"();
DROP FUNCTION "private"."forget_conversation"();
DROP FUNCTION "private"."note_booking"(uuid, text);
DROP FUNCTION "private"."reject_oversized"(text, text);
DROP FUNCTION "private"."set_bounced"(text, timestamp with time zone);
DROP FUNCTION "private"."share_bookings"();
DROP FUNCTION "private"."tell_mentioned"();
DROP FUNCTION "private"."toronto_midnight"(integer);
-- A line in the thread about what the visitor did.
create or replace function private.add_booking_message(lead uuid, words text) returns void
  language sql volatile set search_path = ''
as $$
  insert into public.lead_messages (lead_id, message, sender_type) select lead, words, 'lead' where words is not null;
$$;
-- Midnight in the agency's time zone, `back` days ago.
create or replace function private.agency_midnight(back integer) returns timestamptz
  language sql stable security definer set search_path = ''
as $$ select (private.business_day(now()) - back)::timestamp at time zone zone from private.business_settings() $$;
create or replace function private.check_agency_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  language text;
  newest bigint;
begin
  if pg_column_size(new.facts) > 20000 or pg_column_size(new.texts) > 600000 then
    perform private.raise_check_violation('agency_settings', 'agency_settings_size');
  end if;
  if jsonb_typeof(new.facts) <> 'object' or jsonb_typeof(new.texts) <> 'object' then
    raise check_violation using message = 'facts and texts must be objects';
  end if;
  perform private.check_agency_values('facts', new.facts);
  for language in select jsonb_object_keys(new.texts) loop
    if language !~ '^[a-z]{2}-[A-Z]{2}$' or jsonb_typeof(new.texts -> language) <> 'object' then
      raise check_violation using message = format('texts: %s is not a language code', left(language, 20));
    end if;
    perform private.check_agency_values('texts', new.texts -> language);
  end loop;
  perform pg_advisory_xact_lock(hashtextextended('agency_settings', 0));
  select max(id) into newest from public.agency_settings;
  if new.based_on is distinct from newest then
    raise sqlstate 'PT409' using message = 'The settings have changed. Reload and try again.';
  end if;
  return new;
end;
$$;
-- At most 200, because they are read as one list.
create or replace function private.check_canned_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.name) > 10000 then
    perform private.raise_check_violation('canned_replies', 'canned_replies_name_length');
  end if;
  if octet_length(new.body) > 100000 then
    perform private.raise_check_violation('canned_replies', 'canned_replies_body_length');
  end if;
  new.name := private.clean_text(new.name);
  new.body := private.clean_text(new.body);
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('canned_replies', 0));
    if (select count(*) from public.canned_replies) >= 200 then
      raise exception 'There are 200 canned replies. Delete one first.'
        using errcode = 'P0001', detail = 'too_many_canned_replies';
    end if;
  end if;
  return new;
end;
$$;
-- An address from a form must be valid. The check of the table is looser, for older rows and senders of mail.
create or replace function private.check_lead_email(email text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not private.is_email(email) then
    perform private.raise_check_violation('leads', 'leads_email_format');
  end if;
end;
$$;
-- At most 20 for each account, because the sidebar lists them.
create or replace function private.check_saved_view() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.name) > 10000 then
    perform private.raise_check_violation('saved_views', 'saved_views_name_length');
  end if;
  if octet_length(new.query) > 10000 then
    perform private.raise_check_violation('saved_views', 'saved_views_query_plain');
  end if;
  new.name := private.clean_text(new.name);
  if tg_op = 'INSERT' then
    new.account_id := coalesce(auth.uid(), new.account_id);
    perform pg_advisory_xact_lock(hashtextextended('saved_views ' || new.account_id, 0));
    if (select count(*) from public.saved_views where saved_views.account_id = new.account_id) >= 20 then
      raise exception 'You have 20 saved views. Remove one first.'
        using errcode = 'P0001', detail = 'too_many_saved_views';
    end if;
  end if;
  return new;
end;
$$;
-- Trims texts, makes line ends LF and empty values null (P-143); an empty status becomes 'new'. A value over 10,000
-- bytes is rejected before anything reads it; the limit allows four bytes a character, and white space that is removed.
create or replace function private.clean_lead(lead public.leads) returns public.leads
  language plpgsql immutable set search_path = ''
as $$
declare
  most constant integer := 10000;
  texts constant text[] := private.lead_fields() || 'status'::text;
  field text;
  size integer;
  given jsonb;
begin
  if pg_column_size(lead) > most then
    foreach field in array texts loop
      execute format('select octet_length(($1).%I)', field) into size using lead;
      if size > most then
        perform private.raise_check_violation('leads', format('leads_%s_length', field));
      end if;
    end loop;
  end if;
  given := to_jsonb(lead);
  lead := jsonb_populate_record(
    lead, (select jsonb_object_agg(name, private.clean_text(given ->> name)) from unnest(texts) as name)
  );
  lead.email := private.clean_text(private.visible_text(lead.email));
  lead.status := coalesce(lead.status, 'new');
  return lead;
end;
$$;
create or replace function private.clean_privacy_incident() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.what), octet_length(new.whose), octet_length(new.risk), octet_length(new.told)) > 20000 then
    perform private.raise_check_violation('privacy_incidents', 'privacy_incidents_what_length');
  end if;
  new.what := private.clean_text(new.what);
  new.whose := private.clean_text(new.whose);
  new.risk := private.clean_text(new.risk);
  new.told := private.clean_text(new.told);
  return new;
end;
$$;
create or replace function private.clean_privacy_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.contact), octet_length(new.note), octet_length(new.response)) > 20000 then
    perform private.raise_check_violation('privacy_requests', 'privacy_requests_response_length');
  end if;
  new.contact := private.clean_text(new.contact);
  new.note := private.clean_text(new.note);
  new.response := private.clean_text(new.response);
  return new;
end;
$$;
-- An answer on the conversation page shows that the address works, because its link came by mail. (An answer by mail
-- has a transport_id, a logged one a channel.)
create or replace function private.clear_bounced_on_answer() returns trigger
  language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  perform private.set_address_bounced_at(bounced.email, null)
  from public.leads as bounced
  where bounced.email_bounced_at is not null
    and bounced.id in (
      select message.lead_id from added as message
      where message.sender_type = 'lead' and message.channel is null and message.transport_id is null
    );
  return null;
end;
$$;
-- The address is the account's, whatever the caller writes into its profile; the time is the server's; an empty name or
-- signature is null.
create or replace function private.complete_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.full_name) > 10000 then
    perform private.raise_check_violation('profiles', 'profiles_full_name_length');
  end if;
  if octet_length(new.reply_signature) > 10000 then
    perform private.raise_check_violation('profiles', 'profiles_reply_signature_length');
  end if;
  new.full_name := private.clean_text(new.full_name);
  new.reply_signature := private.clean_text(new.reply_signature);
  new.email := (select users.email from auth.users where users.id = new.id);
  new.updated_at := now();
  return new;
end;
$$;
-- Deletes the conversation page and the quarantined answers of an erased lead.
create or replace function private.erase_conversation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.conversations where conversations.lead_id = new.id;
  delete from public.quarantined_leads
  where quarantined_leads.id in (select held.id from private.quarantined_messages as held where held.lead_id = new.id);
  return null;
end;
$$;
create or replace function private.lock_bookings_shared() returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock_shared(hashtextextended('bookings', 0)) $$;
-- Notifies `recipients`, or of a lead notification_recipients; never who caused it, and of 1,000 things at most. Dashboards
-- that are not in front may show it. A notification that cannot be stored costs no lead, message or booking.
create or replace function private.notify_staff(kind text, lead uuid default null, recipients uuid[] default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account uuid;
begin
  for account in
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
-- Updates lead_totals and leads_needing_reply and, for leads of callers, notifies staff (51-staff-mail).
create or replace function private.process_new_leads() returns trigger
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
  -- Others are notified in place of who is away or left the team; a mention waits.
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
  update private.staff_notifications as item set mail_id = queued.id
  from queued where item.colleague_id = queued.colleague_id and item.mail_id is null;
end;
$$;
-- A reply leaves ten seconds after it was written, so that it can be undone; `details` is how its lead was.
create or replace function private.queue_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (kind, message_id, lead_id, in_order_at, next_try_at, details)
  select 'reply', new.id, new.lead_id, new.created_at, now() + interval '10 seconds', jsonb_strip_nulls(jsonb_build_object(
    'status', leads.status, 'last_reply_at', leads.last_reply_at, 'follow_up', due.due_on, 'wait', to_jsonb(waiting),
    'notifications', items.unsent
  ))
  from public.leads
  left join public.leads_needing_reply as waiting on waiting.lead_id = leads.id
  cross join lateral (
    select jsonb_agg(item) as unsent from private.staff_notifications as item
    where item.lead_id = leads.id and not private.is_being_sent(item.mail_id)
  ) as items
  left join public.lead_follow_ups as due on due.lead_id = leads.id and due.due_at <= now()
  where leads.id = new.lead_id;
  return null;
end;
$$;
-- Raises the error of a table's check from a trigger. Checks run after triggers, so a trigger that reads a whole text
-- measures its bytes first: a message of 10 MB took up to 3 seconds otherwise.
create or replace function private.raise_check_violation(relation text, "constraint" text) returns void
  language plpgsql set search_path = ''
as $$
begin
  raise check_violation using
    message = format('new row for relation "%s" violates check constraint "%s"', relation, "constraint"),
    schema = 'public', table = relation, constraint = "constraint";
end;
$$;
-- At most 500 blocks that are not over. A block is deleted a year after its end.
create or replace function private.receive_booking_block() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.reason) > 2000 then
    perform private.raise_check_violation('booking_blocks', 'booking_blocks_reason_length');
  end if;
  new.reason := private.clean_text(new.reason);
  perform private.lock_bookings();
  delete from public.booking_blocks where booking_blocks.ends_at < now() - interval '1 year';
  if (select count(*) from public.booking_blocks where booking_blocks.ends_at > now()) >= 500 then
    raise exception 'There are 500 blocked times already.' using errcode = 'P0001', hint = 'Remove some of them first.';
  end if;
  return new;
end;
$$;
-- The same report within a day is stored once. More than 60 reports in ten minutes or 1,000 in a day, from all
-- visitors, are rejected.
create or replace function private.receive_feedback() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.message), octet_length(new.page), octet_length(new.name), octet_length(new.reply_to))
    > 20000 then
    perform private.raise_check_violation('accessibility_feedback', 'accessibility_feedback_message_length');
  end if;
  new.message := private.clean_text(new.message);
  new.page := private.clean_text(new.page);
  new.name := private.clean_text(new.name);
  new.reply_to := private.clean_text(new.reply_to);
  -- Serialized, so that the same report is recognized if it arrives twice at once.
  perform pg_advisory_xact_lock(hashtextextended('accessibility_feedback', 0));
  if exists (
    select from public.accessibility_feedback as earlier
    where earlier.created_at > now() - interval '1 day'
      and earlier.message = new.message
      and earlier.page is not distinct from new.page
      and earlier.name is not distinct from new.name
      and earlier.reply_to is not distinct from new.reply_to
  ) then
    return null;
  end if;
  if (
    select count(*) >= 60 or exists (
      select from public.accessibility_feedback as earlier
      where earlier.created_at > now() - interval '1 day'
      order by earlier.created_at desc
      offset 999 limit 1
    )
    from public.accessibility_feedback as recent
    where recent.created_at > now() - interval '10 minutes'
  ) then
    raise exception 'Too many messages in a short time.'
      using errcode = 'PT429', hint = 'Wait ten minutes, then try again.';
  end if;
  return new;
end;
$$;
-- The author is the caller, and a message of an account is always from staff; only the secret key can set another
-- sender. The same author, lead, sender and text within two minutes is a retry and is skipped without an error; the
-- lock serializes two at once. A message of an account is mailed (50-outbox/outbox.sql).
create or replace function private.receive_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.message) > 500000 then
    perform private.raise_check_violation('lead_messages', 'lead_messages_message_length');
  end if;
  if tg_argv[0] = 'account' then
    new.sender_type := 'admin';
    new.delivery_state := 'recorded';
  end if;
  new.message := private.clean_text(new.message);
  new.author_id := coalesce(auth.uid(), new.author_id);
  if new.author_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || new.lead_id::text, 0));
    if exists (
      select from public.lead_messages as earlier
      where earlier.lead_id = new.lead_id
        and earlier.created_at > now() - interval '2 minutes'
        and earlier.author_id = new.author_id
        and earlier.sender_type = new.sender_type
        and earlier.message = new.message
    ) then
      return null;
    end if;
  end if;
  return new;
end;
$$;
-- The author is the caller. The same note within two minutes is a retry and is skipped. Accounts that cannot handle
-- leads are removed from the mentions.
create or replace function private.receive_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.note) > 50000 or cardinality(new.mentions) > 20 then
    perform private.raise_check_violation('lead_notes', 'lead_notes_note_length');
  end if;
  new.note := private.clean_text(new.note);
  new.author_id := coalesce(auth.uid(), new.author_id);
  new.mentions := array(
    select distinct account from unnest(new.mentions) as account where private.may_handle_leads(account)
  );
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person’s data was erased.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_notes:' || new.lead_id::text, 0));
  if exists (
    select from public.lead_notes as earlier
    where earlier.lead_id = new.lead_id
      and earlier.created_at > now() - interval '2 minutes'
      and earlier.author_id = new.author_id
      and earlier.note = new.note
  ) then
    return null;
  end if;
  return new;
end;
$$;
create or replace function private.revise_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.note) > 50000 or cardinality(new.mentions) > 20 then
    perform private.raise_check_violation('lead_notes', 'lead_notes_note_length');
  end if;
  new.note := private.clean_text(new.note);
  new.mentions := array(
    select distinct account from unnest(new.mentions) as account
    where account = any (old.mentions) or private.may_handle_leads(account)
  );
  if new.note is distinct from old.note or not (new.mentions @> old.mentions and new.mentions <@ old.mentions) then
    new.edited_at := now();
  end if;
  return new;
end;
$$;
create or replace function private.set_address_bounced_at(address text, at timestamptz) returns void
  language sql volatile set search_path = ''
as $$
  update public.leads set email_bounced_at = at
  where lower(leads.email) = lower(address) and leads.erased_at is null and num_nulls(leads.email_bounced_at, at) = 1;
$$;
create or replace function private.set_bounced_at() returns trigger
  language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  new.email_bounced_at := (
    select max(known.email_bounced_at) from public.leads as known
    where lower(known.email) = lower(new.email) and known.email_bounced_at is not null and known.id <> new.id
  );
  return new;
end;
$$;
-- A sent digest's notifications are deleted. Those of one that was given up wait, and owners see why (failed_notices).
create or replace function private.settle_digest(mail private.outbox, outcome text, problem text, transport_id text) returns void
  language sql volatile set search_path = ''
as $$
  delete from private.staff_notifications as item where item.mail_id = mail.id and settle_digest.outcome in ('sent', 'recorded');
  update private.staff_mail as state
  set problem = settle_digest.problem, failed_at = case when settle_digest.problem is not null then now() end
  where state.colleague_id = mail.colleague_id and settle_digest.outcome <> 'later';
$$;
-- A colleague who is no longer mentioned has no mark and is not notified.
create or replace function private.update_mentions() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before constant uuid[] := coalesce(old.mentions, '{}');
  added uuid[];
begin
  delete from public.lead_mentions as mention where mention.note_id = old.id and mention.user_id <> all (new.mentions);
  added := array(
    select account from unnest(new.mentions) as account where account is distinct from new.author_id and account <> all (before)
  );
  insert into public.lead_mentions (note_id, user_id, lead_id) select new.id, account, new.lead_id from unnest(added) as account;
  if added <> '{}' then
    perform private.notify_staff('mention', new.lead_id, added);
  end if;
  return null;
end;
$$;
-- Returns `outcome`: booked (with the token of its page), held (looks like spam; quarantined for staff) or taken
-- (nothing is stored). The same submission is booked once.
create or replace function public.book_consultation(slot timestamptz, fields jsonb, zone text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  lead public.leads := private.new_lead(fields);
  admitted record;
  booking public.bookings;
begin
  if not public.booking_is_open() then
    raise exception 'Online booking is closed.' using errcode = 'PT404';
  end if;
  if slot is null or octet_length(zone) > 200 then
    raise exception 'Choose a time.' using errcode = '22023';
  end if;
  perform private.lock_bookings_shared();
  select * into admitted from private.admit_booking(lead);
  lead := admitted.lead_kept;
  select * into booking from public.bookings where bookings.submission_key = lead.submission_key;
  if booking.id is not null then
    return jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id));
  end if;
  if not private.is_offered(slot) then
    return '{"outcome": "taken"}';
  end if;
  if admitted.is_held then
    lead.message := left(concat_ws(e'\n\n', 'Asked for a consultation: ' || private.booking_time(slot), lead.message), 2000);
    perform private.quarantine_lead(lead);
    return '{"outcome": "held"}';
  end if;
  begin
    insert into public.bookings (
      lead_id, starts_at, ends_at, held_until, visitor_zone, submission_key, address_hash
    )
    select private.lead_of_booking(lead), slot, slot + call.length, slot + call.length + make_interval(mins => buffer_minutes),
      (select known.name from pg_catalog.pg_timezone_names as known where known.name = zone), lead.submission_key,
      lead.address_hash
    from public.booking_settings, (select private.consultation_length() as length) as call
    on conflict do nothing
    returning * into booking;
    if booking.id is null then
      -- Rolls back the lead that was inserted for this booking.
      raise exclusion_violation;
    end if;
  exception
    when exclusion_violation then
      select * into booking from public.bookings where bookings.submission_key = lead.submission_key;
      return case
        when booking.id is null then '{"outcome": "taken"}'::jsonb
        else jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id))
      end;
  end;
  perform private.add_booking_message(booking.lead_id, private.words_of_booking(lead, booking.lead_id, slot));
  perform private.queue_booking_mails(booking, 'booked', true);
  return jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id));
end;
$$;
-- For staff: removes the mark from all leads with the address of this one.
create or replace function public.clear_bounced_address(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform private.set_address_bounced_at((select leads.email from public.leads where leads.id = lead), null);
end;
$$;
-- Moves a mail to the thread of a lead; for the lead that was guessed, this confirms the guess. The lead is refreshed
-- at the end, because the wait begins at the arrival of the mail, and the mail refers to its message only then. If owners
-- were notified that the mail waits, they are not notified again of the same wait.
create or replace function public.join_received_mail(mail uuid, lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail public.received_mails := private.mail_for_staff(mail);
  address text;
begin
  select lower(leads.email) into address from public.leads where leads.id = lead and leads.erased_at is null;
  if address is null then
    raise exception 'This lead no longer exists.' using errcode = 'PT404', hint = 'Search again.';
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
  update public.leads_needing_reply as waiting set escalate_at = null
  where waiting.lead_id = lead and waiting.since = kept_mail.received_at
    and kept_mail.target_at <= now() and kept_mail.escalate_at is null;
  perform private.notify_staff('answer', lead);
end;
$$;
-- Leads of each of the last 30 days, including today and days without leads.
create or replace function public.leads_by_day() returns table (day date, total bigint)
  language sql stable security definer set search_path = '' rows 30
as $$
  with counted as (
    select (leads.created_at at time zone settings.zone)::date as day, count(*) as total
    from private.business_settings() as settings, public.leads
    where leads.created_at >= private.agency_midnight(29)
    group by 1
  )
  select days.day, coalesce(counted.total, 0)
  from (
    select private.business_day(now()) - back as day from generate_series(29, 0, -1) as back
  ) as days
  left join counted on counted.day = days.day
  where public.is_staff()
  order by days.day;
$$;
-- Leads of the last 30 days by service, the most requested first, at most 50. Leads without a service come last, under
-- null. A deleted service has its last name.
create or replace function public.leads_by_service() returns table (service text, total bigint)
  language sql stable security definer set search_path = '' rows 10
as $$
  with counted as (
    select
      leads.service_id,
      case when leads.service_id is null then leads.service_name end as former_name,
      count(*) as total
    from public.leads
    where leads.created_at >= private.agency_midnight(29)
    group by 1, 2
  ),
  named as (
    select coalesce(services.name, counted.former_name) as service, sum(counted.total)::bigint as total
    from counted
    left join public.services on services.id = counted.service_id
    group by 1
  )
  select named.service, named.total
  from named
  where public.is_staff()
  order by named.service is null, named.total desc, named.service
  limit 50;
$$;
-- Leads of the last 90 days by source, the largest first, at most 50. `kind`: campaign, site (a referring site), api,
-- staff, or direct (also unknown). `qualified`: leads that have that status today.
create or replace function public.leads_by_source()
  returns table (kind text, source text, total bigint, qualified bigint)
  language sql stable security definer set search_path = '' rows 10
as $$
  with counted as (
    select
      case
        when leads.campaign_source is not null then 'campaign'
        when leads.referrer_host is not null then 'site'
        when leads.origin in ('api', 'staff') then leads.origin
        else 'direct'
      end as kind,
      coalesce(leads.campaign_source, leads.referrer_host) as source,
      count(*) as total,
      count(*) filter (where leads.status = 'qualified') as qualified
    from public.leads
    where leads.created_at >= private.agency_midnight(89)
    group by 1, 2
  )
  select counted.kind, counted.source, counted.total, counted.qualified
  from counted
  where public.is_staff()
  order by counted.total desc, counted.qualified desc, counted.kind, counted.source
  limit 50;
$$;
-- `mail` is the result of server/mail-in/read-mail.ts; `raw` is the mail in base64, null for a large one that was
-- stored by store_mail_part. The same mail is stored once, whichever way it came: a second call returns the first row.
-- Null if a daily limit is reached. A bounce marks the address of its lead as bounced; a mail from a person clears the
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
-- The contents of a digest when it is sent, the longest wait first: 30 leads and emails at most; `total` counts all.
create or replace function public.staff_digest(mail uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with listed as materialized (
    select item.lead_id, array_agg(item.kind) as kinds
    from private.staff_notifications as item where item.mail_id = mail group by item.lead_id
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
-- Deletes a reply of the caller that has not left. Its lead is as before, unless a colleague has replied since.
create or replace function public.undo_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  undone record;
  is_last boolean;
begin
  delete from private.outbox as mail using public.lead_messages as message
  where message.id = reply and message.author_id = auth.uid() and public.can_handle_leads()
    and mail.message_id = message.id and private.can_be_undone(mail)
  returning message.lead_id, message.created_at, mail.details into undone;
  if undone is null then
    raise exception 'This reply has already been sent.' using errcode = 'P0001', detail = 'reply_left';
  end if;
  delete from public.lead_messages where lead_messages.id = reply;
  is_last := not exists (
    select from public.lead_messages as later
    where later.lead_id = undone.lead_id and later.sender_type = 'admin' and later.created_at > undone.created_at
  );
  update public.leads
  set reply_count = 0,
    last_reply_at = case when is_last then (undone.details ->> 'last_reply_at')::timestamptz else leads.last_reply_at end,
    status = case when is_last and leads.status = 'contacted' then undone.details ->> 'status' else leads.status end
  where leads.id = undone.lead_id;
  insert into public.lead_follow_ups (lead_id, due_on)
  select undone.lead_id, greatest((undone.details ->> 'follow_up')::date, private.business_day(now()))
  where is_last and undone.details ->> 'follow_up' is not null
  on conflict do nothing;
  update public.leads_needing_reply as waiting set is_assignee_told = kept.is_assignee_told, escalate_at = kept.escalate_at
  from jsonb_populate_record(null::public.leads_needing_reply, undone.details -> 'wait') as kept
  where waiting.lead_id = kept.lead_id and waiting.since = kept.since;
  -- Those of the lead that a digest dropped since, because it was answered.
  insert into private.staff_notifications (colleague_id, kind, lead_id, at)
  select kept.colleague_id, kept.kind, kept.lead_id, kept.at
  from jsonb_populate_recordset(null::private.staff_notifications, undone.details -> 'notifications') as kept
  on conflict do nothing;
  -- If the next reply is undone too, the lead is as before both.
  update private.outbox set details = undone.details
  where outbox.id = (
    select later.id from private.outbox as later
    where later.lead_id = undone.lead_id and later.in_order_at > undone.created_at and private.can_be_undone(later)
    order by later.in_order_at limit 1
  );
end;
$$;
CREATE TRIGGER clear_bounced_on_answer AFTER INSERT ON public.lead_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.clear_bounced_on_answer();
CREATE TRIGGER update_mentions_on_insert AFTER INSERT ON public.lead_notes FOR EACH ROW WHEN ((new.mentions <> '{}'::uuid[])) EXECUTE FUNCTION private.update_mentions();
CREATE TRIGGER update_mentions_on_update AFTER UPDATE OF mentions ON public.lead_notes FOR EACH ROW WHEN ((old.mentions <> new.mentions)) EXECUTE FUNCTION private.update_mentions();
CREATE TRIGGER erase_conversation AFTER UPDATE OF erased_at ON public.leads FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION private.erase_conversation();
CREATE TRIGGER process_new_leads_of_caller AFTER INSERT ON public.leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name]))) EXECUTE FUNCTION private.process_new_leads('caller');
CREATE TRIGGER process_new_leads_of_server AFTER INSERT ON public.leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((CURRENT_USER <> ALL (ARRAY['anon'::name, 'authenticated'::name]))) EXECUTE FUNCTION private.process_new_leads('server');
CREATE TRIGGER set_bounced_at BEFORE INSERT OR UPDATE OF email ON public.leads FOR EACH ROW EXECUTE FUNCTION private.set_bounced_at();
COMMENT ON COLUMN "private"."staff_notifications"."colleague_id" IS 'null: there was no one to notify';
COMMENT ON COLUMN "public"."profiles"."away_from" IS 'first day on which others are notified instead; away_until: the last one, or null';
REVOKE ALL ON FUNCTION "private"."add_booking_message"(uuid, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."agency_midnight"(integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."clear_bounced_on_answer"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."erase_conversation"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."lock_bookings_shared"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."process_new_leads"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."raise_check_violation"(text, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."set_address_bounced_at"(text, timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."set_bounced_at"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "private"."update_mentions"() FROM PUBLIC;
