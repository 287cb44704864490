-- Bookings of one time no longer wait for each other's search of free times: the constraint `bookings_apart` decides who
-- has it. Whether one time is offered needs the hours of one day, and not those of the whole horizon.

-- Whether a visitor may choose this time now. `besides` is a booking that is about to move.
create function private.is_offered(slot timestamptz, besides uuid default null) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when slot between now() + make_interval(hours => notice_hours) and now() + make_interval(days => horizon_days)
    then public.booking_is_open() and exists (select from private.free_slots(slot, slot, besides))
    else false
  end
  from public.booking_settings
  limit 1;
$$;

-- Blocking and moving a time exclude each other and every booking; bookings do not exclude each other.
create function private.share_bookings() returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock_shared(hashtextextended('bookings', 0)) $$;

-- Two bookings of one person, or of one network address, are counted one after the other.
create function private.lock_bookings_of(lead public.leads) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('booking by ' || lower(lead.email), 0));
  if lead.address_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended('booking from ' || lead.address_hash, 0));
  end if;
end;
$$;

-- As leads, suspicious bookings wait in quarantine and hold no time, and nothing but the flood limit rejects one. Whoever
-- changes the address with each booking is held by the number of all bookings of visitors.
create or replace function private.admit_booking(lead public.leads, out lead_kept public.leads, out is_held boolean)
  language plpgsql volatile set search_path = ''
as $$
declare
  is_local constant boolean := coalesce((select settings.local_mode from public.settings), false);
begin
  lead_kept := private.set_lead_origin(private.clean_lead(lead));
  is_held := false;
  perform private.lock_bookings_of(lead_kept);
  if is_local or public.can_handle_leads() then
    return;
  end if;
  if private.is_flood(lead_kept, false) then
    raise exception 'Too many inquiries in a short time.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  if private.is_too_frequent(lead_kept) or (
    select count(*) >= 20 from public.bookings
    where bookings.created_at > now() - interval '1 hour' and not bookings.by_staff
  ) or (
    select count(*) >= 3 from public.bookings
    where bookings.created_at > now() - interval '1 day' and bookings.state <> 'cancelled'
      and bookings.address_hash is not distinct from lead_kept.address_hash
  ) or (
    select count(*) >= 3 from public.bookings
    join public.leads on leads.id = bookings.lead_id
    where lower(leads.email) = lower(lead_kept.email) and bookings.state = 'booked' and bookings.starts_at > now()
  ) then
    lead_kept.score_reasons := lead_kept.score_reasons || array['too many messages in a short time'];
    is_held := true;
  end if;
  is_held := is_held or lead_kept.score >= 5;
end;
$$;

-- `outcome` is booked (with the token of its page), held (a suspicious one, for staff to read) or taken: then nothing was
-- stored, and the visitor chooses another time. The same submission twice is one booking.
create or replace function public.book_consultation(slot timestamptz, fields jsonb, zone text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  lead public.leads := private.new_lead(fields);
  admitted record;
  booking public.bookings;
begin
  if not public.booking_is_open() then
    raise exception 'Consultations cannot be booked here.' using errcode = 'PT404';
  end if;
  if slot is null or octet_length(zone) > 200 then
    raise exception 'Choose a time.' using errcode = '22023';
  end if;
  perform private.share_bookings();
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
      -- Takes the lead back.
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
  perform private.note_booking(booking.lead_id, private.words_of_booking(lead, booking.lead_id, slot));
  perform private.queue_booking_mails(booking, 'booked', true);
  return jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id));
end;
$$;

create or replace function public.move_consultation(token text, slot timestamptz) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.lock_bookings();
  select * into booking from private.booking_of(token);
  if booking.id is null then
    return 'unknown';
  end if;
  if slot is distinct from booking.starts_at and not private.is_offered(slot, booking.id) then
    return case when booking.state = 'booked' and booking.starts_at > now() then 'taken' else 'closed' end;
  end if;
  return private.move_call(booking.id, slot, true);
end;
$$;

revoke execute on function
  private.is_offered(timestamptz, uuid), private.share_bookings(), private.lock_bookings_of(public.leads)
  from public;
