-- Mail that waits to be sent: replies to leads, notices of new leads to staff, and that a recovery code was used. A row is
-- written by the transaction that makes the lead or the reply, so neither is ever without its mail, and a mail server
-- that is away costs neither. Rows are deleted once they are settled: the table holds remaining work, nothing else. Only
-- the functions below reach these tables.

-- Leads that no notice has told staff of yet; written by private.follow_up_leads.
create table private.pending_lead_notices (
  lead_id uuid primary key references public.leads (id) on delete cascade
);

-- When staff were last notified: one notice in five minutes at most (G-36).
create table private.last_lead_notice (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null default '-infinity'
);
insert into private.last_lead_notice default values;

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  message_id uuid unique references public.lead_messages (id) on delete cascade,
  colleague_id uuid references auth.users (id) on delete cascade,
  lead_count integer,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz,
  constraint outbox_reply_or_notice check (
    case when message_id is null then colleague_id is not null and (lead_count is null or lead_count > 0)
    else colleague_id is null and lead_count is null end
  )
);
comment on column private.outbox.lead_count is
  'of a notice of new leads; a notice without one tells its colleague that a recovery code was used';

create index outbox_due on private.outbox (next_try_at);
create index outbox_colleague on private.outbox (colleague_id) where colleague_id is not null;

-- Notices of new leads that were given up: which colleague they did not reach, and why, for owners to see and to send
-- again. One row a colleague; what fails later joins it.
create table private.failed_notices (
  colleague_id uuid primary key references auth.users (id) on delete cascade,
  lead_count integer not null check (lead_count > 0),
  problem text not null,
  failed_at timestamptz not null default now()
);

-- What a colleague wrote (private.receive_message recorded it) is queued with it.
create function private.queue_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (message_id) values (new.id);
  return null;
end;
$$;

create trigger queue_reply after insert on public.lead_messages
  for each row when (current_user = 'authenticated' and new.delivery_state = 'recorded')
  execute function private.queue_reply();

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
    and outbox.next_try_at > now();
  return null;
end;
$$;

create trigger retry_earlier_replies after insert on private.outbox
  for each row when (new.message_id is not null)
  execute function private.retry_earlier_replies();

-- Wakes the servers that listen; the others poll every few seconds.
create trigger notify_changed after insert on private.outbox
  for each statement execute function private.notify_table_changed();
create trigger notify_changed after insert on private.pending_lead_notices
  for each statement execute function private.notify_table_changed();

-- Owners and agents with a confirmed address: those who may read what a notice is about.
create function private.lead_notice_recipients() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select users.id
  from public.staff
  join auth.users on users.id = staff.user_id
  where staff.role in ('owner', 'agent')
    and nullif(users.email, '') is not null
    and users.is_anonymous is not true
    and users.deleted_at is null
    and users.confirmed_at is not null
    and (users.banned_until is null or users.banned_until <= now());
$$;

-- Makes one notice for each recipient of all leads that wait, unless the last one is younger than five minutes. A notice
-- that still waits to be sent grows instead; with another text it is another mail, so it is tried at once and for as long
-- as any: with the attempts of the one before it the new leads would be given up with it, or wait out its hours.
create function private.create_lead_notices() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  fresh integer;
begin
  delete from private.outbox
  where lead_count is not null and colleague_id not in (select private.lead_notice_recipients());
  if not exists (select from private.pending_lead_notices) or not exists (select private.lead_notice_recipients()) then
    return;
  end if;
  -- One server at a time; the second finds the time moved. A time far ahead is a clock that was set back.
  update private.last_lead_notice set at = now()
  where at <= now() - interval '5 minutes' or at > now() + interval '5 minutes';
  if not found then
    return;
  end if;
  with told as (delete from private.pending_lead_notices returning lead_id)
  select count(*) into fresh from told;
  if fresh = 0 then
    return;
  end if;
  with waiting as (
    select distinct on (outbox.colleague_id) outbox.id
    from private.outbox
    where outbox.lead_count is not null and (outbox.lease is null or outbox.leased_until <= now())
    order by outbox.colleague_id, outbox.next_try_at
  ),
  grown as (
    update private.outbox
    set id = gen_random_uuid(), lease = null, leased_until = null, lead_count = outbox.lead_count + fresh,
      attempts = 0, next_try_at = now()
    from waiting
    where outbox.id = waiting.id
    returning outbox.colleague_id
  )
  insert into private.outbox (colleague_id, lead_count)
  select colleague, fresh
  from private.lead_notice_recipients() as colleague
  where colleague not in (select grown.colleague_id from grown);
end;
$$;

-- About a day of attempts, closer together at first.
create function private.is_out_of_attempts(attempts integer) returns boolean
  language sql immutable set search_path = ''
as $$ select attempts >= 12 $$;

create function private.retry_delay(attempts integer) returns interval
  language sql immutable set search_path = ''
as $$ select least(interval '4 hours', interval '15 seconds' * 3 ^ (greatest(attempts, 1) - 1)) $$;

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

-- Claims mail that is due and not leased, for `lease_seconds` (30 to 600). A server that dies with it is found out when
-- the lease expires, and the mail is tried again under the same Message-ID: at least once. What to write is in each row: a
-- reply has `body`, a notice `lead_count`. Times are the database's alone; one further ahead than any that is ever
-- written comes from a clock that was set back.
-- The replies to one lead leave in the order in which they were written. One that waits holds back those after it, never
-- longer than its own attempts last: what keeps it from this recipient would keep them as well.
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
    earlier_ids text[]
  )
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  claim constant uuid := gen_random_uuid();
  lease_time constant interval := interval '1 second' * least(greatest(lease_seconds, 30), 600);
begin
  perform private.create_lead_notices();
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
    coalesce(leads.email, users.email::text),
    outbox.lead_count, outbox.message_id, leads.id, leads.name, lead_messages.message, leads.service_name,
    profiles.full_name,
    array(
      select earlier.transport_id
      from public.lead_messages as earlier
      where earlier.lead_id = leads.id
        and earlier.transport_id is not null
        and (earlier.created_at, earlier.id) < (lead_messages.created_at, lead_messages.id)
      order by earlier.created_at desc, earlier.id desc
      limit 10
    )
  from private.outbox
  left join public.lead_messages on lead_messages.id = outbox.message_id
  left join public.leads on leads.id = lead_messages.lead_id
  left join public.profiles on profiles.id = lead_messages.author_id
  left join auth.users on users.id = outbox.colleague_id
  where outbox.lease = claim;
end;
$$;

-- How it went: `sent`, `recorded` (kept as a file), `refused` (another attempt is in vain) or `later`. False where the
-- mail is settled already, or leased by another server by now; a mail that did leave counts as sent all the same.
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

-- Sends a failed reply again, for those who may reply. Called twice it is one.
create function public.retry_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  update public.lead_messages set delivery_state = 'recorded', delivery_problem = null
  where lead_messages.id = reply and lead_messages.delivery_state = 'failed';
  if found then
    insert into private.outbox (message_id) values (reply) on conflict (message_id) do nothing;
  end if;
end;
$$;

-- Which of the team a notice did not reach, the latest failure first. Owners alone.
create function public.failed_notices()
  returns table (colleague text, lead_count integer, problem text, failed_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return query
    select coalesce(nullif(profiles.full_name, ''), users.email::text), failed.lead_count, failed.problem, failed.failed_at
    from private.failed_notices as failed
    join auth.users on users.id = failed.colleague_id
    left join public.profiles on profiles.id = failed.colleague_id
    where failed.colleague_id in (select private.lead_notice_recipients())
    order by failed.failed_at desc, failed.colleague_id
    limit 100;
end;
$$;

-- Puts all of them back into the outbox: a mail server that works again works for every recipient. Called twice it is one
-- mail each; that of a former colleague is only deleted.
create function public.retry_notices() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  with retried as (delete from private.failed_notices returning colleague_id, lead_count)
  insert into private.outbox (colleague_id, lead_count)
  select retried.colleague_id, retried.lead_count
  from retried
  where retried.colleague_id in (select private.lead_notice_recipients());
end;
$$;

revoke execute on function
  private.queue_reply(), private.retry_earlier_replies(), private.lead_notice_recipients(), private.create_lead_notices(),
  private.is_out_of_attempts(integer), private.retry_delay(integer), private.fail_mail(uuid, text)
  from public;
revoke execute on function
  public.claim_mail(integer, integer), public.report_mail(uuid, uuid, text, text, text), public.retry_reply(uuid),
  public.failed_notices(), public.retry_notices()
  from public, anon, authenticated;
grant execute on function public.claim_mail(integer, integer), public.report_mail(uuid, uuid, text, text, text)
  to service_role;
grant execute on function public.retry_reply(uuid), public.failed_notices(), public.retry_notices() to authenticated;
