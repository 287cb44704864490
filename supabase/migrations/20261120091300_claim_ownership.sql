-- The way to the first owner: a link that the server makes and prints, kept here as a hash only.
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

-- Makes the caller the owner. True on success and on a repeated call by that owner; else it says what is
-- wrong. The lock lets one of two callers win.
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
    and (users.banned_until is null or users.banned_until <= now());
  if caller is null then
    raise exception 'Sign in before you claim this site.'
      using errcode = 'P0001', hint = 'Sign up or sign in on this page, then the link works.';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('claim_ownership', 0));
  if exists (select from public.staff where staff.role = 'owner') then
    if public.is_owner() then
      return true;
    end if;
    raise exception 'This site already has an owner.'
      using errcode = 'P0001', hint = 'Ask the owner to give you access.';
  end if;

  delete from public.owner_links
  where owner_links.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and owner_links.expires_at > now();
  if not found then
    raise exception 'This set-up link is not valid any more.'
      using errcode = 'P0001', hint = 'Links work once and for a short time. Make a new one with: npm run owner';
  end if;

  insert into public.staff (user_id, role) values (caller, 'owner')
  on conflict (user_id) do update set role = 'owner';
  delete from public.owner_links;
  return true;
end;
$$;
revoke execute on function public.claim_ownership(text) from public, anon, authenticated;
grant execute on function public.claim_ownership(text) to authenticated;

-- While sign-up is closed no account is made, whatever the way in, except one that was invited and one that
-- is about to use the set-up link of a site without an owner.
create function private.guard_sign_up() returns trigger
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
revoke execute on function private.guard_sign_up() from public;

create trigger guard_sign_up before insert on auth.users
  for each row execute function private.guard_sign_up();
