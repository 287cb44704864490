-- Who may do what. An account alone has no rights: a row in staff, or the open sign-up mode, gives it a role, and the
-- role counts while the session is active, the address is confirmed and the second factor was shown where one is due.

-- Every role, in the order in which a team is listed. The check of staff, give_role and team() derive from it; a test
-- compares the site's list and the command's.
create function private.staff_roles() returns text[]
  language sql immutable parallel safe
  return array['owner', 'editor', 'agent', 'viewer'];

revoke execute on function private.staff_roles() from public;
-- The check runs with the rights of the role that writes the row.
grant execute on function private.staff_roles() to service_role;

-- One row, written by the server alone: no account may change the sign-up policy.
create table public.settings (
  id boolean primary key default true,
  sign_up_mode text not null default 'approval',
  local_mode boolean not null default false,
  require_second_factor boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint settings_one_row check (id),
  constraint settings_sign_up_mode_known check (sign_up_mode in ('open', 'approval', 'closed'))
);
insert into public.settings default values;

create trigger settings_updated_at before update on public.settings
  for each row execute function private.set_updated_at();

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  constraint staff_role_known check (role = any (private.staff_roles()))
);

-- Keys that the server writes at its start and the database checks signatures with.
create table public.server_keys (
  name text primary key,
  value text not null,
  updated_at timestamptz not null default now(),
  constraint server_keys_name_known check (name in ('lead_header')),
  constraint server_keys_value_length check (char_length(value) between 32 and 200)
);

create trigger server_keys_updated_at before update on public.server_keys
  for each row execute function private.set_updated_at();

alter table public.settings enable row level security;
alter table public.settings force row level security;
alter table public.staff enable row level security;
alter table public.staff force row level security;
alter table public.server_keys enable row level security;
alter table public.server_keys force row level security;

grant select on public.staff to authenticated;
grant select, insert, update, delete on public.staff to service_role;
-- These rows stay: without them the mode and the key would be unknown.
grant select, insert, update on public.settings, public.server_keys to service_role;
revoke delete, truncate on public.settings, public.server_keys from service_role;

-- A token outlives its session by up to an hour; a signed-out session must not read or write on with it. A token that
-- was made for no session is judged by its account alone.
create function private.is_session_active() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'session_id', '') = ''
    or exists (
      select from auth.sessions
      where sessions.id::text = auth.jwt() ->> 'session_id'
        and sessions.user_id = auth.uid()
        and (sessions.not_after is null or sessions.not_after > now())
    )
$$;

-- An account with a second factor has no rights until its session has shown it: a stolen password alone opens nothing.
create function private.session_has_required_aal() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (
      select from auth.mfa_factors
      where mfa_factors.user_id = auth.uid() and mfa_factors.status = 'verified'
    )
$$;

-- The roles of the caller's account, whatever owners require of staff. An anonymous, banned, deleted or unconfirmed
-- account has none (an invitation that nobody took up is nobody yet), whatever its token says.
create function private.account_roles() returns text[]
  language sql stable security definer set search_path = ''
as $$
  with caller as (
    select users.id
    from auth.users
    where users.id = auth.uid()
      and users.is_anonymous is not true
      and users.deleted_at is null
      and users.confirmed_at is not null
      and (users.banned_until is null or users.banned_until <= now())
      and private.is_session_active()
      and private.session_has_required_aal()
  ),
  granted (role) as (
    select staff.role
    from public.staff
    join caller on caller.id = staff.user_id
    union
    select open_role.role
    from caller
    cross join (values ('agent'), ('editor')) as open_role (role)
    where exists (select from public.settings where sign_up_mode = 'open')
  )
  select coalesce(array_agg(role order by role <> 'owner', role), '{}') from granted;
$$;

-- Whether owners require a second factor that this session has not shown; true also for accounts that have none.
create function private.lacks_required_factor() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2'
    and exists (select from public.settings where require_second_factor)
$$;

revoke execute on function
  private.is_session_active(), private.session_has_required_aal(), private.account_roles(), private.lacks_required_factor()
  from public;
grant execute on function private.is_session_active(), private.session_has_required_aal() to authenticated;

-- The caller's roles; empty means: waiting for one.
create function public.my_roles() returns text[]
  language sql stable security definer set search_path = ''
as $$
  select case when private.lacks_required_factor() then '{}' else private.account_roles() end
$$;

-- Lets the dashboard say why it is empty: the caller has a role that waits for a second factor alone.
create function public.must_set_up_factor() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.lacks_required_factor() and cardinality(private.account_roles()) > 0
$$;

-- Policies call these inside `(select …)`, so that each is called once a statement and not once a row.
create function public.is_staff() returns boolean
  language sql stable security definer set search_path = ''
as $$ select cardinality(public.my_roles()) > 0 $$;

create function public.can_handle_leads() returns boolean
  language sql stable security definer set search_path = ''
as $$ select public.my_roles() && array['owner', 'agent'] $$;

create function public.can_edit_content() returns boolean
  language sql stable security definer set search_path = ''
as $$ select public.my_roles() && array['owner', 'editor'] $$;

create function public.is_owner() returns boolean
  language sql stable security definer set search_path = ''
as $$ select 'owner' = any (public.my_roles()) $$;

revoke execute on function
  public.my_roles(), public.must_set_up_factor(), public.is_staff(), public.can_handle_leads(),
  public.can_edit_content(), public.is_owner()
  from public, anon, authenticated;
grant execute on function
  public.my_roles(), public.is_staff(), public.can_handle_leads(), public.can_edit_content(), public.is_owner()
  to authenticated, service_role;
grant execute on function public.must_set_up_factor() to authenticated;

-- An account reads its own role; an owner reads the whole team.
create policy "own role, owners all" on public.staff for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_owner()));
-- The team is read by its members once they have shown their second factor,
create policy "second factor shown" on public.staff as restrictive for all to authenticated
  using ((select private.session_has_required_aal())) with check ((select private.session_has_required_aal()));
-- and while their sessions are active.
create policy "session active" on public.staff as restrictive for all to authenticated
  using ((select private.is_session_active())) with check ((select private.is_session_active()));

-- Role changes are part of the server's log: it writes what is notified here, by ids alone.
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

revoke execute on function private.log_role_change() from public;

create trigger log_role_change after insert or update of role or delete on public.staff
  for each row execute function private.log_role_change();
