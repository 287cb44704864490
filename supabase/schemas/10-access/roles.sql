-- Functions with which policies and other functions check their caller.

-- A token is valid up to an hour longer than its session, so the session is checked too. A token without a session ID
-- passes.
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
grant execute on function private.is_session_active() to authenticated;

-- An account with a verified second factor has no rights until its session has used it (aal2).
create function private.session_has_required_aal() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (
      select from auth.mfa_factors
      where mfa_factors.user_id = auth.uid() and mfa_factors.status = 'verified'
    )
$$;
grant execute on function private.session_has_required_aal() to authenticated;

-- The roles of the caller's account, without the rule that all staff need a second factor. An anonymous, banned,
-- deleted or unconfirmed account (such as one whose invitation was not accepted) has none, whatever its token contains.
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

-- Whether all staff need a second factor and this session has not used one; also true for an account without a factor.
create function private.lacks_required_factor() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2'
    and exists (select from public.settings where require_second_factor)
$$;

-- The caller's roles. Empty: the account has no role, or must use a second factor first.
create function public.my_roles() returns text[]
  language sql stable security definer set search_path = ''
as $$
  select case when private.lacks_required_factor() then '{}' else private.account_roles() end
$$;
grant execute on function public.my_roles() to authenticated, service_role;

-- Whether the caller has a role but must use a second factor first, so that the dashboard can explain why it is empty.
create function public.must_set_up_factor() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.lacks_required_factor() and cardinality(private.account_roles()) > 0
$$;
grant execute on function public.must_set_up_factor() to authenticated, service_role;

-- Policies call these as `(select …)`, so that each runs once for a statement and not for each row.
create function public.is_staff() returns boolean
  language sql stable security definer set search_path = ''
as $$ select cardinality(public.my_roles()) > 0 $$;
grant execute on function public.is_staff() to authenticated, service_role;

create function public.can_handle_leads() returns boolean
  language sql stable security definer set search_path = ''
as $$ select public.my_roles() && array['owner', 'agent'] $$;
grant execute on function public.can_handle_leads() to authenticated, service_role;

create function public.can_edit_content() returns boolean
  language sql stable security definer set search_path = ''
as $$ select public.my_roles() && array['owner', 'editor'] $$;
grant execute on function public.can_edit_content() to authenticated, service_role;

create function public.is_owner() returns boolean
  language sql stable security definer set search_path = ''
as $$ select 'owner' = any (public.my_roles()) $$;
grant execute on function public.is_owner() to authenticated, service_role;

create function private.require_editor() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.can_edit_content() then
    raise exception 'You don''t have permission to change content. Ask an owner.'
      using errcode = '42501', detail = 'content_denied';
  end if;
end;
$$;

create function private.require_owner() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if public.is_owner() or current_setting('role', true) = 'service_role' then
    return;
  end if;
  raise exception 'Only an owner can do this.'
    using errcode = '42501', detail = 'owners_only';
end;
$$;

create function private.require_lead_handler() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
end;
$$;

-- The name of the caller's account, or its address; null for the server.
create function private.caller_name() returns text
  language sql stable security definer set search_path = ''
as $$ select coalesce(profiles.full_name, profiles.email) from public.profiles where profiles.id = auth.uid() $$;
