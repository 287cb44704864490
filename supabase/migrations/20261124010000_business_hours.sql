-- When the agency is open (docs/decisions/0061-business-hours.md): its opening hours, less the holidays of its province and
-- dates of its own. Waits, targets, follow-ups and bookings count in these hours.

create or replace function private.agency_fields() returns table (
  part text, name text, kind text, max_length integer, max_lines integer, is_required boolean, lowest integer, highest integer
)
  language sql immutable parallel safe
as $$
  select * from (
    values
      ('facts', 'name', 'line', 40, null::integer, true, null::integer, null::integer),
      ('facts', 'legalName', 'line', 120, null, false, null, null),
      ('facts', 'phone', 'phone', 30, null, true, null, null),
      ('facts', 'phoneDialled', 'dialled', 16, null, false, null, null),
      ('facts', 'email', 'email', 254, null, true, null, null),
      ('facts', 'country', 'line', 60, null, true, null, null),
      ('facts', 'province', 'line', 60, null, true, null, null),
      ('facts', 'timeZone', 'zone', 60, null, true, null, null),
      ('facts', 'openingHours', 'hours', null, null, null, null, null),
      ('facts', 'holidays', 'choice', 20, null, true, null, null),
      ('facts', 'closedDates', 'dates', 10, 60, false, null, null),
      ('facts', 'openDates', 'dates', 10, 60, false, null, null),
      ('facts', 'answerHours', 'number', null, null, null, 1, 80),
      ('facts', 'years', 'line', 10, null, true, null, null),
      ('facts', 'consultationMinutes', 'number', null, null, null, 5, 480),
      ('facts', 'socialLinks', 'links', 300, 8, false, null, null),
      ('facts', 'logo', 'picture', 400, null, false, null, null),
      ('facts', 'logoDark', 'picture', 400, null, false, null, null),
      ('facts', 'logoGround', 'choice', 20, null, true, null, null),
      ('facts', 'palette', 'choice', 20, null, true, null, null),
      ('facts', 'mainColour', 'colour', 7, null, true, null, null),
      ('facts', 'accentColour', 'colour', 7, null, true, null, null),
      ('facts', 'groundColour', 'colour', 7, null, true, null, null),
      ('texts', 'location', 'line', 80, null, true, null, null),
      ('texts', 'hours', 'line', 120, null, true, null, null),
      ('texts', 'tagline', 'line', 120, null, true, null, null),
      ('texts', 'statement', 'text', 400, null, true, null, null),
      ('texts', 'footerServices', 'lines', 60, 6, true, null, null),
      ('texts', 'heroCaption', 'line', 80, null, true, null, null),
      ('texts', 'heroTitle', 'text', 80, null, true, null, null),
      ('texts', 'heroText', 'text', 240, null, true, null, null),
      ('texts', 'heroFigure1', 'line', 30, null, true, null, null),
      ('texts', 'heroLabel1', 'line', 60, null, true, null, null),
      ('texts', 'heroFigure2', 'line', 30, null, true, null, null),
      ('texts', 'heroLabel2', 'line', 60, null, true, null, null),
      ('texts', 'heroFigure3', 'line', 30, null, true, null, null),
      ('texts', 'heroLabel3', 'line', 60, null, true, null, null),
      ('texts', 'aboutTitle', 'text', 200, null, true, null, null),
      ('texts', 'aboutText', 'text', 800, null, true, null, null),
      ('texts', 'aboutFigure1', 'line', 30, null, true, null, null),
      ('texts', 'aboutLabel1', 'line', 60, null, true, null, null),
      ('texts', 'aboutText1', 'line', 80, null, false, null, null),
      ('texts', 'aboutFigure2', 'line', 30, null, true, null, null),
      ('texts', 'aboutLabel2', 'line', 60, null, true, null, null),
      ('texts', 'aboutText2', 'line', 80, null, false, null, null),
      ('texts', 'aboutFigure3', 'line', 30, null, true, null, null),
      ('texts', 'aboutLabel3', 'line', 60, null, true, null, null),
      ('texts', 'aboutText3', 'line', 80, null, false, null, null),
      ('texts', 'closingTitle', 'line', 80, null, true, null, null),
      ('texts', 'closingText', 'text', 300, null, true, null, null),
      ('texts', 'mailSignature', 'text', 300, null, false, null, null),
      ('texts', 'seoTitle', 'line', 60, null, true, null, null),
      ('texts', 'seoDescription', 'text', 160, null, true, null, null),
      ('texts', 'seoCaption', 'line', 60, null, true, null, null),
      ('texts', 'seoEnding', 'line', 80, null, true, null, null),
      ('texts', 'privacy', 'markdown', 60000, null, false, null, null),
      ('texts', 'terms', 'markdown', 60000, null, false, null, null)
  ) as field
$$;

-- "2026-12-24", and a day that exists.
create function private.is_day(value text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return value ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and to_char(value::date, 'YYYY-MM-DD') = value;
exception
  when datetime_field_overflow then
    return false;
end;
$$;

-- As before, with lists of dates.
create or replace function private.check_agency_values(part text, given jsonb) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  picture constant text :=
    '^(https?://[a-z0-9.:-]+)?/storage/v1/object/public/pictures/[0-9a-f-]{36}/[0-9]{1,4}x[0-9]{1,4}[.]webp$';
  field record;
  item text;
  items text[];
  problem text;
begin
  for field in
    select given_names.name, given -> given_names.name as value, fields.kind, fields.max_length, fields.max_lines,
      fields.is_required, fields.lowest, fields.highest
    from jsonb_object_keys(given) as given_names (name)
    left join private.agency_fields() as fields
      on fields.part = check_agency_values.part and fields.name = given_names.name
  loop
    items := array[]::text[];
    problem := null;
    if field.kind is null then
      problem := 'is no field';
    elsif field.kind = 'number' then
      if jsonb_typeof(field.value) <> 'number' or field.value #>> '{}' !~ '^[0-9]{1,9}$'
        or not (field.value #>> '{}')::integer between field.lowest and field.highest then
        problem := format('a whole number from %s to %s', field.lowest, field.highest);
      end if;
    elsif field.kind = 'hours' then
      problem := private.hours_problem(field.value);
    elsif field.kind in ('lines', 'links', 'dates') then
      if jsonb_typeof(field.value) <> 'array' then
        problem := 'must be a list';
      elsif jsonb_array_length(field.value) > field.max_lines then
        problem := format('at most %s', field.max_lines);
      elsif field.is_required and jsonb_array_length(field.value) = 0 then
        problem := 'is missing';
      elsif exists (select from jsonb_array_elements(field.value) as one where jsonb_typeof(one) <> 'string') then
        problem := 'must be a list of texts';
      else
        items := array(select jsonb_array_elements_text(field.value));
      end if;
    elsif jsonb_typeof(field.value) <> 'string' then
      problem := 'must be a text';
    else
      items := array[field.value #>> '{}'];
    end if;

    foreach item in array items loop
      problem := coalesce(problem, case
        when char_length(item) > field.max_length then format('at most %s characters', field.max_length)
        when btrim(item) = '' and (field.is_required or field.kind in ('lines', 'links', 'dates')) then 'is missing'
        when btrim(item) = '' then null
        when field.kind not in ('text', 'markdown') and item ~ '[[:cntrl:]]' then 'must be one line'
        when field.kind = 'phone' and (
          item !~ '^[+]?[0-9 ().-]+$' or char_length(regexp_replace(item, '[^0-9]', '', 'g')) not between 7 and 15
        ) then 'is no phone number'
        when field.kind = 'dialled' and item !~ '^[+][1-9][0-9]{6,14}$' then 'is no phone number with a country code'
        when field.kind = 'email' and item !~ '^[^[:space:]@<>"(),:;\[\]\\]+@([A-Za-z0-9-]+[.])+[A-Za-z]{2,}$'
          then 'is no email address'
        when field.kind = 'links' and item !~ '^https://[^[:space:]<>"]+$' then 'must begin with https://'
        when field.kind = 'dates' and not private.is_day(item) then 'is no date'
        when field.kind = 'picture' and item !~ picture then 'is no uploaded picture'
        when field.kind = 'choice' and item !~ '^[a-z]+$' then 'is no choice'
        when field.kind = 'colour' and item !~ '^#[0-9a-f]{6}$' then 'is no colour'
        when field.kind = 'zone' and not exists (select from pg_catalog.pg_timezone_names where name = item)
          then 'is no time zone'
      end);
    end loop;

    if problem is not null then
      raise check_violation using
        message = format('%s: %s', field.name, problem),
        schema = 'public', table = 'agency_settings', constraint = 'agency_settings_fields';
    end if;
  end loop;
end;
$$;

-- The fields of the newest settings that business hours need; without any the site's presets (agency-fields.ts), and where
-- no opening hours are published, Monday to Friday from 9 to 5.
create function private.business_settings() returns table (
  zone text, hours jsonb, holidays text, closed_dates date[], open_dates date[], answer_hours integer
)
  language sql stable security definer set search_path = ''
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

-- Gregorian calendar, by the rule of Meeus, Jones and Butcher.
create function private.easter_sunday(year integer) returns date
  language plpgsql immutable set search_path = ''
as $$
declare
  a constant integer := year % 19;
  b constant integer := year / 100;
  c constant integer := year % 100;
  h constant integer := (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
  l constant integer := (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
  m constant integer := (a + 11 * h + 22 * l) / 451;
  n constant integer := h + l - 7 * m + 114;
begin
  return make_date(year, n / 31, n % 31 + 1);
end;
$$;

-- The n-th Monday of a month.
create function private.nth_monday(year integer, month integer, n integer) returns date
  language sql immutable set search_path = ''
as $$
  select make_date(year, month, 1) + (8 - extract(isodow from make_date(year, month, 1))::integer) % 7 + 7 * (n - 1)
$$;

-- The statutory holidays of a year in a province or territory ("on"), under federal rules ("canada") or nowhere ("none"). A
-- fixed date on a day in `days_off` (6 is Saturday) is observed on the next day that is neither that nor a holiday: New
-- Year's Day, Canada Day, Christmas and Boxing Day alone. Quebec's employers choose Good Friday or Easter Monday: the first.
create function private.statutory_holidays(region text, year integer, days_off integer[] default '{6,7}')
  returns table (day date, holiday text)
  language plpgsql immutable set search_path = ''
as $$
declare
  listed record;
  taken date[];
  observed date;
begin
  taken := array[]::date[];
  for listed in
    select rule.day, rule.holiday, rule.moves
    from (
      values
        (make_date(year, 1, 1), 'new_year', true, 'canada ab bc mb nb nl ns nt nu on pe qc sk yt'),
        (private.nth_monday(year, 2, 3), 'family_day', false, 'ab bc nb on sk'),
        (private.nth_monday(year, 2, 3), 'louis_riel_day', false, 'mb'),
        (private.nth_monday(year, 2, 3), 'heritage_day', false, 'ns'),
        (private.nth_monday(year, 2, 3), 'islander_day', false, 'pe'),
        (private.easter_sunday(year) - 2, 'good_friday', false, 'canada ab bc mb nb nl ns nt nu on pe qc sk yt'),
        -- the Monday before May 25
        (make_date(year, 5, 24) - (extract(isodow from make_date(year, 5, 24))::integer - 1), 'victoria_day', false,
          'canada ab bc mb nt nu on sk yt'),
        (make_date(year, 5, 24) - (extract(isodow from make_date(year, 5, 24))::integer - 1), 'patriots_day', false, 'qc'),
        (make_date(year, 6, 21), 'indigenous_peoples_day', false, 'nt yt'),
        (make_date(year, 6, 24), 'national_day', false, 'qc'),
        (make_date(year, 7, 1), 'canada_day', true, 'canada ab bc mb nb nl ns nt nu on pe qc sk yt'),
        (make_date(year, 7, 9), 'nunavut_day', false, 'nu'),
        (private.nth_monday(year, 8, 1), 'civic_holiday', false, 'bc nb nt nu sk'),
        (private.nth_monday(year, 8, 3), 'discovery_day', false, 'yt'),
        (private.nth_monday(year, 9, 1), 'labour_day', false, 'canada ab bc mb nb nl ns nt nu on pe qc sk yt'),
        (make_date(year, 9, 30), 'truth_and_reconciliation', false, 'canada bc mb nt nu pe yt'),
        (private.nth_monday(year, 10, 2), 'thanksgiving', false, 'canada ab bc mb nt nu on qc sk yt'),
        (make_date(year, 11, 11), 'remembrance_day', false, 'canada ab bc mb nb nl ns nt nu pe sk yt'),
        (make_date(year, 12, 25), 'christmas', true, 'canada ab bc mb nb nl ns nt nu on pe qc sk yt'),
        (make_date(year, 12, 26), 'boxing_day', true, 'canada on')
    ) as rule (day, holiday, moves, regions)
    where statutory_holidays.region = any (string_to_array(rule.regions, ' '))
    order by rule.day
  loop
    observed := listed.day;
    while listed.moves and (extract(isodow from observed)::integer = any (days_off) or observed = any (taken))
      and observed < listed.day + 7
    loop
      observed := observed + 1;
    end loop;
    taken := taken || observed;
    day := observed;
    holiday := listed.holiday;
    return next;
  end loop;
end;
$$;

-- The open time of each day from `first` to `last` (days of the agency, 800 at most), one row a day that has any. A time
-- that a clock change skips is the moment an hour later; what is between two moments is as long as it really was.
create function private.business_hours_between(first date, last date)
  returns table (day date, opens timestamptz, closes timestamptz)
  language sql stable security definer set search_path = '' rows 40
as $$
  with settings as materialized (select * from private.business_settings()),
  names as (select array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as name),
  holidays as materialized (
    select observed.day
    from settings
    -- the year before: its Boxing Day may be observed in January
    cross join generate_series(
      extract(year from first)::integer - 1, extract(year from least(last, first + 800))::integer
    ) as year
    cross join lateral private.statutory_holidays(
      settings.holidays,
      year,
      array(select isodow from names, generate_series(6, 7) as isodow where not settings.hours ? names.name[isodow])
    ) as observed
  )
  select
    days.day,
    (days.day + (settings.hours -> days.name ->> 0)::time) at time zone settings.zone,
    (days.day + (settings.hours -> days.name ->> 1)::time) at time zone settings.zone
  from settings
  cross join (
    select first + step as day, names.name[extract(isodow from first + step)::integer] as name
    from names, generate_series(0, least(last - first, 800)) as step
  ) as days
  where settings.hours ? days.name
    and days.day <> all (settings.closed_dates)
    and (days.day = any (settings.open_dates) or not exists (select from holidays where holidays.day = days.day))
  order by days.day;
$$;

-- The open time of one day of the agency; no row where it is closed.
create function private.business_hours_on(day date) returns table (opens timestamptz, closes timestamptz)
  language sql stable security definer set search_path = '' rows 1
as $$ select hours.opens, hours.closes from private.business_hours_between(day, day) as hours $$;

-- The agency's day at a moment.
create function private.business_day(moment timestamptz) returns date
  language sql stable security definer set search_path = ''
as $$ select (moment at time zone settings.zone)::date from private.business_settings() as settings $$;

-- Open time from `a` to `b` in whole minutes; 0 where `b` is not later. Of more than a year, that of the last one: a wait
-- that long is told in no other way, and a call never reads decades.
create function private.business_minutes_between(a timestamptz, b timestamptz) returns integer
  language sql stable security definer set search_path = ''
as $$
  select coalesce(floor(sum(extract(epoch from least(hours.closes, b) - greatest(hours.opens, since))) / 60), 0)::integer
  from (select greatest(a, b - interval '1 year') as since) as span
  cross join lateral private.business_hours_between(private.business_day(since), private.business_day(b)) as hours
  where since < b and hours.opens < b and hours.closes > since;
$$;

-- The moment at which `minutes` of open time have passed since `start`; for 0, `start` or the next opening. A deadline at
-- closing time is that day's. Null where a year has less.
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

-- For the agency's screen: which days a choice of holidays means, the weekend being off.
create function public.holidays_of(region text, year integer) returns table (day date, holiday text)
  language sql stable security definer set search_path = ''
as $$
  select listed.day, listed.holiday
  from private.statutory_holidays(left(region, 20), least(greatest(year, 2000), 2099)) as listed
  where public.is_staff();
$$;

revoke execute on function
  private.is_day(text), private.business_settings(), private.easter_sunday(integer),
  private.nth_monday(integer, integer, integer), private.statutory_holidays(text, integer, integer[]),
  private.business_hours_between(date, date), private.business_hours_on(date), private.business_day(timestamptz),
  private.business_minutes_between(timestamptz, timestamptz), private.add_business_minutes(timestamptz, integer)
  from public;
revoke execute on function public.holidays_of(text, integer) from public, anon, authenticated;
grant execute on function public.holidays_of(text, integer) to authenticated;
