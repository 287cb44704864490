-- Internal notes on a lead: agents and owners read them (policy "agents read"), no other role does. They are not
-- messages, so nothing that mails, shows or counts messages includes them. Mentioned colleagues are notified by mail
-- and in the inbox.
create table public.lead_notes (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  note text not null,
  author_id uuid default auth.uid() references auth.users (id) on delete set null,
  -- Mentioned accounts that could handle leads at that time.
  mentions uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  -- When its author last changed it.
  edited_at timestamptz,
  -- An event is a note and not a message, because it needs no reply and is not shown to the prospect.
  -- An event of a consultation, written by the database; the author is null if it was the visitor.
  is_event boolean not null default false,
  constraint lead_notes_note_length check (char_length(note) <= 10000),
  constraint lead_notes_mentions_most check (cardinality(mentions) <= 20)
);

create index lead_notes_thread on public.lead_notes (lead_id, created_at, id);
create index lead_notes_author on public.lead_notes (author_id);
create index lead_notes_lead on public.lead_notes using hash (lead_id);
create index lead_notes_contacts on public.lead_notes
  using gin (private.contact_keys(note)) with (fastupdate = off);

grant delete, select, insert (lead_id, mentions, note), update (mentions, note) on public.lead_notes to authenticated;

-- Agents and owners read notes.
-- Agents and owners write notes, as themselves.
select private.add_policies('lead_notes', 'agents', 'select insert');
-- Authors change their own notes while they handle leads; no one changes an event.
create policy "writers update" on public.lead_notes for update to authenticated
  using (not is_event and author_id = (select auth.uid()) and (select public.can_handle_leads()));
-- Authors delete their own notes, owners all of them.
create policy "writers and owners delete" on public.lead_notes for delete to authenticated
  using (
    not is_event
    and ((author_id = (select auth.uid()) and (select public.can_handle_leads())) or (select public.is_owner()))
  );

create trigger receive_note before insert on public.lead_notes
  for each row when (not new.is_event) execute function private.receive_note();
create trigger revise_note before update of note, mentions on public.lead_notes
  for each row execute function private.revise_note();
create trigger audit_changed after update on public.lead_notes
  for each row when (old.edited_at is distinct from new.edited_at) execute function private.audit_note();
create trigger audit_deleted after delete on public.lead_notes
  for each row execute function private.audit_note();
create trigger read_by_writing after insert on public.lead_notes
  for each row when (new.author_id is not null) execute function private.read_by_writing();
create trigger update_mentions_on_insert after insert on public.lead_notes
  for each row when (new.mentions <> '{}') execute function private.update_mentions();
create trigger update_mentions_on_update after update of mentions on public.lead_notes
  for each row when (old.mentions <> new.mentions) execute function private.update_mentions();

-- The author is the caller. The same note within two minutes is a retry and is skipped. Accounts that cannot handle
-- leads are removed from the mentions.
create function private.receive_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.note) > 50000 or cardinality(new.mentions) > 20 then
    perform private.raise_check_violation('lead_notes', 'lead_notes_note_length');
  end if;
  new.note := private.clean_text(new.note);
  new.author_id := coalesce(auth.uid(), new.author_id);
  new.mentions := array(
    select distinct account from unnest(new.mentions) as account where private.may_handle_leads(account)
  );
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person''s data was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_notes:' || new.lead_id::text, 0));
  if exists (
    select from public.lead_notes as earlier
    where earlier.lead_id = new.lead_id
      and earlier.created_at > now() - interval '2 minutes'
      and earlier.author_id = new.author_id
      and earlier.note = new.note
  ) then
    return null;
  end if;
  return new;
end;
$$;

create function private.revise_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.note) > 50000 or cardinality(new.mentions) > 20 then
    perform private.raise_check_violation('lead_notes', 'lead_notes_note_length');
  end if;
  new.note := private.clean_text(new.note);
  new.mentions := array(
    select distinct account from unnest(new.mentions) as account
    where account = any (old.mentions) or private.may_handle_leads(account)
  );
  if new.note is distinct from old.note or not (new.mentions @> old.mentions and new.mentions <@ old.mentions) then
    new.edited_at := now();
  end if;
  return new;
end;
$$;
