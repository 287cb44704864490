-- 1 × create function

set check_function_bodies = off;

-- Notifies `recipients`, by default notification_recipients of the lead, but not the caller; at most 1,000 of a
-- kind per person, so that a flood of mail takes no room of leads.
-- The dashboard may show it on the desktop. If it cannot be stored, the lead, message or booking is still stored.
create or replace function private.notify_staff(
  kind text, lead uuid default null, recipients uuid[] default null, received_mail uuid default null
) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account uuid;
begin
  for account in
    insert into private.staff_notifications (colleague_id, kind, lead_id, received_mail_id)
    select recipient, notify_staff.kind, lead, received_mail
    from unnest(coalesce(recipients, nullif(private.notification_recipients(lead), '{}'), array[null::uuid])) as recipient
    where coalesce(recipient <> auth.uid(), true) and not exists (
      select from private.staff_notifications as known
      where (known.colleague_id = recipient or (recipient is null and known.colleague_id is null))
        and known.kind = notify_staff.kind
      offset 999
    )
    order by recipient
    on conflict on constraint staff_notifications_once do update set at = now(), mail_id = null
    returning colleague_id
  loop
    perform realtime.send(jsonb_build_object('kind', notify_staff.kind, 'lead', lead), 'notification', 'account:' || account, true)
    where notify_staff.kind in ('lead', 'answer') and account is not null;
  end loop;
exception
  when others then
    if notify_staff.kind = 'late' then
      raise;
    end if;
    raise warning 'staff are not notified of a %: %', notify_staff.kind, sqlstate;
end;
$$;
