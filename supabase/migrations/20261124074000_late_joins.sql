-- As before, and a mail that is joined after a reply of ours stands below that reply: it was no answer to the mail, and the
-- lead waits again.
create or replace function private.add_mail_message(mail public.received_mails, lead uuid) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  is_late constant boolean := exists (
    select from public.lead_messages as reply
    where reply.lead_id = lead and reply.sender_type = 'admin' and reply.created_at > mail.received_at
  );
  added uuid;
begin
  -- The colleague who joins it to a thread is not its author.
  perform set_config('request.jwt.claims', '{}', true);
  insert into public.lead_messages (lead_id, message, sender_type, created_at, transport_id)
  values (
    lead, coalesce(nullif(mail.body, ''), nullif(mail.subject, ''), '(no text)'), 'lead',
    case when is_late then now() else mail.received_at end,
    coalesce(mail.mail_id, '<received-' || mail.id || '@mail.invalid>')
  )
  returning id into added;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return added;
end;
$$;
