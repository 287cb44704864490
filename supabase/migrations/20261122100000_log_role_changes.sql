-- Who may do what is part of the log: the server writes what is announced here, by ids alone.

create function private.log_changed_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.role = old.role then return null; end if;
  perform pg_catalog.pg_notify('logged_event', json_build_object(
    'event', 'role.changed',
    'user', coalesce(new.user_id, old.user_id),
    'role', coalesce(new.role::text, 'none'),
    'by', (select auth.uid())
  )::text);
  return null;
end;
$$;

revoke execute on function private.log_changed_role() from public;

create trigger log_changed_role after insert or update of role or delete on public.staff
  for each row execute function private.log_changed_role();
