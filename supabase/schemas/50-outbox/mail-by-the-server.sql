-- Queues a mail to each owner with a confirmed address and replaces one that still waits. Returns the number of owners.
create function public.mail_backup_problem(problem text) returns integer
  language sql volatile security definer set search_path = ''
as $$
  delete from private.outbox where outbox.kind = 'backup-problem' and outbox.lease is null;
  with queued as (
    insert into private.outbox (kind, colleague_id, details)
    select 'backup-problem', colleague.id, jsonb_build_object('problem', left(problem, 1000))
    from private.notified_staff() as colleague where colleague.is_owner
    returning id
  )
  select count(*)::integer from queued;
$$;
grant execute on function public.mail_backup_problem(text) to service_role;
