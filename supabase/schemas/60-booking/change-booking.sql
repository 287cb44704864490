-- Moves or cancels a booking; queues its mails and adds a note about it to the thread of the lead.

-- Returns `moved`, `taken` (the slot is taken, or was never offered) or `closed` (the call is over or cancelled).
create function private.move_call(wanted uuid, slot timestamptz, tells_staff boolean) returns text
  language plpgsql volatile set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where bookings.id = wanted for update;
  if booking.id is null or booking.state <> 'booked' or booking.starts_at <= now() or booking.version >= 50 then
    return 'closed';
  end if;
  if booking.starts_at = slot then
    return 'moved';
  end if;
  update public.bookings
  set starts_at = slot, ends_at = slot + call.length, version = bookings.version + 1,
    held_until = slot + call.length + make_interval(mins => settings.buffer_minutes)
  from public.booking_settings as settings, (select private.consultation_length() as length) as call
  where bookings.id = wanted
  returning bookings.* into booking;
  perform private.queue_booking_mails(booking, 'moved', tells_staff);
  return 'moved';
exception
  when exclusion_violation then
    return 'taken';
end;
$$;

create function private.cancel_call(wanted uuid, tells_staff boolean) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  booking public.bookings;
begin
  update public.bookings set state = 'cancelled', version = bookings.version + 1
  where bookings.id = wanted and bookings.state = 'booked' and bookings.starts_at > now()
  returning * into booking;
  if booking.id is null then
    return false;
  end if;
  perform private.queue_booking_mails(booking, 'cancelled', tells_staff);
  return true;
end;
$$;

-- A line in the thread about what the visitor did.
create function private.add_booking_message(lead uuid, words text) returns void
  language sql volatile set search_path = ''
as $$
  insert into public.lead_messages (lead_id, message, sender_type) select lead, words, 'lead' where words is not null;
$$;

-- "Tuesday, December 1, 2026 at 10:00 a.m. (America/Toronto)", for threads.
create function private.booking_time(moment timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select to_char(moment at time zone settings.zone, 'FMDay, FMMonth FMDD, YYYY "at" FMHH12:MI a.m.')
    || ' (' || settings.zone || ')'
  from private.business_settings() as settings
$$;

-- Queues the mail to the visitor, with a reminder a day before the call. `event` is booked, moved or cancelled. Staff
-- are not notified of a colleague's change, and nothing is mailed to a lead without an address.
create function private.queue_booking_mails(booking public.bookings, event text, tells_staff boolean) returns void
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

-- Deletes the waiting mails of a booking, because their content is no longer correct.
create function private.drop_booking_mails(booking public.bookings) returns void
  language sql volatile set search_path = ''
as $$
  delete from private.outbox
  where outbox.lead_id = booking.lead_id and outbox.details ->> 'booking' = booking.id::text
    and (outbox.lease is null or outbox.leased_until <= now());
$$;
