-- What colleagues decide about mail that the server could not place.

-- Returns the mail and locks it; for agents and owners.
create function private.mail_for_staff(mail uuid) returns public.received_mails
  language plpgsql volatile set search_path = ''
as $$
declare
  kept_mail public.received_mails;
begin
  perform private.require_lead_handler();
  select * into kept_mail from public.received_mails where received_mails.id = mail for update;
  if kept_mail.id is null then
    raise exception 'This email no longer exists.' using errcode = 'PT404', hint = 'Refresh the list.';
  end if;
  return kept_mail;
end;
$$;

-- Moves a mail to the thread of a lead; for the lead that was guessed, this confirms the guess. The lead is refreshed
-- at the end, because the wait begins at the arrival of the mail, and the mail refers to its message only then. If owners
-- were notified that the mail waits, they are not notified again of the same wait.
create function public.join_received_mail(mail uuid, lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail public.received_mails := private.mail_for_staff(mail);
  address text;
begin
  select lower(leads.email) into address from public.leads where leads.id = lead and leads.erased_at is null;
  if address is null then
    raise exception 'This lead no longer exists.' using errcode = 'PT404', hint = 'Search again.';
  end if;
  if kept_mail.message_id is not null and kept_mail.lead_id = lead then
    update public.received_mails set state = 'joined', reason = 'staff', is_other_address = false
    where received_mails.id = mail;
    return;
  end if;
  perform private.take_out_mail(kept_mail);
  update public.received_mails
  set state = 'joined', reason = 'staff', lead_id = lead, is_other_address = lower(from_address) <> address,
    message_id = private.add_mail_message(kept_mail, lead)
  where received_mails.id = mail;
  perform private.refresh_leads_needing_reply(array[lead]);
  update public.leads_needing_reply as waiting set escalate_at = null
  where waiting.lead_id = lead and waiting.since = kept_mail.received_at
    and kept_mail.target_at <= now() and kept_mail.escalate_at is null;
  perform private.notify_staff('answer', lead);
end;
$$;
grant execute on function public.join_received_mail(uuid, uuid) to authenticated, service_role;

-- Returns a mail to triage, after a wrong guess or a dismissal.
create function public.return_mail_to_triage(mail uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.take_out_mail(private.mail_for_staff(mail));
end;
$$;
grant execute on function public.return_mail_to_triage(uuid) to authenticated, service_role;

create function public.dismiss_received_mail(mail uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail constant public.received_mails := private.mail_for_staff(mail);
begin
  if kept_mail.message_id is not null then
    raise exception 'This email is already in a conversation.' using errcode = '22023', hint = 'Move it to Emails to sort first.';
  end if;
  update public.received_mails set state = 'dismissed', reason = 'staff' where received_mails.id = mail;
end;
$$;
grant execute on function public.dismiss_received_mail(uuid) to authenticated, service_role;

-- Creates a lead of the sender, with the time of the mail and the mail as its thread. Returns the lead.
create function public.make_lead_of_mail(mail uuid) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail constant public.received_mails := private.mail_for_staff(mail);
  name constant text := private.clean_line(kept_mail.from_name);
  lead uuid;
begin
  if kept_mail.message_id is not null then
    return kept_mail.lead_id;
  end if;
  insert into public.leads (name, email, created_at)
  values (
    left(case when char_length(name) >= 2 and private.has_visible_character(name) then name else rpad(split_part(kept_mail.from_address, '@', 1), 2, '.') end, 100),
    kept_mail.from_address,
    kept_mail.received_at
  )
  returning id into lead;
  perform public.join_received_mail(mail, lead);
  return lead;
end;
$$;
grant execute on function public.make_lead_of_mail(uuid) to authenticated, service_role;

-- Removes a mail from its thread and puts it into triage.
create function private.take_out_mail(mail public.received_mails) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  update public.received_mails
  set state = 'triage', reason = 'moved', lead_id = null, message_id = null, is_other_address = false
  where received_mails.id = mail.id;
  delete from public.lead_messages where lead_messages.id = mail.message_id;
end;
$$;
