-- The first owner, sign-up, and the team in the hands of its owners. Each function checks its caller itself; the secret
-- key may do what an owner may, for `npm run staff`.

-- How the first owner comes to be: a link that the server makes and prints, stored as a hash only.
create table public.owner_links (
  token_hash text primary key,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint owner_links_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$')
);
comment on column public.owner_links.token_hash is 'sha-256 of the token, lower case hex';

alter table public.owner_links enable row level security;
alter table public.owner_links force row level security;
grant select, insert, update, delete on public.owner_links to service_role;

-- Makes the caller the owner. True on success and on a repeated call by that owner; else it says what is wrong. The lock
-- lets one of two callers win.
create function public.claim_ownership(token text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid;
begin
  select users.id into caller
  from auth.users
  where users.id = auth.uid()
    and users.is_anonymous is not true
    and users.deleted_at is null
    and (users.banned_until is null or users.banned_until <= now())
    and private.is_session_active();
  if caller is null then
    raise exception 'Sign in to become the owner.'
      using errcode = 'P0001', hint = 'Sign up or sign in on this page, then use the link.';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('claim_ownership', 0));
  if exists (select from public.staff where staff.role = 'owner') then
    if public.is_owner() then
      return true;
    end if;
    raise exception 'This site already has an owner.'
      using errcode = 'P0001', hint = 'Ask the owner for access.';
  end if;

  delete from public.owner_links
  where owner_links.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and owner_links.expires_at > now();
  if not found then
    raise exception 'This link is incomplete or already used.'
      using errcode = 'P0001', hint = 'Links work once, for 30 minutes. Get a new one with: npm run owner';
  end if;

  insert into public.staff (user_id, role) values (caller, 'owner')
  on conflict (user_id) do update set role = 'owner';
  delete from public.owner_links;
  return true;
end;
$$;

-- While sign-up is closed no account is made, in whatever way, except one that was invited and one that is about to use
-- the owner link of a site without an owner.
create function private.reject_closed_sign_up() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.invited_at is null
    and exists (select from public.settings where sign_up_mode = 'closed')
    and (
      exists (select from public.staff where staff.role = 'owner')
      or not exists (select from public.owner_links where owner_links.expires_at > now())
    )
  then
    raise exception 'Sign-up is closed on this site.'
      using errcode = 'P0001', hint = 'Ask the owner for an invitation.';
  end if;
  return new;
end;
$$;

create trigger reject_closed_sign_up before insert on auth.users
  for each row execute function private.reject_closed_sign_up();

create function private.require_owner() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if public.is_owner() or current_setting('role', true) = 'service_role' then
    return;
  end if;
  raise exception 'Only an owner can do this.' using errcode = '42501';
end;
$$;

-- A site that had an owner keeps one, whoever writes. One change of owners at a time, and each sees what the one before
-- it left: two owners who demote each other at once end as one owner.
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
      using errcode = 'P0001', hint = 'Make someone else an owner first.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;

create trigger protect_last_owner_on_update before update of role on public.staff
  for each row when (old.role = 'owner' and new.role <> 'owner') execute function private.protect_last_owner();
create trigger protect_last_owner_on_delete before delete on public.staff
  for each row when (old.role = 'owner') execute function private.protect_last_owner();

-- Whether mail to this address was shown to arrive: our backend records when; on hosted Supabase a confirmation that was
-- sent and followed, or a provider that verified the address, shows it.
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

-- Removes whatever could let in a user who registered an address without having it verified; only a link to the address
-- opens the account now. Until then the address counts as unconfirmed, so the role waits, and what was added meanwhile is
-- dropped by that link.
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

-- Gives an account a role, or another one. Returns whether the account was reset, because its address was not verified:
-- it then needs a link to set a password.
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
    raise exception 'This account no longer exists.' using errcode = 'P0002', hint = 'Refresh the list.';
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

-- Takes an account off the team and ends its sessions at once. The account stays, and waits.
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

-- Deletes an account that has no role. What it wrote stays, without its name.
create function public.delete_waiting_account(account uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('owners', 0));
  perform private.require_owner();
  if exists (select from public.staff where staff.user_id = account) then
    raise exception 'This account is on the team.'
      using errcode = 'P0001', hint = 'Remove it from the team first.';
  end if;
  delete from auth.users where users.id = account;
end;
$$;

-- The address to which a link to set a password may go: only of a team member who has none. An owner never gets a key to
-- the account of a colleague who has set one.
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
      using errcode = 'P0001', hint = 'To reset a password, use "Forgot password?" on the sign-in page.';
  end if;
  return address;
end;
$$;

-- The account of an address, or no row.
create function public.find_account(address text) returns table (account uuid, role text)
  language plpgsql stable security definer set search_path = ''
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

create function private.describe_account(account uuid)
  returns table (full_name text, last_sign_in_at timestamptz, has_factor boolean, is_verified boolean, needs_link boolean)
  language sql stable security definer set search_path = ''
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

-- Every account with a role, owners first.
create function public.team()
  returns table (
    id uuid, email text, role text, since timestamptz,
    full_name text, last_sign_in_at timestamptz, has_factor boolean, is_verified boolean, needs_link boolean
  )
  language plpgsql stable security definer set search_path = ''
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

-- Accounts without a role, newest first; `before_*` are the last one of the page before.
create function public.waiting_accounts(
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 20
)
  returns table (
    id uuid, email text, created_at timestamptz,
    full_name text, last_sign_in_at timestamptz, has_factor boolean, is_verified boolean, needs_link boolean
  )
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
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

-- What holds for the whole team.
create function public.team_rules() returns table (sign_up_mode text, require_second_factor boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return query select settings.sign_up_mode, settings.require_second_factor from public.settings;
end;
$$;

-- Whether all staff must show a second factor. An owner who requires it of others has shown one.
create function public.require_second_factor(required boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if required
    and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2'
    and current_setting('role', true) <> 'service_role'
  then
    raise exception 'Set up two-step verification for yourself first.'
      using errcode = 'P0001', hint = 'You''ll find it in Settings. Otherwise you''d be locked out.';
  end if;
  update public.settings set require_second_factor = coalesce(required, false);
end;
$$;

revoke execute on function
  private.reject_closed_sign_up(), private.require_owner(), private.protect_last_owner(), private.is_email_verified(uuid),
  private.reset_unverified_account(uuid), private.describe_account(uuid)
  from public;
revoke execute on function
  public.claim_ownership(text), public.give_role(uuid, text), public.remove_from_team(uuid),
  public.delete_waiting_account(uuid), public.address_for_link(uuid), public.find_account(text), public.team(),
  public.waiting_accounts(timestamptz, uuid, integer), public.team_rules(), public.require_second_factor(boolean)
  from public, anon, authenticated;
grant execute on function public.claim_ownership(text) to authenticated;
grant execute on function
  public.give_role(uuid, text), public.remove_from_team(uuid), public.delete_waiting_account(uuid),
  public.address_for_link(uuid), public.find_account(text), public.team(),
  public.waiting_accounts(timestamptz, uuid, integer), public.team_rules(), public.require_second_factor(boolean)
  to authenticated, service_role;
