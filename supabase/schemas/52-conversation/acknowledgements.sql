-- Acknowledgements: mail to visitors that their request arrived, if an owner turned it on.

-- Queues mail for leads from the forms of the site that do not look like spam. At most one mail a day to an address,
-- because anyone can type it, and 60 an hour in all. If the mail cannot be queued, the lead is still stored.
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
    raise warning 'no acknowledgement could be queued: %', sqlstate;
    return null;
end;
$$;
