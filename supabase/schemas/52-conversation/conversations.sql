-- The page on which a prospect reads and answers their conversation, opened by the link in mails
-- (docs/decisions/0065-mail-to-the-prospect.md). A lead has a row only if one of these columns has a value.
create table private.conversations (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  -- Part of the signature of links; raising it invalidates earlier links.
  link_version integer not null default 0,
  -- When the prospect last requested a new link.
  link_renewed_at timestamptz,
  -- When the acknowledgement was queued.
  acknowledged_at timestamptz
);

create index conversations_acknowledged on private.conversations (acknowledged_at) where acknowledged_at is not null;

-- Deletes the conversation page and the quarantined answers of an erased lead.
create function private.erase_conversation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.conversations where conversations.lead_id = new.id;
  delete from public.quarantined_leads
  where quarantined_leads.id in (select held.id from private.quarantined_messages as held where held.lead_id = new.id);
  return null;
end;
$$;

-- The ID of the lead, and a signature of the ID and the link version.
create function private.conversation_token(lead uuid) returns text
  language sql stable set search_path = ''
as $$
  select replace(lead::text, '-', '') || private.contact_hash(
    'conversation',
    lead || ' ' || coalesce((select known.link_version from private.conversations as known where known.lead_id = lead), 0)
  );
$$;

-- No row for an invalid token. A token of any form takes the same path, and both sides are hashed before they are
-- compared, so that the response time reveals nothing about a token.
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

-- Invalidates all earlier links of a lead. The next mail contains a new one.
create function private.replace_conversation_link(lead uuid, renewed_at timestamptz default null) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.conversations as known (lead_id, link_version, link_renewed_at)
  values (lead, 1, renewed_at)
  on conflict (lead_id) do update
  set link_version = known.link_version + 1, link_renewed_at = coalesce(renewed_at, known.link_renewed_at);
$$;

-- Mails a new link to the lead if the given one has expired. Returns nothing, so that the caller learns nothing about a
-- token. The expired link becomes invalid, so it can request only one mail.
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

-- For staff: invalidates all links of a lead, and drops a mail with a link that is queued.
create function public.revoke_conversation_links(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform from public.leads where leads.id = lead and leads.erased_at is null;
  if not found then
    raise exception 'This lead no longer exists.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  delete from private.outbox
  where outbox.kind = 'conversation-link' and outbox.lead_id = lead and outbox.lease is null;
  perform private.replace_conversation_link(lead);
  perform private.audit('leads', 'revoked', 'conversation_links', lead::text);
end;
$$;
grant execute on function public.revoke_conversation_links(uuid) to authenticated, service_role;
