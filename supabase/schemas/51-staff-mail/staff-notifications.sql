-- Notifications of staff by mail: a row for each colleague until it is sent (docs/decisions/0092-mail-to-staff.md).
create table private.staff_notifications (
  -- Null: there was no one to notify.
  colleague_id uuid references auth.users (id) on delete cascade,
  kind text not null,
  -- Null: reports, or an email to sort.
  lead_id uuid references public.leads (id) on delete cascade,
  -- An email to sort; its foreign key is in 54-mail-in.
  received_mail_id uuid,
  at timestamptz not null default now(),
  mail_id uuid references private.outbox (id) on delete set null,
  -- Whether its digest names it; the others stay for the next one.
  is_named boolean not null default false,
  constraint staff_notifications_once unique nulls not distinct (colleague_id, kind, lead_id, received_mail_id),
  constraint staff_notifications_kind_known check (kind in ('lead', 'answer', 'assigned', 'booking', 'mention', 'late', 'mail', 'report'))
);

create index staff_notifications_lead on private.staff_notifications (lead_id);
create index staff_notifications_received_mail on private.staff_notifications (received_mail_id)
  where received_mail_id is not null;
create index staff_notifications_mail on private.staff_notifications (mail_id);

create trigger notify_changed after insert on private.staff_notifications
  for each row execute function private.notify_table_changed();

-- Owners and agents with a confirmed address. Other roles may not read what the mail is about.
create function private.notified_staff() returns table (id uuid, is_owner boolean, is_away boolean)
  language sql stable security definer set search_path = '' rows 10
as $$
  select users.id, staff.role = 'owner',
    coalesce(private.business_day(now()) between profiles.away_from and coalesce(profiles.away_until, 'infinity'), false)
  from public.staff
  join auth.users on users.id = staff.user_id
  left join public.profiles on profiles.id = users.id
  where staff.role in ('owner', 'agent')
    and nullif(users.email, '') is not null
    and users.is_anonymous is not true
    and users.deleted_at is null
    and users.confirmed_at is not null
    and (users.banned_until is null or users.banned_until <= now());
$$;

-- The notified staff who are not away; the owners, if everyone is away.
create function private.available_staff() returns table (id uuid, is_owner boolean)
  language sql stable security definer set search_path = '' rows 10
as $$
  with known as materialized (select * from private.notified_staff())
  select known.id, known.is_owner from known
  where not known.is_away or (known.is_owner and not exists (select from known as other where not other.is_away));
$$;

-- The assignee of a lead if available; otherwise everyone who is available.
create function private.notification_recipients(lead uuid) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  with available as materialized (select * from private.available_staff())
  select coalesce(array_agg(available.id), '{}')
  from available
  left join available as assignee on assignee.id = (select leads.assignee_id from public.leads where leads.id = lead)
  where available.id = coalesce(assignee.id, available.id);
$$;

create function private.late_recipients() returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(available.id) filter (where available.is_owner), array_agg(available.id), '{}')
  from private.available_staff() as available;
$$;

-- Notifies `recipients`, by default notification_recipients of the lead, but not the caller; at most 1,000 of a
-- kind per person, so that a flood of mail takes no room of leads.
-- The dashboard may show it on the desktop. If it cannot be stored, the lead, message or booking is still stored.
create function private.notify_staff(
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
