-- 1 × create function

set check_function_bodies = off;

-- Makes the caller the first owner. Returns true, also if that owner calls it again; otherwise raises the reason. The
-- lock serializes two callers.
create or replace function public.claim_ownership(token text) returns boolean
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
