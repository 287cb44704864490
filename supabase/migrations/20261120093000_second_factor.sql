-- An account with a second factor is nobody here until its session has shown it: a stolen password opens nothing.

create function private.has_shown_factor() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (
      select from auth.mfa_factors
      where mfa_factors.user_id = auth.uid() and mfa_factors.status = 'verified'
    )
$$;
revoke execute on function private.has_shown_factor() from public;
grant execute on function private.has_shown_factor() to authenticated;

-- As before, and none at all below the account's level. Every policy for staff asks this.
create or replace function public.my_roles() returns text[]
  language sql stable security definer set search_path = ''
as $$
  with caller as (
    select users.id
    from auth.users
    where users.id = auth.uid()
      and users.is_anonymous is not true
      and users.deleted_at is null
      and (users.banned_until is null or users.banned_until <= now())
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

-- What an account may see and write of itself without a role waits as well.
create policy "second factor shown" on public.profiles as restrictive for all to authenticated
  using ((select private.has_shown_factor())) with check ((select private.has_shown_factor()));
-- The team is read by its members, once they have shown who they are.
create policy "second factor shown" on public.staff as restrictive for all to authenticated
  using ((select private.has_shown_factor())) with check ((select private.has_shown_factor()));
