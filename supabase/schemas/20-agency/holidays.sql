-- Statutory holidays of the provinces and territories.

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

create function private.nth_monday(year integer, month integer, n integer) returns date
  language sql immutable set search_path = ''
as $$
  select make_date(year, month, 1) + (8 - extract(isodow from make_date(year, month, 1))::integer) % 7 + 7 * (n - 1)
$$;

-- `region`: a province or territory ("on"), the federal rules ("canada"), or "none". New Year's Day, Canada Day,
-- Christmas and Boxing Day on a day in `days_off` (6 is Saturday) are observed on the next day that is neither off nor
-- a holiday. In Quebec, employers choose Good Friday or Easter Monday; this takes Good Friday.
create function private.statutory_holidays(region text, year integer, days_off integer[] default '{6,7}')
  returns table (day date, holiday text)
  language plpgsql immutable set search_path = '' rows 12
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

-- For the settings screen: the holidays of a region, with Saturday and Sunday off.
create function public.holidays_of(region text, year integer) returns table (day date, holiday text)
  language sql stable security definer set search_path = '' rows 12
as $$
  select listed.day, listed.holiday
  from private.statutory_holidays(left(region, 20), least(greatest(year, 2000), 2099)) as listed
  where public.is_staff();
$$;
grant execute on function public.holidays_of(text, integer) to authenticated, service_role;
