-- 17 × create function

set check_function_bodies = off;

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
      raise exception 'You''ve reached the limit of 200 canned replies. Delete one first.'
        using errcode = 'P0001', detail = 'too_many_canned_replies';
    end if;
  end if;
  return new;
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
      raise exception 'You''ve reached the limit of 20 saved views. Remove one first.'
        using errcode = 'P0001', detail = 'too_many_saved_views';
    end if;
  end if;
  return new;
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
    raise exception 'You''ve reached the limit of 500 blocked times.' using errcode = 'P0001', hint = 'Unblock some first.';
  end if;
  return new;
end;
$$;
-- Keeps the time of the first response, and stores the author of the newest one.
create or replace function private.receive_feedback_response() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.response := private.clean_text(new.response);
  if new.response is null then
    raise exception 'Enter an answer.' using errcode = 'P0001', hint = 'Say what you told them or changed.';
  end if;
  new.responded_at := coalesce(old.responded_at, now());
  new.responded_by := auth.uid();
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
    raise exception 'This person''s data was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
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
-- An erased lead gets no message and no Stripe customer.
create or replace function private.refuse_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'lead_messages' then
    if not exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
      return new;
    end if;
  elsif new.stripe_customer_id is null then
    return new;
  end if;
  raise exception 'This person''s data was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
end;
$$;
create or replace function private.set_follow_up() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.business_day(now());
begin
  if new.due_on < today or new.due_on > today + 1100 then
    raise exception 'Choose today or a later date.' using errcode = '23514', detail = 'day_out_of_range';
  end if;
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person''s data was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  new.due_at := private.business_morning(new.due_on);
  new.set_by := coalesce(auth.uid(), new.set_by);
  return new;
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
    raise exception 'Online booking is off.' using errcode = 'PT404';
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
-- Mails the visitor. Does nothing for a cancelled booking.
create or replace function public.cancel_booking(booking uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform private.lock_bookings();
  if not private.cancel_call(booking, false)
    and not exists (select from public.bookings where bookings.id = booking and bookings.state = 'cancelled')
  then
    raise exception 'This consultation has ended or was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
-- Sets the status or the assignee (none with `unassign`) of leads, with the caller's rights. Returns a row for each
-- lead that exists and is not erased, with its former values for restore_leads.
create or replace function public.change_leads(
  leads uuid[], status text default null, assignee uuid default null, unassign boolean default false
) returns table (
  lead_id uuid, is_changed boolean, former_status text, former_assignee uuid, former_handled_at timestamptz
)
  language plpgsql volatile set search_path = '' rows 50
as $$
#variable_conflict use_column
declare
  wanted constant uuid[] := change_leads.leads;
  next_status constant text := change_leads.status;
  next_assignee constant uuid := change_leads.assignee;
  gives constant boolean := change_leads.unassign or next_assignee is not null;
  former jsonb;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if cardinality(wanted) > 200 then
    raise exception 'You can change up to 200 leads at a time.' using errcode = 'P0001', hint = 'Select fewer leads.';
  end if;
  if (next_status is null and not gives) or (change_leads.unassign and next_assignee is not null) then
    raise exception 'Choose a status or an assignee.' using errcode = '22023';
  end if;
  -- in the order of IDs, so that two calls cannot deadlock
  with locked as (
    select lead.id, lead.status, lead.assignee_id, lead.handled_at
    from public.leads as lead
    where lead.id = any (wanted) and lead.erased_at is null
    order by lead.id
    for no key update
  )
  select coalesce(jsonb_agg(to_jsonb(locked)), '[]') into former from locked;
  return query
  with known as (
    select found.*,
      (next_status is not null and found.status is distinct from next_status)
        or (gives and found.assignee_id is distinct from next_assignee) as is_other
    from jsonb_to_recordset(former) as found (id uuid, status text, assignee_id uuid, handled_at timestamptz)
  ), written as (
    update public.leads as lead
    set status = coalesce(next_status, lead.status),
      assignee_id = case when gives then next_assignee else lead.assignee_id end
    from known
    where lead.id = known.id and known.is_other
    returning lead.id
  )
  select known.id, written.id is not null, known.status, known.assignee_id, known.handled_at
  from known
  left join written on written.id = known.id;
end;
$$;
create or replace function public.dismiss_received_mail(mail uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail constant public.received_mails := private.mail_for_staff(mail);
begin
  if kept_mail.message_id is not null then
    raise exception 'This email is already in a conversation.' using errcode = '22023', hint = 'Move it to Emails to sort first.';
  end if;
  update public.received_mails set state = 'dismissed', reason = 'staff' where received_mails.id = mail;
end;
$$;
-- Logs a message that was not a mail, such as a phone call, and returns its ID. One from the lead needs a reply; one
-- from staff is a reply, and a new lead becomes contacted. The insert runs with the owner's rights, so nothing is
-- mailed.
create or replace function public.log_message(lead uuid, channel text, is_incoming boolean, message text, said_at timestamptz default null)
  returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  at constant timestamptz := coalesce(said_at, now());
  added uuid;
begin
  perform private.require_lead_handler();
  if channel is null or private.clean_text(left(message, 200000)) is null then
    raise exception 'Choose a channel and enter a message.' using errcode = '22023';
  end if;
  if at > now() + interval '1 minute' or at < now() - interval '10 years' then
    raise exception 'Choose a time in the past ten years.' using errcode = '22023', detail = 'time_out_of_range';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || lead::text, 0));
  select logged.id into added
  from public.lead_messages as logged
  where logged.lead_id = lead
    and logged.created_at = at
    and logged.channel = log_message.channel
    and logged.author_id = auth.uid()
    and logged.message = private.clean_text(log_message.message);
  if added is not null then
    return added;
  end if;
  insert into public.lead_messages (lead_id, message, sender_type, channel, created_at)
  values (lead, log_message.message, case when is_incoming then 'lead' else 'admin' end, log_message.channel, at)
  returning lead_messages.id into added;
  if not is_incoming then
    update public.leads
    set reply_count = 0, last_reply_at = greatest(leads.last_reply_at, at),
      status = case when leads.status = 'new' then 'contacted' else leads.status end
    where leads.id = lead;
  end if;
  return added;
end;
$$;
create or replace function public.move_booking(booking uuid, slot timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  outcome text;
begin
  perform private.require_lead_handler();
  if slot is null or slot <= now() then
    raise exception 'Choose a time in the future.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform private.lock_bookings();
  outcome := private.move_call(booking, slot, false);
  if outcome = 'taken' then
    raise exception 'Someone just took that time.' using errcode = 'P0001', hint = 'Choose another one.';
  elsif outcome = 'closed' then
    raise exception 'This consultation has ended or was cancelled.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
-- What would be erased now with this number of months: counts up to 1,001, and the first 20 leads.
create or replace function public.preview_retention(months integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if months is null then
    return '{"leads": 0, "clients": 0, "quarantined": 0, "first": []}';
  end if;
  if months not between 1 and 120 then
    raise exception 'Enter 1 to 120 months, or leave it blank.' using errcode = '22023';
  end if;
  return (
    select jsonb_build_object(
      'leads', count(*) filter (where not expired.is_client),
      'clients', count(*) filter (where expired.is_client),
      'quarantined', (
        select count(*) from (
          select from public.quarantined_leads as waiting
          where waiting.created_at < now() - make_interval(months => months) limit 1001
        ) as old
      ),
      'first', coalesce(
        jsonb_agg(jsonb_build_object('id', expired.id, 'name', expired.name, 'last_contact', expired.last_contact)
          order by expired.n) filter (where expired.n <= 20), '[]'
      )
    )
    from (
      select *, row_number() over () as n from private.expired_leads(months, 1001)
    ) as expired
  );
end;
$$;
-- Undoes a call of change_leads: `former` is its result, the other arguments are those of that call. A lead that has
-- been changed since is skipped. Returns the restored leads.
create or replace function public.restore_leads(
  former jsonb, status text default null, assignee uuid default null, unassign boolean default false
) returns setof uuid
  language plpgsql volatile security definer set search_path = '' rows 50
as $$
#variable_conflict use_column
declare
  set_status constant text := restore_leads.status;
  set_assignee constant uuid := restore_leads.assignee;
  gave constant boolean := restore_leads.unassign or set_assignee is not null;
  restored uuid[];
begin
  perform private.require_lead_handler();
  if jsonb_array_length(former) > 200 then
    raise exception 'You can change up to 200 leads at a time.' using errcode = 'P0001', hint = 'Select fewer leads.';
  end if;
  perform from public.leads as lead
  where lead.id in (select given.lead_id from jsonb_to_recordset(former) as given (lead_id uuid))
  order by lead.id
  for no key update;
  with given as (
    select distinct on (given.lead_id) given.*
    from jsonb_to_recordset(former) as given (
      lead_id uuid, is_changed boolean, former_status text, former_assignee uuid
    )
    where given.is_changed
  ), written as (
    update public.leads as lead
    set status = case when set_status is null then lead.status else given.former_status end,
      -- none if the former assignee may no longer handle leads
      assignee_id = case
        when not gave then lead.assignee_id
        when private.may_handle_leads(given.former_assignee) then given.former_assignee
      end
    from given
    where lead.id = given.lead_id
      and lead.erased_at is null
      and (set_status is null or lead.status = set_status)
      and (not gave or lead.assignee_id is not distinct from set_assignee)
    returning lead.id
  )
  select array_agg(written.id) into restored from written;
  -- The change of status set handled_at to now; with the former value, unanswered messages need a reply again.
  if set_status is not null then
    update public.leads as lead
    set handled_at = least(given.former_handled_at, now())
    from jsonb_to_recordset(former) as given (lead_id uuid, former_status text, former_handled_at timestamptz)
    where lead.id = given.lead_id and lead.id = any (restored) and given.former_status <> set_status;
  end if;
  return query select unnest(restored);
end;
$$;
-- Moves a quarantined lead to leads, with its ID and time; a quarantined answer becomes a message of its thread. The
-- insert comes before the delete, which is how audit_deleted_leads recognizes a restored lead.
create or replace function public.restore_quarantined_lead(lead_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  quarantined public.quarantined_leads;
  answer private.quarantined_messages;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  perform private.require_lead_handler();
  select * into quarantined from public.quarantined_leads
  where quarantined_leads.id = restore_quarantined_lead.lead_id for update;
  if quarantined.id is null then
    raise exception 'This message is no longer in possible spam.'
      using errcode = 'P0001', detail = 'not_quarantined',
        hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  select * into answer from private.quarantined_messages where quarantined_messages.id = quarantined.id;
  if answer.id is null then
    insert into public.leads
    select restored.* from jsonb_populate_record(null::public.leads, to_jsonb(quarantined)) as restored;
  else
    -- Without claims, the author is the prospect and not the caller.
    perform set_config('request.jwt.claims', '{}', true);
    insert into public.lead_messages (id, lead_id, message, sender_type, created_at)
    values (answer.id, answer.lead_id, answer.message, 'lead', answer.quarantined_at);
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  end if;
  delete from public.quarantined_leads where quarantined_leads.id = quarantined.id;
  return coalesce(answer.lead_id, quarantined.id);
end;
$$;
create or replace function public.set_retention_months(months integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if months not between 1 and 120 then
    raise exception 'Enter 1 to 120 months, or leave it blank.' using errcode = '22023';
  end if;
  update public.settings set retention_months = months, retention_waits = false where settings.id;
end;
$$;
