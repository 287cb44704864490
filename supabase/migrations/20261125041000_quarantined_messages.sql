-- An answer on the page of a conversation is scored as a form is. What looks like spam waits in quarantine, of which this is
-- the rest: whose thread it goes to when staff restore it, and all its words (a lead has fewer).
create table private.quarantined_messages (
  id uuid primary key references public.quarantined_leads (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  quarantined_at timestamptz not null default now(),
  message text not null,
  constraint quarantined_messages_message_length check (char_length(message) <= 5000)
);
create index quarantined_messages_lead on private.quarantined_messages (lead_id, quarantined_at);
insert into private.personal_data (table_name, column_name, reach) values ('private.quarantined_messages', 'message', 'words');

-- As before, and what they wrote that waits in quarantine.
create or replace function private.forget_conversation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.conversations where conversations.lead_id = new.id;
  delete from public.quarantined_leads
  where quarantined_leads.id in (select held.id from private.quarantined_messages as held where held.lead_id = new.id);
  return null;
end;
$$;

-- Puts it into quarantine if it is suspicious. One that cannot be held is no longer suspicious: nothing is lost.
create function private.quarantine_message(token text, given text, known uuid, answer uuid, words text) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  suspect public.leads;
begin
  -- What the site's server signs of an answer: the token in place of a name.
  suspect := private.set_lead_origin(jsonb_populate_record(
    null::public.leads, jsonb_build_object('name', token, 'message', given)
  ));
  if suspect.score < 5 or coalesce((select settings.local_mode from public.settings), false) then
    return false;
  end if;
  perform private.quarantine_lead(jsonb_populate_record(suspect, jsonb_build_object(
    'id', answer, 'created_at', now(), 'reply_count', 0, 'locale', 'en-CA', 'is_sample', false, 'status', 'new',
    'name', leads.name, 'email', leads.email, 'message', left(words, 2000), 'content_hash', null,
    'score_reasons', '["an answer in a conversation"]'::jsonb || to_jsonb(suspect.score_reasons)
  )))
  from public.leads where leads.id = known;
  insert into private.quarantined_messages (id, lead_id, message) values (answer, known, words);
  return true;
exception
  when others then
    raise warning 'an answer could not be held, and it is stored: %', sqlstate;
    return false;
end;
$$;

-- As before, and one that is suspicious is held.
create or replace function public.answer_conversation(token text, message text, key uuid default null) returns text
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
    raise exception 'An answer has between 1 and 5,000 characters.' using errcode = '22023';
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
  -- The caller with the link is the prospect, also where a colleague is signed in.
  perform set_config('request.jwt.claims', '{}', true);
  insert into public.lead_messages (id, lead_id, message, sender_type) values (answer, known.lead_id, words, 'lead');
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  perform private.queue_answer_notices(known.lead_id);
  return 'sent';
end;
$$;

-- As before; an answer goes into its thread, with its own time.
create or replace function public.restore_quarantined_lead(lead_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  quarantined public.quarantined_leads;
  answer private.quarantined_messages;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.'
      using errcode = '42501', detail = 'leads_denied';
  end if;
  select * into quarantined from public.quarantined_leads
  where quarantined_leads.id = restore_quarantined_lead.lead_id for update;
  if quarantined.id is null then
    raise exception 'This message is no longer in the spam list.'
      using errcode = 'P0001', detail = 'not_quarantined',
        hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  select * into answer from private.quarantined_messages where quarantined_messages.id = quarantined.id;
  if answer.id is null then
    insert into public.leads
    select restored.* from jsonb_populate_record(null::public.leads, to_jsonb(quarantined)) as restored;
  else
    -- Its author is the prospect, not who restores it.
    perform set_config('request.jwt.claims', '{}', true);
    insert into public.lead_messages (id, lead_id, message, sender_type, created_at)
    values (answer.id, answer.lead_id, answer.message, 'lead', answer.quarantined_at);
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  end if;
  delete from public.quarantined_leads where quarantined_leads.id = quarantined.id;
  return coalesce(answer.lead_id, quarantined.id);
end;
$$;

-- As before, and an answer that left quarantine for its thread is no deleted one.
create or replace function private.audit_deleted_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 20;
  deleted text[];
  gone record;
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  deleted := '{}';
  for gone in
    select removed.id, coalesce(lead.id, answer.lead_id) as lead_id
    from removed
    left join public.leads as lead on lead.id = removed.id
    left join public.lead_messages as answer on answer.id = removed.id
    where tg_table_name = 'leads' or auth.uid() is not null or removed.created_at > now() - interval '24 months'
  loop
    if gone.lead_id is not null then
      perform private.audit('leads', 'restored', 'leads', gone.lead_id::text);
    else
      deleted := deleted || gone.id::text;
    end if;
  end loop;
  if cardinality(deleted) > most then
    perform private.audit('leads', 'deleted', tg_table_name, amount => cardinality(deleted));
  else
    perform private.audit('leads', 'deleted', tg_table_name, one.id) from unnest(deleted) as one (id);
  end if;
  return null;
end;
$$;

revoke execute on function private.quarantine_message(text, text, uuid, uuid, text) from public;

-- As before, and as links of conversations: every token is compared in whole, both sides hashed again.
create or replace function private.booking_of(token text) returns setof public.bookings
  language plpgsql stable security definer set search_path = ''
as $$
declare
  given constant text := case when token ~ '^[0-9a-f]{64}$' then token else repeat('0', 64) end;
begin
  if private.contact_hash('compare', given) = private.contact_hash('compare', private.booking_token(left(given, 32)::uuid)) then
    return query
      select * from public.bookings as booking
      where booking.id = left(given, 32)::uuid and booking.ends_at > now() - interval '30 days';
  end if;
end;
$$;
