-- The agency's logo is a setting like the others (docs/decisions/0057-own-look.md).

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
      ('facts', 'years', 'line', 10, null, true, null, null),
      ('facts', 'consultationMinutes', 'number', null, null, null, 5, 480),
      ('facts', 'socialLinks', 'links', 300, 8, false, null, null),
      ('facts', 'logo', 'picture', 400, null, false, null, null),
      ('facts', 'logoDark', 'picture', 400, null, false, null, null),
      ('facts', 'logoGround', 'choice', 20, null, true, null, null),
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

-- Raises a check violation that names the field. `given` is small: the table's checks run after its triggers, so its
-- trigger measures it first.
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
    elsif field.kind in ('lines', 'links') then
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
        when btrim(item) = '' and (field.is_required or field.kind in ('lines', 'links')) then 'is missing'
        when btrim(item) = '' then null
        when field.kind not in ('text', 'markdown') and item ~ '[[:cntrl:]]' then 'must be one line'
        when field.kind = 'phone' and (
          item !~ '^[+]?[0-9 ().-]+$' or char_length(regexp_replace(item, '[^0-9]', '', 'g')) not between 7 and 15
        ) then 'is no phone number'
        when field.kind = 'dialled' and item !~ '^[+][1-9][0-9]{6,14}$' then 'is no phone number with a country code'
        when field.kind = 'email' and item !~ '^[^[:space:]@<>"(),:;\[\]\\]+@([A-Za-z0-9-]+[.])+[A-Za-z]{2,}$'
          then 'is no email address'
        when field.kind = 'links' and item !~ '^https://[^[:space:]<>"]+$' then 'must begin with https://'
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

-- A picture of any kept version is used: a restore shows it again.
create or replace function private.is_picture_used(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  with folder as (select '/pictures/' || split_part(object_name, '/', 1) || '/' as part)
  select exists (select from public.media, folder where strpos(media.url, part) > 0)
    or exists (select from public.app_media, folder where strpos(app_media.url, part) > 0)
    or exists (
      select from public.services, folder
      where strpos(services.hero_image_url, part) > 0 or strpos(services.description, part) > 0
    )
    or exists (
      select from public.apps, folder
      where strpos(apps.logo_url, part) > 0 or strpos(apps.description, part) > 0
    )
    or exists (
      select from public.posts, folder
      where strpos(posts.cover_url, part) > 0 or strpos(posts.body, part) > 0
    )
    or exists (
      select from public.deleted_content
      where deleted_content.pictures @> array[split_part(object_name, '/', 1)]
    )
    or exists (
      select from public.agency_settings, folder
      where strpos(agency_settings.facts ->> 'logo', part) > 0
        or strpos(agency_settings.facts ->> 'logoDark', part) > 0
    );
$$;

-- A logo may be a drawing. Nobody else sees what was sent, and it is stored as pixels (make-logo.server.ts).
update storage.buckets
set allowed_mime_types = '{image/jpeg,image/png,image/webp,image/gif,image/avif,image/svg+xml}'
where id = 'incoming';
