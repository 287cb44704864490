-- Times at which a call can begin.

create function private.consultation_length() returns interval
  language sql stable security definer set search_path = ''
as $$
  select make_interval(mins => coalesce((
    select (known.facts ->> 'consultationMinutes')::integer
    from public.agency_settings as known where known.id = private.newest_agency_settings()
  ), 30));
$$;

-- Half hours at which a call can start; `besides` is a booking that is ignored because it is to be moved. `limit 1`: a
-- table of one row is never analyzed, and the planner assumes some 2,000 rows. A day with a clock change has 50 half
-- hours.
create function private.free_slots(first timestamptz, last timestamptz, besides uuid default null)
  returns table (starts_at timestamptz)
  language sql stable security definer set search_path = '' rows 200
as $$
  with call as materialized (
    select private.consultation_length() as length, make_interval(mins => buffer_minutes) as buffer
    from public.booking_settings
    limit 1
  )
  select slot
  from call
  cross join lateral private.business_hours_between(private.business_day(first), private.business_day(last)) as hours
  cross join generate_series(0, 49) as step
  cross join lateral (select hours.opens + step * interval '30 minutes' as slot) as half_hour
  where slot <= hours.closes - call.length
    and slot between first and last
    and not exists (
      select from public.bookings as booking
      where booking.state <> 'cancelled' and booking.id is distinct from besides
        and tstzrange(booking.starts_at, booking.held_until) && tstzrange(slot, slot + call.length + call.buffer)
    )
    and not exists (
      select from public.booking_blocks as block
      where tstzrange(block.starts_at, block.ends_at) && tstzrange(slot, slot + call.length)
    )
  order by slot;
$$;

-- Slots that a visitor may choose now: after the notice period, within the horizon.
create function private.offered_slots(besides uuid default null) returns table (starts_at timestamptz)
  language sql stable security definer set search_path = '' rows 200
as $$
  select free.starts_at
  from (select notice_hours, horizon_days from public.booking_settings limit 1) as settings
  cross join lateral private.free_slots(
    now() + make_interval(hours => settings.notice_hours), now() + make_interval(days => settings.horizon_days), besides
  ) as free
  where public.booking_is_open();
$$;

-- Whether a visitor may choose this slot now.
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

-- Slots for visitors; with the token of a booking, for moving it.
create function public.consultation_slots(token text default null) returns table (starts_at timestamptz)
  language sql stable security definer set search_path = '' rows 200
as $$
  select offered.starts_at
  from private.offered_slots((select own.id from private.booking_of(token) as own)) as offered
  limit 2000;
$$;
grant execute on function public.consultation_slots(text) to anon, authenticated, service_role;

-- Slots for colleagues, without the notice period; with a booking, for moving it.
create function public.free_slots_for(booking uuid default null) returns table (starts_at timestamptz)
  language plpgsql stable security definer set search_path = '' rows 200
as $$
begin
  perform private.require_lead_handler();
  return query
    select free.starts_at
    from public.booking_settings as settings
    cross join lateral private.free_slots(
      now(), now() + make_interval(days => settings.horizon_days), free_slots_for.booking
    ) as free
    limit 2000;
end;
$$;
grant execute on function public.free_slots_for(uuid) to authenticated, service_role;
