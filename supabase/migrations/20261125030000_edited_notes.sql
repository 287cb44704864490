-- A note's writer may change and delete it, owners may delete any. What it said before is not kept.
alter table public.lead_notes add column edited_at timestamptz;
comment on column public.lead_notes.edited_at is 'when its writer last changed it';

create function private.revise_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.note) > 50000 or cardinality(new.mentions) > 20 then
    perform private.reject_oversized('lead_notes', 'lead_notes_note_length');
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
create trigger revise_note before update of note, mentions on public.lead_notes
  for each row execute function private.revise_note();

-- As before; and who is no longer mentioned has no mark and gets no mail that still waits.
create or replace function private.tell_mentioned() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before constant uuid[] := coalesce(old.mentions, '{}');
  after constant uuid[] := coalesce(new.mentions, '{}');
  author constant text := (select nullif(profiles.full_name, '') from public.profiles where profiles.id = new.author_id);
begin
  delete from public.lead_mentions as mention where mention.note_id = old.id and mention.user_id <> all (after);
  delete from private.outbox
  where outbox.unique_key = any (array(
    select format('mention:%s:%s', old.id, account) from unnest(before) as account where account <> all (after)
  ));
  insert into public.lead_mentions (note_id, user_id, lead_id)
  select new.id, account, new.lead_id
  from unnest(after) as account
  where account is distinct from new.author_id and account <> all (before);
  perform private.queue_mail(
    'mention', account, new.lead_id, jsonb_strip_nulls(jsonb_build_object('author', author)),
    format('mention:%s:%s', new.id, account)
  )
  from unnest(after) as account
  where account is distinct from new.author_id and account <> all (before);
  return null;
end;
$$;
create trigger tell_mentioned_after_edit after update of mentions on public.lead_notes
  for each row when (old.mentions <> new.mentions) execute function private.tell_mentioned();
create trigger withdraw_mentions after delete on public.lead_notes
  for each row when (old.mentions <> '{}') execute function private.tell_mentioned();

-- By the lead, so that an erasure takes it out of the log. What goes with its lead is no entry of its own.
create function private.audit_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_caller()
    and exists (select from public.leads where leads.id = old.lead_id and leads.erased_at is null)
  then
    perform private.audit(
      'leads', case tg_op when 'UPDATE' then 'changed' else 'deleted' end, 'lead_notes', old.lead_id::text
    );
  end if;
  return null;
end;
$$;
create trigger audit_changed after update on public.lead_notes
  for each row when (old.edited_at is distinct from new.edited_at) execute function private.audit_note();
create trigger audit_deleted after delete on public.lead_notes
  for each row execute function private.audit_note();

grant update (note, mentions), delete on public.lead_notes to authenticated;
-- Writers change their own notes, while they handle leads.
create policy "writers update" on public.lead_notes for update to authenticated
  using (author_id = (select auth.uid()) and (select public.can_handle_leads()));
-- Writers delete their own notes, owners any.
create policy "writers and owners delete" on public.lead_notes for delete to authenticated
  using (
    (author_id = (select auth.uid()) and (select public.can_handle_leads())) or (select public.is_owner())
  );

-- Who answers a lead or writes a note about it has read it.
create function private.read_by_writing() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.author_id = auth.uid() and public.can_handle_leads() then
    perform public.mark_leads_read(array[new.lead_id]);
  end if;
  return null;
end;
$$;
create trigger read_by_writing after insert on public.lead_messages
  for each row when (new.author_id is not null) execute function private.read_by_writing();
create trigger read_by_writing after insert on public.lead_notes
  for each row when (new.author_id is not null) execute function private.read_by_writing();

revoke execute on function private.revise_note(), private.audit_note(), private.read_by_writing() from public;
