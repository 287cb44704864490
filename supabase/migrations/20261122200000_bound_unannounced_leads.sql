-- Where nobody has a role that is notified, or no server sends mail, leads would wait for a notice without end. A notice
-- says a number, so past a thousand that wait one more is no news.
create or replace function private.queue_lead_notice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 1000;
begin
  insert into private.unannounced_leads (lead_id)
  select added.id
  from added
  limit greatest(0, most - (select count(*) from (select from private.unannounced_leads limit most) as waiting));
  return null;
exception
  when others then
    raise warning 'no notice could be queued for a new lead: %', sqlstate;
    return null;
end;
$$;

delete from private.unannounced_leads
where lead_id in (select lead_id from private.unannounced_leads order by lead_id offset 1000);
