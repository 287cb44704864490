-- The rules for the values of agency_settings. Its fields: agency-field-list.sql.

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
