-- Calls of visitors: book, see, move and cancel one.

-- Returns `outcome`: booked (with the token of its page), held (looks like spam; quarantined for staff) or taken
-- (nothing is stored). The same submission is booked once.
create function public.book_consultation(slot timestamptz, fields jsonb, zone text default null) returns jsonb
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
grant execute on function public.book_consultation(timestamptz, jsonb, text) to anon, authenticated, service_role;

-- Like leads, bookings that look like spam are quarantined (`is_held`) and reserve no time; only the flood limit
-- rejects one. The limits count bookings of one network address, of one email address, and of all visitors in an hour.
create function private.admit_booking(lead public.leads, out lead_kept public.leads, out is_held boolean)
  language plpgsql volatile set search_path = ''
as $$
declare
  is_local constant boolean := coalesce((select settings.local_mode from public.settings), false);
begin
  lead_kept := private.set_lead_origin(private.clean_lead(lead), 'booking');
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

-- The newest open lead of this address from the last 180 days, or a new one; returns its ID.
create function private.lead_of_booking(lead public.leads) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  known_id uuid := (
    select known.id from public.leads as known
    where lower(known.email) = lower(lead.email) and known.erased_at is null and known.status <> 'not_interested'
      and known.created_at > now() - interval '180 days'
    order by known.created_at desc, known.id desc
    limit 1
  );
begin
  if known_id is not null then
    update public.leads
    set consent_text = lead.consent_text, consent_version = lead.consent_version, consent_at = lead.consent_at
    where leads.id = known_id and leads.consent_at is null and lead.consent_at is not null;
    return known_id;
  end if;
  lead.source_path := coalesce(lead.source_path, '/book');
  insert into public.leads select lead.*;
  return lead.id;
end;
$$;

-- What the visitor entered that differs from their existing lead; null for a new lead.
create function private.words_of_booking(lead public.leads, known uuid, slot timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select nullif(concat_ws(
    e'\n\n',
    (
      select string_agg(initcap(replace(field.name, '_', ' ')) || ': ' || (to_jsonb(lead) ->> field.name), e'\n' order by field.place)
      from unnest(private.lead_fields()) with ordinality as field (name, place)
      where field.name not in ('email', 'message')
        and to_jsonb(lead) ->> field.name is distinct from to_jsonb(leads) ->> field.name
    ),
    lead.message
  ), '')
  from public.leads where leads.id = known and leads.created_at < now()
$$;

-- What the page of a booking shows, without names; no row for an invalid token.
create function public.consultation(token text)
  returns table (
    starts_at timestamptz, ends_at timestamptz, state text, version integer, can_change boolean, visitor_zone text
  )
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    own.starts_at, own.ends_at, own.state, own.version, own.state = 'booked' and own.starts_at > now(), own.visitor_zone
  from private.booking_of(token) as own;
$$;
grant execute on function public.consultation(text) to anon, authenticated, service_role;

-- The booking's id and a signature of it, for the link in its mails.
create function private.booking_token(booking uuid) returns text
  language sql stable set search_path = ''
as $$ select replace(booking::text, '-', '') || private.contact_hash('booking', booking::text) $$;

-- No row for an invalid token, or 30 days after the call. Both sides are hashed, so that the time of the comparison
-- reveals nothing.
create function private.booking_of(token text) returns setof public.bookings
  language plpgsql stable security definer set search_path = '' rows 1
as $$
declare
  given constant text := case when token ~ '^[0-9a-f]{64}$' then token else repeat('0', 64) end;
begin
  if private.contact_hash('compare', given) = private.contact_hash('compare', private.booking_token(left(given, 32)::uuid)) then
    return query
      select * from public.bookings as booking
      where booking.id = left(given, 32)::uuid and booking.ends_at > now() - interval '30 days';
  end if;
end;
$$;

-- `zone` is that of the visitor's browser, who may have travelled since the booking; null: the stored one stays.
create function public.move_consultation(token text, slot timestamptz, zone text default null) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bookings;
  outcome text;
begin
  perform private.lock_bookings();
  select * into booking from private.booking_of(token);
  if booking.id is null then
    return 'unknown';
  end if;
  if slot is distinct from booking.starts_at and not private.is_offered(slot, booking.id) then
    return case when booking.state = 'booked' and booking.starts_at > now() then 'taken' else 'closed' end;
  end if;
  outcome := private.move_call(booking.id, slot, true);
  if outcome = 'moved' and octet_length(zone) <= 200 then
    update public.bookings as moved set visitor_zone = known.name
    from pg_catalog.pg_timezone_names as known
    where moved.id = booking.id and known.name = zone and moved.visitor_zone is distinct from known.name;
  end if;
  return outcome;
end;
$$;
grant execute on function public.move_consultation(text, timestamptz, text) to anon, authenticated, service_role;

create function public.cancel_consultation(token text) returns text
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
  return case
    when private.cancel_call(booking.id, true) or booking.state = 'cancelled' then 'cancelled' else 'closed'
  end;
end;
$$;
grant execute on function public.cancel_consultation(text) to anon, authenticated, service_role;
