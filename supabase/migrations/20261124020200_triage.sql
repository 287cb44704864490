-- What staff decide about received mail, reading the original, and what keeps it bounded.

create function private.mail_for_staff(mail uuid) returns public.received_mails
  language plpgsql volatile set search_path = ''
as $$
declare
  kept_mail public.received_mails;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  select * into kept_mail from public.received_mails where received_mails.id = mail for update;
  if kept_mail.id is null then
    raise exception 'This email is no longer here.' using errcode = 'P0002', hint = 'Refresh the list.';
  end if;
  return kept_mail;
end;
$$;

-- Its message leaves the thread it was in; the mail stays.
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

-- Joins a mail to a lead, wherever it was before; for the lead it was guessed to be in, that confirms the guess.
create function public.join_received_mail(mail uuid, lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail public.received_mails := private.mail_for_staff(mail);
  address text;
begin
  select lower(leads.email) into address from public.leads where leads.id = lead and leads.erased_at is null;
  if address is null then
    raise exception 'This lead is no longer here.' using errcode = 'P0002', hint = 'Search again.';
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
end;
$$;

-- Back to triage: a guess that was wrong, or a dismissal undone.
create function public.return_mail_to_triage(mail uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.take_out_mail(private.mail_for_staff(mail));
end;
$$;

create function public.dismiss_received_mail(mail uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail constant public.received_mails := private.mail_for_staff(mail);
begin
  if kept_mail.message_id is not null then
    raise exception 'This email is in a thread.' using errcode = '22023', hint = 'Take it out of the thread first.';
  end if;
  update public.received_mails set state = 'dismissed', reason = 'staff' where received_mails.id = mail;
end;
$$;

-- A new lead of its sender, with the mail as its thread. Returns the lead.
create function public.make_lead_of_mail(mail uuid) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail constant public.received_mails := private.mail_for_staff(mail);
  name constant text := private.clean_text(kept_mail.from_name);
  lead uuid;
begin
  if kept_mail.message_id is not null then
    return kept_mail.lead_id;
  end if;
  insert into public.leads (name, email)
  values (
    left(case when char_length(name) >= 2 then name else rpad(split_part(kept_mail.from_address, '@', 1), 2, '.') end, 100),
    kept_mail.from_address
  )
  returning id into lead;
  perform public.join_received_mail(mail, lead);
  return lead;
end;
$$;

-- A part of the original, base64, for those who may read the thread; null past its end.
create function public.read_mail_part(mail uuid, part integer) returns text
  language sql stable security definer set search_path = ''
as $$
  select encode(kept.bytes, 'base64')
  from private.mail_parts as kept
  join public.received_mails on received_mails.id = kept.mail_id
  where kept.mail_id = mail and kept.part = read_mail_part.part and (select public.can_handle_leads());
$$;

-- For the server: how far it read a mailbox.
create function public.mailbox_position(box text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('uid_validity', known.uid_validity, 'last_uid', known.last_uid)
  from private.mailbox_positions as known where known.mailbox = box;
$$;

create function public.set_mailbox_position(box text, validity bigint, uid bigint) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.mailbox_positions as known (mailbox, uid_validity, last_uid) values (box, validity, uid)
  on conflict (mailbox) do update
  set uid_validity = excluded.uid_validity,
    last_uid = case
      when known.uid_validity = excluded.uid_validity then greatest(known.last_uid, excluded.last_uid)
      else excluded.last_uid
    end;
$$;

-- Mail of a thread goes with its lead. Automatic mail of nobody and dismissed mail go after 90 days, what nobody decided
-- when the time of leads is over. The server calls it each hour.
create function public.expire_received_mails(most integer default 1000) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.received_mails
  where received_mails.id in (
    select old.id
    from public.received_mails as old
    where old.message_id is null
      and (
        (old.state = 'dismissed' and old.received_at < now() - interval '90 days')
        or (old.state in ('machine', 'bounce') and old.lead_id is null and old.received_at < now() - interval '90 days')
        or (old.state = 'triage' and old.received_at < now() - make_interval(months => coalesce(public.retention_months(), 84)))
      )
    limit most
  );
  delete from private.mail_parts as part
  where part.stored_at < now() - interval '1 day'
    and not exists (select from public.received_mails as kept where kept.id = part.mail_id);
end;
$$;

revoke execute on function private.mail_for_staff(uuid), private.take_out_mail(public.received_mails) from public;
revoke execute on function
  public.join_received_mail(uuid, uuid), public.return_mail_to_triage(uuid), public.dismiss_received_mail(uuid),
  public.make_lead_of_mail(uuid), public.read_mail_part(uuid, integer), public.mailbox_position(text),
  public.set_mailbox_position(text, bigint, bigint), public.expire_received_mails(integer)
  from public, anon, authenticated;
grant execute on function
  public.join_received_mail(uuid, uuid), public.return_mail_to_triage(uuid), public.dismiss_received_mail(uuid),
  public.make_lead_of_mail(uuid), public.read_mail_part(uuid, integer)
  to authenticated;
grant execute on function
  public.mailbox_position(text), public.set_mailbox_position(text, bigint, bigint),
  public.expire_received_mails(integer)
  to service_role;
