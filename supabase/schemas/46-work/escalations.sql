-- Who is notified when a target passes: the assignee, an hour of business later the owners; the owners at once where
-- there is none. Each at most once for one wait, and at most one mail in 15 minutes, which counts what came since.
create table private.late_notices (
  colleague_id uuid primary key references auth.users (id) on delete cascade,
  at timestamptz not null
);

create function private.queue_late_notice(colleague uuid, leads integer, mails integer default 0) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  last_at constant timestamptz := (select notice.at from private.late_notices as notice where notice.colleague_id = colleague);
  not_before constant timestamptz :=
    greatest(now(), least(coalesce(last_at, '-infinity'), now()) + interval '15 minutes');
begin
  update private.outbox
  set details = jsonb_build_object(
    'count', (outbox.details ->> 'count')::integer + leads,
    'mails', coalesce((outbox.details ->> 'mails')::integer, 0) + mails
  )
  where outbox.kind = 'late-leads' and outbox.colleague_id = colleague and outbox.lease is null and outbox.attempts = 0;
  if not found then
    perform private.queue_mail(
      'late-leads', colleague, details => jsonb_build_object('count', leads, 'mails', mails), not_before => not_before
    );
    insert into private.late_notices as notice (colleague_id, at) values (colleague, not_before)
    on conflict (colleague_id) do update set at = excluded.at;
  end if;
end;
$$;

-- Emails to sort have the target of a lead; no colleague is responsible for them, so owners are notified at once.
create function private.escalate_waiting_mails() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due constant uuid[] := array(
    select mail.id from public.received_mails as mail
    where mail.escalate_at <= now()
    order by mail.escalate_at limit 500
    for update skip locked
  );
begin
  if due <> '{}' then
    perform private.queue_late_notice(recipient, 0, cardinality(due))
    from private.lead_notice_recipients() as recipient
    join public.staff on staff.user_id = recipient and staff.role = 'owner'
    order by recipient;
    update public.received_mails as mail set escalate_at = null where mail.id = any (due);
  end if;
  return cardinality(due);
end;
$$;

-- One step of the server's job: what passed its target since, 500 leads and 500 emails to sort at most. It is one
-- transaction: a server that stops with it has notified none, and several at once take different leads. Returns how many
-- there were.
create function public.escalate_waiting_leads() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due uuid[];
  notice record;
begin
  due := array(
    select waiting.lead_id from public.leads_needing_reply as waiting
    where waiting.escalate_at <= now()
    order by waiting.escalate_at limit 500
    for update skip locked
  );
  if due = '{}' then
    return private.escalate_waiting_mails();
  end if;
  for notice in
    select told.colleague, count(*)::integer as leads
    from public.leads_needing_reply as waiting
    cross join lateral (
      select waiting.assignee_id as colleague where waiting.assignee_id is not null and not waiting.is_assignee_told
      union all
      select recipient
      from private.lead_notice_recipients() as recipient
      join public.staff on staff.user_id = recipient and staff.role = 'owner'
      where (waiting.assignee_id is null or waiting.is_assignee_told) and recipient is distinct from waiting.assignee_id
    ) as told
    where waiting.lead_id = any (due)
    group by told.colleague
    order by told.colleague
  loop
    perform private.queue_late_notice(notice.colleague, notice.leads);
  end loop;
  update public.leads_needing_reply as waiting
  set is_assignee_told = true,
    escalate_at = case
      when waiting.assignee_id is not null and not waiting.is_assignee_told then private.add_business_minutes(now(), 60)
    end
  where waiting.lead_id = any (due);
  return cardinality(due) + private.escalate_waiting_mails();
end;
$$;
grant execute on function public.escalate_waiting_leads() to service_role;
