-- Sending: a mail is claimed under a lease, and its outcome is reported.

-- Claims mail that is due and not leased, for `lease_seconds` (30 to 600). If a server stops before it reports, the
-- mail is tried again under the same Message-ID when the lease expires (at least once). Only the database's clock is
-- used; in case it was set back, is_due ignores times that lie too far in the future.
create function public.claim_mail(most integer default 2, lease_seconds integer default 120)
  returns table (
    id uuid, lease uuid, kind text, to_address text, lead_id uuid, message_id uuid, report_id uuid, details jsonb
  )
  language plpgsql volatile security definer set search_path = '' rows 10
as $$
begin
  perform private.queue_digests();
  perform private.drop_dead_mail();
  return query
    update private.outbox as mail
    set lease = gen_random_uuid(), attempts = mail.attempts + 1,
      leased_until = now() + interval '1 second' * least(greatest(lease_seconds, 30), 600)
    where mail.id in (
      select due.id from private.outbox as due
      where private.is_due(due)
      order by due.next_try_at
      limit least(greatest(most, 1), 20)
      for update skip locked
    )
    returning mail.id, mail.lease, mail.kind, private.mail_address(mail), mail.lead_id, mail.message_id, mail.report_id,
      mail.details;
end;
$$;
grant execute on function public.claim_mail(integer, integer) to service_role;

-- Whether a mail can be claimed. Mail with in_order_at waits for earlier mail to the same lead until that is settled:
-- a problem with the recipient affects all of it.
create function private.is_due(mail private.outbox) returns boolean
  language sql stable set search_path = ''
as $$
  select (mail.next_try_at <= now() or mail.next_try_at > greatest(now(), mail.not_before) + interval '5 hours')
    and (mail.lease is null or mail.leased_until <= now() or mail.leased_until > now() + interval '11 minutes')
    and not exists (
      select from private.outbox as earlier
      where earlier.lead_id = mail.lead_id
        and (earlier.in_order_at, earlier.message_id) < (mail.in_order_at, mail.message_id)
    )
$$;

create function private.mail_address(mail private.outbox) returns text
  language sql stable set search_path = ''
as $$
  select case
    when mail.colleague_id is not null then (select users.email from auth.users where users.id = mail.colleague_id)
    when mail.lead_id is not null then (select leads.email from public.leads where leads.id = mail.lead_id)
    else (select report.reply_to from public.accessibility_feedback as report where report.id = mail.report_id)
  end
$$;

-- Deletes mail after drop_after, and fails mail whose servers stopped during every attempt.
create function private.drop_dead_mail() returns void
  language sql volatile set search_path = ''
as $$
  delete from private.outbox where outbox.drop_after <= now() and (outbox.lease is null or outbox.leased_until <= now());
  select private.settle_mail(mail, 'failed', 'The server stopped every time it tried to send this.')
  from private.outbox as mail
  where private.is_out_of_attempts(mail.attempts) and mail.leased_until <= now();
$$;

-- Reports an outcome: `sent`, `recorded` (kept as a file), `refused` (do not retry) or `later` (retry). False if the
-- mail is already settled or, for `refused` and `later`, leased by another server.
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
  perform private.settle_mail(
    job, case when outcome = 'refused' or private.is_out_of_attempts(job.attempts) and outcome = 'later' then 'failed' else outcome end,
    problem, transport_id
  );
  update private.outbox
  set lease = null, leased_until = null, next_try_at = now() + private.retry_delay(job.attempts)
  where outbox.id = mail;
  return true;
end;
$$;
grant execute on function public.report_mail(uuid, uuid, text, text, text) to service_role;

create function private.retry_delay(attempts integer) returns interval
  language sql immutable set search_path = ''
as $$ select least(interval '4 hours', interval '15 seconds' * 3 ^ (greatest(attempts, 1) - 1)) $$;

-- 12 attempts take about a day; the first ones follow each other quickly.
create function private.is_out_of_attempts(attempts integer) returns boolean
  language sql immutable set search_path = ''
as $$ select attempts >= 12 $$;

-- Applies an outcome: `sent`, `recorded` and `failed` delete the row, `later` keeps it.
create function private.settle_mail(mail private.outbox, outcome text, problem text, transport_id text default null)
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  settle constant text := (select known.settle from private.mail_kinds as known where known.kind = mail.kind);
begin
  if settle is not null then
    execute format('select %s($1, $2, $3, $4)', settle) using mail, outcome,
      left(case when outcome = 'failed' then coalesce(problem, 'The mail server didn''t accept this email.') else problem end, 300),
      transport_id;
  end if;
  delete from private.outbox where outbox.id = mail.id and outcome <> 'later';
end;
$$;

create function private.settle_reply(mail private.outbox, outcome text, problem text, transport_id text) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.lead_messages
  set delivery_state = case when settle_reply.outcome = 'later' then delivery_state else settle_reply.outcome end,
    delivery_problem = settle_reply.problem, transport_id = coalesce(settle_reply.transport_id, lead_messages.transport_id)
  where lead_messages.id = mail.message_id;
$$;

-- Sends a failed reply again, for agents and owners. A second call has no effect.
create function public.retry_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  with retried as (
    update public.lead_messages set delivery_state = 'recorded', delivery_problem = null
    where lead_messages.id = reply and lead_messages.delivery_state = 'failed'
    returning *
  )
  insert into private.outbox (kind, message_id, lead_id, in_order_at)
  select 'reply', retried.id, retried.lead_id, retried.created_at from retried
  on conflict (message_id) do nothing;
end;
$$;
grant execute on function public.retry_reply(uuid) to authenticated, service_role;

-- Deletes a reply of the caller that is not sent yet, and restores its lead unless a colleague has replied since.
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
  -- The trigger count_replies stores the number of replies instead of 0.
  update public.leads
  set reply_count = 0,
    last_reply_at = case when is_last then (undone.details ->> 'last_reply_at')::timestamptz else leads.last_reply_at end,
    status = case when is_last and leads.status = 'contacted' then undone.details ->> 'status' else leads.status end
  where leads.id = undone.lead_id;
  insert into public.lead_follow_ups (lead_id, due_on)
  select undone.lead_id, greatest((undone.details ->> 'follow_up')::date, private.business_day(now()))
  where is_last and undone.details ->> 'follow_up' is not null
  on conflict do nothing;
  update public.leads_needing_reply as waiting set is_assignee_told = kept.is_assignee_told, escalate_at = kept.escalate_at
  from jsonb_populate_record(null::public.leads_needing_reply, undone.details -> 'wait') as kept
  where waiting.lead_id = kept.lead_id and waiting.since = kept.since;
  -- Notifications about the lead that a digest deleted because this reply had answered it.
  insert into private.staff_notifications (colleague_id, kind, lead_id, at)
  select kept.colleague_id, kept.kind, kept.lead_id, kept.at
  from jsonb_populate_recordset(null::private.staff_notifications, undone.details -> 'notifications') as kept
  on conflict do nothing;
  -- A later reply that can still be undone then restores the lead to its state before both replies.
  update private.outbox set details = undone.details
  where outbox.id = (
    select later.id from private.outbox as later
    where later.lead_id = undone.lead_id and later.in_order_at > undone.created_at and private.can_be_undone(later)
    order by later.in_order_at limit 1
  );
end;
$$;
grant execute on function public.undo_reply(uuid) to authenticated, service_role;

-- A further reply retries earlier replies to the same lead at once, because it has to wait for them.
create function private.retry_earlier_replies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox set next_try_at = now()
  where outbox.lead_id = new.lead_id and outbox.in_order_at < new.in_order_at and outbox.lease is null
    and outbox.attempts > 0
    and outbox.next_try_at > now();
  return null;
end;
$$;
