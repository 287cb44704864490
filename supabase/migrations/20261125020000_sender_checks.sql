-- Whether the domain in From sent a mail (server/mail-in/sender/check-sender.ts, docs/decisions/0070-sender-checks.md).
alter table public.received_mails
  add column sender_check text,
  add constraint received_mails_sender_check_known check (sender_check in ('confirmed', 'unconfirmed', 'unchecked'));
comment on column public.received_mails.sender_check is
  'confirmed: signed or sent by the domain in From; unconfirmed: not, or against its rules; unchecked: DNS did not answer; null: not examined';

insert into private.personal_data (table_name, column_name, reach) values ('public.received_mails', 'sender_check', 'none');

-- As before, and a mail whose sender could not be confirmed is in a thread by the signed token alone: who has that has our
-- mail, while addresses and Message-IDs can be known and invented.
create or replace function public.receive_mail(mail jsonb, raw text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kind constant text := mail ->> 'kind';
  tokens constant text[] := array(select jsonb_array_elements_text(mail -> 'tokens'));
  mail_ids constant text[] := array(select jsonb_array_elements_text(mail -> 'mail_ids'));
  new_mail public.received_mails;
  place private.mail_match;
  reply public.lead_messages;
begin
  if kind is null or kind not in ('person', 'auto-reply', 'list', 'own', 'notice', 'bounce', 'too-large', 'unreadable') then
    raise exception 'Unknown kind of mail.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('received_mails:' || (mail ->> 'content_key'), 0));
  select * into new_mail from public.received_mails where content_key = mail ->> 'content_key';
  if new_mail.id is not null then
    delete from private.mail_parts where mail_parts.mail_id = (mail ->> 'id')::uuid and new_mail.id <> (mail ->> 'id')::uuid;
    return jsonb_build_object('id', new_mail.id, 'state', new_mail.state, 'lead_id', new_mail.lead_id, 'is_new', false);
  end if;
  new_mail := jsonb_populate_record(null::public.received_mails, jsonb_build_object(
    'received_at', now(), 'from_name', '', 'subject', '', 'body', '', 'folds', '{}'::integer[], 'is_cut', false,
    'is_other_address', false
  ) || (mail - 'lead_id' - 'message_id' - 'state' - 'received_at'));
  place := private.match_mail(new_mail.from_address, tokens, mail_ids, kind in ('person', 'auto-reply'));
  if new_mail.sender_check = 'unconfirmed' and place.reason in ('thread', 'sender') and kind <> 'bounce' then
    place := row(null, 'unconfirmed', false, false)::private.mail_match;
  end if;
  if place.lead_id is not null then
    -- An erasure and this mail wait for each other.
    perform from public.leads where leads.id = place.lead_id and leads.erased_at is null for no key update;
    if not found then
      place := row(null, 'unknown-sender', false, false)::private.mail_match;
    end if;
  end if;
  new_mail.reason := place.reason;
  new_mail.is_other_address := place.is_other_address;
  new_mail.state := case
    when kind in ('auto-reply', 'list', 'own', 'notice') then 'machine'
    when kind = 'bounce' then 'bounce'
    when kind in ('too-large', 'unreadable') or private.is_of_team(new_mail.from_address) or place.lead_id is null then 'triage'
    when place.is_guess then 'guess'
    else 'joined'
  end;
  if new_mail.state in ('machine', 'bounce') or kind in ('too-large', 'unreadable') then
    new_mail.reason := kind;
  elsif new_mail.state = 'triage' and place.lead_id is not null then
    new_mail.reason := 'team';
  end if;
  if new_mail.state = 'bounce' then
    select * into reply from public.lead_messages where id = private.bounced_reply(mail_ids, place.lead_id);
    new_mail.lead_id := reply.lead_id;
    if reply.id is not null and mail ? 'problem' then
      update public.lead_messages
      set delivery_state = 'failed', delivery_problem = left(mail ->> 'problem', 300), bounced_at = now()
      where lead_messages.id = reply.id;
      delete from private.outbox where outbox.message_id = reply.id;
    end if;
  elsif new_mail.state in ('joined', 'guess', 'machine') then
    new_mail.lead_id := place.lead_id;
  end if;
  if new_mail.state in ('joined', 'guess') then
    new_mail.message_id := private.add_mail_message(new_mail, place.lead_id);
  end if;
  insert into public.received_mails select new_mail.*;
  if raw is not null then
    insert into private.mail_parts (mail_id, part, bytes) values (new_mail.id, 0, decode(raw, 'base64'));
  end if;
  perform private.add_mail_files(new_mail.id, new_mail.lead_id, coalesce(mail -> 'files', '[]'));
  delete from private.mail_parts as part
  where part.stored_at < now() - interval '1 day'
    and not exists (select from public.received_mails as kept where kept.id = part.mail_id);
  return jsonb_build_object('id', new_mail.id, 'state', new_mail.state, 'lead_id', new_mail.lead_id, 'is_new', true);
end;
$$;
