-- The replies to one lead leave in the order in which they were written. One that still waits for its turn, for a try
-- or for the server that has it holds back those after it: what keeps it from this person would keep them as well, and
-- none holds them longer than its own tries last, because what was sent or given up is no longer in the outbox.
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

-- A further reply is a reason to try those before it again at once, instead of waiting with them for hours.
create function private.hurry_earlier_replies() returns trigger
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
revoke execute on function private.hurry_earlier_replies() from public;

create trigger hurry_earlier_replies after insert on private.outbox
  for each row when (new.message_id is not null)
  execute function private.hurry_earlier_replies();

-- A notice that has grown is another mail with other news: it is tried at once and for as long as any. With the count
-- of the one before it the new leads would be given up with it, or wait out its hours. It grows once in five minutes
-- at most, so a server that is away is not asked more often for it than for notices of their own.
create or replace function private.form_lead_notices() returns void
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
    set id = gen_random_uuid(), lease = null, leased_until = null, lead_count = outbox.lead_count + fresh,
      attempts = 0, next_try_at = now()
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
