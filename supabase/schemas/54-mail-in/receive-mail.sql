-- Stores a mail that the server received.

-- `mail` is the result of server/mail-in/prepare-mail-to-receive.ts; `raw` is the mail in base64, null for a large one that was
-- stored by store_mail_part. The same mail is stored once, whichever way it came: a second call returns the first row.
-- Null if a daily limit is reached. A mail that may be of a person or automatic (`doubt`) is for staff to sort. A bounce marks the address of its lead as bounced; a mail from a person clears the
-- mark.
create function public.receive_mail(mail jsonb, raw text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kind constant text := mail ->> 'kind';
  is_left constant boolean := kind in ('too-large', 'over-limit');
  mail_ids constant text[] := array(select jsonb_array_elements_text(mail -> 'mail_ids'));
  new_mail public.received_mails;
  place private.mail_match;
  reply public.lead_messages;
  addressee uuid;
begin
  if kind is null or kind not in (
    'person', 'doubt', 'auto-reply', 'list', 'own', 'notice', 'bounce', 'too-large', 'over-limit', 'unreadable'
  ) then
    raise exception 'Unknown kind of mail.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('received_mails:' || (mail ->> 'content_key'), 0));
  select * into new_mail from public.received_mails where content_key = mail ->> 'content_key';
  if new_mail.id is not null then
    delete from private.mail_parts where mail_parts.mail_id = (mail ->> 'id')::uuid and new_mail.id <> (mail ->> 'id')::uuid;
    return jsonb_build_object('id', new_mail.id, 'state', new_mail.state, 'lead_id', new_mail.lead_id, 'is_new', false);
  end if;
  new_mail := jsonb_populate_record(null::public.received_mails, jsonb_build_object(
    'from_name', '', 'subject', '', 'body', '', 'folds', '{}'::integer[], 'is_cut', false, 'is_other_address', false
  ) || (mail - 'lead_id' - 'message_id' - 'state'));
  -- When the server began to read it, at most a minute ago.
  new_mail.received_at := least(now(), greatest(now() - interval '1 minute', coalesce(new_mail.received_at, now())));
  place := private.place_of_mail(mail);
  if place.lead_id is not null then
    -- The lock serializes this mail and an erasure of the lead.
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
    when is_left or kind = 'doubt' or private.is_of_team(new_mail.from_address) or place.lead_id is null then 'triage'
    when place.is_guess then 'guess'
    else 'joined'
  end;
  if new_mail.state in ('machine', 'bounce') or is_left or kind in ('unreadable', 'doubt') then
    new_mail.reason := kind;
  elsif new_mail.state = 'triage' and place.lead_id is not null then
    new_mail.reason := 'team';
  end if;
  if new_mail.state = 'bounce' then
    -- The lock serializes this mail and an erasure of the lead.
    new_mail.lead_id := (
      select leads.id from public.leads
      where leads.id = private.lead_of_bounce(mail_ids, place.lead_id) and leads.erased_at is null
      for no key update
    );
  elsif new_mail.state in ('joined', 'guess', 'machine') then
    new_mail.lead_id := place.lead_id;
  end if;
  if is_left and not private.may_list_mail()
    or not is_left and private.is_over_mail_limit(new_mail.lead_id, new_mail.from_address, new_mail.size_bytes)
  then
    delete from private.mail_parts where mail_parts.mail_id = new_mail.id;
    return null;
  end if;
  if new_mail.state = 'bounce' and mail ? 'problem' then
    addressee := (select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place limit 1);
    select * into reply from public.lead_messages
    where id = private.bounced_reply(mail_ids, case when addressee is null then place.lead_id end);
    update public.lead_messages
    set delivery_state = 'failed', delivery_problem = left(mail ->> 'problem', 300), bounced_at = now()
    where lead_messages.id = reply.id;
    delete from private.outbox where outbox.message_id = reply.id;
    perform private.set_address_bounced_at((select leads.email from public.leads where leads.id = new_mail.lead_id), now());
  end if;
  if new_mail.state in ('joined', 'guess') then
    new_mail.message_id := private.add_mail_message(new_mail, place.lead_id);
  end if;
  if kind = 'person' and new_mail.sender_check is distinct from 'unconfirmed' then
    perform private.set_address_bounced_at(new_mail.from_address, null);
  end if;
  insert into public.received_mails select new_mail.*;
  perform private.notify_staff(
    case when new_mail.state = 'triage' then 'mail' else 'answer' end, new_mail.lead_id, null,
    case when new_mail.state = 'triage' then new_mail.id end
  )
  where new_mail.state in ('joined', 'guess', 'triage');
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
grant execute on function public.receive_mail(jsonb, text) to service_role;

-- Adds a mail to the thread of a lead, which then needs a reply; its status does not change. If a colleague replied or
-- handled the lead while the mail was in triage, its message gets the current time, so that the lead needs a reply
-- again. A mail without a Message-ID gets one that contains its ID.
create function private.add_mail_message(mail public.received_mails, lead uuid) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  is_late constant boolean := exists (
    select from public.lead_messages as reply
    where reply.lead_id = lead and reply.sender_type = 'admin' and reply.created_at > mail.received_at
  ) or exists (
    select from public.leads
    where leads.id = lead and leads.handled_at > mail.received_at and leads.status not in ('new', 'in_conversation')
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

-- Files beyond 100 files or 100 MB in a thread are not offered for download; the stored mail still contains them.
create function private.add_mail_files(mail uuid, lead uuid, files jsonb) returns void
  language sql volatile set search_path = ''
as $$
  insert into public.received_files (mail_id, part, name, media_type, size_bytes, refused)
  select mail, file.part, file.name, file.media_type, file.size_bytes,
    coalesce(file.refused, case
      when kept.total + row_number() over (order by file.part) > 100
        or kept.bytes + sum(file.size_bytes) over (order by file.part) > 104857600 then 'thread-full'
    end)
  from jsonb_to_recordset(files) as file (part smallint, name text, media_type text, size_bytes bigint, refused text),
    (
      select count(*) as total, coalesce(sum(known.size_bytes), 0) as bytes
      from public.received_files as known
      join public.received_mails as earlier on earlier.id = known.mail_id
      where earlier.lead_id = lead and known.refused is null
    ) as kept;
$$;

-- Stores a part of a mail that is too large for one call. Parts whose mail does not follow are deleted after a day.
create function public.store_mail_part(mail uuid, part integer, content text) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.mail_parts (mail_id, part, bytes) values (mail, part, decode(content, 'base64'))
  on conflict do nothing;
$$;
grant execute on function public.store_mail_part(uuid, integer, text) to service_role;

-- A part of the original mail in base64, for agents and owners; null after the last part.
create function public.read_mail_part(mail uuid, part integer) returns text
  language sql stable security definer set search_path = ''
as $$
  select encode(kept.bytes, 'base64')
  from private.mail_parts as kept
  join public.received_mails on received_mails.id = kept.mail_id
  where kept.mail_id = mail and kept.part = read_mail_part.part and (select public.can_handle_leads());
$$;
grant execute on function public.read_mail_part(uuid, integer) to authenticated, service_role;
