-- The page where a prospect reads their conversation and answers it, opened by the link of our mails
-- (docs/decisions/0065-mail-to-the-prospect.md). A row is made when there is something to remember of a lead.
create table private.conversations (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  link_version integer not null default 0,
  link_renewed_at timestamptz,
  acknowledged_at timestamptz
);
comment on column private.conversations.link_version is 'signed into links: raised, the links before are unknown';
comment on column private.conversations.link_renewed_at is 'when its person asked for a fresh link';
comment on column private.conversations.acknowledged_at is 'when the mail that a request arrived was queued';
create index conversations_acknowledged on private.conversations (acknowledged_at) where acknowledged_at is not null;

create function private.forget_conversation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.conversations where conversations.lead_id = new.id;
  return null;
end;
$$;
create trigger forget_conversation after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.forget_conversation();

-- The lead and a signature of it and its version.
create function private.conversation_token(lead uuid) returns text
  language sql stable set search_path = ''
as $$
  select replace(lead::text, '-', '') || private.contact_hash(
    'conversation',
    lead || ' ' || coalesce((select known.link_version from private.conversations as known where known.lead_id = lead), 0)
  );
$$;

-- No row for a token that is not ours. What has another form is signed and compared as any, and both sides are hashed
-- again: neither form nor time of the answer tells how much of a token is right.
create function private.conversation_of(token text) returns table (lead_id uuid, expires_at timestamptz)
  language plpgsql stable set search_path = ''
as $$
declare
  given constant text := case when token ~ '^[0-9a-f]{64}$' then token else repeat('0', 64) end;
  lead constant uuid := left(given, 32)::uuid;
  is_ours constant boolean :=
    private.contact_hash('compare', given) = private.contact_hash('compare', private.conversation_token(lead));
begin
  return query
    select
      leads.id,
      greatest(
        leads.created_at,
        (select max(newest.created_at) from public.lead_messages as newest where newest.lead_id = leads.id),
        (select known.link_renewed_at from private.conversations as known where known.lead_id = leads.id)
      ) + interval '90 days'
    from public.leads
    where leads.id = lead and is_ours and leads.erased_at is null;
end;
$$;

-- What the prospect wrote and what was mailed to them, the newest first, the request last. Nothing else of the thread:
-- what a colleague only noted was never mail, has them as its author, or is the text of a lead that they added.
create function private.conversation_messages(lead uuid, before uuid, most integer)
  returns table (from_staff boolean, author text, message text, sent_at timestamptz)
  language sql stable set search_path = '' rows 100
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

-- Null for a token that is not ours. The newest 100 messages, the oldest of them first.
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

-- For a mail to the lead: the token of its page, and what was written before this reply, the newest first.
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

-- Staff are notified of an answer as of a new lead: without a name, and of many within minutes in one mail. The colleague who has
-- the lead, or all. A notice that cannot be queued costs no answer.
create function private.queue_answer_notices(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  is_early constant boolean := (
    select count(*) > 1 from public.lead_messages as part
    where part.lead_id = lead and part.sender_type <> 'admin' and part.created_at > now() - interval '5 minutes'
  );
begin
  perform private.queue_mail(
    'answer', colleague => recipient, unique_key => 'answer:' || recipient,
    not_before => now() + case when is_early then interval '5 minutes' else interval '0' end
  )
  from private.lead_notice_recipients() as recipient
  join public.leads on leads.id = lead
  where recipient = leads.assignee_id
    or leads.assignee_id is null
    or leads.assignee_id not in (select private.lead_notice_recipients());
exception
  when others then
    raise warning 'no notice could be queued for an answer: %', sqlstate;
end;
$$;

-- `sent`, `expired`, or null for a token that is not ours. An answer that is sent twice is one: the same key and words at
-- any time, the same words within ten minutes. `key` is of the form that was filled in.
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
  ) then
    return 'sent';
  end if;
  if (
    select count(*) >= 50 or count(*) filter (where part.created_at > now() - interval '10 minutes') >= 10
    from public.lead_messages as part
    where part.lead_id = known.lead_id and part.created_at > now() - interval '1 day' and part.sender_type <> 'admin'
  ) then
    raise exception 'Too many messages in a short time.'
      using errcode = 'PT429', hint = 'Wait ten minutes, then try again.';
  end if;
  -- The caller with the link is the prospect, also where a colleague is signed in.
  perform set_config('request.jwt.claims', '{}', true);
  insert into public.lead_messages (id, lead_id, message, sender_type) values (answer, known.lead_id, words, 'lead');
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  perform private.queue_answer_notices(known.lead_id);
  return 'sent';
end;
$$;

-- Raises the version: no link before opens anything. The next mail has one that does.
create function private.replace_conversation_link(lead uuid, renewed_at timestamptz default null) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.conversations as known (lead_id, link_version, link_renewed_at)
  values (lead, 1, renewed_at)
  on conflict (lead_id) do update
  set link_version = known.link_version + 1, link_renewed_at = coalesce(renewed_at, known.link_renewed_at);
$$;

-- A fresh link for an expired one, by mail to the address of the lead. What it returns is the same for every token; the
-- expired link is unknown from then on, so that it asks once.
create function public.renew_conversation(token text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known record;
begin
  select * into known from private.conversation_of(token);
  if known.expires_at <= now() then
    perform private.replace_conversation_link(known.lead_id, now());
    perform private.queue_mail(
      'conversation-link', lead => known.lead_id, unique_key => 'conversation-link:' || known.lead_id
    );
  end if;
end;
$$;

-- For staff: the links so far, and one that waits to be sent.
create function public.revoke_conversation_links(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  perform from public.leads where leads.id = lead and leads.erased_at is null;
  if not found then
    raise exception 'This lead is no longer there.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  delete from private.outbox
  where outbox.kind = 'conversation-link' and outbox.lead_id = lead and outbox.lease is null;
  perform private.replace_conversation_link(lead);
  perform private.audit('leads', 'revoked', 'conversation_links', lead::text);
end;
$$;

revoke execute on function
  private.forget_conversation(), private.conversation_token(uuid), private.conversation_of(text),
  private.conversation_messages(uuid, uuid, integer), private.queue_answer_notices(uuid),
  private.replace_conversation_link(uuid, timestamptz)
  from public;
revoke execute on function
  public.read_conversation(text), public.conversation_for_mail(uuid, uuid), public.answer_conversation(text, text, uuid),
  public.renew_conversation(text), public.revoke_conversation_links(uuid)
  from public, anon, authenticated;
grant execute on function
  public.read_conversation(text), public.answer_conversation(text, text, uuid), public.renew_conversation(text)
  to anon, authenticated;
grant execute on function public.conversation_for_mail(uuid, uuid) to service_role;
grant execute on function public.revoke_conversation_links(uuid) to authenticated;
