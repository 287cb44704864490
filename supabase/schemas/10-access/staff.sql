-- The roles of accounts. An account gets a role by a row in staff, or while sign-up is open. roles.sql decides whether
-- the role applies to a session.

-- All roles, in the order in which the team is listed. The site and `./fairlead staff` have the same list; a test compares
-- them.
create function private.staff_roles() returns text[]
  language sql immutable parallel safe
  return array['owner', 'editor', 'agent', 'viewer'];
grant execute on function private.staff_roles() to service_role;

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  constraint staff_role_known check (role = any (private.staff_roles()))
);

grant select on public.staff to authenticated;

-- An account reads its own role; an owner reads the whole team.
create policy "own role, owners all" on public.staff for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_owner()));
-- The session must have used the account's second factor: a stolen password reads no roles.
create policy "second factor shown" on public.staff as restrictive for all to authenticated
  using ((select private.session_has_required_aal())) with check ((select private.session_has_required_aal()));
-- The session must be active: a token outlives a sign-out.
create policy "session active" on public.staff as restrictive for all to authenticated
  using ((select private.is_session_active())) with check ((select private.is_session_active()));

create trigger protect_last_owner_on_delete before delete on public.staff
  for each row when (old.role = 'owner') execute function private.protect_last_owner();
create trigger protect_last_owner_on_update before update of role on public.staff
  for each row when (old.role = 'owner' and new.role <> 'owner') execute function private.protect_last_owner();
create trigger audit_role after insert or update or delete on public.staff
  for each row execute function private.audit_role();
create trigger log_role_change after insert or update of role or delete on public.staff
  for each row execute function private.log_role_change();
create trigger notify_changed_role after insert or update of role or delete on public.staff
  for each row execute function private.notify_changed_role();
create trigger unassign_leads after delete or update of role on public.staff
  for each row execute function private.unassign_leads_of_former();

-- Notifies the server, which writes role changes to its log with IDs only.
create function private.log_role_change() returns trigger
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

-- The last active owner cannot be removed or demoted, by any database role. The lock serializes changes of owners, so
-- that two owners who demote each other do not both succeed.
create function private.protect_last_owner() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('owners', 0));
  if not exists (
    select
    from public.staff
    join auth.users on users.id = staff.user_id
    where staff.role = 'owner'
      and staff.user_id <> old.user_id
      and users.deleted_at is null
      and users.confirmed_at is not null
      and (users.banned_until is null or users.banned_until <= now())
  ) then
    raise exception 'The last owner can''t be removed.'
      using errcode = 'P0001', detail = 'last_owner', hint = 'Make someone else an owner first.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
