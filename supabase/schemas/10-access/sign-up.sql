-- Sign-up, and how a new site gets its first owner.

-- While sign-up is closed, an account is created only for an invitation, or while a site without an owner has a valid
-- owner link.
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

-- The link that makes the first owner: the server creates and prints it; only its hash is stored.
create table public.owner_links (
  -- SHA-256 of the token, lower case hex.
  token_hash text primary key,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint owner_links_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$')
);

-- Makes the caller the first owner. Returns true, also if that owner calls it again; otherwise raises the reason. The
-- lock serializes two callers.
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
      using errcode = 'P0001', detail = 'sign_in_first', hint = 'Sign up or sign in on this page, then use the link.';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('claim_ownership', 0));
  if exists (select from public.staff where staff.role = 'owner') then
    if public.is_owner() then
      return true;
    end if;
    raise exception 'This site already has an owner.'
      using errcode = 'P0001', detail = 'site_has_owner', hint = 'Ask the owner for access.';
  end if;

  delete from public.owner_links
  where owner_links.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and owner_links.expires_at > now();
  if not found then
    raise exception 'This link is incomplete or already used.'
      using errcode = 'P0001', detail = 'owner_link_used',
        hint = 'Links work once, for 30 minutes. Get a new one with: ./fairlead owner';
  end if;

  insert into public.staff (user_id, role) values (caller, 'owner')
  on conflict (user_id) do update set role = 'owner';
  delete from public.owner_links;
  return true;
end;
$$;
grant execute on function public.claim_ownership(text) to authenticated, service_role;
