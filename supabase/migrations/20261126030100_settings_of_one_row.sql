-- A table of one row is never analyzed (autovacuum waits for 50 changes), and the planner assumes some 2,000 rows: `limit 1`
-- tells it. What the settings say is computed once and not for each half hour, which took half a second on PostgreSQL 15.

create or replace function private.free_slots(first timestamptz, last timestamptz, besides uuid default null)
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

create or replace function private.offered_slots(besides uuid default null) returns table (starts_at timestamptz)
  language sql stable security definer set search_path = '' rows 200
as $$
  select free.starts_at
  from (select notice_hours, horizon_days from public.booking_settings limit 1) as settings
  cross join lateral private.free_slots(
    now() + make_interval(hours => settings.notice_hours), now() + make_interval(days => settings.horizon_days), besides
  ) as free
  where public.booking_is_open();
$$;

create or replace function public.booking_is_open() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select booking.is_open from public.booking_settings as booking limit 1),
    (select settings.local_mode from public.settings limit 1),
    false
  );
$$;
