-- Mail that the server queues for accounts.

-- Staff are notified of what came by mail: of an answer as of one on the page, and of a mail that belongs to no conversation.
create function private.queue_mail_notices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.message_id is not null then
    perform private.queue_answer_notices(new.lead_id);
  else
    perform private.queue_mail('triage', colleague => recipient, unique_key => 'triage:' || recipient)
    from private.lead_notice_recipients() as recipient;
  end if;
  return null;
exception
  -- A notice that cannot be queued costs no mail.
  when others then
    raise warning 'no notice could be queued for a received mail: %', sqlstate;
    return null;
end;
$$;

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
grant execute on function public.mail_backup_problem(text) to service_role;
