-- Sending: a mail is claimed under a lease, and its outcome is reported. When it is retried and when it is given up:
-- retry_delay, is_out_of_attempts.

-- Claims mail that is due and not leased, for `lease_seconds` (30 to 600). A server that stops with it is noticed when
-- the lease expires, and the mail is tried again under the same Message-ID: at least once. What to write is in each
-- row: a reply has `body`, a notice `lead_count`, a backup problem its text in `body`. Times are the database's alone;
-- a clock that was set back is noticed by a time that is later than both.
--
-- The replies to one lead leave in the order in which they were written. One that waits holds back those after it,
-- never longer than its own attempts last: what keeps it from this recipient would keep them as well.
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
    kind text,
    details jsonb
  )
  language plpgsql volatile security definer set search_path = '' rows 10
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
  delete from private.outbox where outbox.drop_after <= now() and (outbox.lease is null or outbox.leased_until <= now());
  -- Tried to the end by servers that died of it.
  perform private.fail_mail(outbox.id, 'The server stopped every time it tried to send this.')
  from private.outbox
  where private.is_out_of_attempts(outbox.attempts) and outbox.leased_until <= now();

  update private.outbox
  set lease = claim, leased_until = now() + lease_time, attempts = outbox.attempts + 1
  where outbox.id in (
    select due.id
    from private.outbox as due
    where (due.next_try_at <= now() or due.next_try_at > greatest(now(), due.not_before) + interval '5 hours')
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
    case when outbox.colleague_id is not null then users.email::text else coalesce(leads.email, report.reply_to) end,
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
    outbox.report_id, outbox.kind, outbox.details
  from private.outbox
  left join public.lead_messages on lead_messages.id = outbox.message_id
  left join public.leads on leads.id = coalesce(lead_messages.lead_id, outbox.lead_id)
  left join public.profiles on profiles.id = lead_messages.author_id
  left join auth.users on users.id = outbox.colleague_id
  left join public.accessibility_feedback as report on report.id = outbox.report_id
  where outbox.lease = claim;
end;
$$;
grant execute on function public.claim_mail(integer, integer) to service_role;

-- How it went: `sent`, `recorded` (kept as a file), `refused` (another attempt is in vain) or `later`. False where the
-- mail is settled already, or leased by another server by now; a mail that did leave counts as sent all the same. An
-- acknowledgement that left is noted at its report.
create function public.report_mail(
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
grant execute on function public.report_mail(uuid, uuid, text, text, text) to service_role;

create function private.retry_delay(attempts integer) returns interval
  language sql immutable set search_path = ''
as $$ select least(interval '4 hours', interval '15 seconds' * 3 ^ (greatest(attempts, 1) - 1)) $$;

-- About a day of attempts, closer together at first.
create function private.is_out_of_attempts(attempts integer) returns boolean
  language sql immutable set search_path = ''
as $$ select attempts >= 12 $$;

create function private.fail_mail(mail uuid, problem text) returns void
  language sql security definer set search_path = ''
as $$
  update public.lead_messages
  set delivery_state = 'failed', delivery_problem = left(problem, 300)
  where id = (select outbox.message_id from private.outbox where outbox.id = mail);
  insert into private.failed_notices as failed (colleague_id, lead_count, problem)
  select outbox.colleague_id, outbox.lead_count, left(coalesce(problem, 'The mail server didn''t accept this email.'), 300)
  from private.outbox
  where outbox.id = mail and outbox.lead_count is not null
  on conflict (colleague_id) do update
  set lead_count = failed.lead_count + excluded.lead_count, problem = excluded.problem, failed_at = now();
  delete from private.outbox where id = mail;
$$;

-- Sends a failed reply again, for those who may reply. Called twice it is one.
create function public.retry_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.'
      using errcode = '42501', detail = 'leads_denied';
  end if;
  update public.lead_messages set delivery_state = 'recorded', delivery_problem = null
  where lead_messages.id = reply and lead_messages.delivery_state = 'failed';
  if found then
    insert into private.outbox (message_id) values (reply) on conflict (message_id) do nothing;
  end if;
end;
$$;
grant execute on function public.retry_reply(uuid) to authenticated, service_role;

-- Takes back a reply of the caller's that has not left: the message is deleted, and its lead is as before, unless a
-- colleague has replied since.
create function public.undo_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  undone record;
  is_last boolean;
begin
  delete from private.outbox as mail using public.lead_messages as message
  where message.id = reply and message.author_id = auth.uid() and public.can_handle_leads()
    and mail.message_id = message.id and private.can_be_undone(mail)
  returning message.lead_id, message.created_at, mail.details into undone;
  if undone is null then
    raise exception 'This reply has already been sent.' using errcode = 'P0001', detail = 'reply_left';
  end if;
  delete from public.lead_messages where lead_messages.id = reply;
  is_last := not exists (
    select from public.lead_messages as later
    where later.lead_id = undone.lead_id and later.sender_type = 'admin' and later.created_at > undone.created_at
  );
  update public.leads
  set reply_count = 0,
    last_reply_at = case when is_last then (undone.details ->> 'last_reply_at')::timestamptz else leads.last_reply_at end,
    status = case when is_last and leads.status = 'contacted' then undone.details ->> 'status' else leads.status end
  where leads.id = undone.lead_id;
  insert into public.lead_follow_ups (lead_id, due_on)
  select undone.lead_id, greatest((undone.details ->> 'follow_up')::date, private.business_day(now()))
  where is_last and undone.details ->> 'follow_up' is not null
  on conflict do nothing;
end;
$$;
grant execute on function public.undo_reply(uuid) to authenticated, service_role;

-- A further reply is a reason to try those before it at once, instead of waiting with them for hours.
create function private.retry_earlier_replies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox set next_try_at = now()
  from public.lead_messages as earlier, public.lead_messages as reply
  where reply.id = new.message_id
    and earlier.lead_id = reply.lead_id
    and outbox.message_id = earlier.id
    and outbox.lease is null
    and outbox.attempts > 0
    and outbox.next_try_at > now();
  return null;
end;
$$;
