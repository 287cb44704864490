-- When the agency is open (docs/decisions/0062-nobody-waits-unnoticed.md): its opening hours without holidays and closed dates.
-- Waiting times, targets, follow-ups and bookings use these hours.

-- The settings that business hours need. A missing one has the site's preset (agency-fields.ts); missing opening hours
-- are Monday to Friday, 9 to 5.
create function private.business_settings() returns table (
  zone text, hours jsonb, holidays text, closed_dates date[], open_dates date[], answer_hours integer
)
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    coalesce(known.facts ->> 'timeZone', 'America/Toronto'),
    coalesce(
      nullif(known.facts -> 'openingHours', '{}'),
      '{"mon": ["09:00", "17:00"], "tue": ["09:00", "17:00"], "wed": ["09:00", "17:00"], "thu": ["09:00", "17:00"],
        "fri": ["09:00", "17:00"]}'
    ),
    coalesce(known.facts ->> 'holidays', 'on'),
    array(select jsonb_array_elements_text(known.facts -> 'closedDates')::date),
    array(select jsonb_array_elements_text(known.facts -> 'openDates')::date),
    coalesce((known.facts ->> 'answerHours')::integer, 4)
  from (select) as always
  left join public.agency_settings as known on known.id = private.newest_agency_settings();
$$;

-- Opening and closing time of each open day from `first` to `last`, at most 800 days. A time that a clock change skips
-- is an hour later. The holidays are computed once, as an array, for a fixed number of years that the planner knows.
create function private.business_hours_between(first date, last date)
  returns table (day date, opens timestamptz, closes timestamptz)
  language sql stable security definer set search_path = '' rows 40
as $$
  with settings as materialized (select * from private.business_settings()),
  names as (select array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as name),
  holidays as materialized (
    select array(
      select observed.day
      from settings
      -- the year before: its Boxing Day may be observed in January
      cross join unnest(array[-1, 0, 1, 2, 3]) as step
      cross join lateral private.statutory_holidays(
        settings.holidays,
        extract(year from first)::integer + step,
        array(select isodow from names, generate_series(6, 7) as isodow where not settings.hours ? names.name[isodow])
      ) as observed
      where extract(year from first)::integer + step <= extract(year from least(last, first + 800))::integer
    ) as days
  )
  select
    days.day,
    (days.day + (settings.hours -> days.name ->> 0)::time) at time zone settings.zone,
    (days.day + (settings.hours -> days.name ->> 1)::time) at time zone settings.zone
  from settings
  cross join holidays
  cross join (
    select first + step as day, names.name[extract(isodow from first + step)::integer] as name
    from names, generate_series(0, least(last - first, 800)) as step
  ) as days
  where settings.hours ? days.name
    and days.day <> all (settings.closed_dates)
    and (days.day = any (settings.open_dates) or days.day <> all (holidays.days))
  order by days.day;
$$;

-- The date of a moment in the agency's time zone.
create function private.business_day(moment timestamptz) returns date
  language sql stable security definer set search_path = ''
as $$ select (moment at time zone settings.zone)::date from private.business_settings() as settings $$;

-- Open time from `a` to `b` in whole minutes; 0 if `b` is not later. At most the last year before `b` is counted.
create function private.business_minutes_between(a timestamptz, b timestamptz) returns integer
  language sql stable security definer set search_path = ''
as $$
  select coalesce(floor(sum(extract(epoch from least(hours.closes, b) - greatest(hours.opens, since))) / 60), 0)::integer
  from (select greatest(a, b - interval '1 year') as since) as span
  cross join lateral private.business_hours_between(private.business_day(since), private.business_day(b)) as hours
  where since < b and hours.opens < b and hours.closes > since;
$$;

-- When `minutes` of open time have passed since `start`; for 0, `start` or the next opening. A deadline at closing time
-- is not moved to the next day. Null if a year has less open time.
create function private.add_business_minutes(start timestamptz, minutes integer) returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := private.business_day(start);
  remaining interval := make_interval(mins => greatest(minutes, 0));
  hours record;
  -- mostly a few days are enough
  days integer := 0;
  step integer := 14;
begin
  while days < 366 loop
    for hours in
      select greatest(found.opens, start) as opens, found.closes
      from private.business_hours_between(today + days, today + days + step - 1) as found
      where found.closes > start
    loop
      if remaining <= hours.closes - hours.opens then
        return hours.opens + remaining;
      end if;
      remaining := remaining - (hours.closes - hours.opens);
    end loop;
    days := days + step;
    step := least(step * 3, 366 - days);
  end loop;
  return null;
end;
$$;

-- When the agency opens on this day, or on the next open one.
create function private.business_morning(day date) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select coalesce(private.add_business_minutes(midnight.at, 0), midnight.at)
  from private.business_settings() as settings, lateral (select day::timestamp at time zone settings.zone as at) as midnight;
$$;

-- The open times of a span as arrays, and the seconds of open time before each of them, for binary search.
create function private.business_calendar(
  first date, last date, out opens timestamptz[], out closes timestamptz[], out before double precision[]
)
  language sql stable security definer set search_path = ''
as $$
  select array_agg(hours.opens order by hours.day), array_agg(hours.closes order by hours.day),
    array_agg(hours.before order by hours.day)
  from (
    select
      found.*,
      sum(extract(epoch from found.closes - found.opens)) over (order by found.day)::double precision
        - extract(epoch from found.closes - found.opens)::double precision as before
    from private.business_hours_between(first, last) as found
  ) as hours;
$$;

-- Seconds of open time of the calendar up to a moment.
create function private.open_seconds(
  opens timestamptz[], closes timestamptz[], before double precision[], moment timestamptz
) returns double precision
  language sql immutable parallel safe
  return case
    when coalesce(width_bucket(moment, opens), 0) = 0 then 0
    else before[width_bucket(moment, opens)]
      + extract(epoch from least(moment, closes[width_bucket(moment, opens)]) - opens[width_bucket(moment, opens)])::double precision
  end;
