-- As before, and a mail without a Message-ID is known as one too: its message names the mail itself.
create or replace function private.add_mail_message(mail public.received_mails, lead uuid) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  added uuid;
begin
  -- The colleague who joins it to a thread is not its author.
  perform set_config('request.jwt.claims', '{}', true);
  insert into public.lead_messages (lead_id, message, sender_type, created_at, transport_id)
  values (
    lead, coalesce(nullif(mail.body, ''), nullif(mail.subject, ''), '(no text)'), 'lead',
    mail.received_at, coalesce(mail.mail_id, '<received-' || mail.id || '@mail.invalid>')
  )
  returning id into added;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return added;
end;
$$;
