-- How mail leaves the outbox: a server claims some of it for a while, sends it, and reports. A server that dies in
-- between is found out when its lease lapses, and the mail is tried again under the same Message-ID: at least once.

-- Owners and agents with an address: those who may read what a notice speaks of.
create function private.lead_colleagues() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select users.id
  from public.staff
  join auth.users on users.id = staff.user_id
  where staff.role in ('owner', 'agent')
    and nullif(users.email, '') is not null
    and users.is_anonymous is not true
    and users.deleted_at is null
    and (users.banned_until is null or users.banned_until <= now());
$$;

-- Makes one notice for each colleague of all leads that wait, unless the last one is younger than five minutes. A
-- notice that still waits to be sent grows instead; as another text it is another mail.
create function private.form_lead_notices() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  fresh integer;
begin
  delete from private.outbox
  where colleague_id is not null and colleague_id not in (select private.lead_colleagues());
  if not exists (select from private.unannounced_leads) or not exists (select private.lead_colleagues()) then
    return;
  end if;
  -- One server at a time; the second finds the time moved. A time far ahead is a clock that was set back.
  update private.last_lead_notice set at = now()
  where at <= now() - interval '5 minutes' or at > now() + interval '5 minutes';
  if not found then
    return;
  end if;
  with told as (delete from private.unannounced_leads returning lead_id)
  select count(*) into fresh from told;
  if fresh = 0 then
    return;
  end if;
  with waiting as (
    select distinct on (outbox.colleague_id) outbox.id
    from private.outbox
    where outbox.colleague_id is not null and (outbox.lease is null or outbox.leased_until <= now())
    order by outbox.colleague_id, outbox.next_try_at
  ),
  grown as (
    update private.outbox
    set id = gen_random_uuid(), lease = null, leased_until = null, lead_count = outbox.lead_count + fresh
    from waiting
    where outbox.id = waiting.id
    returning outbox.colleague_id
  )
  insert into private.outbox (colleague_id, lead_count)
  select colleague, fresh
  from private.lead_colleagues() as colleague
  where colleague not in (select grown.colleague_id from grown);
end;
$$;

-- About a day of tries, closer together at first.
create function private.tries_enough(attempts integer) returns boolean
  language sql immutable set search_path = ''
as $$ select attempts >= 12 $$;

create function private.wait_after(attempts integer) returns interval
  language sql immutable set search_path = ''
as $$ select least(interval '4 hours', interval '15 seconds' * 3 ^ (greatest(attempts, 1) - 1)) $$;

create function private.give_up_mail(mail uuid, problem text) returns void
  language sql security definer set search_path = ''
as $$
  update public.lead_messages
  set delivery_state = 'failed', delivery_problem = left(problem, 300)
  where id = (select outbox.message_id from private.outbox where outbox.id = mail);
  delete from private.outbox where id = mail;
$$;

-- Hands out mail that is due and nobody's, for `lease_seconds` (30 to 600). What to write is in each row: a reply
-- has `body`, a notice `lead_count`. Times are the database's alone; one that lies further ahead than any that is
-- ever written comes from a clock that was set back.
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
  perform private.form_lead_notices();
  -- Tried to the end by servers that died of it.
  perform private.give_up_mail(outbox.id, 'The server stopped at every try to send it.')
  from private.outbox
  where private.tries_enough(outbox.attempts) and outbox.leased_until <= now();

  update private.outbox
  set lease = claim, leased_until = now() + lease_time, attempts = outbox.attempts + 1
  where outbox.id in (
    select due.id
    from private.outbox as due
    where (due.next_try_at <= now() or due.next_try_at > now() + interval '5 hours')
      and (due.lease is null or due.leased_until <= now() or due.leased_until > now() + interval '11 minutes')
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

-- How it went: `sent`, `recorded` (kept as a file), `refused` (another try is in vain) or `later`. False where the
-- mail is settled already, or somebody else's by now; a mail that did leave counts as sent all the same.
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
    if job.colleague_id is not null then
      update private.last_lead_notice set at = now();
    end if;
    delete from private.outbox where outbox.id = mail;
  elsif outcome = 'refused' or private.tries_enough(job.attempts) then
    perform private.give_up_mail(mail, problem);
  else
    update public.lead_messages set delivery_problem = left(problem, 300) where lead_messages.id = job.message_id;
    update private.outbox
    set lease = null, leased_until = null, next_try_at = now() + private.wait_after(job.attempts)
    where outbox.id = mail;
  end if;
  return true;
end;
$$;

-- Whoever may reply sends a failed reply again. Pressed twice it is one.
create function public.retry_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'Only staff who handle leads may do this.' using errcode = '42501';
  end if;
  update public.lead_messages set delivery_state = 'recorded', delivery_problem = null
  where lead_messages.id = reply and lead_messages.delivery_state = 'failed';
  if found then
    insert into private.outbox (message_id) values (reply) on conflict (message_id) do nothing;
  end if;
end;
$$;

revoke execute on function
  private.lead_colleagues(), private.form_lead_notices(), private.tries_enough(integer), private.wait_after(integer),
  private.give_up_mail(uuid, text)
  from public;
revoke execute on function
  public.claim_mail(integer, integer), public.report_mail(uuid, uuid, text, text, text), public.retry_reply(uuid)
  from public, anon, authenticated;
grant execute on function public.claim_mail(integer, integer), public.report_mail(uuid, uuid, text, text, text)
  to service_role;
grant execute on function public.retry_reply(uuid) to authenticated;
