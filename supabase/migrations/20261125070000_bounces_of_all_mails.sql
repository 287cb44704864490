-- Mails about a request or a consultation come back too; until now only replies said so on the card of the lead.
-- As before, and mails about a consultation are of the lead who booked it.
create or replace function private.leads_of_mail_ids(mail_ids text[]) returns table (lead_id uuid, place bigint)
  language sql stable set search_path = ''
as $$
  with given as (
    select part.mail_id, part.place from unnest(mail_ids[1:100]) with ordinality as part (mail_id, place)
  ),
  ours as (
    select given.place, match[1] as kind, match[2]::uuid as id
    from given,
      regexp_match(
        given.mail_id,
        '^<(reply|lead|booking)(?:-[a-z]+)?-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[0-9]+)?@'
      ) as match
    where match is not null
  ),
  found as (
    select message.lead_id, given.place
    from given join public.lead_messages as message on message.transport_id = given.mail_id
    union all
    select message.lead_id, ours.place
    from ours join public.lead_messages as message on ours.kind = 'reply' and message.id = ours.id
    union all
    select booking.lead_id, ours.place
    from ours join public.bookings as booking on ours.kind = 'booking' and booking.id = ours.id
    union all
    select ours.id, ours.place from ours where ours.kind = 'lead'
  )
  select found.lead_id, min(found.place)
  from found
  join public.leads on leads.id = found.lead_id and leads.erased_at is null
  group by found.lead_id
  order by 2;
$$;

-- As before, and a bounce is about the lead whose mail came back, whichever mail of ours that was.
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
  addressee uuid;
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
    addressee := (select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place limit 1);
    select * into reply from public.lead_messages
    where id = private.bounced_reply(mail_ids, case when addressee is null then place.lead_id end);
    -- An erasure and this mail wait for each other.
    new_mail.lead_id := (
      select leads.id from public.leads
      where leads.id = coalesce(reply.lead_id, addressee, place.lead_id) and leads.erased_at is null
      for no key update
    );
    if mail ? 'problem' then
      update public.lead_messages
      set delivery_state = 'failed', delivery_problem = left(mail ->> 'problem', 300), bounced_at = now()
      where lead_messages.id = reply.id;
      delete from private.outbox where outbox.message_id = reply.id;
      perform private.set_bounced((select leads.email from public.leads where leads.id = new_mail.lead_id), now());
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
