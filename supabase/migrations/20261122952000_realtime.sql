-- What travels to open browsers. Only ids and "something changed": the client then reads as itself, under its own
-- policies, so no account learns of a row that it may not read.

-- Rows of the inbox.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;
alter publication supabase_realtime add table public.leads, public.lead_messages, public.quarantined_leads;

-- Agents and owners receive the channel of the inbox. No policy lets an account send, and config.toml allows private
-- channels alone: the publishable key is no right to send messages through this server.
create policy "agents receive the inbox" on realtime.messages for select to authenticated
  using ((select realtime.topic()) = 'inbox' and (select public.can_handle_leads()));

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

revoke execute on function private.notify_ended_sessions(), private.notify_changed_role(), private.notify_changed_rules()
  from public;

create trigger notify_changed_role after insert or update of role or delete on public.staff
  for each row execute function private.notify_changed_role();
create trigger notify_changed_rules after update on public.settings
  for each row when (old.require_second_factor <> new.require_second_factor)
  execute function private.notify_changed_rules();

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
