-- Who may join a realtime channel.

-- Agents and owners receive the inbox channel. No policy lets an account send messages, and config.toml allows only
-- private channels.
create policy "agents receive the inbox" on realtime.messages for select to authenticated
  using ((select realtime.topic()) = 'inbox' and (select public.can_handle_leads()));
-- Whether the caller takes part in a channel that shows who has what open: a lead, or a record of content.
create function private.may_be_present(topic text) returns boolean
  language sql stable set search_path = ''
as $$
  select case topic
    when 'inbox-presence' then public.can_handle_leads()
    when 'editor-presence' then public.can_edit_content()
    else false
  end
$$;
grant execute on function private.may_be_present(text) to authenticated;

-- Agents see each other in the inbox, editors in the editor, owners in both; no one may send broadcasts there.
create policy "colleagues see each other" on realtime.messages for select to authenticated
  using ((select private.may_be_present(realtime.topic())));
-- They publish their presence there, which is not stored, under their own account's key alone. A hosted project does
-- not show the key to policies: there it is believed, as everywhere in Realtime.
create policy "colleagues appear to each other" on realtime.messages for insert to authenticated
  with check (
    extension = 'presence'
    and (select coalesce(current_setting('realtime.presence_key', true), auth.uid()::text) = auth.uid()::text)
    and (select private.may_be_present(realtime.topic()))
  );
-- An account receives only its own channel, while its session is active.
create policy "own account" on realtime.messages for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'account:' || (select auth.uid())
    and (select private.is_session_active())
  );

create function private.notify_ended_sessions() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'session-ended', 'account:' || ended.user_id, true)
  from (select distinct removed.user_id from removed) as ended;
  return null;
end;
$$;

-- A hosted project may not allow a trigger on auth.sessions. The dashboard then notices an ended session when its tab
-- is shown.
do $$
begin
  create trigger notify_ended_sessions after delete on auth.sessions
    referencing old table as removed
    for each statement execute function private.notify_ended_sessions();
exception
  when insufficient_privilege then
    raise notice 'no trigger on auth.sessions: an ended session is noticed a little later';
end;
$$;

create function private.notify_changed_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'access-changed', 'account:' || coalesce(new.user_id, old.user_id), true);
  return null;
end;
$$;

create function private.notify_changed_rules() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'access-changed', 'account:' || staff.user_id, true) from public.staff;
  return null;
end;
$$;
