-- A role counts while three more things hold: the session of the token still stands, the address of the account is
-- confirmed (an invitation that nobody has taken up is nobody yet), and where owners require a second factor of all
-- staff, the session has shown one.

alter table public.settings add column require_second_factor boolean not null default false;

-- A token outlives its session by up to an hour; whoever was signed out must not read on with it. A token that was
-- made for no session is judged by its account alone.
create function private.session_stands() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'session_id', '') = ''
    or exists (
      select from auth.sessions
      where sessions.id::text = auth.jwt() ->> 'session_id' and sessions.user_id = auth.uid()
    )
$$;
revoke execute on function private.session_stands() from public;

-- The caller's roles, whatever owners require of staff.
create function private.roles_of_account() returns text[]
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
      and private.session_stands()
      and private.has_shown_factor()
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
  select coalesce(
    array_agg(role order by array_position(array['owner', 'agent', 'editor', 'viewer'], role)),
    '{}'
  )
  from granted;
$$;
revoke execute on function private.roles_of_account() from public;

-- Whether a second factor is required that this session has not shown; also of accounts that have none.
create function private.lacks_required_factor() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2'
    and exists (select from public.settings where require_second_factor)
$$;
revoke execute on function private.lacks_required_factor() from public;

create or replace function public.my_roles() returns text[]
  language sql stable security definer set search_path = ''
as $$
  select case when private.lacks_required_factor() then '{}' else private.roles_of_account() end
$$;

-- For the dashboard to say why there is nothing: the caller has a role that waits for a second factor alone.
create function public.must_set_up_factor() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.lacks_required_factor() and cardinality(private.roles_of_account()) > 0
$$;
revoke execute on function public.must_set_up_factor() from public, anon, authenticated;
grant execute on function public.must_set_up_factor() to authenticated;
