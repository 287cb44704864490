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

-- An erased lead has no conversation page, and what they wrote that waits in quarantine goes.
create function private.forget_conversation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.conversations where conversations.lead_id = new.id;
  delete from public.quarantined_leads
  where quarantined_leads.id in (select held.id from private.quarantined_messages as held where held.lead_id = new.id);
  return null;
end;
$$;

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
-- again: neither form nor time of the answer reveals how much of a token is right.
create function private.conversation_of(token text) returns table (lead_id uuid, expires_at timestamptz)
  language plpgsql stable set search_path = '' rows 1
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
grant execute on function public.renew_conversation(text) to anon, authenticated, service_role;

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
grant execute on function public.revoke_conversation_links(uuid) to authenticated, service_role;
