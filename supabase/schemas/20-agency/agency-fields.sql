-- The fields of agency_settings and the rules for their values.

-- In the order of site/app/agency/agency-fields.ts; supabase/tests/agency-settings.test.ts compares both.
create function private.agency_fields() returns table (
  part text, name text, kind text, max_length integer, max_lines integer, is_required boolean, lowest integer, highest integer
)
  language sql immutable parallel safe rows 80
as $$
  values
    ('facts', 'name', 'line', 40, null::integer, true, null::integer, null::integer),
    ('facts', 'legalName', 'line', 120, null, false, null, null),
    ('facts', 'phone', 'phone', 30, null, true, null, null),
    ('facts', 'phoneDialled', 'dialled', 16, null, false, null, null),
    ('facts', 'email', 'email', 254, null, true, null, null),
    ('facts', 'street', 'line', 120, null, false, null, null),
    ('facts', 'city', 'line', 60, null, false, null, null),
    ('facts', 'postalCode', 'line', 12, null, false, null, null),
    ('facts', 'country', 'line', 60, null, true, null, null),
    ('facts', 'province', 'line', 60, null, true, null, null),
    ('facts', 'timeZone', 'zone', 60, null, true, null, null),
    ('facts', 'openingHours', 'hours', null, null, null, null, null),
    ('facts', 'holidays', 'choice', 20, null, true, null, null),
    ('facts', 'closedDates', 'dates', 10, 60, false, null, null),
    ('facts', 'openDates', 'dates', 10, 60, false, null, null),
    ('facts', 'answerHours', 'number', null, null, null, 1, 80),
    ('facts', 'replyDays', 'number', null, null, null, 0, 30),
    ('facts', 'acknowledgement', 'choice', 20, null, true, null, null),
    ('facts', 'years', 'line', 10, null, true, null, null),
    ('facts', 'consultationMinutes', 'number', null, null, null, 5, 480),
    ('facts', 'reputationPromo', 'choice', 20, null, true, null, null),
    ('facts', 'emptyLists', 'choice', 20, null, true, null, null),
    ('facts', 'socialLinks', 'links', 300, 8, false, null, null),
    ('facts', 'logo', 'picture', 400, null, false, null, null),
    ('facts', 'logoDark', 'picture', 400, null, false, null, null),
    ('facts', 'logoGround', 'choice', 20, null, true, null, null),
    ('facts', 'icon', 'picture', 400, null, false, null, null),
    ('facts', 'heroImage', 'picture', 400, null, false, null, null),
    ('facts', 'palette', 'choice', 20, null, true, null, null),
    ('facts', 'mainColour', 'colour', 7, null, true, null, null),
    ('facts', 'accentColour', 'colour', 7, null, true, null, null),
    ('facts', 'groundColour', 'colour', 7, null, true, null, null)
  union all
  select 'texts', name, kind, max_length, max_lines, is_required, null, null
  from (
    values
      ('location', 'line', 80, null, true), ('hours', 'line', 120, null, true), ('tagline', 'line', 120, null, true),
      ('statement', 'text', 400, null, true), ('footerServices', 'lines', 60, 6, true),
      ('heroCaption', 'line', 80, null, true), ('heroTitle', 'text', 80, null, true),
      ('heroText', 'text', 240, null, true), ('heroImageAlt', 'line', 160, null, false),
      ('heroFigure1', 'line', 30, null, true), ('heroLabel1', 'line', 60, null, true),
      ('heroFigure2', 'line', 30, null, true), ('heroLabel2', 'line', 60, null, true),
      ('heroFigure3', 'line', 30, null, true), ('heroLabel3', 'line', 60, null, true),
      ('aboutTitle', 'text', 200, null, true), ('aboutText', 'text', 800, null, true),
      ('aboutFigure1', 'line', 30, null, true), ('aboutLabel1', 'line', 60, null, true),
      ('aboutText1', 'line', 80, null, false), ('aboutFigure2', 'line', 30, null, true),
      ('aboutLabel2', 'line', 60, null, true), ('aboutText2', 'line', 80, null, false),
      ('aboutFigure3', 'line', 30, null, true), ('aboutLabel3', 'line', 60, null, true),
      ('aboutText3', 'line', 80, null, false), ('appsText', 'text', 300, null, true),
      ('closingTitle', 'line', 80, null, true), ('closingText', 'text', 300, null, true),
      ('servicesAsk', 'text', 300, null, true), ('reputationTitle', 'line', 80, null, true),
      ('reputationText', 'text', 300, null, true), ('reputationBenefits', 'lines', 160, 3, true),
      ('payForResults', 'line', 40, null, false),
      ('servicesIntro', 'text', 300, null, true), ('appsIntro', 'text', 300, null, true),
      ('resourcesIntro', 'text', 300, null, true), ('caseStudiesIntro', 'text', 300, null, true),
      ('contactSteps', 'lines', 160, 5, true), ('serviceClosing', 'text', 300, null, true),
      ('articleClosing', 'text', 300, null, true), ('consentLabel', 'line', 160, null, true),
      ('consentHint', 'line', 200, null, true), ('mailSignature', 'text', 300, null, false),
      ('acknowledgementText', 'text', 1000, null, true), ('seoTitle', 'line', 60, null, true),
      ('seoDescription', 'text', 160, null, true), ('seoCaption', 'line', 60, null, true),
      ('seoEnding', 'line', 80, null, true), ('privacy', 'markdown', 60000, null, false),
      ('terms', 'markdown', 60000, null, false), ('accessibilityTarget', 'markdown', 5000, null, true),
      ('accessibilityLimits', 'markdown', 5000, null, true), ('accessibilityContact', 'markdown', 5000, null, true)
  ) as field (name, kind, max_length, max_lines, is_required)
$$;

-- Raises a check violation that names the field. The caller limits the size of `given`.
create function private.check_agency_values(part text, given jsonb) returns void
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
      problem := 'isn''t a field';
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
        problem := 'must be a list of text values';
      else
        items := array(select jsonb_array_elements_text(field.value));
      end if;
    elsif jsonb_typeof(field.value) <> 'string' then
      problem := 'must be text';
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
        ) then 'isn''t a phone number'
        when field.kind = 'dialled' and item !~ '^[+][1-9][0-9]{6,14}$' then 'isn''t a phone number with a country code'
        when field.kind = 'email' and not private.is_email(item) then 'isn''t an email address'
        when field.kind = 'links' and item !~ '^https://[^[:space:]<>"]+$' then 'must begin with https://'
        when field.kind = 'dates' and not private.is_day(item) then 'isn''t a date'
        when field.kind = 'picture' and item !~ picture then 'isn''t an uploaded picture'
        when field.kind = 'choice' and item !~ '^[a-z]+$' then 'isn''t a choice'
        when field.kind = 'colour' and item !~ '^#[0-9a-f]{6}$' then 'isn''t a colour'
        when field.kind = 'zone' and not exists (select from pg_catalog.pg_timezone_names where name = item)
          then 'isn''t a time zone'
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

-- Null if the value is an object of days, each with an opening time and a later closing time; otherwise the problem.
create function private.hours_problem(value jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  time constant text := '^([01][0-9]|2[0-3]):[0-5][0-9]$';
  day record;
begin
  if jsonb_typeof(value) <> 'object' then
    return 'must be an object of days';
  end if;
  for day in select key, jsonb_each.value from jsonb_each(value) loop
    if day.key <> all (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) then
      return 'has an unknown day';
    end if;
    if jsonb_typeof(day.value) <> 'array' or jsonb_array_length(day.value) <> 2
      or coalesce(day.value ->> 0, '') !~ time or coalesce(day.value ->> 1, '') !~ time then
      return 'needs two times';
    end if;
    if day.value ->> 0 >= day.value ->> 1 then
      return 'must close after it opens';
    end if;
  end loop;
  return null;
end;
$$;
