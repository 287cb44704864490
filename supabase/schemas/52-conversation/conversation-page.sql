-- What the conversation page shows, and answers that are written on it.

-- The newest 100 messages, in chronological order; null for an invalid token.
create function public.read_conversation(token text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 100;
  known record;
  thread jsonb;
begin
  select * into known from private.conversation_of(token);
  if known.lead_id is null then
    return null;
  end if;
  if known.expires_at <= now() then
    return '{"state": "expired"}';
  end if;
  select coalesce(jsonb_agg(to_jsonb(part) order by part.place desc), '[]') into thread
  from private.conversation_messages(known.lead_id, null, most + 1)
    with ordinality as part (from_staff, author, message, sent_at, place);
  return (
    select jsonb_build_object(
      'state', 'open',
      'expires_at', known.expires_at,
      'service', leads.service_name,
      'unsubscribe', public.unsubscribe_token(leads.email),
      'has_more', jsonb_array_length(thread) > most,
      'messages', case when jsonb_array_length(thread) > most then thread - 0 else thread end
    )
    from public.leads where leads.id = known.lead_id
  );
end;
$$;
grant execute on function public.read_conversation(text) to anon, authenticated, service_role;

-- Messages from and to the prospect, the newest first, the request last. Not included: what a colleague only logged,
-- the text of a lead that a colleague added, and a reply that can still be undone.
create function private.conversation_messages(lead uuid, before uuid, most integer)
  returns table (from_staff boolean, author text, message text, sent_at timestamptz)
  language sql stable set search_path = '' rows 50
as $$
  select * from (
    (
      select
        part.sender_type = 'admin',
        case when part.sender_type = 'admin' and profiles.full_name !~ '@' then nullif(btrim(profiles.full_name), '') end,
        part.message,
        part.created_at
      from public.lead_messages as part
      left join public.profiles on profiles.id = part.author_id
      left join public.lead_messages as mailed on mailed.id = before
      where part.lead_id = lead
        and case when part.sender_type = 'admin' then part.delivery_state is not null else part.author_id is null end
        and not exists (
          select from private.outbox where outbox.message_id = part.id and private.can_be_undone(outbox)
        )
        and (before is null or (part.created_at, part.id) < (mailed.created_at, mailed.id))
      order by part.created_at desc, part.id desc
      limit most
    )
    union all
    select false, null, leads.message, leads.created_at from public.leads
    where leads.id = lead and leads.message is not null and leads.origin is distinct from 'staff'
  ) as thread
  limit most;
$$;

-- For a mail to the lead: the token of its page, and the messages before this reply, the newest first.
create function public.conversation_for_mail(lead uuid, reply uuid default null) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'token', private.conversation_token(lead),
    'earlier', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'from_staff', part.from_staff, 'author', part.author, 'message', left(part.message, 20000), 'sent_at', part.sent_at
          ) order by part.place
        )
        from private.conversation_messages(lead, reply, 10)
          with ordinality as part (from_staff, author, message, sent_at, place)
        where reply is not null
      ),
      '[]'
    )
  );
$$;
grant execute on function public.conversation_for_mail(uuid, uuid) to service_role;

-- Returns `sent`, `expired`, or null for an invalid token. The same `key` (made for each form) and text, or the same
-- text within ten minutes, is stored once. An answer that looks like spam is quarantined; the prospect gets `sent` too.
create function public.answer_conversation(token text, message text, key uuid default null) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  words constant text := case when octet_length(message) <= 20000 then private.clean_text(message) end;
  claims constant text := current_setting('request.jwt.claims', true);
  known record;
  answer uuid;
begin
  select * into known from private.conversation_of(token);
  if known.lead_id is null then
    return null;
  elsif known.expires_at <= now() then
    return 'expired';
  elsif words is null or char_length(words) > 5000 then
    raise exception 'Enter a message of up to 5,000 characters.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || known.lead_id, 0));
  answer := case
    when key is null then gen_random_uuid()
    else private.contact_hash('answer', known.lead_id || ' ' || key || ' ' || words)::uuid
  end;
  if exists (select from public.lead_messages as part where part.id = answer) or exists (
    select from public.lead_messages as part
    where part.lead_id = known.lead_id and part.created_at > now() - interval '10 minutes'
      and part.author_id is null and part.sender_type <> 'admin' and part.message = words
  ) or exists (
    select from private.quarantined_messages as held
    where held.lead_id = known.lead_id
      and (held.id = answer or (held.message = words and held.quarantined_at > now() - interval '10 minutes'))
  ) then
    return 'sent';
  end if;
  if (
    select count(*) >= 50 or count(*) filter (where part.at > now() - interval '10 minutes') >= 10
    from (
      select sent.created_at as at from public.lead_messages as sent
      where sent.lead_id = known.lead_id and sent.created_at > now() - interval '1 day' and sent.sender_type <> 'admin'
      union all
      select held.quarantined_at from private.quarantined_messages as held
      where held.lead_id = known.lead_id and held.quarantined_at > now() - interval '1 day'
    ) as part
  ) then
    raise exception 'Too many messages in a short time.'
      using errcode = 'PT429', hint = 'Wait ten minutes, then try again.';
  end if;
  if private.quarantine_message(token, message, known.lead_id, answer, words) then
    return 'sent';
  end if;
  -- The author is the prospect, even if a colleague is signed in.
  perform set_config('request.jwt.claims', '{}', true);
  insert into public.lead_messages (id, lead_id, message, sender_type) values (answer, known.lead_id, words, 'lead');
  perform private.notify_staff('answer', known.lead_id);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return 'sent';
end;
$$;
grant execute on function public.answer_conversation(text, text, uuid) to anon, authenticated, service_role;
