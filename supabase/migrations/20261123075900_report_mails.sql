-- A report of a barrier is mailed to staff and acknowledged to whoever left an address, through the outbox.

alter table public.accessibility_feedback add column acknowledged_at timestamptz;
comment on column public.accessibility_feedback.acknowledged_at is 'when the mail that thanks for it left; null: no address, or not yet';

alter table private.outbox
  add column report_id uuid references public.accessibility_feedback (id) on delete cascade,
  drop constraint outbox_reply_or_notice,
  add constraint outbox_reply_or_notice check (
    case
      when message_id is not null then num_nonnulls(colleague_id, lead_count, report_id) = 0
      when report_id is not null then lead_count is null and backup_problem is null
      else colleague_id is not null and (lead_count is null or lead_count > 0)
    end
  );
comment on column private.outbox.report_id is 'of a report of a barrier: for its colleague, or without one for who wrote it';
-- At most one acknowledgement a report, whatever queues it.
create unique index outbox_acknowledgement on private.outbox (report_id) where colleague_id is null and report_id is not null;
create index outbox_report on private.outbox (report_id) where report_id is not null;

-- One address and nothing else: the form takes a phone number too.
create function private.is_mail_address(value text) returns boolean
  language sql immutable set search_path = ''
as $$ select coalesce(value ~ '^[^@\s<>",;]+@[^@\s<>",;]+\.[^@\s<>",;.]+$' and char_length(value) <= 254, false) $$;

-- Staff get one mail, and another one five minutes later where more came: many reports are no reason for many mails. Who
-- left an address gets one acknowledgement in a day: anybody could write down the address of somebody else. A mail that
-- cannot be queued costs no report.
create function private.queue_report_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_early constant boolean := exists (
    select from public.accessibility_feedback as earlier
    where earlier.id <> new.id and earlier.created_at > now() - interval '5 minutes'
  );
begin
  insert into private.outbox (colleague_id, report_id, next_try_at)
  select colleague, new.id, now() + case when is_early then interval '5 minutes' else interval '0' end
  from private.lead_notice_recipients() as colleague
  where not exists (
    select from private.outbox as waiting
    where waiting.colleague_id = colleague and waiting.report_id is not null and waiting.lease is null
  );
  if private.is_mail_address(new.reply_to) and not exists (
    select from public.accessibility_feedback as earlier
    where earlier.id <> new.id
      and earlier.created_at > now() - interval '1 day'
      and lower(earlier.reply_to) = lower(new.reply_to)
  ) then
    insert into private.outbox (report_id) values (new.id);
  end if;
  return null;
exception
  when others then
    raise warning 'no mail could be queued for a report of a barrier: %', sqlstate;
    return null;
end;
$$;
create trigger queue_report_mails after insert on public.accessibility_feedback
  for each row when (current_user in ('anon', 'authenticated')) execute function private.queue_report_mails();

-- As before, and an acknowledgement is the answer to a request of one's own.
create or replace function private.refuse_unwanted_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.colleague_id is not null or new.report_id is not null then
    return new;
  end if;
  if exists (
    select
    from public.lead_messages as reply
    join public.leads on leads.id = reply.lead_id
    where reply.id = new.message_id and leads.origin is null and private.is_contact_refused(leads.email)
  ) then
    update public.lead_messages
    set delivery_state = 'failed', delivery_problem = 'Not sent: this person asked not to be contacted.'
    where lead_messages.id = new.message_id;
    return null;
  end if;
  return new;
end;
$$;

-- As before, with the reports.
drop function public.claim_mail(integer, integer);
create function public.claim_mail(most integer default 2, lease_seconds integer default 120)
  returns table (
    id uuid,
    lease uuid,
    to_address text,
    lead_count integer,
    message_id uuid,
    lead_id uuid,
    lead_name text,
    body text,
    service_name text,
    author_name text,
    earlier_ids text[],
    report_id uuid,
    is_acknowledgement boolean
  )
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  claim constant uuid := gen_random_uuid();
  lease_time constant interval := interval '1 second' * least(greatest(lease_seconds, 30), 600);
begin
  perform private.create_lead_notices();
  -- Who was erased meanwhile left no address.
  delete from private.outbox using public.accessibility_feedback as report
  where report.id = outbox.report_id and outbox.colleague_id is null and not private.is_mail_address(report.reply_to);
  -- Tried to the end by servers that died of it.
  perform private.fail_mail(outbox.id, 'The server stopped every time it tried to send this.')
  from private.outbox
  where private.is_out_of_attempts(outbox.attempts) and outbox.leased_until <= now();

  update private.outbox
  set lease = claim, leased_until = now() + lease_time, attempts = outbox.attempts + 1
  where outbox.id in (
    select due.id
    from private.outbox as due
    where (due.next_try_at <= now() or due.next_try_at > now() + interval '5 hours')
      and (due.lease is null or due.leased_until <= now() or due.leased_until > now() + interval '11 minutes')
      and not exists (
        select
        from public.lead_messages as reply
        join public.lead_messages as earlier on earlier.lead_id = reply.lead_id
          and (earlier.created_at, earlier.id) < (reply.created_at, reply.id)
        join private.outbox as unsent on unsent.message_id = earlier.id
        where reply.id = due.message_id
      )
    order by due.next_try_at
    limit least(greatest(most, 1), 20)
    for update skip locked
  );
  return query
  select
    outbox.id, outbox.lease,
    coalesce(leads.email, users.email::text, report.reply_to),
    outbox.lead_count, outbox.message_id, leads.id, leads.name,
    coalesce(lead_messages.message, outbox.backup_problem), leads.service_name,
    profiles.full_name,
    array(
      select earlier.transport_id
      from public.lead_messages as earlier
      where earlier.lead_id = leads.id
        and earlier.transport_id is not null
        and (earlier.created_at, earlier.id) < (lead_messages.created_at, lead_messages.id)
      order by earlier.created_at desc, earlier.id desc
      limit 10
    ),
    outbox.report_id,
    outbox.report_id is not null and outbox.colleague_id is null
  from private.outbox
  left join public.lead_messages on lead_messages.id = outbox.message_id
  left join public.leads on leads.id = lead_messages.lead_id
  left join public.profiles on profiles.id = lead_messages.author_id
  left join auth.users on users.id = outbox.colleague_id
  left join public.accessibility_feedback as report on report.id = outbox.report_id
  where outbox.lease = claim;
end;
$$;


-- As before, and when a report was acknowledged.
create or replace function public.report_mail(
  mail uuid, claim uuid, outcome text, problem text default null, transport_id text default null
) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.outbox;
begin
  if outcome is null or outcome not in ('sent', 'recorded', 'refused', 'later') then
    raise exception 'The outcome must be sent, recorded, refused or later.' using errcode = '22023';
  end if;
  select * into job from private.outbox where outbox.id = mail for update;
  if job.id is null or (outcome in ('refused', 'later') and job.lease is distinct from claim) then
    return false;
  end if;
  if outcome in ('sent', 'recorded') then
    update public.lead_messages
    set delivery_state = outcome, delivery_problem = null, transport_id = report_mail.transport_id
    where lead_messages.id = job.message_id;
    if job.report_id is not null and job.colleague_id is null then
      update public.accessibility_feedback set acknowledged_at = now() where accessibility_feedback.id = job.report_id;
    end if;
    if job.lead_count is not null then
      update private.last_lead_notice set at = now();
    end if;
    delete from private.outbox where outbox.id = mail;
  elsif outcome = 'refused' or private.is_out_of_attempts(job.attempts) then
    perform private.fail_mail(mail, problem);
  else
    update public.lead_messages set delivery_problem = left(problem, 300) where lead_messages.id = job.message_id;
    update private.outbox
    set lease = null, leased_until = null, next_try_at = now() + private.retry_delay(job.attempts)
    where outbox.id = mail;
  end if;
  return true;
end;
$$;

revoke execute on function private.is_mail_address(text), private.queue_report_mails() from public;
revoke execute on function public.claim_mail(integer, integer) from public, anon, authenticated;
grant execute on function public.claim_mail(integer, integer) to service_role;
