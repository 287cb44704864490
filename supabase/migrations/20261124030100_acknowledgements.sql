-- The mail that a request arrived (docs/decisions/0065-mail-to-the-prospect.md): off until an owner turns it on.

-- As before, with its switch and its words.
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
      ('facts', 'acknowledgement', 'choice', 20, null, true, null, null),
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
      ('texts', 'acknowledgementText', 'text', 1000, null, true, null, null),
      ('texts', 'seoTitle', 'line', 60, null, true, null, null),
      ('texts', 'seoDescription', 'text', 160, null, true, null, null),
      ('texts', 'seoCaption', 'line', 60, null, true, null, null),
      ('texts', 'seoEnding', 'line', 80, null, true, null, null),
      ('texts', 'privacy', 'markdown', 60000, null, false, null, null),
      ('texts', 'terms', 'markdown', 60000, null, false, null, null)
  ) as field
$$;

-- Once for a request that came through the site's forms and was not held back as possible spam; once a day for an
-- address, which anybody may type, and 60 times an hour in all. A mail that cannot be queued costs no lead.
create function private.acknowledge_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  lead record;
begin
  if (
    select settings.facts ->> 'acknowledgement' from public.agency_settings as settings
    order by settings.id desc limit 1
  ) is distinct from 'sent' then
    return null;
  end if;
  for lead in
    select added.id, lower(added.email) as email from added
    where added.origin = 'site' and added.score < 5 and private.is_mail_address(added.email)
    order by lower(added.email), added.id
  loop
    perform pg_advisory_xact_lock(hashtextextended('acknowledgement:' || lead.email, 0));
    if not exists (
      select from public.leads as earlier
      join private.conversations as known on known.lead_id = earlier.id
      where lower(earlier.email) = lead.email and known.acknowledged_at > now() - interval '1 day'
    ) and (
      select count(*) < 60 from (
        select from private.conversations as known where known.acknowledged_at > now() - interval '1 hour' limit 60
      ) as recent
    ) then
      insert into private.conversations (lead_id, acknowledged_at) values (lead.id, now());
      perform private.queue_mail('received', lead => lead.id, unique_key => 'received:' || lead.id);
    end if;
  end loop;
  return null;
exception
  when others then
    raise warning 'no mail could be queued that a request arrived: %', sqlstate;
    return null;
end;
$$;
revoke execute on function private.acknowledge_leads() from public;

-- Restored from quarantine, imported and made by hand are inserts of the database itself.
create trigger acknowledge_leads after insert on public.leads
  referencing new table as added
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.acknowledge_leads();
