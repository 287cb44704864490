-- An address whose mail came back is known as such on every lead that has it, until a mail from it arrives, it is
-- corrected, or a colleague says that it works. Leads of one address always agree.
alter table public.leads add column email_bounced_at timestamptz;
comment on column public.leads.email_bounced_at is 'when a mail to its address came back; null: none did since one arrived from it';
-- Few: so each new lead and message asks here at no cost.
create index leads_bounced on public.leads (lower(email)) where email_bounced_at is not null;

create function private.set_bounced(address text, at timestamptz) returns void
  language sql volatile set search_path = ''
as $$
  update public.leads set email_bounced_at = at
  where lower(leads.email) = lower(address) and leads.erased_at is null and num_nulls(leads.email_bounced_at, at) = 1;
$$;

create function private.copy_bounced() returns trigger
  language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  new.email_bounced_at := (
    select max(known.email_bounced_at) from public.leads as known
    where lower(known.email) = lower(new.email) and known.email_bounced_at is not null and known.id <> new.id
  );
  return new;
end;
$$;
create trigger set_bounced before insert or update of email on public.leads
  for each row execute function private.copy_bounced();

-- An answer on the page of the conversation: its link came by mail. One by mail has a transport_id, a noted one a channel.
create function private.clear_bounced() returns trigger
  language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  perform private.set_bounced(bounced.email, null)
  from public.leads as bounced
  where bounced.email_bounced_at is not null
    and bounced.id in (
      select message.lead_id from added as message
      where message.sender_type = 'lead' and message.channel is null and message.transport_id is null
    );
  return null;
end;
$$;
create trigger clear_bounced after insert on public.lead_messages
  referencing new table as added for each statement execute function private.clear_bounced();

-- For staff who know better, of all leads with this one's address.
create function public.clear_bounced_address(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  perform private.set_bounced((select leads.email from public.leads where leads.id = lead), null);
end;
$$;

-- Threads whose last word is a reply that came back.
select private.set_bounced(leads.email, last.bounced_at)
from public.leads
cross join lateral (
  select message.sender_type, message.bounced_at from public.lead_messages as message
  where message.lead_id = leads.id order by message.created_at desc, message.id desc limit 1
) as last
where last.sender_type = 'admin' and last.bounced_at is not null;

-- As before, and a bounce says that its address is bad, a mail from an address that it works.
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
      perform private.set_bounced((select leads.email from public.leads where leads.id = reply.lead_id), now());
    end if;
  elsif new_mail.state in ('joined', 'guess', 'machine') then
    new_mail.lead_id := place.lead_id;
  end if;
  if new_mail.state in ('joined', 'guess') then
    new_mail.message_id := private.add_mail_message(new_mail, place.lead_id);
  end if;
  if kind = 'person' and new_mail.sender_check is distinct from 'unconfirmed' then
    perform private.set_bounced(new_mail.from_address, null);
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

revoke execute on function
  private.set_bounced(text, timestamptz), private.copy_bounced(), private.clear_bounced(), public.clear_bounced_address(uuid)
  from public, anon, authenticated;
grant execute on function public.clear_bounced_address(uuid) to authenticated;
