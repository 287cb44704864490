-- Backups that fail or are missing are mailed to the owners, through the outbox.

alter table private.outbox add column backup_problem text,
  add constraint outbox_backup_problem check (
    backup_problem is null or (colleague_id is not null and lead_count is null and char_length(backup_problem) <= 1000)
  );

-- One mail for each owner with a confirmed address; one that still waits is replaced. Returns how many owners.
create function public.mail_backup_problem(problem text) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  owners integer;
begin
  delete from private.outbox where backup_problem is not null and lease is null;
  insert into private.outbox (colleague_id, backup_problem)
  select staff.user_id, left(problem, 1000)
  from public.staff
  where staff.role = 'owner' and staff.user_id in (select private.lead_notice_recipients());
  get diagnostics owners = row_count;
  return owners;
end;
$$;

-- As before, and `body` is also what is wrong with the backups.
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
    )
  from private.outbox
  left join public.lead_messages on lead_messages.id = outbox.message_id
  left join public.leads on leads.id = lead_messages.lead_id
  left join public.profiles on profiles.id = lead_messages.author_id
  left join auth.users on users.id = outbox.colleague_id
  where outbox.lease = claim;
end;
$$;

revoke execute on function public.mail_backup_problem(text) from public, anon, authenticated;
grant execute on function public.mail_backup_problem(text) to service_role;
