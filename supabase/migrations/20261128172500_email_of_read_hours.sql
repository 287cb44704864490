-- 1 × create function

set check_function_bodies = off;

-- One entry for each account and hour that has ended: the tables with their rows. The servers have two minutes to hand in
-- what they counted; what comes later gets an entry of its own.
create or replace function private.write_read_hours() returns void
  language sql volatile security definer set search_path = ''
as $$
  with ended as (
    delete from private.read_counts as counted
    where counted.hour < now() - interval '62 minutes'
    returning counted.account_id, counted.hour, counted.relation, counted.total, counted.network
  )
  insert into public.audit_log (
    created_at, account_id, account_name, account_email, network, area, action, kind, amount, details
  )
  select
    ended.hour + interval '1 hour', ended.account_id, private.audit_account_name(ended.account_id),
    (select profiles.email from public.profiles where profiles.id = ended.account_id), max(ended.network),
    'exports', 'read_hour', 'people', least(sum(ended.total), 2147483647)::integer,
    (array_agg(ended.relation || ' ' || ended.total order by ended.total desc, ended.relation))[1:60]
  from ended
  group by ended.account_id, ended.hour;
$$;
