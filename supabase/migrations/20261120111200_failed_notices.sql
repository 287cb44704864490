-- A notice of new leads that was given up is not forgotten: whom it did not reach, and why, is for owners to see and to
-- send again. One row a colleague; what fails later joins it. Nobody reads the table but through the two functions.
create table private.failed_notices (
  colleague_id uuid primary key references auth.users (id) on delete cascade,
  lead_count integer not null check (lead_count > 0),
  problem text not null,
  failed_at timestamptz not null default now()
);

create or replace function private.give_up_mail(mail uuid, problem text) returns void
  language sql security definer set search_path = ''
as $$
  update public.lead_messages
  set delivery_state = 'failed', delivery_problem = left(problem, 300)
  where id = (select outbox.message_id from private.outbox where outbox.id = mail);
  insert into private.failed_notices as failed (colleague_id, lead_count, problem)
  select outbox.colleague_id, outbox.lead_count, left(coalesce(problem, 'The mail could not be handed over.'), 300)
  from private.outbox
  where outbox.id = mail and outbox.colleague_id is not null
  on conflict (colleague_id) do update
  set lead_count = failed.lead_count + excluded.lead_count, problem = excluded.problem, failed_at = now();
  delete from private.outbox where id = mail;
$$;

-- Whom of the team a notice did not reach, the latest failure first. Owners alone.
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
    where failed.colleague_id in (select private.lead_colleagues())
    order by failed.failed_at desc, failed.colleague_id
    limit 100;
end;
$$;

-- Puts them back into the outbox, all of them: a mail server that is well again is well for everybody. Pressed twice
-- it is one mail each; of somebody who has left the team it only goes.
create function public.retry_notices() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  with again as (delete from private.failed_notices returning colleague_id, lead_count)
  insert into private.outbox (colleague_id, lead_count)
  select again.colleague_id, again.lead_count
  from again
  where again.colleague_id in (select private.lead_colleagues());
end;
$$;

revoke execute on function public.failed_notices(), public.retry_notices() from public, anon, authenticated;
grant execute on function public.failed_notices(), public.retry_notices() to authenticated;
