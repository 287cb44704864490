-- Where a received mail belongs. None may land in a wrong thread, so evidence that contradicts itself means triage.

-- For the address that replies are answered to: the lead and a signature, 26 bytes. Everyone who has the mail knows it.
create function public.reply_token(lead uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select replace(lead::text, '-', '') || left(private.contact_hash('reply', lead::text), 20);
$$;

-- The lead of a token of ours, else null. Both sides are hashed again, so that the time of the comparison tells nothing.
create function private.lead_of_reply_token(token text) returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  lead uuid;
begin
  if token !~ '^[0-9a-f]{52}$' then
    return null;
  end if;
  lead := left(token, 32)::uuid;
  if private.contact_hash('compare', right(token, 20))
    <> private.contact_hash('compare', left(private.contact_hash('reply', lead::text), 20))
  then
    return null;
  end if;
  return (select leads.id from public.leads where leads.id = lead and leads.erased_at is null);
end;
$$;

-- The lead of each Message-ID of a thread, in the given order. Ours name their message or lead by its random id, so one
-- counts also when the server died before it could note that the mail had left.
create function private.leads_of_mail_ids(mail_ids text[]) returns table (lead_id uuid, place bigint)
  language sql stable set search_path = ''
as $$
  with given as (
    select part.mail_id, part.place from unnest(mail_ids[1:100]) with ordinality as part (mail_id, place)
  ),
  ours as (
    select given.place, match[1] as kind, match[2]::uuid as id
    from given,
      regexp_match(given.mail_id, '^<(reply|lead)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@') as match
    where match is not null
  ),
  found as (
    select message.lead_id, given.place
    from given join public.lead_messages as message on message.transport_id = given.mail_id
    union all
    select message.lead_id, ours.place
    from ours join public.lead_messages as message on ours.kind = 'reply' and message.id = ours.id
    union all
    select ours.id, ours.place from ours where ours.kind = 'lead'
  )
  select found.lead_id, min(found.place)
  from found
  join public.leads on leads.id = found.lead_id and leads.erased_at is null
  group by found.lead_id
  order by 2;
$$;

create type private.mail_match as (lead_id uuid, reason text, is_guess boolean, is_other_address boolean);

-- The signed token decides; then the mails that it answers; then, as a guess, the newest open lead of its sender.
create function private.match_mail(sender text, tokens text[], mail_ids text[], may_guess boolean)
  returns private.mail_match
  language plpgsql stable set search_path = ''
as $$
declare
  by_token constant uuid[] := array(
    select distinct private.lead_of_reply_token(token) from unnest(tokens[1:20]) as token
    where private.lead_of_reply_token(token) is not null
  );
  by_thread constant uuid[] := array(
    select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place
  );
  of_sender constant uuid[] := array(
    select leads.id from public.leads where leads.id = any (by_token || by_thread) and lower(leads.email) = lower(sender)
  );
  guess uuid;
begin
  if cardinality(by_token) > 0 then
    if exists (select from unnest(by_token) as t where t = any (of_sender)) then
      return row(
        (
          select t from unnest(by_token) as t where t = any (of_sender)
          order by array_position(by_thread, t) nulls last, t limit 1
        ),
        'token', false, false
      )::private.mail_match;
    elsif cardinality(by_token) > 1 or cardinality(of_sender) > 0 then
      return row(null, 'contradiction', false, false)::private.mail_match;
    end if;
    return row(by_token[1], 'token', false, true)::private.mail_match;
  end if;
  if exists (select from unnest(by_thread) as t where t = any (of_sender)) then
    return row((select t from unnest(by_thread) as t where t = any (of_sender) order by array_position(by_thread, t) limit 1),
      'thread', false, false)::private.mail_match;
  end if;
  -- A token that we did not sign is an attempt to get into a thread.
  if cardinality(tokens) > 0 then
    return row(null, 'forged-token', false, false)::private.mail_match;
  end if;
  if cardinality(by_thread) > 1 then
    return row(null, 'contradiction', false, false)::private.mail_match;
  elsif cardinality(by_thread) = 1 then
    return row(by_thread[1], 'thread', false, true)::private.mail_match;
  end if;
  if may_guess then
    select leads.id into guess
    from public.leads
    where lower(leads.email) = lower(sender) and leads.erased_at is null and leads.status <> 'not_interested'
    order by leads.created_at desc, leads.id desc
    limit 1;
    if guess is not null then
      return row(guess, 'sender', true, false)::private.mail_match;
    end if;
  end if;
  return row(null, 'unknown-sender', false, false)::private.mail_match;
end;
$$;

-- A mail becomes a message of its lead; the thread's triggers mark the lead as waiting. No status changes.
create function private.add_mail_message(mail public.received_mails, lead uuid) returns uuid
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
    mail.received_at, mail.mail_id
  )
  returning id into added;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return added;
end;
$$;

-- The reply that a bounce is about: by its Message-ID, else the newest one sent to the lead of the token.
create function private.bounced_reply(mail_ids text[], lead uuid) returns uuid
  language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select message.id
      from unnest(mail_ids[1:100]) as given (mail_id)
      join public.lead_messages as message on message.transport_id = given.mail_id
        or message.id = (regexp_match(given.mail_id, '^<reply-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@'))[1]::uuid
      where message.sender_type = 'admin'
      order by message.created_at desc
      limit 1
    ),
    (
      select message.id from public.lead_messages as message
      where message.lead_id = lead and message.sender_type = 'admin' and message.delivery_state = 'sent'
      order by message.created_at desc, message.id desc limit 1
    )
  );
$$;

create function private.is_of_team(address text) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from auth.users join public.staff on staff.user_id = users.id where lower(users.email) = lower(address)
  );
$$;

-- At most 100 files and 100 MB a thread are offered; the mails themselves keep all.
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

-- One part of a mail that is larger than one call may be. Parts that nothing follows are deleted after a day.
create function public.store_mail_part(mail uuid, part integer, content text) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.mail_parts (mail_id, part, bytes) values (mail, part, decode(content, 'base64'))
  on conflict do nothing;
$$;

-- Takes what the reader found (server/mail-in/read-mail.ts). `raw` is a small mail, base64; a large one is there in parts
-- under the same id. Twice is once, by whichever way: the second time says so.
create function public.receive_mail(mail jsonb, raw text default null) returns jsonb
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

revoke execute on function
  private.lead_of_reply_token(text), private.leads_of_mail_ids(text[]),
  private.match_mail(text, text[], text[], boolean), private.add_mail_message(public.received_mails, uuid),
  private.bounced_reply(text[], uuid), private.is_of_team(text), private.add_mail_files(uuid, uuid, jsonb)
  from public;
revoke execute on function
  public.reply_token(uuid), public.store_mail_part(uuid, integer, text), public.receive_mail(jsonb, text)
  from public, anon, authenticated;
grant execute on function
  public.reply_token(uuid), public.store_mail_part(uuid, integer, text), public.receive_mail(jsonb, text)
  to service_role;
