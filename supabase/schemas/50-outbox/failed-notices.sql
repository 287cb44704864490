-- Notices of new leads that were given up: which colleague they did not reach, and why, for owners to see and to send
-- again. One row a colleague; what fails later joins it.
create table private.failed_notices (
  colleague_id uuid primary key references auth.users (id) on delete cascade,
  lead_count integer not null check (lead_count > 0),
  problem text not null,
  failed_at timestamptz not null default now()
);

-- Which of the team a notice did not reach, the latest failure first. Owners alone.
create function public.failed_notices()
  returns table (colleague text, lead_count integer, problem text, failed_at timestamptz)
  language plpgsql stable security definer set search_path = '' rows 10
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
grant execute on function public.failed_notices() to authenticated, service_role;

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
grant execute on function public.retry_notices() to authenticated, service_role;
