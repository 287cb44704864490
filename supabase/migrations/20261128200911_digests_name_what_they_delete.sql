-- 1 × alter table, 6 × create function, 1 × comment on, 1 × revoke all

set check_function_bodies = off;

ALTER TABLE "private"."staff_notifications" ADD COLUMN "is_named" boolean NOT NULL DEFAULT false;
-- A changed password or address of an account with a role, and a deleted account.
create or replace function private.audit_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if auth.uid() is not null then
      perform private.audit('team', 'deleted', 'account', old.id::text, old.email);
    end if;
    return null;
  end if;
  if private.is_audited_account(new.id) then
    if new.encrypted_password is distinct from old.encrypted_password then
      perform private.audit('sign_ins', 'password_changed', 'account', account => new.id);
    end if;
    if new.email is distinct from old.email then
      perform private.audit('sign_ins', 'email_changed', 'account', account => new.id);
    end if;
  end if;
  return null;
end;
$$;
-- Of an account that was changed: anyone may choose the name of another, so the address is beside it.
create or replace function private.audit_account_label(account uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select case
    when coalesce(profiles.full_name, '') = '' then profiles.email
    when profiles.email is null then profiles.full_name
    else format('%s (%s)', left(profiles.full_name, greatest(0, 197 - char_length(profiles.email))), profiles.email)
  end
  from public.profiles where profiles.id = account
$$;
-- Role changes, also those of `./fairlead staff`.
create or replace function private.audit_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  role constant text := case when tg_op = 'DELETE' then old.role else new.role end;
begin
  if tg_op <> 'UPDATE' or old.role <> new.role then
    perform private.audit(
      'team', case tg_op when 'INSERT' then 'role_given' when 'UPDATE' then 'role_changed' else 'role_taken' end,
      'staff', account::text, private.audit_account_label(account), details => array[role]
    );
  end if;
  return null;
end;
$$;
-- Whether a notification is obsolete: lead handled, read or reassigned, or mail turned off. Late: only if handled.
create or replace function private.is_settled(item private.staff_notifications, available uuid[]) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when private.is_being_sent(item.mail_id) then false
    when item.kind = 'report' then not exists (select from public.accessibility_feedback where responded_at is null)
    when item.lead_id is null then not exists (
      select from public.received_mails as letter
      where letter.id = item.received_mail_id and letter.state = 'triage'
    )
    when item.kind = 'mention' then not exists (
      select from public.lead_mentions as mention
      where mention.user_id = item.colleague_id and mention.lead_id = item.lead_id
    )
    else (
      item.kind <> 'booking'
      and not exists (select from public.leads_needing_reply as waiting where waiting.lead_id = item.lead_id)
    ) or (
      item.kind <> 'late' and (
        exists (
          select from public.lead_reads as known
          where known.user_id = item.colleague_id and known.lead_id = item.lead_id
            and known.read_at >= item.at and not known.is_unread
        )
        or exists (
          select from public.leads
          where leads.id = item.lead_id and leads.assignee_id <> item.colleague_id and leads.assignee_id = any (available)
        )
      )
    )
  end or item.kind <> 'late' and exists (
    select from public.profiles where profiles.id = item.colleague_id and profiles.mail_frequency = 'never'
  );
$$;
-- Deletes the notifications that a sent digest named; the others stay for the next one. Those of a failed one stay, and
-- owners see the reason (failed_notices).
create or replace function private.settle_digest(mail private.outbox, outcome text, problem text, transport_id text) returns void
  language sql volatile set search_path = ''
as $$
  delete from private.staff_notifications as item
  where item.mail_id = mail.id and item.is_named and settle_digest.outcome in ('sent', 'recorded');
  update private.staff_notifications as item set mail_id = null
  where item.mail_id = mail.id and settle_digest.outcome in ('sent', 'recorded');
  update private.staff_mail as state
  set problem = settle_digest.problem, failed_at = case when settle_digest.problem is not null then now() end
  where state.colleague_id = mail.colleague_id and settle_digest.outcome <> 'later';
$$;
-- The contents of a digest, read when it is sent: at most 30 leads and emails, first those whose target has passed,
-- then the longest wait; `total` is all. Marks what it names.
create or replace function public.staff_digest(mail uuid) returns jsonb
  language sql volatile security definer set search_path = ''
as $$
  with listed as materialized (
    select item.lead_id, item.received_mail_id, array_agg(item.kind) as kinds
    from private.staff_notifications as item where item.mail_id = mail group by item.lead_id, item.received_mail_id
  ),
  entries as materialized (
    select
      lead.id as lead, null::uuid as letter, listed.kinds, lead.name, lead.company, lead.service_name as service, waiting.since, waiting.target_at,
      left(coalesce((
        select message.message from public.lead_messages as message
        where message.lead_id = lead.id and message.sender_type <> 'admin'
        order by message.created_at desc, message.id desc limit 1
      ), lead.message), 200) as words,
      (
        select coalesce(profiles.full_name, profiles.email) from public.lead_notes as note
        join public.profiles on profiles.id = note.author_id
        where note.lead_id = lead.id and note.mentions <> '{}' and 'mention' = any (listed.kinds)
        order by note.created_at desc limit 1
      ) as mentioned_by,
      (
        select jsonb_build_object('at', booking.starts_at, 'state', booking.state) from public.bookings as booking
        where booking.lead_id = lead.id and 'booking' = any (listed.kinds)
        order by booking.state = 'booked' desc, booking.starts_at desc limit 1
      ) as call
    from listed
    join public.leads as lead on lead.id = listed.lead_id
    left join public.leads_needing_reply as waiting on waiting.lead_id = lead.id
    union all
    select null, letter.id, listed.kinds, coalesce(nullif(letter.from_name, ''), letter.from_address), null, nullif(letter.subject, ''),
      letter.received_at, letter.target_at, left(letter.body, 200), null, null
    from listed
    join public.received_mails as letter on letter.id = listed.received_mail_id and letter.state = 'triage'
    where listed.lead_id is null and listed.kinds && '{mail,late}'
  ),
  ranked as materialized (
    select
      entries.*,
      row_number() over (order by 'late' = any (entries.kinds) desc, entries.since, entries.lead, entries.letter) as rank
    from entries
  ),
  marked as (
    update private.staff_notifications as item
    set is_named = not exists (
      select from ranked where ranked.rank > 30 and coalesce(ranked.lead, ranked.letter) = coalesce(item.lead_id, item.received_mail_id)
    )
    where item.mail_id = mail
  )
  select jsonb_build_object(
    'entries', coalesce((
      select jsonb_agg(
        to_jsonb(first) - '{target_at,letter,rank}'::text[] || jsonb_build_object(
          'minutes', private.business_minutes_between(first.since, now()), 'is_late', coalesce(first.target_at <= now(), false)
        ) order by first.rank
      )
      from ranked as first where first.rank <= 30
    ), '[]'),
    'total', (select count(*) from entries),
    'reports', (
      select count(*) from public.accessibility_feedback as report
      where report.responded_at is null and exists (select from listed where 'report' = any (listed.kinds))
    )
  );
$$;
COMMENT ON COLUMN "private"."staff_notifications"."is_named" IS 'whether its digest names it; the others stay for the next one';
REVOKE ALL ON FUNCTION "private"."audit_account_label"(uuid) FROM PUBLIC;

-- Notifications of earlier versions that meant every email to sort become one for each.
insert into private.staff_notifications (colleague_id, kind, received_mail_id, at, mail_id)
select item.colleague_id, item.kind, letter.id, item.at, item.mail_id
from private.staff_notifications as item
cross join public.received_mails as letter
where item.kind in ('mail', 'late') and item.lead_id is null and item.received_mail_id is null and letter.state = 'triage'
on conflict do nothing;
delete from private.staff_notifications as item
where item.kind in ('mail', 'late') and item.lead_id is null and item.received_mail_id is null;
