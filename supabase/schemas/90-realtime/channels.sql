-- Who may join a realtime channel.

-- Agents and owners receive the inbox channel. No policy lets an account send messages, and config.toml allows only
-- private channels.
create policy "agents receive the inbox" on realtime.messages for select to authenticated
  using ((select realtime.topic()) = 'inbox' and (select public.can_handle_leads()));
-- Agents and owners receive the channel that shows who has a lead open; no one may send broadcasts to it.
create policy "agents see each other" on realtime.messages for select to authenticated
  using ((select realtime.topic()) = 'inbox-presence' and (select public.can_handle_leads()));
-- Agents and owners publish their presence in it, which is not stored, under their own account's key alone. A hosted
-- project does not show the key to policies: there it is believed, as everywhere in Realtime.
create policy "agents appear to each other" on realtime.messages for insert to authenticated
  with check (
    extension = 'presence'
    and (select realtime.topic()) = 'inbox-presence'
    and (select coalesce(current_setting('realtime.presence_key', true), auth.uid()::text) = auth.uid()::text)
    and (select public.can_handle_leads())
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
