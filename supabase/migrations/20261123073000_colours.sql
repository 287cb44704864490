-- The agency's colours are settings too (docs/decisions/0057-own-look.md).

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
