-- Who may join a channel.

-- Agents and owners receive the channel of the inbox. No policy lets an account send messages, and config.toml allows private
-- channels alone: the publishable key is no right to send messages through this server.
create policy "agents receive the inbox" on realtime.messages for select to authenticated
  using ((select realtime.topic()) = 'inbox' and (select public.can_handle_leads()));
-- Agents and owners receive the channel that shows who has a lead open; no one may send broadcasts to it.
create policy "agents see each other" on realtime.messages for select to authenticated
  using ((select realtime.topic()) = 'inbox-presence' and (select public.can_handle_leads()));
-- They appear in it themselves, and nothing of it is stored.
create policy "agents appear to each other" on realtime.messages for insert to authenticated
  with check (
    extension = 'presence'
    and (select realtime.topic()) = 'inbox-presence'
    and (select public.can_handle_leads())
  );
-- An account receives what concerns it while its session is active, and no other account does.
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

-- Where a project allows no trigger there, the dashboard still checks whenever it comes to the front.
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
