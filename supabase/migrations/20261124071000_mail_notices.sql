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
create trigger queue_mail_notices after insert on public.received_mails
  for each row when (new.state in ('joined', 'guess', 'triage')) execute function private.queue_mail_notices();
revoke execute on function private.queue_mail_notices() from public;
