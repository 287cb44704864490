-- Mail of the outbox that has a time of its own, such as a reminder: it waits for days, and is not sent when it is late.

alter table private.outbox
  add column not_before timestamptz,
  add column drop_after timestamptz;
comment on column private.outbox.not_before is 'set where it waits longer than any retry';
comment on column private.outbox.drop_after is 'it is of no use later';

create function private.set_mail_time() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.next_try_at > now() + interval '4 hours' then
    new.not_before := new.next_try_at;
  end if;
  return new;
end;
$$;
create trigger set_mail_time before insert on private.outbox
  for each row execute function private.set_mail_time();
revoke execute on function private.set_mail_time() from public;

-- As before, with these times: a clock that was set back is told by a time that is later than both.
create or replace function public.claim_mail(most integer default 2, lease_seconds integer default 120)
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

-- As before, and what is not due for days waits for nothing.
create or replace function public.outbox_state()
  returns table (waiting integer, oldest_seconds integer, failed integer)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return query
    with queued as (
      select greatest(outbox.queued_at, outbox.not_before) as since from private.outbox
      where outbox.not_before is null or outbox.not_before <= now()
      union all
      select min(leads.created_at)
      from private.pending_lead_notices
      join public.leads on leads.id = pending_lead_notices.lead_id
      where exists (select private.lead_notice_recipients())
      having count(*) > 0
    )
    select
      count(*)::integer,
      -- A clock that was set back makes no age negative.
      greatest(coalesce(extract(epoch from now() - min(queued.since)), 0), 0)::integer,
      (
        select count(*) from public.lead_messages
        where delivery_state = 'failed' and created_at > now() - interval '7 days'
      )::integer + (
        select count(*) from private.failed_notices
        where colleague_id in (select private.lead_notice_recipients()) and failed_at > now() - interval '7 days'
      )::integer
    from queued;
end;
$$;
