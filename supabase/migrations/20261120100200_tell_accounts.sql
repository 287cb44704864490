-- An account hears at once that a session of its own has ended, or that what it may do has changed, on a private
-- channel of its own. It is told that, never what: who hears it asks again, as itself.

-- An account hears what concerns it, and nobody else does.
create policy "own account" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'account:' || (select auth.uid()));

create function private.tell_ended_sessions() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'session-ended', 'account:' || ended.user_id, true)
  from (select distinct removed.user_id from removed) as ended;
  return null;
end;
$$;

create function private.tell_changed_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'access-changed', 'account:' || coalesce(new.user_id, old.user_id), true);
  return null;
end;
$$;

create function private.tell_changed_rule() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'access-changed', 'account:' || staff.user_id, true) from public.staff;
  return null;
end;
$$;

revoke execute on function private.tell_ended_sessions(), private.tell_changed_role(), private.tell_changed_rule()
  from public;

create trigger tell_changed_role after insert or update of role or delete on public.staff
  for each row execute function private.tell_changed_role();
create trigger tell_changed_rule after update on public.settings
  for each row when (old.require_second_factor <> new.require_second_factor)
  execute function private.tell_changed_rule();

-- Where a project may put no trigger there, the dashboard still asks whenever it comes to the front.
do $$
begin
  create trigger tell_ended_sessions after delete on auth.sessions
    referencing old table as removed
    for each statement execute function private.tell_ended_sessions();
exception
  when insufficient_privilege then
    raise notice 'no trigger on auth.sessions: an ended session is noticed a little later';
end;
$$;
