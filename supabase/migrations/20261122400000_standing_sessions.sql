-- A session that has ended reads and writes nothing of its own account any more, although its token is good for up to
-- an hour. A token that was made for no session is judged by its account alone, as before.

create or replace function private.session_stands() returns boolean
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
grant execute on function private.session_stands() to authenticated;

-- What an account may see and write of itself without a role.
create policy "session stands" on public.profiles as restrictive for all to authenticated
  using ((select private.session_stands())) with check ((select private.session_stands()));
-- The team is read by its members while their sessions stand.
create policy "session stands" on public.staff as restrictive for all to authenticated
  using ((select private.session_stands())) with check ((select private.session_stands()));
alter policy "own account" on realtime.messages
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'account:' || (select auth.uid())
    and (select private.session_stands())
  );

-- As before, and for a session that stands.
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
    and private.session_stands();
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

-- 24 of the 32 letters and digits that nobody confuses, 120 bits: enough for a hash without salt or work to be out of
-- reach of guessing (112 bits). Codes of 16 that were made before go on working.
create or replace function private.make_recovery_code() returns text
  language sql volatile set search_path = ''
as $$
  select string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', get_byte(random.bytes, place) % 32 + 1, 1), '' order by place
  )
  from (select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) as random
  cross join generate_series(0, 23) as place
$$;
