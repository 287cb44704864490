-- What the agency publishes about itself: name, phone, logo, colours, opening hours, texts of pages and mails.
-- Append-only versions; the newest one is what everyone sees. A field that is missing has the site's preset
-- (site/app/agency/agency-fields.ts).

create table public.agency_settings (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  -- The version that was the newest when this one was begun: of two saves at once the second is rejected.
  based_on bigint,
  restored_from bigint,
  facts jsonb not null default '{}',
  -- by language: {"en-CA": {…}}
  texts jsonb not null default '{}'
);

create index agency_settings_created_by on public.agency_settings (created_by);

alter table public.agency_settings enable row level security, force row level security;
grant select (created_at, facts, id, texts) on public.agency_settings to anon;
grant select, insert (based_on, facts, restored_from, texts) on public.agency_settings to authenticated;
revoke delete, truncate, update on public.agency_settings from service_role;
grant insert (based_on, facts, restored_from, texts) on public.agency_settings to service_role;

-- Everyone reads the newest version: it is on every page.
create policy "everybody reads the newest" on public.agency_settings for select to anon, authenticated
  using (id = (select private.newest_agency_settings()));
-- Owners compare and restore earlier ones.
create policy "owners read all" on public.agency_settings for select to authenticated
  using ((select public.is_owner()));
-- Owners save.
create policy "owners insert" on public.agency_settings for insert to authenticated
  with check ((select public.is_owner()) and created_by = (select auth.uid()));

create trigger check_version before insert on public.agency_settings
  for each row execute function private.check_agency_settings();
create trigger audit_saved after insert on public.agency_settings
  for each row execute function private.audit_agency_settings();
create trigger notify_changed after insert or update or delete on public.agency_settings
  for each row execute function private.notify_table_changed();
create trigger follow_agency_hours after insert on public.agency_settings
  for each statement execute function private.follow_agency_hours();
create trigger notify_truncated after truncate on public.agency_settings
  for each statement execute function private.notify_table_changed();
create trigger trim_versions after insert on public.agency_settings
  for each statement execute function private.trim_agency_settings();

-- The fields in the order of the site's definition, which supabase/tests/agency-settings.test.ts compares.
create function private.agency_fields() returns table (
  part text, name text, kind text, max_length integer, max_lines integer, is_required boolean, lowest integer, highest integer
)
  language sql immutable parallel safe rows 40
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
      ('facts', 'acknowledgement', 'choice', 20, null, true, null, null),
      ('facts', 'years', 'line', 10, null, true, null, null),
      ('facts', 'consultationMinutes', 'number', null, null, null, 5, 480),
      ('facts', 'reputationPromo', 'choice', 20, null, true, null, null),
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
      ('texts', 'acknowledgementText', 'text', 1000, null, true, null, null),
      ('texts', 'seoTitle', 'line', 60, null, true, null, null),
      ('texts', 'seoDescription', 'text', 160, null, true, null, null),
      ('texts', 'seoCaption', 'line', 60, null, true, null, null),
      ('texts', 'seoEnding', 'line', 80, null, true, null, null),
      ('texts', 'privacy', 'markdown', 60000, null, false, null, null),
      ('texts', 'terms', 'markdown', 60000, null, false, null, null)
  ) as field
$$;

create function private.check_agency_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  language text;
  newest bigint;
begin
  if pg_column_size(new.facts) > 20000 or pg_column_size(new.texts) > 600000 then
    perform private.reject_oversized('agency_settings', 'agency_settings_size');
  end if;
  if jsonb_typeof(new.facts) <> 'object' or jsonb_typeof(new.texts) <> 'object' then
    raise check_violation using message = 'facts and texts must be objects';
  end if;
  perform private.check_agency_values('facts', new.facts);
  for language in select jsonb_object_keys(new.texts) loop
    if language !~ '^[a-z]{2}-[A-Z]{2}$' or jsonb_typeof(new.texts -> language) <> 'object' then
      raise check_violation using message = format('texts: %s is no language', left(language, 20));
    end if;
    perform private.check_agency_values('texts', new.texts -> language);
  end loop;
  perform pg_advisory_xact_lock(hashtextextended('agency_settings', 0));
  select max(id) into newest from public.agency_settings;
  if new.based_on is distinct from newest then
    raise sqlstate 'PT409' using message = 'the settings were changed meanwhile';
  end if;
  return new;
end;
$$;

-- Raises a check violation that names the field. `given` is small: the table's checks run after its triggers, so its
-- trigger measures it first.
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
        when field.kind = 'email' and not private.is_email(item) then 'is no email address'
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

-- Null where it is an object of days, each with an opening and a later closing time.
create function private.hours_problem(value jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  time constant text := '^([01][0-9]|2[0-3]):[0-5][0-9]$';
  day record;
begin
  if jsonb_typeof(value) <> 'object' then
    return 'must be days';
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

-- A version is about a hundred kilobytes at most.
create function private.trim_agency_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.agency_settings where id in (
    select version.id from public.agency_settings as version order by version.id desc offset 500
  );
  return null;
end;
$$;

create function private.newest_agency_settings() returns bigint
  language sql stable security definer set search_path = ''
as $$ select max(id) from public.agency_settings $$;
grant execute on function private.newest_agency_settings() to anon, authenticated;

-- `settings`: {"facts", "texts", "basedOn", "restoredFrom"} of a new version; `partners`: {"list": the strip of the home
-- page, "basedOn": the one that the changes began with}, each partner as {"name", "logo", "ground"}. A part that is null
-- stays as it is. Partners that stay keep their row, and one that stays as it is is not written, so an unchanged sample
-- is still one. Runs with the caller's rights: the policies of both tables decide. Returns the newest version, if any.
create function public.save_agency(settings jsonb, partners jsonb)
  returns table (id bigint, created_at timestamptz, facts jsonb, texts jsonb)
  language plpgsql set search_path = '' rows 1
as $$
declare
  list constant jsonb := partners -> 'list';
  stored jsonb;
begin
  if jsonb_typeof(settings) = 'object' then
    insert into public.agency_settings (facts, texts, based_on, restored_from)
    values (
      settings -> 'facts', settings -> 'texts', (settings ->> 'basedOn')::bigint, (settings ->> 'restoredFrom')::bigint
    );
  end if;
  if jsonb_typeof(partners) = 'object' then
    if jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 40 then
      raise check_violation using message = 'partners: a list of at most 40';
    end if;
    if not public.can_edit_content() then
      raise insufficient_privilege using message = 'only editors and owners change partners';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('partners', 0));
    select coalesce(jsonb_agg(
      jsonb_build_object('name', one.name, 'logo', one.logo_url, 'ground', one.logo_ground)
      order by one.sort_order, one.name
    ), '[]') into stored
    from public.partners as one;
    if stored is distinct from partners -> 'basedOn' then
      raise sqlstate 'PT409' using message = 'the partners were changed meanwhile';
    end if;
    delete from public.partners as one
    where not exists (select from jsonb_array_elements(list) as listed where listed ->> 'name' = one.name);
    insert into public.partners as one (name, logo_url, logo_ground, sort_order)
    select distinct on (listed ->> 'name')
      listed ->> 'name', listed ->> 'logo', coalesce(listed ->> 'ground', 'any'), place
    from jsonb_array_elements(list) with ordinality as item (listed, place)
    order by listed ->> 'name', place
    on conflict (name) do update
      set sort_order = excluded.sort_order, logo_url = excluded.logo_url, logo_ground = excluded.logo_ground
      where (one.sort_order, one.logo_url, one.logo_ground)
        is distinct from (excluded.sort_order, excluded.logo_url, excluded.logo_ground);
  end if;
  return query
    select version.id, version.created_at, version.facts, version.texts
    from public.agency_settings as version order by version.id desc limit 1;
end;
$$;
grant execute on function public.save_agency(jsonb, jsonb) to authenticated, service_role;
