-- How owners manage accounts and their roles. The secret key may do the same, for `./fairlead staff`.

-- Every account with a role, owners first.
create function public.team()
  returns table (
    id uuid, email text, role text, since timestamptz,
    full_name text, last_sign_in_at timestamptz, has_factor boolean, is_verified boolean, needs_link boolean
  )
  language plpgsql stable security definer set search_path = '' rows 10
as $$
begin
  perform private.require_owner();
  return query
    select users.id, users.email::text, staff.role, staff.created_at, described.*
    from public.staff
    join auth.users on users.id = staff.user_id
    cross join lateral private.describe_account(users.id) as described
    where users.deleted_at is null
    order by array_position(private.staff_roles(), staff.role), lower(users.email), users.id
    limit 1000;
end;
$$;
grant execute on function public.team() to authenticated, service_role;

-- Accounts without a role, newest first; `before_*` is the last row of the previous page.
create function public.waiting_accounts(
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 20
)
  returns table (
    id uuid, email text, created_at timestamptz,
    full_name text, last_sign_in_at timestamptz, has_factor boolean, is_verified boolean, needs_link boolean
  )
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' rows 20
as $$
begin
  perform private.require_owner();
  return query
    with page as (
      select users.id, users.email, users.created_at
      from auth.users
      where users.deleted_at is null
        and users.is_anonymous is not true
        and not exists (select from public.staff where staff.user_id = users.id)
        and (
          before_created_at is null
          or (users.created_at, users.id)
            < (before_created_at, coalesce(before_id, '00000000-0000-0000-0000-000000000000'))
        )
      order by users.created_at desc, users.id desc
      limit least(greatest(coalesce(page_size, 20), 1), 200)
    )
    select page.id, page.email::text, page.created_at, described.*
    from page
    cross join lateral private.describe_account(page.id) as described
    order by page.created_at desc, page.id desc;
end;
$$;
grant execute on function public.waiting_accounts(timestamptz, uuid, integer) to authenticated, service_role;

create function private.describe_account(account uuid)
  returns table (full_name text, last_sign_in_at timestamptz, has_factor boolean, is_verified boolean, needs_link boolean)
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    (select profiles.full_name from public.profiles where profiles.id = account),
    users.last_sign_in_at,
    exists (
      select from auth.mfa_factors where mfa_factors.user_id = account and mfa_factors.status = 'verified'
    ),
    private.is_email_verified(account),
    coalesce(users.encrypted_password, '') = '' and not private.is_email_verified(account)
  from auth.users
  where users.id = account
$$;

create function public.find_account(address text) returns table (account uuid, role text)
  language plpgsql stable security definer set search_path = '' rows 1
as $$
begin
  perform private.require_owner();
  return query
    select users.id, staff.role
    from auth.users
    left join public.staff on staff.user_id = users.id
    where users.email = lower(btrim(address)) and users.deleted_at is null and not users.is_sso_user;
end;
$$;
grant execute on function public.find_account(text) to authenticated, service_role;

-- The address for a link to set a password. Only for a team member without a password, so that an owner cannot take
-- over the account of a colleague.
create function public.address_for_link(account uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  address text;
begin
  perform private.require_owner();
  select users.email into address
  from auth.users
  join public.staff on staff.user_id = users.id
  where users.id = account
    and users.deleted_at is null
    and coalesce(users.encrypted_password, '') = ''
    and not private.is_email_verified(users.id);
  if address is null then
    raise exception 'This account doesn''t need a link.'
      using errcode = 'P0001', detail = 'link_not_needed',
        hint = 'To reset a password, use "Forgot password?" on the sign-in page.';
  end if;
  return address;
end;
$$;
grant execute on function public.address_for_link(uuid) to authenticated, service_role;

-- Gives an account a role or changes it. Returns true if the account was reset because its address was not verified; it
-- then needs a link to set a password.
create function public.give_role(account uuid, wanted text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  known boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('owners', 0));
  perform private.require_owner();
  if wanted is null or wanted <> all (private.staff_roles()) then
    raise exception 'Choose a role: owner, editor, agent or viewer.' using errcode = '22023';
  end if;
  perform from auth.users
  where users.id = account and users.deleted_at is null and users.is_anonymous is not true
  for update;
  if not found then
    raise exception 'This account no longer exists.'
      using errcode = 'PT404', detail = 'account_deleted', hint = 'Refresh the list.';
  end if;
  known := exists (select from public.staff where staff.user_id = account);
  insert into public.staff (user_id, role) values (account, wanted)
  on conflict (user_id) do update set role = excluded.role where staff.role <> excluded.role;
  if known or private.is_email_verified(account) then
    return false;
  end if;
  perform private.reset_unverified_account(account);
  return true;
end;
$$;
grant execute on function public.give_role(uuid, text) to authenticated, service_role;

-- Whether the address is proven to receive mail. Our backend stores when (email_verified_at); on hosted Supabase a
-- confirmation mail or a provider that verified the address proves it.
create function private.is_email_verified(account uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select users.confirmed_at is not null
    and (
      users.email is null
      or case
        when to_jsonb(users) ? 'email_verified_at' then to_jsonb(users) ->> 'email_verified_at' is not null
        else users.confirmation_sent_at is not null
          or exists (
            select from auth.identities
            where identities.user_id = users.id
              and identities.provider not in ('email', 'phone')
              and lower(identities.identity_data ->> 'email') = lower(users.email)
              and (identities.identity_data ->> 'email_verified') = 'true'
          )
      end
    )
  from auth.users
  where users.id = account
$$;

-- Removes everything with which someone who registered another person's address could sign in. Only a link sent to the
-- address opens the account; until then the address is unconfirmed, so the role does not apply.
create function private.reset_unverified_account(account uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users
  set encrypted_password = null, email_confirmed_at = null, invited_at = now(), email_change = '',
    phone = null, phone_confirmed_at = null, phone_change = '', updated_at = now()
  where id = account;
  delete from auth.sessions where user_id = account;
  delete from auth.mfa_factors where user_id = account;
  delete from auth.identities where user_id = account and provider <> 'email';
  delete from auth.one_time_tokens
  where user_id = account
    and token_type::text not in ('confirmation_token', 'recovery_token');
end;
$$;

-- Removes an account from the team and ends its sessions. The account remains, without a role.
create function public.remove_from_team(account uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('owners', 0));
  perform private.require_owner();
  delete from public.staff where staff.user_id = account;
  delete from auth.sessions where sessions.user_id = account;
end;
$$;
grant execute on function public.remove_from_team(uuid) to authenticated, service_role;

-- Deletes an account that has no role. Its texts remain, without its name.
create function public.delete_waiting_account(account uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('owners', 0));
  perform private.require_owner();
  if exists (select from public.staff where staff.user_id = account) then
    raise exception 'This account is on the team.'
      using errcode = 'P0001', detail = 'account_on_team', hint = 'Remove it from the team first.';
  end if;
  delete from auth.users where users.id = account;
end;
$$;
grant execute on function public.delete_waiting_account(uuid) to authenticated, service_role;

create function private.is_of_team(address text) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from auth.users join public.staff on staff.user_id = users.id where lower(users.email) = lower(address)
  );
$$;
