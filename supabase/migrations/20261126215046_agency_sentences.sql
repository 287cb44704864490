-- 2 × create function, 1 × comment on

set check_function_bodies = off;

-- In the order of site/app/agency/agency-fields.ts; supabase/tests/agency-settings.test.ts compares both.
create or replace function private.agency_fields() returns table (
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
    ('facts', 'acknowledgement', 'choice', 20, null, true, null, null),
    ('facts', 'years', 'line', 10, null, true, null, null),
    ('facts', 'consultationMinutes', 'number', null, null, null, 5, 480),
    ('facts', 'reputationPromo', 'choice', 20, null, true, null, null),
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
-- Whether content, the trash or the settings show the picture. For versions: is_picture_in_version.
create or replace function private.is_picture_used(object_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  folder constant text := split_part(object_name, '/', 1);
  part constant text := '/pictures/' || folder || '/';
  type private.content_types;
  is_used boolean;
begin
  for type in select * from private.content_types loop
    execute format(
      'select exists (select from public.%I where strpos(%I, $1) > 0 or strpos(%I, $1) > 0)',
      type.table_name, type.picture_column, type.text_column
    ) into is_used using part;
    if is_used then
      return true;
    end if;
  end loop;
  return exists (select from public.media where strpos(media.url, part) > 0)
    or exists (select from public.app_media where strpos(app_media.url, part) > 0)
    or exists (select from public.partners where strpos(partners.logo_url, part) > 0)
    or exists (select from public.deleted_content where deleted_content.pictures @> array[folder])
    or exists (select from public.agency_settings where strpos(agency_settings.facts::text, part) > 0);
end;
$$;
COMMENT ON COLUMN "public"."leads"."consent_version" IS 'language and hash of the text, such as "en-CA.1x8k2p"';
