-- What received mail may take up in a day, and mail that no parser reads, which stays in its thread.

create index received_mails_of_strangers on public.received_mails (received_at) include (size_bytes) where lead_id is null;

-- In a day: 200 emails and 100 MB of a thread; 100 emails and 50 MB of a stranger, 2,000 and 500 MB of all of them. Who has
-- no signed address of ours can use up what strangers may store, but nothing of a thread.
create function private.is_over_mail_limit(lead uuid, sender text, bytes bigint) returns boolean
  language sql stable set search_path = ''
as $$
  select case
    when lead is not null then (
      select count(*) >= 200 or coalesce(sum(mail.size_bytes), 0) + bytes > 104857600
      from public.received_mails as mail
      where mail.lead_id = lead and mail.received_at > now() - interval '1 day'
        and mail.reason not in ('too-large', 'over-limit')
    )
    else (
      select count(*) >= 2000 or coalesce(sum(mail.size_bytes), 0) + bytes > 524288000
        or count(*) filter (where lower(mail.from_address) = lower(sender)) >= 100
        or coalesce(sum(mail.size_bytes) filter (where lower(mail.from_address) = lower(sender)), 0) + bytes > 52428800
      from public.received_mails as mail
      where mail.lead_id is null and mail.received_at > now() - interval '1 day'
        and mail.reason not in ('too-large', 'over-limit')
    )
  end;
$$;

-- Mail that is left in its mailbox is listed, at most 500 times in a day.
create function private.may_list_mail() returns boolean
  language sql stable set search_path = ''
as $$
  select count(*) < 500
  from public.received_mails as mail
  where mail.lead_id is null and mail.received_at > now() - interval '1 day'
    and mail.reason in ('too-large', 'over-limit');
$$;

-- Where a mail belongs. One whose sender could not be confirmed, or that could not be read, is in a thread by the signed
-- token alone: who has that has our mail, while addresses and Message-IDs can be known and invented.
create function private.place_of_mail(mail jsonb) returns private.mail_match
  language plpgsql stable set search_path = ''
as $$
declare
  kind constant text := mail ->> 'kind';
  place constant private.mail_match := private.match_mail(
    mail ->> 'from_address',
    array(select jsonb_array_elements_text(mail -> 'tokens')),
    array(select jsonb_array_elements_text(mail -> 'mail_ids')),
    kind in ('person', 'auto-reply')
  );
begin
  if place.reason in ('thread', 'sender') and kind <> 'bounce'
    and (kind = 'unreadable' or mail ->> 'sender_check' = 'unconfirmed')
  then
    return row(null, 'unconfirmed', false, false)::private.mail_match;
  end if;
  return place;
end;
$$;

-- The lead that a bounce is about: whose mail came back, whichever mail of ours that was.
create function private.lead_of_bounce(mail_ids text[], by_token uuid) returns uuid
  language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select message.lead_id from public.lead_messages as message
      where message.id = private.bounced_reply(mail_ids, case when addressee.lead_id is null then by_token end)
    ),
    addressee.lead_id,
    by_token
  )
  from (values (null)) as one
  left join lateral (
    select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place limit 1
  ) as addressee on true;
$$;

-- For the server, before it stores a large mail part by part.
create function public.is_mail_over_limit(mail jsonb) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  lead uuid := (private.place_of_mail(mail)).lead_id;
begin
  if mail ->> 'kind' = 'bounce' then
    lead := private.lead_of_bounce(array(select jsonb_array_elements_text(mail -> 'mail_ids')), lead);
  end if;
  return not exists (select from public.received_mails as known where known.content_key = mail ->> 'content_key')
    and private.is_over_mail_limit(lead, mail ->> 'from_address', (mail ->> 'size_bytes')::bigint);
end;
$$;

-- As before, within the limits of a day; null where the mail was not taken because of them. A mail that could not be read
-- and has a signed token is in its thread.
create or replace function public.receive_mail(mail jsonb, raw text default null) returns jsonb
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
    'person', 'auto-reply', 'list', 'own', 'notice', 'bounce', 'too-large', 'over-limit', 'unreadable'
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
  -- When the server began to read it.
  new_mail.received_at := least(now(), greatest(now() - interval '1 minute', coalesce(new_mail.received_at, now())));
  place := private.place_of_mail(mail);
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
    when is_left or private.is_of_team(new_mail.from_address) or place.lead_id is null then 'triage'
    when place.is_guess then 'guess'
    else 'joined'
  end;
  if new_mail.state in ('machine', 'bounce') or is_left or kind = 'unreadable' then
    new_mail.reason := kind;
  elsif new_mail.state = 'triage' and place.lead_id is not null then
    new_mail.reason := 'team';
  end if;
  if new_mail.state = 'bounce' then
    -- An erasure and this mail wait for each other.
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
    perform private.set_bounced((select leads.email from public.leads where leads.id = new_mail.lead_id), now());
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
  private.is_over_mail_limit(uuid, text, bigint), private.may_list_mail(), private.place_of_mail(jsonb),
  private.lead_of_bounce(text[], uuid)
  from public;
revoke execute on function public.is_mail_over_limit(jsonb) from public, anon, authenticated;
grant execute on function public.is_mail_over_limit(jsonb) to service_role;
