-- The whole schema of this version, made from supabase/schemas, in place of 120 earlier migrations; never edited.
-- replaces: commit a465bccf169e2d313330c4d95f9f01143e100e36, sha256 b5cc9eb342728ff0c73842a6168ebecc8eaeb76b0a8549c97b4c529ddd3d9330
set check_function_bodies = off;

-- supabase/schemas/00-foundations/schemas.sql
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
revoke all on all tables in schema public from anon, authenticated;
revoke all on all sequences in schema public from anon, authenticated;
revoke all on all functions in schema public from public, anon, authenticated;
grant usage on schema public to anon, authenticated, service_role;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists pgcrypto with schema extensions;
-- Functions for triggers, checks and policies. The API never serves this schema.
create schema private;
revoke all on schema private from public;

-- supabase/schemas/10-access/failed-sign-ins.sql
-- Wrong passwords and codes of colleagues in the audit log (docs/decisions/0055-audit-log.md): how many within an hour.
-- Strangers cannot fill the log: each account has at most four entries of a kind an hour.
create table private.failed_sign_ins (
  account_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  begun_at timestamptz not null default now(),
  total integer not null,
  primary key (account_id, kind),
  constraint failed_sign_ins_kind_known check (kind in ('password', 'code'))
);
-- `account` or the email address that was given; one that is nobody's is not kept.
create function public.record_failed_sign_in(kind text, account uuid, email text, address text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  known constant uuid := coalesce(account, (
    select users.id from auth.users
    where users.email = lower(btrim(record_failed_sign_in.email)) and not users.is_sso_user and users.deleted_at is null
  ));
  so_far integer;
begin
  if known is null or not private.is_audited_account(known) then
    return;
  end if;
  insert into private.failed_sign_ins as counted (account_id, kind, total)
  values (known, record_failed_sign_in.kind, 1)
  on conflict (account_id, kind) do update
  set begun_at = case when counted.begun_at > now() - interval '1 hour' then counted.begun_at else now() end,
    total = case when counted.begun_at > now() - interval '1 hour' then counted.total + 1 else 1 end
  returning counted.total into so_far;
  if so_far in (1, 10, 100, 1000) then
    perform private.audit(
      'sign_ins', record_failed_sign_in.kind || '_wrong', 'account', amount => so_far, account => known,
      address => record_failed_sign_in.address
    );
  end if;
end;
$$;
grant execute on function public.record_failed_sign_in(text, uuid, text, text) to service_role;

-- supabase/schemas/10-access/profiles.sql
-- What a colleague enters about themselves.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  email text,
  updated_at timestamptz not null default now(),
  single_key_shortcuts boolean not null default true,
  reply_signature text,
  constraint profiles_full_name_length check (char_length(full_name) <= 200),
  constraint profiles_reply_signature_length check (char_length(reply_signature) <= 500)
);
-- The keys of the inbox must be possible to turn off (WCAG 2.1.4).
comment on column public.profiles.single_key_shortcuts is 'whether a key alone, such as j, does something in the inbox';
comment on column public.profiles.reply_signature is 'stands under replies between the name and the signature of the agency';
alter table public.profiles enable row level security;
alter table public.profiles force row level security;
grant
  select,
  insert (email, full_name, id, reply_signature, single_key_shortcuts, updated_at),
  update (email, full_name, id, reply_signature, single_key_shortcuts, updated_at)
on public.profiles to authenticated;
-- An account reads its own profile.
create policy "own profile" on public.profiles for select to authenticated
  using (id = (select auth.uid()));
-- An account makes its own profile, should it have none.
create policy "own profile insert" on public.profiles for insert to authenticated
  with check (id = (select auth.uid()));
-- An account changes its own profile.
create policy "own profile update" on public.profiles for update to authenticated
  using (id = (select auth.uid()));
-- The address is the account's, whatever the caller writes into its profile; the time is the server's; an empty name or
-- signature is null.
create function private.complete_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.full_name) > 10000 then
    perform private.reject_oversized('profiles', 'profiles_full_name_length');
  end if;
  if octet_length(new.reply_signature) > 10000 then
    perform private.reject_oversized('profiles', 'profiles_reply_signature_length');
  end if;
  new.full_name := private.clean_text(new.full_name);
  new.reply_signature := private.clean_text(new.reply_signature);
  new.email := (select users.email from auth.users where users.id = new.id);
  new.updated_at := now();
  return new;
end;
$$;
-- Every new account gets a profile with the name it signed up with (G-44). It must never stop a sign-up, so a long name
-- is cut, before anything reads through it.
create function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name)
  values (new.id, left(private.clean_text(left(new.raw_user_meta_data ->> 'full_name', 2000)), 200))
  on conflict (id) do nothing;
  return null;
end;
$$;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();
-- A changed address of an account shows in its profile.
create function private.copy_account_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end;
$$;
create trigger copy_account_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.copy_account_email();
-- The accounts whose names those who handle leads may read: the team, and every account while sign-up is open.
create function private.colleague_ids() returns setof uuid
  language sql stable security definer set search_path = '' rows 10
as $$
  select staff.user_id
  from public.staff
  where public.can_handle_leads()
  union
  select users.id
  from auth.users
  where users.is_anonymous is not true
    and public.can_handle_leads()
    and exists (select from public.settings where sign_up_mode = 'open');
$$;
grant execute on function private.colleague_ids() to authenticated;

-- supabase/schemas/10-access/recovery-codes.sql
-- Ten codes on paper, for an account that lost its second factor. Only hashes are stored: 120 random bits need no salt
-- and no slow hash. The tables are out of the API's reach; three functions are all there is to them.
create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash),
  constraint recovery_codes_code_hash_format check (code_hash ~ '^[0-9a-f]{64}$')
);
comment on column private.recovery_codes.code_hash is 'sha-256 of account:code, lower case hex';
-- Wrong codes of one session. Not of the account: an attacker with its password must not lock its owner out.
create table private.recovery_guesses (
  session_id uuid primary key,
  wrong integer not null,
  since timestamptz not null default now()
);
-- 24 of the 32 letters and digits that are not confused, 120 bits: beyond guessing for a hash without salt or work
-- (112 bits). Codes of 16 that were made before still work.
create function private.make_recovery_code() returns text
  language sql volatile set search_path = ''
as $$
  select string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', get_byte(random.bytes, place) % 32 + 1, 1), '' order by place
  )
  from (select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) as random
  cross join generate_series(0, 23) as place
$$;
-- As a user types it: capitals, dashes and look-alikes do not matter. Null for a text that cannot be a code.
create function private.hash_recovery_code(account uuid, code text) returns text
  language sql immutable set search_path = ''
as $$
  select case when octet_length(code) <= 1000 then encode(
    sha256(convert_to(
      account || ':' || translate(regexp_replace(lower(code), '[^0-9a-z]', '', 'g'), 'ilo', '110'), 'UTF8'
    )),
    'hex'
  ) end
$$;
-- Codes belong to the factors that existed when they were made: once all of those are gone, the codes are void.
create function private.valid_recovery_codes(account uuid) returns setof private.recovery_codes
  language sql stable security definer set search_path = '' rows 10
as $$
  select codes.*
  from private.recovery_codes as codes
  where codes.user_id = account
    and exists (
      select from auth.mfa_factors
      where mfa_factors.user_id = account
        and mfa_factors.status = 'verified'
        and mfa_factors.created_at <= codes.created_at
    )
$$;
-- Ten new codes, returned this once; those before are deleted. Only for a session that has shown a factor, as the
-- database knows it and not as the token says.
create function public.make_recovery_codes() returns text[]
  language plpgsql security definer set search_path = ''
as $$
declare
  codes text[];
begin
  if not exists (
    select from auth.sessions where sessions.id = private.active_session_id() and sessions.aal = 'aal2'
  ) then
    raise exception 'Complete two-step verification before you create recovery codes.'
      using errcode = '42501', detail = 'factor_first', hint = 'Set it up, or sign in again and enter your code.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('recovery_codes ' || auth.uid(), 0));
  select array_agg(private.make_recovery_code()) into codes from generate_series(1, 10);
  delete from private.recovery_codes where recovery_codes.user_id = auth.uid();
  insert into private.recovery_codes (user_id, code_hash)
  select auth.uid(), private.hash_recovery_code(auth.uid(), code) from unnest(codes) as code;
  return codes;
end;
$$;
grant execute on function public.make_recovery_codes() to authenticated, service_role;
-- How many codes of the caller still work.
create function public.count_recovery_codes() returns integer
  language sql stable security definer set search_path = ''
as $$
  select count(*)::integer
  from private.valid_recovery_codes(auth.uid())
  where private.active_session_id() is not null and private.session_has_required_aal()
$$;
grant execute on function public.count_recovery_codes() to authenticated, service_role;
-- Uses one code in place of the second factor: 'used', 'wrong' or 'too many'. Every factor and every other session is
-- deleted, and the caller's own session goes on without one. A wrong code is returned and not raised, so that it is
-- counted. The account's address is notified, so that its owner learns of it when it was an attacker; the audit log has
-- both outcomes.
create function public.use_recovery_code(code text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  session uuid := private.active_session_id();
  tries integer;
begin
  if session is null then
    raise exception 'Sign in before you use a recovery code.'
      using errcode = '42501', detail = 'sign_in_for_code';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('recovery_codes ' || auth.uid(), 0));
  delete from private.recovery_guesses where recovery_guesses.since < now() - interval '15 minutes';
  insert into private.recovery_guesses (session_id, wrong) values (session, 1)
  on conflict (session_id) do update set wrong = recovery_guesses.wrong + 1
  returning recovery_guesses.wrong into tries;
  if tries > 5 then
    return 'too many';
  end if;
  if not exists (
    select from private.valid_recovery_codes(auth.uid()) as valid
    where valid.code_hash = private.hash_recovery_code(auth.uid(), use_recovery_code.code)
  ) then
    if private.is_audited_account(auth.uid()) then
      perform private.audit('sign_ins', 'recovery_code_wrong', 'factor');
    end if;
    return 'wrong';
  end if;
  if private.is_audited_account(auth.uid()) then
    perform private.audit('sign_ins', 'recovery_code_used', 'factor');
  end if;
  delete from private.recovery_codes where recovery_codes.user_id = auth.uid();
  delete from private.recovery_guesses where recovery_guesses.session_id = session;
  delete from auth.sessions where sessions.user_id = auth.uid() and sessions.id <> session;
  update auth.sessions set aal = 'aal1', factor_id = null where sessions.id = session;
  delete from auth.mfa_factors where mfa_factors.user_id = auth.uid();
  insert into private.outbox (colleague_id)
  select users.id from auth.users
  where users.id = auth.uid() and nullif(users.email, '') is not null and users.email_confirmed_at is not null;
  return 'used';
end;
$$;
grant execute on function public.use_recovery_code(text) to authenticated, service_role;

-- supabase/schemas/10-access/roles.sql
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
grant execute on function private.is_session_active() to authenticated;
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
grant execute on function private.session_has_required_aal() to authenticated;
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
-- The caller's roles; empty means: waiting for one.
create function public.my_roles() returns text[]
  language sql stable security definer set search_path = ''
as $$
  select case when private.lacks_required_factor() then '{}' else private.account_roles() end
$$;
grant execute on function public.my_roles() to authenticated, service_role;
-- Lets the dashboard say why it is empty: the caller has a role that waits for a second factor alone.
create function public.must_set_up_factor() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.lacks_required_factor() and cardinality(private.account_roles()) > 0
$$;
grant execute on function public.must_set_up_factor() to authenticated, service_role;
-- Policies call these inside `(select …)`, so that each is called once a statement and not once a row.
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
-- What staff do with bookings; each change is in the audit log.
create function private.require_lead_handler() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
end;
$$;
-- What the caller's account is called; null for the server.
create function private.caller_name() returns text
  language sql stable security definer set search_path = ''
as $$ select coalesce(profiles.full_name, profiles.email) from public.profiles where profiles.id = auth.uid() $$;

-- supabase/schemas/10-access/server-keys.sql
-- Keys that the server writes at its start and the database checks signatures with.
create table public.server_keys (
  name text primary key,
  value text not null,
  updated_at timestamptz not null default now(),
  valid_until timestamptz,
  constraint server_keys_value_length check (char_length(value) between 32 and 200),
  constraint server_keys_name_known check (name in ('lead_header', 'lead_header_previous'))
);
alter table public.server_keys enable row level security;
alter table public.server_keys force row level security;
revoke delete, truncate on public.server_keys from service_role;
-- What each valid key makes of a text, in hexadecimal.
create function private.server_signatures(content text) returns setof text
  language sql stable set search_path = '' rows 2
as $$
  select encode(extensions.hmac(convert_to(content, 'UTF8'), convert_to(server_keys.value, 'UTF8'), 'sha256'), 'hex')
  from public.server_keys
  where server_keys.valid_until is null or server_keys.valid_until > now();
$$;

-- supabase/schemas/10-access/sessions.sql
-- The session that the caller's token belongs to, while it is active.
create function private.active_session_id() returns uuid
  language sql stable security definer set search_path = ''
as $$
  select sessions.id
  from auth.sessions
  where sessions.id = (auth.jwt() ->> 'session_id')::uuid
    and sessions.user_id = auth.uid()
    and (sessions.not_after is null or sessions.not_after > now())
$$;
-- Where the caller is signed in, the newest use first. It takes no argument, so never of another account. No row for a
-- session that has ended or is below its level.
create function public.my_sessions()
  returns table (
    id uuid, user_agent text, ip text, created_at timestamptz, used_at timestamptz, is_current boolean
  )
  language sql stable security definer set search_path = '' rows 5
as $$
  select sessions.id, sessions.user_agent, host(sessions.ip), sessions.created_at, used.at, sessions.id = own.id
  from (select private.active_session_id() as id) as own
  join auth.sessions on own.id is not null and sessions.user_id = auth.uid()
  -- refreshed_at has no time zone and is UTC
  cross join lateral (
    select coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at) as at
  ) as used
  where private.session_has_required_aal() and (sessions.not_after is null or sessions.not_after > now())
  order by sessions.id = own.id desc, used.at desc
  limit 100
$$;
grant execute on function public.my_sessions() to authenticated, service_role;

-- supabase/schemas/10-access/settings.sql
-- One row, written by the server alone: no account may change the sign-up policy.
create table public.settings (
  id boolean primary key default true,
  sign_up_mode text not null default 'approval',
  local_mode boolean not null default false,
  require_second_factor boolean not null default false,
  updated_at timestamptz not null default now(),
  -- A lead that never became a client is erased some months after the last contact; a client (there is a customer in the
  -- billing tool) seven years after it. Null is off.
  retention_months smallint default 24,
  -- What a new owner has done (20-agency/first-run.sql): each step is read from what it leaves behind; only a test mail and
  -- the dismissal leave nothing else.
  mail_tested_at timestamptz,
  first_run_dismissed_at timestamptz,
  -- An upgraded database erases nothing until an owner decides, and the privacy page shows it.
  retention_waits boolean not null default false,
  constraint settings_one_row check (id),
  constraint settings_sign_up_mode_known check (sign_up_mode in ('open', 'approval', 'closed')),
  constraint settings_retention_months_range check (retention_months between 1 and 120)
);
alter table public.settings enable row level security;
alter table public.settings force row level security;
revoke delete, truncate on public.settings from service_role;
-- What holds for the whole team.
create function public.team_rules() returns table (sign_up_mode text, require_second_factor boolean)
  language plpgsql stable security definer set search_path = '' rows 1
as $$
begin
  perform private.require_owner();
  return query select settings.sign_up_mode, settings.require_second_factor from public.settings;
end;
$$;
grant execute on function public.team_rules() to authenticated, service_role;
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
      using errcode = 'P0001', detail = 'own_factor_first',
        hint = 'You''ll find it in Settings. Otherwise you''d be locked out.';
  end if;
  update public.settings set require_second_factor = coalesce(required, false);
end;
$$;
grant execute on function public.require_second_factor(boolean) to authenticated, service_role;

-- supabase/schemas/10-access/sign-up.sql
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
        hint = 'Links work once, for 30 minutes. Get a new one with: npm run owner';
  end if;

  insert into public.staff (user_id, role) values (caller, 'owner')
  on conflict (user_id) do update set role = 'owner';
  delete from public.owner_links;
  return true;
end;
$$;
grant execute on function public.claim_ownership(text) to authenticated, service_role;

-- supabase/schemas/10-access/staff.sql
-- Every role, in the order in which a team is listed. The check of staff, give_role and team() derive from it; a test
-- compares the site's list and the command's.
create function private.staff_roles() returns text[]
  language sql immutable parallel safe
  return array['owner', 'editor', 'agent', 'viewer'];
grant execute on function private.staff_roles() to service_role;
create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  constraint staff_role_known check (role = any (private.staff_roles()))
);
alter table public.staff enable row level security;
alter table public.staff force row level security;
grant select on public.staff to authenticated;
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
      using errcode = 'P0001', detail = 'last_owner', hint = 'Make someone else an owner first.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;

-- supabase/schemas/10-access/team.sql
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
grant execute on function public.waiting_accounts(timestamptz, uuid, integer)
  to authenticated, service_role;
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
-- The account of an address, or no row.
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
      using errcode = 'P0001', detail = 'link_not_needed',
        hint = 'To reset a password, use "Forgot password?" on the sign-in page.';
  end if;
  return address;
end;
$$;
grant execute on function public.address_for_link(uuid) to authenticated, service_role;
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
grant execute on function public.remove_from_team(uuid) to authenticated, service_role;
-- Deletes an account that has no role. What it wrote stays, without its name.
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

-- supabase/schemas/15-audit/audit-log.sql
-- Who did what, when and from where, for owners (docs/decisions/0055-audit-log.md). Ids, names of content and of colleagues,
-- and numbers: no text of a visitor is copied here. Functions and triggers alone write it.
create table public.audit_log (
  id uuid primary key default gen_random_uuid(),
  -- Several entries of one transaction are in the order in which things happened.
  created_at timestamptz not null default clock_timestamp(),
  account_id uuid,
  account_name text,
  network text,
  area text not null,
  action text not null,
  kind text not null,
  record_id text,
  record_name text,
  amount integer,
  details text[] not null default '{}',
  constraint audit_log_area_known check (area in ('content', 'leads', 'exports', 'team', 'settings', 'sign_ins')),
  constraint audit_log_sizes check (
    char_length(account_name) <= 200 and char_length(network) <= 50 and char_length(action) <= 50
    and char_length(kind) <= 50 and char_length(record_id) <= 100 and char_length(record_name) <= 200
    and cardinality(details) <= 60
  )
);
comment on column public.audit_log.account_id is 'who did it; null: the server itself, or somebody with the secret key';
comment on column public.audit_log.account_name is 'what the account was called then; null also after an erasure';
comment on column public.audit_log.network is 'the caller''s address, cut to 24 bits, or to 48 of IPv6';
comment on column public.audit_log.kind is 'what it was done to: a table, or "session" and the like';
comment on column public.audit_log.record_id is 'null also of several records at once, and after an erasure';
comment on column public.audit_log.record_name is 'of content its name, of an account what it was called; never of a lead';
comment on column public.audit_log.amount is 'how many records, where they are not named one by one';
comment on column public.audit_log.details is 'columns that changed; of a status, role or rule the new value';
create index audit_log_newest on public.audit_log (created_at desc, id desc);
create index audit_log_by_area on public.audit_log (area, created_at desc, id desc);
create index audit_log_by_account on public.audit_log (account_id, created_at desc, id desc);
create index audit_log_by_account_and_area on public.audit_log (account_id, area, created_at desc, id desc);
-- An erasure finds its leads and accounts by it.
create index audit_log_by_record on public.audit_log (record_id) where record_id is not null;
alter table public.audit_log enable row level security;
alter table public.audit_log force row level security;
grant select on public.audit_log to authenticated;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to service_role;
-- Owners alone.
create policy "owners read" on public.audit_log for select to authenticated
  using ((select public.is_owner()));
-- The same for functions with the owner's rights: an entry may lose names to an erasure, and goes when it is two years
-- old. Nothing else changes one.
create function private.keep_audit_log() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '24 months' then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    if (new.id, new.created_at, new.account_id, new.area, new.action, new.kind, new.amount, new.details)
        is not distinct from
        (old.id, old.created_at, old.account_id, old.area, old.action, old.kind, old.amount, old.details)
      and (new.account_name is null or new.account_name = old.account_name)
      and (new.network is null or new.network = old.network)
      and (new.record_id is null or new.record_id = old.record_id)
      and (new.record_name is null or new.record_name = old.record_name)
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log cannot be changed.' using errcode = '42501';
end;
$$;
-- 203.0.113.7 as 203.0.113.0/24, an IPv6 address as its first 48 bits; null where there is none. Enough to tell the office
-- from another country, and shared by many people.
create function private.audit_network(address text) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  given constant inet := split_part(address, '/', 1)::inet;
begin
  return network(set_masklen(given, case family(given) when 4 then 24 else 48 end))::text;
exception
  when others then
    return null;
end;
$$;
create function private.audit_account_name(account uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select left(coalesce(nullif(profiles.full_name, ''), profiles.email), 200)
  from public.profiles where profiles.id = account
$$;
-- Whether a person or the secret key is at work. What the database's owner does by hand, a start or a migration, is the
-- program's own.
create function private.is_audited_caller() returns boolean
  language sql stable set search_path = ''
as $$ select auth.uid() is not null or current_setting('role', true) = 'service_role' $$;
-- Accounts with a role, and so something to see: anybody may register and sign in.
create function private.is_audited_account(account uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.staff where staff.user_id = account)
    or exists (
      select from public.settings, auth.users
      where settings.sign_up_mode = 'open' and users.id = account and users.is_anonymous is not true
    )
$$;
-- Accounts that the log names, by their newest name, for its filter. One look at the index for each account, not at each
-- entry.
create function public.audit_accounts() returns table (account_id uuid, account_name text)
  language plpgsql stable security definer set search_path = '' rows 20
as $$
begin
  perform private.require_owner();
  return query
    with recursive known as (
      (
        select entry.account_id, entry.account_name from public.audit_log as entry
        where entry.account_id is not null
        order by entry.account_id, entry.created_at desc, entry.id desc limit 1
      )
      union all
      select following.account_id, following.account_name
      from known
      cross join lateral (
        select entry.account_id, entry.account_name from public.audit_log as entry
        where entry.account_id > known.account_id
        order by entry.account_id, entry.created_at desc, entry.id desc limit 1
      ) as following
    )
    select known.account_id, known.account_name from known order by lower(known.account_name), known.account_id limit 200;
end;
$$;
grant execute on function public.audit_accounts() to authenticated, service_role;
-- Entries of more than 24 months, at most `most` at once; the server calls it each hour.
create function public.delete_expired_audit_entries(most integer default 10000) returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from public.audit_log
  where audit_log.id in (
    select old.id from public.audit_log as old
    where old.created_at < now() - interval '24 months'
    order by old.created_at, old.id
    limit most
  );
$$;
grant execute on function public.delete_expired_audit_entries(integer) to service_role;
-- Takes a person out of the log: the ids of these leads, the names and networks of accounts of this address, and
-- records named after the address. What was done, when and by which account id stays. Returns how many entries lost
-- something.
create function private.erase_from_audit_log(lead_ids uuid[], email text) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := nullif(lower(btrim(email)), '');
  accounts constant uuid[] := array(select users.id from auth.users where lower(users.email) = address);
  leads_erased integer;
  names_erased integer;
begin
  update public.audit_log set record_id = null, record_name = null
  where audit_log.record_id = any (lead_ids::text[]) and audit_log.area in ('leads', 'exports');
  get diagnostics leads_erased = row_count;
  update public.audit_log
  set
    account_name = case
      when audit_log.account_id = any (accounts) or lower(audit_log.account_name) = address then null
      else audit_log.account_name
    end,
    network = case
      when audit_log.account_id = any (accounts) or lower(audit_log.account_name) = address then null
      else audit_log.network
    end,
    record_name = case
      when audit_log.record_id = any (accounts::text[]) or strpos(lower(audit_log.record_name), address) > 0 then null
      else audit_log.record_name
    end
  where (audit_log.account_id = any (accounts) and num_nonnulls(audit_log.account_name, audit_log.network) > 0)
    or (audit_log.record_id = any (accounts::text[]) and audit_log.record_name is not null)
    or lower(audit_log.account_name) = address
    or strpos(lower(audit_log.record_name), address) > 0;
  get diagnostics names_erased = row_count;
  return leads_erased + names_erased;
end;
$$;

-- supabase/schemas/15-audit/audited-accounts.sql
-- A session of an account with a role, and its proof by a second factor; the address is the one the session was opened from.
create function private.audit_session() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_account(new.user_id) then
    perform private.audit(
      'sign_ins', case tg_op when 'INSERT' then 'signed_in' else 'second_factor' end, 'session',
      account => new.user_id, address => coalesce(host(new.ip), private.request_address())
    );
  end if;
  return null;
end;
$$;
create trigger audit_sign_in after insert on auth.sessions
  for each row execute function private.audit_session();
create trigger audit_second_factor after update of aal on auth.sessions
  for each row when (new.aal::text = 'aal2' and old.aal::text is distinct from 'aal2')
  execute function private.audit_session();
-- A second factor that was set up or removed; not those that go with their account.
create function private.audit_factor() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  if private.is_audited_account(account) and exists (select from auth.users where users.id = account) then
    perform private.audit(
      'sign_ins', case tg_op when 'DELETE' then 'factor_removed' else 'factor_added' end, 'factor',
      account => account
    );
  end if;
  return null;
end;
$$;
create trigger audit_factor_added after update of status on auth.mfa_factors
  for each row when (new.status::text = 'verified' and old.status::text <> 'verified')
  execute function private.audit_factor();
create trigger audit_factor_removed after delete on auth.mfa_factors
  for each row when (old.status::text = 'verified') execute function private.audit_factor();
-- Another password or address of an account with a role, and an account that somebody deleted.
create function private.audit_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if auth.uid() is not null then
      perform private.audit('team', 'deleted', 'account', old.id::text);
    end if;
    return null;
  end if;
  if private.is_audited_account(new.id) then
    if new.encrypted_password is distinct from old.encrypted_password then
      perform private.audit('sign_ins', 'password_changed', 'account', account => new.id);
    end if;
    if new.email is distinct from old.email then
      perform private.audit('sign_ins', 'email_changed', 'account', account => new.id);
    end if;
  end if;
  return null;
end;
$$;
create trigger audit_account after update of encrypted_password, email on auth.users
  for each row execute function private.audit_account();
create trigger audit_account_deleted after delete on auth.users
  for each row execute function private.audit_account();

-- supabase/schemas/15-audit/audited-content.sql
-- Content. Arguments: the area; how many records of one statement are named one by one, more of them are one entry.
create function private.audit_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := tg_argv[1];
  kind constant text := tg_table_name;
  many constant text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
  touched jsonb;
  total integer;
  change jsonb;
  content jsonb;
  id uuid;
  action text;
  details text[];
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select coalesce(max(part.total), 0), jsonb_agg(part.change) into total, touched
    from (
      select jsonb_build_object('after', to_jsonb(added)) as change, count(*) over () as total
      from added
      where not private.follows_by_itself(null, to_jsonb(added))
      limit most
    ) as part;
  elsif tg_op = 'UPDATE' then
    select coalesce(max(part.total), 0), jsonb_agg(part.change) into total, touched
    from (
      select
        jsonb_build_object('before', to_jsonb(removed), 'after', to_jsonb(added)) as change, count(*) over () as total
      from removed
      join added on added.id = removed.id
      where private.audited_changes(to_jsonb(removed), to_jsonb(added)) <> '{}'
        and not private.follows_by_itself(to_jsonb(removed), to_jsonb(added))
      limit most
    ) as part;
  else
    -- A sample that the server removes is nobody's work.
    select coalesce(max(part.total), 0), jsonb_agg(part.change) into total, touched
    from (
      select jsonb_build_object('before', to_jsonb(removed)) as change, count(*) over () as total
      from removed
      where not private.follows_by_itself(to_jsonb(removed), null)
        and (auth.uid() is not null or (to_jsonb(removed) ->> 'is_sample')::boolean is not true)
      limit most
    ) as part;
  end if;
  if total > most then
    perform private.audit(tg_argv[0], many, kind, amount => total);
    return null;
  end if;

  for change in select jsonb_array_elements(touched) loop
    content := coalesce(change -> 'after', change -> 'before');
    id := content ->> 'id';
    action := many;
    details := '{}';
    if tg_op = 'UPDATE' then
      details := private.audited_changes(change -> 'before', content);
      if 'is_published' = any (details) then
        action := case
          when content ->> 'is_published' <> 'true' then 'unpublished'
          when (content ->> 'published_at')::timestamptz > now() then 'scheduled'
          else 'published'
        end;
      end if;
    elsif exists (
      select from public.deleted_content as trash where trash.kind = tg_table_name and trash.record_id = id
    ) then
      -- Its row in the trash is there before it goes, and until it has come back.
      action := case tg_op when 'INSERT' then 'restored' else 'trashed' end;
    end if;
    perform private.audit(
      tg_argv[0], action, kind, id::text,
      coalesce(content ->> 'name', content ->> 'title', content ->> 'from_path'), details => details
    );
  end loop;
  return null;
end;
$$;
-- The columns that differ, without those that the database keeps by itself.
create function private.audited_changes(before jsonb, after jsonb) returns text[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(part.key order by part.key), '{}')
  from jsonb_each(after) as part
  where part.key <> all (array['updated_at', 'is_sample']) and part.value is distinct from before -> part.key;
$$;
-- Whether a change of this row only follows from another one: the pictures of a record that goes into the trash or comes
-- back, and the category of a service that lost it with the category. (Cascades are at the depth of their statement.)
create function private.follows_by_itself(before jsonb, after jsonb) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.deleted_content as trash
    where (trash.kind, trash.record_id) in (
      ('services', (coalesce(after, before) ->> 'service_id')::uuid), ('apps', (coalesce(after, before) ->> 'app_id')::uuid)
    )
  ) or (
    private.audited_changes(before, after) = array['category_id']
    and after ->> 'category_id' is null
    and not exists (select from public.categories where categories.id = (before ->> 'category_id')::uuid)
  )
$$;
-- Deleted for good, by an editor: what comes back is there already, and what the job removes is old.
create function private.audit_emptied_trash() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  gone public.deleted_content;
  is_there boolean;
begin
  if auth.uid() is null then
    return null;
  end if;
  for gone in select * from removed limit 100 loop
    execute format('select exists (select from public.%I where id = $1)', gone.kind) into is_there using gone.record_id;
    if not is_there then
      perform private.audit('content', 'deleted', gone.kind, gone.record_id::text, gone.name);
    end if;
  end loop;
  return null;
end;
$$;

-- supabase/schemas/15-audit/audited-leads.sql
-- Leads: a new status, other facts. Counters that a reply moves are no entry: the reply is its own record. An erasure
-- is not a change of a lead: by an owner it is noted once for the person, by the job with the number of leads. More
-- than 20 of one statement are one entry.
create function private.audit_changed_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 20;
  total integer;
  erased integer;
  statuses text[];
  changes jsonb;
  change jsonb;
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  select
    count(*) filter (where not part.is_erased),
    count(*) filter (where part.is_erased),
    array_agg(distinct part.status) filter (where part.is_moved),
    jsonb_agg(to_jsonb(part)) filter (where part.place <= most and not part.is_erased)
  into total, erased, statuses, changes
  from (
    select found.*, row_number() over (partition by found.is_erased) as place
    from (
      select
        added.id,
        added.status,
        added.status <> removed.status as is_moved,
        added.erased_at is not null and removed.erased_at is null as is_erased,
        array_remove(
          array[
            case when added.name <> removed.name then 'name' end,
            case when added.email <> removed.email then 'email' end,
            case when added.company is distinct from removed.company then 'company' end,
            case when added.phone is distinct from removed.phone then 'phone' end,
            case when added.message is distinct from removed.message then 'message' end,
            case when added.assignee_id is distinct from removed.assignee_id then 'assignee_id' end,
            case when added.stripe_customer_id is distinct from removed.stripe_customer_id then 'stripe_customer_id' end
          ],
          null
        ) as facts
      from removed
      join added on added.id = removed.id
    ) as found
    where found.is_moved or found.is_erased or found.facts <> '{}'
  ) as part;
  if erased > 0 and auth.uid() is null then
    perform private.audit('leads', 'erased', 'leads', amount => erased);
  end if;
  if total > most then
    perform private.audit(
      'leads', case when statuses is null then 'changed' else 'status' end, 'leads', amount => total, details => statuses
    );
    return null;
  end if;
  for change in select jsonb_array_elements(changes) loop
    if (change ->> 'is_moved')::boolean then
      perform private.audit('leads', 'status', 'leads', change ->> 'id', details => array[change ->> 'status']);
    end if;
    if change -> 'facts' <> '[]' then
      perform private.audit(
        'leads', 'changed', 'leads', change ->> 'id',
        details => array(select jsonb_array_elements_text(change -> 'facts'))
      );
    end if;
  end loop;
  return null;
end;
$$;
-- Leads, and possible spam: what left quarantine as a lead or for its thread was moved, the rest deleted. What the job
-- deletes after 24 months is no entry.
create function private.audit_deleted_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 20;
  deleted text[];
  gone record;
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  deleted := '{}';
  for gone in
    select removed.id, coalesce(lead.id, answer.lead_id) as lead_id
    from removed
    left join public.leads as lead on lead.id = removed.id
    left join public.lead_messages as answer on answer.id = removed.id
    where tg_table_name = 'leads' or auth.uid() is not null or removed.created_at > now() - interval '24 months'
  loop
    if gone.lead_id is not null then
      perform private.audit('leads', 'restored', 'leads', gone.lead_id::text);
    else
      deleted := deleted || gone.id::text;
    end if;
  end loop;
  if cardinality(deleted) > most then
    perform private.audit('leads', 'deleted', tg_table_name, amount => cardinality(deleted));
  else
    perform private.audit('leads', 'deleted', tg_table_name, one.id) from unnest(deleted) as one (id);
  end if;
  return null;
end;
$$;
-- Without the address: only that it was done.
create function private.audit_refusal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.audit('leads', case tg_op when 'INSERT' then 'refused' else 'allowed' end, 'do_not_contact');
  end if;
  return null;
end;
$$;
-- By the lead, so that an erasure takes it out of the log. What goes with its lead is no entry of its own.
create function private.audit_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_caller()
    and exists (select from public.leads where leads.id = old.lead_id and leads.erased_at is null)
  then
    perform private.audit(
      'leads', case tg_op when 'UPDATE' then 'changed' else 'deleted' end, 'lead_notes', old.lead_id::text
    );
  end if;
  return null;
end;
$$;
-- Said before the first row of an export is read: what cannot be written here is not exported. The number is that of leads
-- with the status; of a search it is not known yet.
create function public.record_leads_export(status text default null, is_search boolean default false) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  perform private.audit(
    'exports', 'exported', 'leads',
    amount => case when not is_search then (
      select coalesce(sum(totals.total), 0)::integer from public.lead_totals as totals
      where record_leads_export.status is null or totals.status = record_leads_export.status
    ) end,
    details => array_remove(array[left(record_leads_export.status, 50)], null)
  );
end;
$$;
grant execute on function public.record_leads_export(text, boolean) to authenticated, service_role;
-- Rows of people that an account has read within an hour; null is the secret key.
create table private.read_counts (
  account_id uuid references auth.users (id) on delete cascade,
  relation text not null,
  begun_at timestamptz not null default now(),
  total bigint not null,
  constraint read_counts_once unique nulls not distinct (account_id, relation)
);
-- Called by the server. An entry for each account and table when the rows of one hour pass 500, 5,000 and so on, and for a
-- single response of more than 200 rows, once in ten minutes. `account` is null of the secret key.
create function public.record_bulk_read(account uuid, relation text, rows_read integer, address text)
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  so_far bigint;
begin
  insert into private.read_counts as counted (account_id, relation, total)
  values (record_bulk_read.account, record_bulk_read.relation, record_bulk_read.rows_read)
  on conflict (account_id, relation) do update
  set begun_at = case when counted.begun_at > now() - interval '1 hour' then counted.begun_at else now() end,
    total = record_bulk_read.rows_read
      + case when counted.begun_at > now() - interval '1 hour' then counted.total else 0 end
  returning counted.total into so_far;
  if exists (
    select from unnest(array[500, 5000, 50000, 500000]) as mark
    where so_far >= mark and so_far - record_bulk_read.rows_read < mark
  ) or record_bulk_read.rows_read > 200 and not exists (
    select from public.audit_log as recent
    where recent.account_id is not distinct from record_bulk_read.account
      and recent.area = 'exports'
      and recent.action = 'read'
      and recent.kind = record_bulk_read.relation
      and recent.created_at > now() - interval '10 minutes'
  ) then
    perform private.audit(
      'exports', 'read', record_bulk_read.relation, amount => least(so_far, 2147483647)::integer,
      account => record_bulk_read.account, address => record_bulk_read.address
    );
  end if;
end;
$$;
grant execute on function public.record_bulk_read(uuid, text, integer, text) to service_role;

-- supabase/schemas/15-audit/audited-settings.sql
-- A new version of the agency's details: the fields that it changed.
create function private.audit_agency_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before public.agency_settings;
begin
  if not private.is_audited_caller() then
    return null;
  end if;
  select * into before from public.agency_settings where agency_settings.id < new.id
  order by agency_settings.id desc limit 1;
  perform private.audit(
    'settings', case when new.restored_from is null then 'changed' else 'restored' end, 'agency_settings', new.id::text,
    details => array(
      select distinct part.key
      from (
        select 'facts' as key, new.facts as after, coalesce(before.facts, '{}') as before
        union all
        select texts.key, texts.value, coalesce(before.texts -> texts.key, '{}') from jsonb_each(new.texts) as texts
      ) as parts
      cross join lateral (
        select key from jsonb_object_keys(parts.after || parts.before) as key
        where parts.after -> key is distinct from parts.before -> key
      ) as part
      order by part.key
    )
  );
  return null;
end;
$$;
-- What holds for the whole team, and the months after which leads are erased: the new values.
create function private.audit_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_caller() then
    if old.sign_up_mode <> new.sign_up_mode then
      perform private.audit('settings', 'changed', 'sign_up_mode', details => array[new.sign_up_mode]);
    end if;
    if old.require_second_factor <> new.require_second_factor then
      perform private.audit(
        'settings', 'changed', 'require_second_factor', details => array[new.require_second_factor::text]
      );
    end if;
    if old.retention_months is distinct from new.retention_months then
      perform private.audit(
        'settings', 'changed', 'retention_months', details => array[coalesce(new.retention_months::text, 'never')]
      );
    end if;
  end if;
  return null;
end;
$$;
-- Roles, whoever gives them: `npm run staff` as well.
create function private.audit_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  role constant text := case when tg_op = 'DELETE' then old.role else new.role end;
begin
  if tg_op <> 'UPDATE' or old.role <> new.role then
    perform private.audit(
      'team', case tg_op when 'INSERT' then 'role_given' when 'UPDATE' then 'role_changed' else 'role_taken' end,
      'staff', account::text, private.audit_account_name(account), details => array[role]
    );
  end if;
  return null;
end;
$$;
create function private.audit_feedback() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.audit(
      'leads', case tg_op when 'UPDATE' then 'answered' else 'deleted' end, 'accessibility_feedback', old.id::text
    );
  end if;
  return null;
end;
$$;
create function private.audit_erasure() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.audit('leads', 'erased', 'person');
  end if;
  return null;
end;
$$;

-- supabase/schemas/20-agency/agency-settings.sql
create table public.agency_settings (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  -- The version that was the newest when this one was begun: of two saves at once the second is rejected.
  based_on bigint,
  restored_from bigint,
  facts jsonb not null default '{}',
  -- by language: {"en-CA": {…}}
  texts jsonb not null default '{}'
);
create index agency_settings_created_by on public.agency_settings (created_by);
alter table public.agency_settings enable row level security;
alter table public.agency_settings force row level security;
grant select (created_at, facts, id, texts) on public.agency_settings to anon;
grant select, insert (based_on, facts, restored_from, texts) on public.agency_settings to authenticated;
revoke delete, truncate, update on public.agency_settings from service_role;
grant insert (based_on, facts, restored_from, texts) on public.agency_settings to service_role;
-- Owners compare and restore earlier ones.
create policy "owners read all" on public.agency_settings for select to authenticated
  using ((select public.is_owner()));
-- Owners save.
create policy "owners insert" on public.agency_settings for insert to authenticated
  with check ((select public.is_owner()) and created_by = (select auth.uid()));
create trigger audit_saved after insert on public.agency_settings
  for each row execute function private.audit_agency_settings();
-- The fields in the order of the site's definition, which supabase/tests/agency-settings.test.ts compares.
create function private.agency_fields() returns table (
  part text, name text, kind text, max_length integer, max_lines integer, is_required boolean, lowest integer, highest integer
)
  language sql immutable parallel safe rows 40
as $$
  select * from (
    values
      ('facts', 'name', 'line', 40, null::integer, true, null::integer, null::integer),
      ('facts', 'legalName', 'line', 120, null, false, null, null),
      ('facts', 'phone', 'phone', 30, null, true, null, null),
      ('facts', 'phoneDialled', 'dialled', 16, null, false, null, null),
      ('facts', 'email', 'email', 254, null, true, null, null),
      ('facts', 'country', 'line', 60, null, true, null, null),
      ('facts', 'province', 'line', 60, null, true, null, null),
      ('facts', 'timeZone', 'zone', 60, null, true, null, null),
      ('facts', 'openingHours', 'hours', null, null, null, null, null),
      ('facts', 'holidays', 'choice', 20, null, true, null, null),
      ('facts', 'closedDates', 'dates', 10, 60, false, null, null),
      ('facts', 'openDates', 'dates', 10, 60, false, null, null),
      ('facts', 'answerHours', 'number', null, null, null, 1, 80),
      ('facts', 'acknowledgement', 'choice', 20, null, true, null, null),
      ('facts', 'years', 'line', 10, null, true, null, null),
      ('facts', 'consultationMinutes', 'number', null, null, null, 5, 480),
      ('facts', 'socialLinks', 'links', 300, 8, false, null, null),
      ('facts', 'logo', 'picture', 400, null, false, null, null),
      ('facts', 'logoDark', 'picture', 400, null, false, null, null),
      ('facts', 'logoGround', 'choice', 20, null, true, null, null),
      ('facts', 'palette', 'choice', 20, null, true, null, null),
      ('facts', 'mainColour', 'colour', 7, null, true, null, null),
      ('facts', 'accentColour', 'colour', 7, null, true, null, null),
      ('facts', 'groundColour', 'colour', 7, null, true, null, null),
      ('texts', 'location', 'line', 80, null, true, null, null),
      ('texts', 'hours', 'line', 120, null, true, null, null),
      ('texts', 'tagline', 'line', 120, null, true, null, null),
      ('texts', 'statement', 'text', 400, null, true, null, null),
      ('texts', 'footerServices', 'lines', 60, 6, true, null, null),
      ('texts', 'heroCaption', 'line', 80, null, true, null, null),
      ('texts', 'heroTitle', 'text', 80, null, true, null, null),
      ('texts', 'heroText', 'text', 240, null, true, null, null),
      ('texts', 'heroFigure1', 'line', 30, null, true, null, null),
      ('texts', 'heroLabel1', 'line', 60, null, true, null, null),
      ('texts', 'heroFigure2', 'line', 30, null, true, null, null),
      ('texts', 'heroLabel2', 'line', 60, null, true, null, null),
      ('texts', 'heroFigure3', 'line', 30, null, true, null, null),
      ('texts', 'heroLabel3', 'line', 60, null, true, null, null),
      ('texts', 'aboutTitle', 'text', 200, null, true, null, null),
      ('texts', 'aboutText', 'text', 800, null, true, null, null),
      ('texts', 'aboutFigure1', 'line', 30, null, true, null, null),
      ('texts', 'aboutLabel1', 'line', 60, null, true, null, null),
      ('texts', 'aboutText1', 'line', 80, null, false, null, null),
      ('texts', 'aboutFigure2', 'line', 30, null, true, null, null),
      ('texts', 'aboutLabel2', 'line', 60, null, true, null, null),
      ('texts', 'aboutText2', 'line', 80, null, false, null, null),
      ('texts', 'aboutFigure3', 'line', 30, null, true, null, null),
      ('texts', 'aboutLabel3', 'line', 60, null, true, null, null),
      ('texts', 'aboutText3', 'line', 80, null, false, null, null),
      ('texts', 'closingTitle', 'line', 80, null, true, null, null),
      ('texts', 'closingText', 'text', 300, null, true, null, null),
      ('texts', 'mailSignature', 'text', 300, null, false, null, null),
      ('texts', 'acknowledgementText', 'text', 1000, null, true, null, null),
      ('texts', 'seoTitle', 'line', 60, null, true, null, null),
      ('texts', 'seoDescription', 'text', 160, null, true, null, null),
      ('texts', 'seoCaption', 'line', 60, null, true, null, null),
      ('texts', 'seoEnding', 'line', 80, null, true, null, null),
      ('texts', 'privacy', 'markdown', 60000, null, false, null, null),
      ('texts', 'terms', 'markdown', 60000, null, false, null, null)
  ) as field
$$;
create function private.check_agency_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  language text;
  newest bigint;
begin
  if pg_column_size(new.facts) > 20000 or pg_column_size(new.texts) > 600000 then
    perform private.reject_oversized('agency_settings', 'agency_settings_size');
  end if;
  if jsonb_typeof(new.facts) <> 'object' or jsonb_typeof(new.texts) <> 'object' then
    raise check_violation using message = 'facts and texts must be objects';
  end if;
  perform private.check_agency_values('facts', new.facts);
  for language in select jsonb_object_keys(new.texts) loop
    if language !~ '^[a-z]{2}-[A-Z]{2}$' or jsonb_typeof(new.texts -> language) <> 'object' then
      raise check_violation using message = format('texts: %s is no language', left(language, 20));
    end if;
    perform private.check_agency_values('texts', new.texts -> language);
  end loop;
  perform pg_advisory_xact_lock(hashtextextended('agency_settings', 0));
  select max(id) into newest from public.agency_settings;
  if new.based_on is distinct from newest then
    raise sqlstate 'PT409' using message = 'the settings were changed meanwhile';
  end if;
  return new;
end;
$$;
-- Raises a check violation that names the field. `given` is small: the table's checks run after its triggers, so its
-- trigger measures it first.
create function private.check_agency_values(part text, given jsonb) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  picture constant text :=
    '^(https?://[a-z0-9.:-]+)?/storage/v1/object/public/pictures/[0-9a-f-]{36}/[0-9]{1,4}x[0-9]{1,4}[.]webp$';
  field record;
  item text;
  items text[];
  problem text;
begin
  for field in
    select given_names.name, given -> given_names.name as value, fields.kind, fields.max_length, fields.max_lines,
      fields.is_required, fields.lowest, fields.highest
    from jsonb_object_keys(given) as given_names (name)
    left join private.agency_fields() as fields
      on fields.part = check_agency_values.part and fields.name = given_names.name
  loop
    items := array[]::text[];
    problem := null;
    if field.kind is null then
      problem := 'is no field';
    elsif field.kind = 'number' then
      if jsonb_typeof(field.value) <> 'number' or field.value #>> '{}' !~ '^[0-9]{1,9}$'
        or not (field.value #>> '{}')::integer between field.lowest and field.highest then
        problem := format('a whole number from %s to %s', field.lowest, field.highest);
      end if;
    elsif field.kind = 'hours' then
      problem := private.hours_problem(field.value);
    elsif field.kind in ('lines', 'links', 'dates') then
      if jsonb_typeof(field.value) <> 'array' then
        problem := 'must be a list';
      elsif jsonb_array_length(field.value) > field.max_lines then
        problem := format('at most %s', field.max_lines);
      elsif field.is_required and jsonb_array_length(field.value) = 0 then
        problem := 'is missing';
      elsif exists (select from jsonb_array_elements(field.value) as one where jsonb_typeof(one) <> 'string') then
        problem := 'must be a list of texts';
      else
        items := array(select jsonb_array_elements_text(field.value));
      end if;
    elsif jsonb_typeof(field.value) <> 'string' then
      problem := 'must be a text';
    else
      items := array[field.value #>> '{}'];
    end if;

    foreach item in array items loop
      problem := coalesce(problem, case
        when char_length(item) > field.max_length then format('at most %s characters', field.max_length)
        when btrim(item) = '' and (field.is_required or field.kind in ('lines', 'links', 'dates')) then 'is missing'
        when btrim(item) = '' then null
        when field.kind not in ('text', 'markdown') and item ~ '[[:cntrl:]]' then 'must be one line'
        when field.kind = 'phone' and (
          item !~ '^[+]?[0-9 ().-]+$' or char_length(regexp_replace(item, '[^0-9]', '', 'g')) not between 7 and 15
        ) then 'is no phone number'
        when field.kind = 'dialled' and item !~ '^[+][1-9][0-9]{6,14}$' then 'is no phone number with a country code'
        when field.kind = 'email' and not private.is_email(item) then 'is no email address'
        when field.kind = 'links' and item !~ '^https://[^[:space:]<>"]+$' then 'must begin with https://'
        when field.kind = 'dates' and not private.is_day(item) then 'is no date'
        when field.kind = 'picture' and item !~ picture then 'is no uploaded picture'
        when field.kind = 'choice' and item !~ '^[a-z]+$' then 'is no choice'
        when field.kind = 'colour' and item !~ '^#[0-9a-f]{6}$' then 'is no colour'
        when field.kind = 'zone' and not exists (select from pg_catalog.pg_timezone_names where name = item)
          then 'is no time zone'
      end);
    end loop;

    if problem is not null then
      raise check_violation using
        message = format('%s: %s', field.name, problem),
        schema = 'public', table = 'agency_settings', constraint = 'agency_settings_fields';
    end if;
  end loop;
end;
$$;
-- Null where it is an object of days, each with an opening and a later closing time.
create function private.hours_problem(value jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  time constant text := '^([01][0-9]|2[0-3]):[0-5][0-9]$';
  day record;
begin
  if jsonb_typeof(value) <> 'object' then
    return 'must be days';
  end if;
  for day in select key, jsonb_each.value from jsonb_each(value) loop
    if day.key <> all (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) then
      return 'has an unknown day';
    end if;
    if jsonb_typeof(day.value) <> 'array' or jsonb_array_length(day.value) <> 2
      or coalesce(day.value ->> 0, '') !~ time or coalesce(day.value ->> 1, '') !~ time then
      return 'needs two times';
    end if;
    if day.value ->> 0 >= day.value ->> 1 then
      return 'must close after it opens';
    end if;
  end loop;
  return null;
end;
$$;
-- A version is about a hundred kilobytes at most.
create function private.trim_agency_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.agency_settings where id in (
    select version.id from public.agency_settings as version order by version.id desc offset 500
  );
  return null;
end;
$$;
create function private.newest_agency_settings() returns bigint
  language sql stable security definer set search_path = ''
as $$ select max(id) from public.agency_settings $$;
grant execute on function private.newest_agency_settings() to anon, authenticated;
-- `settings`: {"facts", "texts", "basedOn", "restoredFrom"} of a new version; `partners`: {"list": the strip of the home
-- page, "basedOn": the one that the changes began with}, each partner as {"name", "logo", "ground"}. A part that is null
-- stays as it is. Partners that stay keep their row, and one that stays as it is is not written, so an unchanged sample
-- is still one. Runs with the caller's rights: the policies of both tables decide. Returns the newest version, if any.
create function public.save_agency(settings jsonb, partners jsonb)
  returns table (id bigint, created_at timestamptz, facts jsonb, texts jsonb)
  language plpgsql set search_path = '' rows 1
as $$
declare
  list constant jsonb := partners -> 'list';
  stored jsonb;
begin
  if jsonb_typeof(settings) = 'object' then
    insert into public.agency_settings (facts, texts, based_on, restored_from)
    values (
      settings -> 'facts', settings -> 'texts', (settings ->> 'basedOn')::bigint, (settings ->> 'restoredFrom')::bigint
    );
  end if;
  if jsonb_typeof(partners) = 'object' then
    if jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 40 then
      raise check_violation using message = 'partners: a list of at most 40';
    end if;
    if not public.can_edit_content() then
      raise insufficient_privilege using message = 'only editors and owners change partners';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('partners', 0));
    select coalesce(jsonb_agg(
      jsonb_build_object('name', one.name, 'logo', one.logo_url, 'ground', one.logo_ground)
      order by one.sort_order, one.name
    ), '[]') into stored
    from public.partners as one;
    if stored is distinct from partners -> 'basedOn' then
      raise sqlstate 'PT409' using message = 'the partners were changed meanwhile';
    end if;
    delete from public.partners as one
    where not exists (select from jsonb_array_elements(list) as listed where listed ->> 'name' = one.name);
    insert into public.partners as one (name, logo_url, logo_ground, sort_order)
    select distinct on (listed ->> 'name')
      listed ->> 'name', listed ->> 'logo', coalesce(listed ->> 'ground', 'any'), place
    from jsonb_array_elements(list) with ordinality as item (listed, place)
    order by listed ->> 'name', place
    on conflict (name) do update
      set sort_order = excluded.sort_order, logo_url = excluded.logo_url, logo_ground = excluded.logo_ground
      where (one.sort_order, one.logo_url, one.logo_ground)
        is distinct from (excluded.sort_order, excluded.logo_url, excluded.logo_ground);
  end if;
  return query
    select version.id, version.created_at, version.facts, version.texts
    from public.agency_settings as version order by version.id desc limit 1;
end;
$$;
grant execute on function public.save_agency(jsonb, jsonb) to authenticated, service_role;

-- supabase/schemas/20-agency/business-hours.sql
-- The fields of the newest settings that business hours need; without any the site's presets (agency-fields.ts), and where
-- no opening hours are published, Monday to Friday from 9 to 5.
create function private.business_settings() returns table (
  zone text, hours jsonb, holidays text, closed_dates date[], open_dates date[], answer_hours integer
)
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    coalesce(known.facts ->> 'timeZone', 'America/Toronto'),
    coalesce(
      nullif(known.facts -> 'openingHours', '{}'),
      '{"mon": ["09:00", "17:00"], "tue": ["09:00", "17:00"], "wed": ["09:00", "17:00"], "thu": ["09:00", "17:00"],
        "fri": ["09:00", "17:00"]}'
    ),
    coalesce(known.facts ->> 'holidays', 'on'),
    array(select jsonb_array_elements_text(known.facts -> 'closedDates')::date),
    array(select jsonb_array_elements_text(known.facts -> 'openDates')::date),
    coalesce((known.facts ->> 'answerHours')::integer, 4)
  from (select) as always
  left join public.agency_settings as known on known.id = private.newest_agency_settings();
$$;
-- The open time of each day from `first` to `last` (days of the agency, 800 at most), one row for each day that has
-- any. A time that a clock change skips is the moment an hour later; what is between two moments is as long as it
-- really was. The holidays are one array, which is read once and not for each day, and the planner knows how many years
-- there are: 800 days reach into five, with the year before.
create function private.business_hours_between(first date, last date)
  returns table (day date, opens timestamptz, closes timestamptz)
  language sql stable security definer set search_path = '' rows 40
as $$
  with settings as materialized (select * from private.business_settings()),
  names as (select array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as name),
  holidays as materialized (
    select array(
      select observed.day
      from settings
      -- the year before: its Boxing Day may be observed in January
      cross join unnest(array[-1, 0, 1, 2, 3]) as step
      cross join lateral private.statutory_holidays(
        settings.holidays,
        extract(year from first)::integer + step,
        array(select isodow from names, generate_series(6, 7) as isodow where not settings.hours ? names.name[isodow])
      ) as observed
      where extract(year from first)::integer + step <= extract(year from least(last, first + 800))::integer
    ) as days
  )
  select
    days.day,
    (days.day + (settings.hours -> days.name ->> 0)::time) at time zone settings.zone,
    (days.day + (settings.hours -> days.name ->> 1)::time) at time zone settings.zone
  from settings
  cross join holidays
  cross join (
    select first + step as day, names.name[extract(isodow from first + step)::integer] as name
    from names, generate_series(0, least(last - first, 800)) as step
  ) as days
  where settings.hours ? days.name
    and days.day <> all (settings.closed_dates)
    and (days.day = any (settings.open_dates) or days.day <> all (holidays.days))
  order by days.day;
$$;
-- The open time of one day of the agency; no row where it is closed.
create function private.business_hours_on(day date) returns table (opens timestamptz, closes timestamptz)
  language sql stable security definer set search_path = '' rows 1
as $$ select hours.opens, hours.closes from private.business_hours_between(day, day) as hours $$;
-- The agency's day at a moment.
create function private.business_day(moment timestamptz) returns date
  language sql stable security definer set search_path = ''
as $$ select (moment at time zone settings.zone)::date from private.business_settings() as settings $$;
-- Open time from `a` to `b` in whole minutes; 0 where `b` is not later. Of more than a year, that of the last one: a wait
-- that long is told in no other way, and a call never reads decades.
create function private.business_minutes_between(a timestamptz, b timestamptz) returns integer
  language sql stable security definer set search_path = ''
as $$
  select coalesce(floor(sum(extract(epoch from least(hours.closes, b) - greatest(hours.opens, since))) / 60), 0)::integer
  from (select greatest(a, b - interval '1 year') as since) as span
  cross join lateral private.business_hours_between(private.business_day(since), private.business_day(b)) as hours
  where since < b and hours.opens < b and hours.closes > since;
$$;
-- The moment at which `minutes` of open time have passed since `start`; for 0, `start` or the next opening. A deadline at
-- closing time is that day's. Null where a year has less.
create function private.add_business_minutes(start timestamptz, minutes integer) returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := private.business_day(start);
  remaining interval := make_interval(mins => greatest(minutes, 0));
  hours record;
  -- mostly a few days are enough
  days integer := 0;
  step integer := 14;
begin
  while days < 366 loop
    for hours in
      select greatest(found.opens, start) as opens, found.closes
      from private.business_hours_between(today + days, today + days + step - 1) as found
      where found.closes > start
    loop
      if remaining <= hours.closes - hours.opens then
        return hours.opens + remaining;
      end if;
      remaining := remaining - (hours.closes - hours.opens);
    end loop;
    days := days + step;
    step := least(step * 3, 366 - days);
  end loop;
  return null;
end;
$$;
-- When the agency opens on a day, or next after it.
create function private.business_morning(day date) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select coalesce(private.add_business_minutes(midnight.at, 0), midnight.at)
  from private.business_settings() as settings, lateral (select day::timestamp at time zone settings.zone as at) as midnight;
$$;

-- supabase/schemas/20-agency/first-run.sql
-- Step by step whether it is done; null once it was dismissed.
create function public.first_run() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  facts jsonb;
  texts jsonb;
  state public.settings;
begin
  perform private.require_owner();
  select * into state from public.settings;
  if state.first_run_dismissed_at is not null then
    return null;
  end if;
  select agency_settings.facts, agency_settings.texts into facts, texts
  from public.agency_settings order by id desc limit 1;
  return jsonb_build_object(
    'name', coalesce(facts ? 'name' and facts ? 'phone', false),
    'logo', coalesce(facts ->> 'logo' <> '', false),
    'legal', coalesce(
      facts ? 'legalName'
      or exists (select from jsonb_each(texts) as one where one.value ? 'privacy' or one.value ? 'terms'),
      false
    ),
    'mail', state.mail_tested_at is not null,
    'team', (select count(*) > 1 from public.staff),
    'samples', not private.has_samples()
  );
end;
$$;
grant execute on function public.first_run() to authenticated, service_role;
-- For good, for all owners.
create function public.dismiss_first_run() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  update public.settings set first_run_dismissed_at = now() where first_run_dismissed_at is null;
end;
$$;
grant execute on function public.dismiss_first_run() to authenticated, service_role;
-- After a test message was accepted.
create function public.note_mail_test() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  update public.settings set mail_tested_at = now();
end;
$$;
grant execute on function public.note_mail_test() to authenticated, service_role;

-- supabase/schemas/20-agency/holidays.sql
-- Gregorian calendar, by the rule of Meeus, Jones and Butcher.
create function private.easter_sunday(year integer) returns date
  language plpgsql immutable set search_path = ''
as $$
declare
  a constant integer := year % 19;
  b constant integer := year / 100;
  c constant integer := year % 100;
  h constant integer := (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
  l constant integer := (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
  m constant integer := (a + 11 * h + 22 * l) / 451;
  n constant integer := h + l - 7 * m + 114;
begin
  return make_date(year, n / 31, n % 31 + 1);
end;
$$;
-- The n-th Monday of a month.
create function private.nth_monday(year integer, month integer, n integer) returns date
  language sql immutable set search_path = ''
as $$
  select make_date(year, month, 1) + (8 - extract(isodow from make_date(year, month, 1))::integer) % 7 + 7 * (n - 1)
$$;
-- The statutory holidays of a year in a province or territory ("on"), under federal rules ("canada") or nowhere ("none"). A
-- fixed date on a day in `days_off` (6 is Saturday) is observed on the next day that is neither that nor a holiday: New
-- Year's Day, Canada Day, Christmas and Boxing Day alone. Quebec's employers choose Good Friday or Easter Monday: the first.
create function private.statutory_holidays(region text, year integer, days_off integer[] default '{6,7}')
  returns table (day date, holiday text)
  language plpgsql immutable set search_path = '' rows 12
as $$
declare
  listed record;
  taken date[];
  observed date;
begin
  taken := array[]::date[];
  for listed in
    select rule.day, rule.holiday, rule.moves
    from (
      values
        (make_date(year, 1, 1), 'new_year', true, 'canada ab bc mb nb nl ns nt nu on pe qc sk yt'),
        (private.nth_monday(year, 2, 3), 'family_day', false, 'ab bc nb on sk'),
        (private.nth_monday(year, 2, 3), 'louis_riel_day', false, 'mb'),
        (private.nth_monday(year, 2, 3), 'heritage_day', false, 'ns'),
        (private.nth_monday(year, 2, 3), 'islander_day', false, 'pe'),
        (private.easter_sunday(year) - 2, 'good_friday', false, 'canada ab bc mb nb nl ns nt nu on pe qc sk yt'),
        -- the Monday before May 25
        (make_date(year, 5, 24) - (extract(isodow from make_date(year, 5, 24))::integer - 1), 'victoria_day', false,
          'canada ab bc mb nt nu on sk yt'),
        (make_date(year, 5, 24) - (extract(isodow from make_date(year, 5, 24))::integer - 1), 'patriots_day', false, 'qc'),
        (make_date(year, 6, 21), 'indigenous_peoples_day', false, 'nt yt'),
        (make_date(year, 6, 24), 'national_day', false, 'qc'),
        (make_date(year, 7, 1), 'canada_day', true, 'canada ab bc mb nb nl ns nt nu on pe qc sk yt'),
        (make_date(year, 7, 9), 'nunavut_day', false, 'nu'),
        (private.nth_monday(year, 8, 1), 'civic_holiday', false, 'bc nb nt nu sk'),
        (private.nth_monday(year, 8, 3), 'discovery_day', false, 'yt'),
        (private.nth_monday(year, 9, 1), 'labour_day', false, 'canada ab bc mb nb nl ns nt nu on pe qc sk yt'),
        (make_date(year, 9, 30), 'truth_and_reconciliation', false, 'canada bc mb nt nu pe yt'),
        (private.nth_monday(year, 10, 2), 'thanksgiving', false, 'canada ab bc mb nt nu on qc sk yt'),
        (make_date(year, 11, 11), 'remembrance_day', false, 'canada ab bc mb nb nl ns nt nu pe sk yt'),
        (make_date(year, 12, 25), 'christmas', true, 'canada ab bc mb nb nl ns nt nu on pe qc sk yt'),
        (make_date(year, 12, 26), 'boxing_day', true, 'canada on')
    ) as rule (day, holiday, moves, regions)
    where statutory_holidays.region = any (string_to_array(rule.regions, ' '))
    order by rule.day
  loop
    observed := listed.day;
    while listed.moves and (extract(isodow from observed)::integer = any (days_off) or observed = any (taken))
      and observed < listed.day + 7
    loop
      observed := observed + 1;
    end loop;
    taken := taken || observed;
    day := observed;
    holiday := listed.holiday;
    return next;
  end loop;
end;
$$;
-- For the agency's screen: which days a choice of holidays means, the weekend being off.
create function public.holidays_of(region text, year integer) returns table (day date, holiday text)
  language sql stable security definer set search_path = '' rows 12
as $$
  select listed.day, listed.holiday
  from private.statutory_holidays(left(region, 20), least(greatest(year, 2000), 2099)) as listed
  where public.is_staff();
$$;
grant execute on function public.holidays_of(text, integer) to authenticated, service_role;

-- supabase/schemas/30-content/app-media.sql
-- The order of an app's media, written at once. Fails when the caller arranged another list than the stored one, so
-- that two users never overwrite each other's order. Runs as the caller: policies decide.
create function public.order_app_media(app_id uuid, ids uuid[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform from public.app_media where app_media.app_id = order_app_media.app_id for update;
  if (
    select coalesce(array_agg(app_media.id order by app_media.id), '{}')
    from public.app_media
    where app_media.app_id = order_app_media.app_id
  ) is distinct from (
    select coalesce(array_agg(id order by id), '{}') from unnest(ids) as listed (id)
  ) then
    raise exception 'The list has changed. Refresh and try again.'
      using errcode = 'PT409', detail = 'list_changed';
  end if;
  update public.app_media
  set sort_order = array_position(ids, app_media.id)
  where app_media.app_id = order_app_media.app_id;
end;
$$;
grant execute on function public.order_app_media(uuid, uuid[]) to authenticated, service_role;
-- The screenshots of an app belong to its versions: what was there, in which order and with which descriptions.
create function private.app_screenshots(app uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'url', url, 'alt', alt) order by sort_order, id), '[]'
  )
  from public.app_media where app_media.app_id = app
$$;
-- Ten screenshots that are added one by one are one version: one of the same account within ten minutes takes the place
-- of the one before, if that has nothing else. At the end of the transaction, so that the state is whole.
create function private.keep_screenshots() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  app constant uuid := case when tg_op = 'DELETE' then old.app_id else new.app_id end;
  shown constant jsonb := private.app_screenshots(app);
  now_kept jsonb;
  newest public.content_versions;
begin
  select to_jsonb(apps) - 'is_sample' || jsonb_build_object('screenshots', shown) into now_kept
  from public.apps where apps.id = app;
  if now_kept is null then
    return null;
  end if;
  select * into newest from public.content_versions as kept
  where kept.kind = 'apps' and kept.record_id = app
  order by kept.version desc limit 1 for update;
  if newest.record -> 'screenshots' is not distinct from shown then
    return null;
  end if;
  if newest.saved_at = now() then
    update public.content_versions set record = now_kept, pictures = private.picture_folders(now_kept)
    where content_versions.kind = 'apps' and content_versions.record_id = app
      and content_versions.version = newest.version;
    return null;
  end if;
  if newest.changed = array['screenshots'] and newest.account_id is not distinct from auth.uid()
    and newest.saved_at > now() - interval '10 minutes'
  then
    delete from public.content_versions
    where content_versions.kind = 'apps' and content_versions.record_id = app
      and content_versions.version = newest.version;
  end if;
  insert into public.content_versions (kind, record_id, version, account_id, account_name, changed, record, pictures)
  values (
    'apps', app, coalesce(newest.version, 0) + 1, auth.uid(), private.caller_name(), array['screenshots'], now_kept,
    private.picture_folders(now_kept)
  );
  return null;
end;
$$;
-- Puts back the screenshots of a version, with their order and descriptions. Runs as the caller: policies decide.
create function public.restore_screenshots(app_id uuid, version integer) returns void
  language plpgsql set search_path = ''
as $$
declare
  kept jsonb;
begin
  if not public.can_edit_content() then
    raise exception 'You don''t have permission to change content. Ask an owner.'
      using errcode = '42501', detail = 'content_denied';
  end if;
  select found.record -> 'screenshots' into kept
  from public.content_versions as found
  where found.kind = 'apps' and found.record_id = restore_screenshots.app_id
    and found.version = restore_screenshots.version;
  if kept is null then
    return;
  end if;
  delete from public.app_media
  where app_media.app_id = restore_screenshots.app_id
    and not exists (select from jsonb_array_elements(kept) as one where one ->> 'id' = app_media.id::text);
  insert into public.app_media as shown (id, app_id, kind, url, alt, sort_order)
  select (one ->> 'id')::uuid, restore_screenshots.app_id, one ->> 'kind', one ->> 'url', one ->> 'alt', place
  from jsonb_array_elements(kept) with ordinality as item (one, place)
  on conflict (id) do update
    set kind = excluded.kind, url = excluded.url, alt = excluded.alt, sort_order = excluded.sort_order
    where shown.app_id = excluded.app_id;
end;
$$;
grant execute on function public.restore_screenshots(uuid, integer) to authenticated, service_role;

-- supabase/schemas/30-content/categories.sql
-- Categories of services.
create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint categories_name_unique unique (name),
  constraint categories_name_length check (btrim(name) <> '' and char_length(name) <= 100)
);
alter table public.categories enable row level security;
alter table public.categories force row level security;
grant select on public.categories to anon;
grant delete, select, insert (id, name), update (name) on public.categories to authenticated;
-- Everyone reads categories: their names are on public cards.
create policy "everybody reads" on public.categories for select to anon, authenticated using (true);
-- Editors and owners add them.
create policy "editors insert" on public.categories for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners rename them.
create policy "editors update" on public.categories for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete them; services then have no category.
create policy "editors delete" on public.categories for delete to authenticated
  using ((select public.can_edit_content()));
create trigger audit_changed after update on public.categories referencing OLD table as removed NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger audit_created after insert on public.categories referencing NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger audit_deleted after delete on public.categories referencing OLD table as removed
  for each STATEMENT execute function private.audit_rows ('content', '20' );

-- supabase/schemas/30-content/content-types.sql
-- The types of content: tables whose records have a public page each. What is done for all of them reads this list, and a
-- new type is its table and one call of private.add_content_type (CONTRIBUTING.md).
create table private.content_types (
  table_name text primary key,
  text_column text not null default 'body',
  picture_column text not null default 'cover_url',
  picture_alt_column text not null default 'cover_alt'
);
-- Makes a table a type of content, with what case_studies has: it has the columns id, slug, title, body, cover_url,
-- cover_alt, is_published, published_at, created_at, updated_at, locale and is_sample, and its own. The table's file
-- calls it (CONTRIBUTING.md).
create function private.add_content_type(kind text) returns void
  language plpgsql set search_path = ''
as $$
declare
  written constant text := (
    select string_agg(quote_ident(attname), ', ')
    from pg_catalog.pg_attribute
    where attrelid = format('public.%I', kind)::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'created_at', 'updated_at', 'is_sample')
  );
begin
  insert into private.content_types (table_name) values (kind);
  insert into private.personal_data (table_name, column_name, reach)
  select 'public.' || kind, attname, case attname when 'locale' then 'none' else 'published' end
  from pg_catalog.pg_attribute
  where attrelid = format('public.%I', kind)::regclass and attnum > 0 and not attisdropped
    and atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype);

  execute format($sql$
    create index %2$I on public.%1$I (published_at desc nulls last, id desc) where is_published;
    create index %3$I on public.%1$I (published_at desc nulls last, id desc);
    create index %4$I on public.%1$I (published_at) where is_published and published_at is not null;

    create trigger %5$I before update on public.%1$I
      for each row execute function private.set_updated_at();
    create trigger limit_body before insert or update of body on public.%1$I
      for each row execute function private.limit_size('body', 'The text', '100000');
    create trigger limit_cover_alt before insert or update of cover_alt on public.%1$I
      for each row execute function private.limit_size('cover_alt', 'The description of the picture', '1000');
    create trigger limit_locale before insert or update of locale on public.%1$I
      for each row execute function private.limit_size('locale', 'The language', '35');
    create trigger notify_changed after insert or update or delete on public.%1$I
      for each row execute function private.notify_table_changed();
    create trigger notify_truncated after truncate on public.%1$I
      for each statement execute function private.notify_table_changed();
    create trigger record_former_slug after insert or update of slug, is_published, published_at or delete
      on public.%1$I
      for each row execute function private.record_former_slug();
    create trigger keep_version after insert or update on public.%1$I
      for each row execute function private.keep_version();
    create trigger keep_deleted before delete on public.%1$I
      for each row execute function private.keep_deleted();
    create trigger drop_versions after delete on public.%1$I
      for each row execute function private.drop_versions();
    create trigger keep_edited_sample before update on public.%1$I
      for each row when (old.is_sample and current_user = 'authenticated')
      execute function private.keep_edited_sample();
    create trigger audit_created after insert on public.%1$I referencing new table as added
      for each statement execute function private.audit_rows('content', '20');
    create trigger audit_changed after update on public.%1$I
      referencing old table as removed new table as added
      for each statement execute function private.audit_rows('content', '20');
    create trigger audit_deleted after delete on public.%1$I referencing old table as removed
      for each statement execute function private.audit_rows('content', '20');

    alter table public.%1$I enable row level security;
    alter table public.%1$I force row level security;
    grant select on public.%1$I to anon, authenticated;
    grant insert (id, %6$s), update (%6$s), delete on public.%1$I to authenticated;
    grant select, insert, update, delete on public.%1$I to service_role;
    create policy "everybody reads published" on public.%1$I for select to anon, authenticated
      using (is_published and (published_at is null or published_at <= now()));
    create policy "staff read drafts" on public.%1$I for select to authenticated
      using ((select public.is_staff()));
    create policy "editors insert" on public.%1$I for insert to authenticated
      with check ((select public.can_edit_content()));
    create policy "editors update" on public.%1$I for update to authenticated
      using ((select public.can_edit_content()));
    create policy "editors delete" on public.%1$I for delete to authenticated
      using ((select public.can_edit_content()));

    create policy %7$I on public.former_slugs for select to anon, authenticated
      using (kind = %1$L and exists (select from public.%1$I as record where record.id = former_slugs.record_id));

    create function public.%8$I(token text) returns setof public.%1$I
      language sql stable security definer set search_path = ''
    as $preview$
      select * from public.%1$I as record where record.id = private.read_preview_token(%1$L, token)
    $preview$;
    revoke execute on function public.%8$I(text) from public, anon, authenticated;
    grant execute on function public.%8$I(text) to anon, authenticated;
  $sql$, kind, kind || '_published', kind || '_newest', kind || '_scheduled', kind || '_updated_at', written,
    format('everybody reads of %s they may read', replace(kind, '_', ' ')), 'preview_' || kind);
end;
$$;
-- When something is public next that is not yet; null where nothing is scheduled. No cached page outlives it.
create function public.next_publication() returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
declare
  kind text;
  next_one timestamptz;
  soonest timestamptz;
begin
  for kind in select table_name from private.content_types loop
    execute format(
      'select published_at from public.%I where is_published and published_at > now() order by published_at limit 1', kind
    ) into next_one;
    soonest := least(soonest, next_one);
  end loop;
  return soonest;
end;
$$;
grant execute on function public.next_publication() to service_role;

-- supabase/schemas/30-content/former-slugs.sql
-- Addresses count as seen by visitors only once the time has come. A record that is scheduled under a former address of
-- another one lets that go on until then.
create function private.record_former_slug() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  was_public constant boolean :=
    tg_op <> 'INSERT' and old.is_published and (old.published_at is null or old.published_at <= now());
  is_public constant boolean :=
    tg_op <> 'DELETE' and new.is_published and (new.published_at is null or new.published_at <= now());
begin
  if tg_op = 'DELETE' then
    update public.former_slugs set record_id = null where kind = tg_table_name and record_id = old.id;
    if was_public then
      insert into public.former_slugs (kind, slug) values (tg_table_name, old.slug)
      on conflict (kind, slug) do update set record_id = null;
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and was_public and (old.slug <> new.slug or not is_public) then
    insert into public.former_slugs (kind, slug, record_id) values (tg_table_name, old.slug, new.id)
    on conflict (kind, slug) do update set record_id = excluded.record_id;
  end if;
  if is_public then
    delete from public.former_slugs where kind = tg_table_name and slug = new.slug;
  end if;
  return null;
end;
$$;

-- supabase/schemas/30-content/previews.sql
-- Null for a caller who is not staff, because what is public now may be a draft before the address expires. Staff of
-- every role read every record.
create function public.sign_preview(kind text, record_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  is_there boolean;
begin
  if not public.is_staff() or not exists (select from private.content_types where table_name = kind) then
    return null;
  end if;
  execute format('select exists (select from public.%I where id = $1)', kind) into is_there using record_id;
  return case when is_there then private.make_preview_token(kind, record_id) end;
end;
$$;
grant execute on function public.sign_preview(text, uuid) to authenticated, service_role;
-- `<seconds since 1970>.<record>.<signature>`: valid for 30 minutes and this record.
create function private.make_preview_token(kind text, record_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select format('%s.%s.%s', until.seconds, record_id, private.preview_signature(kind, record_id, until.seconds))
  from (select floor(extract(epoch from now()))::bigint + 1800 as seconds) as until
  where private.preview_signature(kind, record_id, until.seconds) is not null;
$$;
-- A look at a draft before it is public (G-30): a user who may read a record gets an address for it that expires by itself.
-- The key is the server's in server_keys; what is signed begins with its purpose, so that no signature of another kind is
-- one of these.
create function private.preview_signature(kind text, record_id uuid, expires_at bigint) returns text
  language sql stable set search_path = ''
as $$
  select left(
    encode(
      extensions.hmac(
        convert_to(format('preview %s %s %s', kind, record_id, expires_at), 'UTF8'),
        convert_to(server_keys.value, 'UTF8'),
        'sha256'
      ),
      'hex'
    ),
    40
  )
  from public.server_keys
  where server_keys.name = 'lead_header';
$$;
-- The record that a token opens, or null: forged, for another kind, expired, or no token at all.
create function private.read_preview_token(kind text, token text) returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  parts constant text[] := case
    when octet_length(token) <= 100 then
      regexp_match(token, '^([0-9]{1,12})\.([0-9a-f-]{36})\.([0-9a-f]{40})$')
  end;
begin
  if parts is null or parts[1]::bigint <= extract(epoch from now()) then
    return null;
  end if;
  if not exists (
    select from
      private.server_signatures(
        format('preview %s %s %s', kind, parts[2]::uuid, parts[1]::bigint)
      ) as signature
    where left(signature, 40) = parts[3]
  ) then
    return null;
  end if;
  return parts[2]::uuid;
exception
  when invalid_text_representation then
    return null;
end;
$$;

-- supabase/schemas/30-content/redirects.sql
-- The path is stored as it is compared. One redirect never leads to another, so none is a loop; two writers at once wait
-- for each other.
create function private.check_redirect() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  goal text;
begin
  new.from_path := lower(new.from_path);
  goal := lower(regexp_replace(new.target, '[?#].*$', ''));
  if goal <> '/' then
    goal := rtrim(goal, '/');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('redirects', 0));
  if goal = new.from_path then
    raise exception 'This would lead back to itself.' using errcode = 'P0001', detail = 'redirect_loop';
  end if;
  if exists (
    select from public.redirects as next_one where next_one.from_path = goal and next_one.id <> new.id
  ) then
    raise exception 'The target is redirected itself. Use where that one leads.'
      using errcode = 'P0001', detail = 'redirect_chain';
  end if;
  if exists (
    select from public.redirects as before_it
    where before_it.id <> new.id
      and lower(regexp_replace(before_it.target, '[?#].*$', '')) in (new.from_path, new.from_path || '/')
  ) then
    raise exception 'Another redirect leads here. Change that one first.'
      using errcode = 'P0001', detail = 'redirect_target';
  end if;
  return new;
end;
$$;
-- Where an address leads, for anybody who asks for it; no row where it leads nowhere.
create function public.find_redirect(path text) returns table (target text, status smallint)
  language sql stable security definer set search_path = '' rows 1
as $$
  select redirects.target, redirects.status
  from public.redirects
  where char_length(path) <= 500 and redirects.from_path = lower(path)
$$;
grant execute on function public.find_redirect(text) to anon, authenticated, service_role;
-- Addresses that visitors asked for and the site does not have: the path, how often and when last. Never a query, a
-- referrer or anything of the visitor.
create table public.missed_paths (
  path text primary key,
  visits bigint not null default 1,
  last_at timestamptz not null default now(),
  constraint missed_paths_path_length check (char_length(path) <= 200)
);
create index missed_paths_most on public.missed_paths (visits desc, last_at desc, path);
alter table public.missed_paths enable row level security;
alter table public.missed_paths force row level security;
grant delete, select on public.missed_paths to authenticated;
-- Editors and owners see what is missing.
create policy "editors read" on public.missed_paths for select to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners remove what needs no redirect.
create policy "editors delete" on public.missed_paths for delete to authenticated
  using ((select public.can_edit_content()));
-- Counts what the server gathered: `{"/old-page": 3}`. 500 paths stay: one that is new takes the place of the one that was
-- asked for least and longest ago, so noise goes round in the last places.
create function public.record_missed_paths(paths jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('missed_paths', 0));
  insert into public.missed_paths as known (path, visits)
  select lower(part.key), sum(part.value::bigint)
  from jsonb_each_text(paths) as part
  where char_length(part.key) <= 200
  group by lower(part.key)
  on conflict (path) do update set visits = known.visits + excluded.visits, last_at = now();
  delete from public.missed_paths
  where missed_paths.path in (
    select surplus.path from public.missed_paths as surplus
    order by surplus.last_at < now(), surplus.visits desc, surplus.last_at desc, surplus.path
    offset 500
  );
end;
$$;
grant execute on function public.record_missed_paths(jsonb) to service_role;
-- An address that has got its redirect, or was made a page, is not missed any more.
create function private.drop_missed_path() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.missed_paths where missed_paths.path = new.from_path;
  return null;
end;
$$;

-- supabase/schemas/30-content/samples.sql
-- Samples are there to be edited. What an account has changed is the agency's own from then on, so that removing the
-- samples never removes it. Leads and their messages are left out: answering an invented person is practice.
create function private.keep_edited_sample() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.is_sample := false;
  return new;
end;
$$;
create function private.has_samples() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  relation text;
  is_there boolean;
begin
  for relation in
    select table_name from private.content_types union all values ('partners'), ('leads'), ('categories')
  loop
    execute format('select exists (select from public.%I where is_sample)', relation) into is_there;
    if is_there then
      return true;
    end if;
  end loop;
  return false;
end;
$$;
-- The samples that nobody has edited and nothing else refers to, as `npm run remove-samples` does.
create function public.clear_samples() returns table (relation text, removed bigint, kept text[])
  language plpgsql security definer set search_path = '' rows 1
as $$
begin
  perform private.require_owner();
  return query select * from public.remove_samples();
end;
$$;
grant execute on function public.clear_samples() to authenticated, service_role;
-- Deletes the samples, except those that something else refers to: a service with an own picture or a lead of a visitor,
-- an app with an own screenshot, a category of a service that stays, and the pictures of what stays. One row a table,
-- with the names of what is kept. Sample leads go with every message in their threads. For the server alone.
create function public.remove_samples() returns table (relation text, removed bigint, kept text[])
  language plpgsql volatile security definer set search_path = '' rows 1
as $$
begin
  -- What is written meanwhile would be deleted by a cascade that has not seen it.
  lock table public.categories, public.services, public.apps, public.app_media, public.media, public.leads
    in share row exclusive mode;

  relation := 'lead_messages';
  kept := '{}';
  delete from public.lead_messages using public.leads
  where leads.id = lead_messages.lead_id and leads.is_sample;
  get diagnostics removed = row_count;
  return next;

  relation := 'leads';
  delete from public.leads where leads.is_sample;
  get diagnostics removed = row_count;
  return next;

  for relation in
    select table_name from private.content_types where table_name not in ('services', 'apps') order by table_name
  loop
    execute format('delete from public.%I where is_sample', relation);
    get diagnostics removed = row_count;
    return next;
  end loop;

  relation := 'partners';
  delete from public.partners where partners.is_sample;
  get diagnostics removed = row_count;
  return next;

  -- Pictures before what they belong to: a cascade would not count them.
  relation := 'app_media';
  delete from public.app_media using public.apps
  where apps.id = app_media.app_id
    and app_media.is_sample
    and apps.is_sample
    and not exists (select from public.app_media as own where own.app_id = apps.id and not own.is_sample);
  get diagnostics removed = row_count;
  kept := array(select app_media.alt from public.app_media where app_media.is_sample order by 1);
  return next;

  relation := 'apps';
  delete from public.apps
  where apps.is_sample and not exists (select from public.app_media where app_media.app_id = apps.id);
  get diagnostics removed = row_count;
  kept := array(select apps.name from public.apps where apps.is_sample order by 1);
  return next;

  relation := 'media';
  delete from public.media
  where media.is_sample
    and not exists (
      select from public.services
      where services.id = media.service_id
        and (
          not services.is_sample
          or exists (select from public.media as own where own.service_id = services.id and not own.is_sample)
          or exists (select from public.leads where leads.service_id = services.id)
        )
    );
  get diagnostics removed = row_count;
  kept := array(select media.alt from public.media where media.is_sample order by 1);
  return next;

  relation := 'services';
  delete from public.services
  where services.is_sample
    and not exists (select from public.media where media.service_id = services.id)
    and not exists (select from public.leads where leads.service_id = services.id);
  get diagnostics removed = row_count;
  kept := array(select services.name from public.services where services.is_sample order by 1);
  return next;

  relation := 'categories';
  delete from public.categories
  where categories.is_sample
    and not exists (select from public.services where services.category_id = categories.id);
  get diagnostics removed = row_count;
  kept := array(select categories.name from public.categories where categories.is_sample order by 1);
  return next;
end;
$$;
grant execute on function public.remove_samples() to service_role;

-- supabase/schemas/30-content/trash.sql
-- What was deleted in the last 30 days, with what belonged to it, so that it can come back.
create table public.deleted_content (
  kind text not null,
  record_id uuid not null,
  name text not null,
  slug text not null,
  was_published boolean not null,
  deleted_at timestamptz not null default now(),
  account_id uuid,
  account_name text,
  record jsonb not null,
  belongings jsonb not null default '[]',
  former_slugs text[] not null default '{}',
  lead_ids uuid[] not null default '{}',
  pictures text[] not null default '{}',
  primary key (kind, record_id)
);
comment on column public.deleted_content.kind is 'the table that the record was in';
comment on column public.deleted_content.account_id is 'who deleted it; null: the server itself';
comment on column public.deleted_content.account_name is 'what the account was called then';
comment on column public.deleted_content.belongings is 'the rows of its pictures that were deleted with it';
comment on column public.deleted_content.former_slugs is 'public addresses that led to it';
comment on column public.deleted_content.lead_ids is 'leads that asked about it';
comment on column public.deleted_content.pictures is 'folders of uploaded pictures that it shows';
create index deleted_content_newest on public.deleted_content (deleted_at desc, record_id desc);
create index deleted_content_pictures on public.deleted_content using gin (pictures);
alter table public.deleted_content enable row level security;
alter table public.deleted_content force row level security;
grant delete, select on public.deleted_content to authenticated;
-- Editors and owners delete content, so they see what was deleted.
create policy "editors read" on public.deleted_content for select to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete for good.
create policy "editors delete" on public.deleted_content for delete to authenticated
  using ((select public.can_edit_content()));
create trigger audit_deleted after delete on public.deleted_content
  referencing old table as removed for each statement execute function private.audit_emptied_trash();
-- Before the row goes: afterwards its pictures are gone and its leads no longer name it. A sample that the server removes
-- leaves nothing. Arguments: the table of its pictures and their column that names it, where there is one.
create function private.keep_deleted() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  gone constant jsonb := to_jsonb(old);
  belongings jsonb := '[]';
  addresses text[];
  leads uuid[] := '{}';
begin
  if old.is_sample and auth.uid() is null then
    return old;
  end if;
  if tg_nargs > 0 then
    execute format('select coalesce(jsonb_agg(to_jsonb(part)), ''[]'') from public.%I as part where part.%I = $1', tg_argv[0], tg_argv[1])
    into belongings using old.id;
  end if;
  if tg_table_name = 'services' then
    leads := array(select asked.id from public.leads as asked where asked.service_id = old.id);
  end if;
  addresses := array(
    select former.slug from public.former_slugs as former where former.kind = tg_table_name and former.record_id = old.id
  );
  if old.is_published then
    addresses := addresses || old.slug;
  end if;
  insert into public.deleted_content (
    kind, record_id, name, slug, was_published, account_id, account_name, record, belongings, former_slugs, lead_ids,
    pictures
  )
  values (
    tg_table_name, old.id, coalesce(gone ->> 'name', gone ->> 'title'), old.slug, old.is_published,
    auth.uid(), private.caller_name(), gone, belongings, addresses, leads,
    private.picture_folders(jsonb_build_array(gone, belongings))
  )
  on conflict (kind, record_id) do update set
    name = excluded.name, slug = excluded.slug, was_published = excluded.was_published, deleted_at = now(),
    account_id = excluded.account_id, account_name = excluded.account_name, record = excluded.record,
    belongings = excluded.belongings, former_slugs = excluded.former_slugs, lead_ids = excluded.lead_ids,
    pictures = excluded.pictures;
  return old;
end;
$$;
-- Versions stay as long as their record is there or may come back.
create function private.drop_versions() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  gone constant jsonb := to_jsonb(old);
  of_kind constant text := case when tg_table_name = 'deleted_content' then gone ->> 'kind' else tg_table_name end;
  of_record constant uuid := coalesce(gone ->> 'record_id', gone ->> 'id');
  is_there boolean;
begin
  execute format('select exists (select from public.%I where id = $1)', of_kind) into is_there using of_record;
  if is_there
    or exists (
      select from public.deleted_content as kept where kept.kind = of_kind and kept.record_id = of_record
    )
  then
    return null;
  end if;
  delete from public.content_versions
  where content_versions.kind = of_kind and content_versions.record_id = of_record;
  return null;
end;
$$;
-- Brings a deleted record back under its id, as a draft, with its pictures, its leads and its former addresses. Where its
-- own address belongs to another record by now it gets the next free one. Returns the address that it has.
create function public.restore_deleted(kind text, record_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  kept public.deleted_content;
  is_taken boolean;
  free_slug text;
  copies integer := 1;
begin
  if not public.can_edit_content() then
    raise exception 'You don''t have permission to change content. Ask an owner.'
      using errcode = '42501', detail = 'content_denied';
  end if;
  select * into kept from public.deleted_content as found
  where found.kind = restore_deleted.kind and found.record_id = restore_deleted.record_id
  for update;
  if kept.record_id is null then
    raise exception 'This is no longer in the trash.'
      using errcode = 'P0001', detail = 'not_in_trash', hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  execute format('select exists (select from public.%I where id = $1)', kept.kind) into is_taken using kept.record_id;
  if is_taken then
    raise exception 'It is on the site again already, under the same ID.'
      using errcode = 'P0001', detail = 'already_restored';
  end if;
  free_slug := kept.slug;
  loop
    execute format('select exists (select from public.%I where slug = $1)', kept.kind) into is_taken using free_slug;
    exit when not is_taken;
    copies := copies + 1;
    free_slug := rtrim(left(kept.slug, 90), '-') || '-' || copies;
  end loop;
  kept.record := kept.record
    || jsonb_build_object('slug', free_slug, 'is_published', false, 'is_sample', false, 'updated_at', now());
  if not exists (
    select from public.categories where categories.id::text = kept.record ->> 'category_id'
  ) then
    kept.record := kept.record - 'category_id';
  end if;
  perform private.insert_kept(kept.kind, jsonb_build_array(kept.record));
  if jsonb_array_length(kept.belongings) > 0 then
    perform private.insert_kept(case kept.kind when 'services' then 'media' else 'app_media' end, kept.belongings);
  end if;
  update public.former_slugs as former set record_id = kept.record_id
  where former.kind = kept.kind and former.slug = any (kept.former_slugs) and former.record_id is null;
  update public.leads set service_id = kept.record_id
  where leads.id = any (kept.lead_ids) and leads.service_id is null;
  delete from public.deleted_content as done
  where done.kind = kept.kind and done.record_id = kept.record_id;
  return free_slug;
end;
$$;
grant execute on function public.restore_deleted(text, uuid) to authenticated, service_role;
-- Inserts rows as they were. Columns that they did not have yet get their defaults.
create function private.insert_kept(relation text, kept jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  columns text;
begin
  select string_agg(quote_ident(part.attname), ', ') into columns
  from pg_catalog.pg_attribute as part
  where part.attrelid = format('public.%I', relation)::regclass
    and part.attnum > 0 and not part.attisdropped and part.attgenerated = ''
    and kept -> 0 ? part.attname;
  execute format(
    'insert into public.%I (%s) select %s from jsonb_populate_recordset(null::public.%I, $1) on conflict (id) do nothing',
    relation, columns, columns, relation
  ) using kept;
end;
$$;
-- The trash is for editors and owners, and so are the versions of what is in it.
create function private.is_in_trash(kind text, record_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.deleted_content as gone
    where gone.kind = is_in_trash.kind and gone.record_id = is_in_trash.record_id
  );
$$;
grant execute on function private.is_in_trash(text, uuid) to authenticated;

-- supabase/schemas/30-content/versions.sql
-- Each state that a record of content was saved in: who saved it, when, and what it changed. The newest version is the
-- record as it is. Triggers alone write here, so no account can change what it or another one did.
create table public.content_versions (
  kind text not null,
  record_id uuid not null,
  version integer not null,
  saved_at timestamptz not null default now(),
  account_id uuid,
  account_name text,
  changed text[] not null default '{}',
  record jsonb not null,
  pictures text[] not null default '{}',
  primary key (kind, record_id, version)
);
comment on column public.content_versions.kind is 'the table that record_id is an id of';
comment on column public.content_versions.account_id is 'null: the server itself, or before there were versions';
comment on column public.content_versions.account_name is 'what the account was called then';
comment on column public.content_versions.changed is 'the columns that differ from the version before';
comment on column public.content_versions.pictures is 'folders of uploaded pictures that it names';
-- Records that were saved so often that some of their versions may go.
create index content_versions_many on public.content_versions (kind, record_id) where version > 50;
create index content_versions_pictures on public.content_versions using gin (pictures) where pictures <> '{}';
alter table public.content_versions enable row level security;
alter table public.content_versions force row level security;
grant select on public.content_versions to authenticated;
-- Staff of every role read drafts, so they read what they were too. Nobody writes.
create policy "staff read" on public.content_versions for select to authenticated
  using (
    (select public.can_edit_content())
    or ((select public.is_staff()) and not private.is_in_trash(kind, record_id))
  );
-- Versions are pruned as the next one is made; delete_expired_content does so for records that are not saved any more.
-- A thousand of one record is the most, however short a time they took. A record with few versions is not looked
-- through: 5,000 rows inserted at once took 8 seconds, because the plan of the deletion was made while the table was
-- empty and read all of it for each row.
create function private.keep_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  record jsonb := to_jsonb(new) - 'is_sample';
  changes text[] := '{}';
  newest integer;
begin
  if tg_op = 'UPDATE' then
    select array_agg(part.key order by part.key) into changes
    from jsonb_each(record) as part
    where part.key <> 'updated_at' and part.value is distinct from to_jsonb(old) -> part.key;
    if changes is null then
      return null;
    end if;
  end if;
  if tg_table_name = 'apps' then
    record := record || jsonb_build_object('screenshots', private.app_screenshots(new.id));
  end if;
  select kept.version + 1 into newest
  from public.content_versions as kept
  where kept.kind = tg_table_name and kept.record_id = new.id
  order by kept.version desc
  limit 1;
  newest := coalesce(newest, 1);
  insert into public.content_versions (kind, record_id, version, account_id, account_name, changed, record, pictures)
  values (
    tg_table_name, new.id, newest, auth.uid(), private.caller_name(), changes, record, private.picture_folders(record)
  );
  if newest > 50 then
    delete from public.content_versions as old_one
    where old_one.kind = tg_table_name and old_one.record_id = new.id
      and (
        old_one.version <= newest - 1000
        or (old_one.version <= newest - 50 and old_one.saved_at < now() - interval '90 days')
      );
  end if;
  return null;
end;
$$;
-- Uploaded pictures lie in folders of random names: /pictures/<folder>/800.webp.
create function private.picture_folders(record jsonb) returns text[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct found[1]), '{}')
  from regexp_matches(
    record::text, '/pictures/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/', 'g'
  ) as found;
$$;
-- A picture that an earlier version shows stays as long as that version: it may come back. One that an editor removes by
-- hand goes at once, so this is asked by the job alone.
create function private.is_picture_in_version(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.content_versions
    where content_versions.pictures <> '{}'
      and content_versions.pictures @> array[split_part(object_name, '/', 1)]
  );
$$;
-- The trash is emptied after 30 days.
create function public.delete_expired_content(most integer default 10000) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.deleted_content
  using (
    select old.kind, old.record_id
    from public.deleted_content as old
    where old.deleted_at < now() - interval '30 days'
    order by old.deleted_at
    limit most
  ) as expired
  where deleted_content.kind = expired.kind and deleted_content.record_id = expired.record_id;
  delete from public.content_versions
  using (
    select surplus.kind, surplus.record_id, surplus.version
    from (
      select many.kind, many.record_id, max(many.version) as newest
      from public.content_versions as many
      where many.version > 50
      group by many.kind, many.record_id
    ) as long
    join public.content_versions as surplus
      on surplus.kind = long.kind and surplus.record_id = long.record_id and surplus.version <= long.newest - 50
    where surplus.saved_at < now() - interval '90 days'
    limit most
  ) as expired
  where content_versions.kind = expired.kind
    and content_versions.record_id = expired.record_id
    and content_versions.version = expired.version;
end;
$$;
grant execute on function public.delete_expired_content(integer) to service_role;

-- supabase/schemas/32-media/media.sql
-- Deletes a row of media or app_media. A picture that no other row has is also removed from the content that shows it;
-- a sample that loses its picture counts as edited. Returns the address it had; null when there was no such row, or
-- none that the caller may delete.
create function public.delete_media(media_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  gone text;
  type private.content_types;
begin
  if not public.can_edit_content() then
    return null;
  end if;
  delete from public.media where media.id = media_id returning media.url into gone;
  if gone is null then
    delete from public.app_media where app_media.id = media_id returning app_media.url into gone;
  end if;
  if gone is null
    or exists (select from public.media where media.url = gone)
    or exists (select from public.app_media where app_media.url = gone)
  then
    return gone;
  end if;
  for type in select * from private.content_types loop
    execute format(
      'update public.%1$I set %2$I = null, %3$I = null, is_sample = false where %2$I = $1',
      type.table_name, type.picture_column, type.picture_alt_column
    ) using gone;
  end loop;
  return gone;
end;
$$;
grant execute on function public.delete_media(uuid) to authenticated, service_role;

-- supabase/schemas/32-media/storage.sql
-- Editors and owners upload into a folder of their own, under a random name.
create policy "editors send" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'incoming'
    and (select public.can_edit_content())
    and name ~ ('^' || (select auth.uid()) || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  );
-- Editors and owners see only what they sent themselves.
create policy "editors see their own" on storage.objects for select to authenticated
  using (
    bucket_id = 'incoming'
    and (select public.can_edit_content())
    and split_part(name, '/', 1) = (select auth.uid())::text
  );
-- Editors and owners remove only what they sent themselves.
create policy "editors remove their own" on storage.objects for delete to authenticated
  using (
    bucket_id = 'incoming'
    and (select public.can_edit_content())
    and split_part(name, '/', 1) = (select auth.uid())::text
  );
-- Editors and owners list pictures, because they may remove some.
create policy "editors list pictures" on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (select public.can_edit_content()));
-- Whether the site's server says that it made this picture: `x-picture-folder: folder.hex(hmac)`. A policy cannot tell the
-- server from the user it works for in any other way; see private.read_lead_facts for the key.
create function private.is_made_by_server(object_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  header constant text :=
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-picture-folder';
  folder constant text := split_part(header, '.', 1);
begin
  return coalesce(
    split_part(object_name, '/', 1) = folder
    and split_part(header, '.', 2) in (select private.server_signatures('picture ' || folder)),
    false
  );
exception
  when others then
    return false;
end;
$$;
grant execute on function private.is_made_by_server(text) to authenticated;
-- A picture of any kept version is used: a restore shows it again.
create function private.is_picture_used(object_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  folder constant text := split_part(object_name, '/', 1);
  part constant text := '/pictures/' || folder || '/';
  type private.content_types;
  is_used boolean;
begin
  for type in select * from private.content_types loop
    execute format(
      'select exists (select from public.%I where strpos(%I, $1) > 0 or strpos(%I, $1) > 0)',
      type.table_name, type.picture_column, type.text_column
    ) into is_used using part;
    if is_used then
      return true;
    end if;
  end loop;
  return exists (select from public.media where strpos(media.url, part) > 0)
    or exists (select from public.app_media where strpos(app_media.url, part) > 0)
    or exists (select from public.partners where strpos(partners.logo_url, part) > 0)
    or exists (select from public.deleted_content where deleted_content.pictures @> array[folder])
    or exists (
      select from public.agency_settings
      where strpos(agency_settings.facts ->> 'logo', part) > 0
        or strpos(agency_settings.facts ->> 'logoDark', part) > 0
    );
end;
$$;
grant execute on function private.is_picture_used(text) to authenticated;
-- What a killed server, a cut connection or a closed tab leaves in storage: files that were sent an hour ago and never
-- processed, by whatever account, and pictures that nothing has named for a day. The site's server removes them, so no
-- original of a photograph stays with an account that never comes back.
create function public.orphaned_files() returns table (bucket text, path text)
  language sql stable security definer set search_path = '' rows 100
as $$
  (
    select objects.bucket_id, objects.name
    from storage.objects
    where objects.bucket_id = 'incoming' and objects.created_at < now() - interval '1 hour'
    limit 100
  )
  union all
  (
    select objects.bucket_id, objects.name
    from storage.objects
    where objects.bucket_id = 'pictures'
      and objects.created_at < now() - interval '1 day'
      and not private.is_picture_in_version(objects.name)
      and not private.is_picture_used(objects.name)
    limit 100
  );
$$;
grant execute on function public.orphaned_files() to service_role;

-- supabase/schemas/40-leads/add-lead.sql
-- Adds a lead. `lead` is its id, made by the caller, so that a retry is the same lead. Texts are cleaned and checked as a
-- visitor's are; there is no score and no mail to the person.
create function public.add_lead(
  lead uuid, fields jsonb, service uuid, channel text, asked_for_contact boolean, came_at timestamptz default now()
) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  added public.leads;
  most_pending constant integer := 1000;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if exists (select from public.leads where leads.id = lead and leads.created_by = auth.uid()) then
    return lead;
  end if;
  if private.clean_text(left(fields ->> 'email', 10001)) is null
    and coalesce(char_length(private.phone_digits(left(fields ->> 'phone', 10001))), 0) < 7
  then
    raise exception 'Give an email address or a phone number.' using errcode = 'P0001', detail = 'lead_unreachable';
  end if;
  if came_at is null or came_at > now() + interval '10 minutes' or came_at < now() - interval '1 year' then
    raise exception 'A lead came within the past year.' using errcode = 'P0001', detail = 'lead_time';
  end if;
  added := private.new_lead(fields);
  added.id := lead;
  added.service_id := service;
  added.origin := 'staff';
  added.channel := channel;
  added.asked_for_contact := asked_for_contact;
  added.created_by := auth.uid();
  added.created_at := least(came_at, now());
  insert into public.leads select added.*;
  perform private.audit('leads', 'created', 'leads', lead::text, details => array[channel]);
  if (select count(*) from (select from private.pending_lead_notices limit most_pending) as pending) < most_pending then
    insert into private.pending_lead_notices (lead_id, added_by) values (lead, auth.uid());
  end if;
  return lead;
end;
$$;
grant execute on function public.add_lead(uuid, jsonb, uuid, text, boolean, timestamptz)
  to authenticated, service_role;
-- The newest request of this address or number, if there is one, and how many there are, up to 101: asked before a lead is
-- added by hand.
create function public.known_requests(email text, phone text)
  returns table (total integer, id uuid, created_at timestamptz, name text)
  language plpgsql stable security definer set search_path = '' rows 5
as $$
begin
  if not public.can_handle_leads() or octet_length(known_requests.email) > 2000 or octet_length(known_requests.phone) > 2000
  then
    return;
  end if;
  return query
    select found.total, lead.id, lead.created_at, lead.name
    from (
      select same.id, (count(*) over ())::integer as total
      from private.leads_of_contact(
        private.clean_text(known_requests.email), private.clean_text(known_requests.phone), 101
      ) as same
      order by same.created_at desc, same.id desc
      limit 1
    ) as found
    join public.leads as lead on lead.id = found.id;
end;
$$;
grant execute on function public.known_requests(text, text) to authenticated, service_role;
-- As the column said it, whoever inserts but a colleague through public.add_lead. After private.receive_lead by its name.
create function private.require_email() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'null value in column "email" of relation "leads" violates not-null constraint'
    using errcode = '23502', schema = 'public', table = 'leads', column = 'email';
end;
$$;
-- Gives an email address to a lead that a colleague added with a number alone. One that is there is not replaced: it is
-- what the person gave us.
create function public.add_lead_email(lead uuid, email text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if private.clean_text(left(add_lead_email.email, 10001)) is null then
    raise exception 'Give an email address.' using errcode = 'P0001', detail = 'lead_unreachable';
  end if;
  perform private.check_lead_email(private.clean_text(private.visible_text(add_lead_email.email)));
  update public.leads set email = add_lead_email.email
  where leads.id = lead and leads.email is null and leads.erased_at is null;
  if not found then
    raise exception 'This lead was deleted, or has an email address by now.'
      using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform private.audit('leads', 'changed', 'leads', lead::text, details => array['email']);
end;
$$;
grant execute on function public.add_lead_email(uuid, text) to authenticated, service_role;
-- To a lead without an address nothing can be mailed, whatever its kind.
create function private.refuse_mail_without_address() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.leads
    where leads.email is null
      and leads.id = coalesce(
        new.lead_id, (select reply.lead_id from public.lead_messages as reply where reply.id = new.message_id)
      )
  ) then
    return new;
  end if;
  update public.lead_messages
  set delivery_state = 'failed', delivery_problem = 'Not sent: there is no email address.'
  where lead_messages.id = new.message_id;
  return null;
end;
$$;

-- supabase/schemas/40-leads/change-leads.sql
-- Gives leads a status, or an assignee or none. The caller updates as one lead is updated: by the same policies, column
-- grants and triggers. One row for each lead there is that is not erased, with its former values, for restore_leads.
create function public.change_leads(
  leads uuid[], status text default null, assignee uuid default null, unassign boolean default false
) returns table (
  lead_id uuid, is_changed boolean, former_status text, former_assignee uuid, former_handled_at timestamptz
)
  language plpgsql volatile set search_path = '' rows 50
as $$
#variable_conflict use_column
declare
  wanted constant uuid[] := change_leads.leads;
  next_status constant text := change_leads.status;
  next_assignee constant uuid := change_leads.assignee;
  gives constant boolean := change_leads.unassign or next_assignee is not null;
  former jsonb;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if cardinality(wanted) > 200 then
    raise exception 'At most 200 leads can be changed at once.' using errcode = 'P0001', hint = 'Select fewer leads.';
  end if;
  if (next_status is null and not gives) or (change_leads.unassign and next_assignee is not null) then
    raise exception 'Choose a status, a colleague or nobody.' using errcode = '22023';
  end if;
  -- in one order, as everywhere: two calls cannot wait for each other in a circle
  with locked as (
    select lead.id, lead.status, lead.assignee_id, lead.handled_at
    from public.leads as lead
    where lead.id = any (wanted) and lead.erased_at is null
    order by lead.id
    for no key update
  )
  select coalesce(jsonb_agg(to_jsonb(locked)), '[]') into former from locked;
  return query
  with known as (
    select found.*,
      (next_status is not null and found.status is distinct from next_status)
        or (gives and found.assignee_id is distinct from next_assignee) as is_other
    from jsonb_to_recordset(former) as found (id uuid, status text, assignee_id uuid, handled_at timestamptz)
  ), written as (
    update public.leads as lead
    set status = coalesce(next_status, lead.status),
      assignee_id = case when gives then next_assignee else lead.assignee_id end
    from known
    where lead.id = known.id and known.is_other
    returning lead.id
  )
  select known.id, written.id is not null, known.status, known.assignee_id, known.handled_at
  from known
  left join written on written.id = known.id;
end;
$$;
grant execute on function public.change_leads(uuid[], text, uuid, boolean) to authenticated, service_role;
-- Takes back a call of change_leads: `former` is what it answered, the rest what it was given. A lead whose values are no
-- longer those that were set stays as a colleague left it. Answers the leads that were restored.
create function public.restore_leads(
  former jsonb, status text default null, assignee uuid default null, unassign boolean default false
) returns setof uuid
  language plpgsql volatile security definer set search_path = '' rows 50
as $$
#variable_conflict use_column
declare
  set_status constant text := restore_leads.status;
  set_assignee constant uuid := restore_leads.assignee;
  gave constant boolean := restore_leads.unassign or set_assignee is not null;
  restored uuid[];
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if jsonb_array_length(former) > 200 then
    raise exception 'At most 200 leads can be changed at once.' using errcode = 'P0001', hint = 'Select fewer leads.';
  end if;
  perform from public.leads as lead
  where lead.id in (select given.lead_id from jsonb_to_recordset(former) as given (lead_id uuid))
  order by lead.id
  for no key update;
  with given as (
    select distinct on (given.lead_id) given.*
    from jsonb_to_recordset(former) as given (
      lead_id uuid, is_changed boolean, former_status text, former_assignee uuid
    )
    where given.is_changed
  ), written as (
    update public.leads as lead
    set status = case when set_status is null then lead.status else given.former_status end,
      -- who may no longer handle leads is responsible for none
      assignee_id = case
        when not gave then lead.assignee_id
        when private.may_handle_leads(given.former_assignee) then given.former_assignee
      end
    from given
    where lead.id = given.lead_id
      and lead.erased_at is null
      and (set_status is null or lead.status = set_status)
      and (not gave or lead.assignee_id is not distinct from set_assignee)
    returning lead.id
  )
  select array_agg(written.id) into restored from written;
  -- A status sets it to now: what waited before the change waits again.
  if set_status is not null then
    update public.leads as lead
    set handled_at = least(given.former_handled_at, now())
    from jsonb_to_recordset(former) as given (lead_id uuid, former_status text, former_handled_at timestamptz)
    where lead.id = given.lead_id and lead.id = any (restored) and given.former_status <> set_status;
  end if;
  return query select unnest(restored);
end;
$$;
grant execute on function public.restore_leads(jsonb, text, uuid, boolean) to authenticated, service_role;

-- supabase/schemas/40-leads/figures.sql
-- How many leads name a service, shown before it is deleted (G-46): exact up to 1,000; 1,001 stands for "more". Staff of
-- every role may know a number; an editor cannot count rows that policies hide.
create function public.count_service_leads(service_id uuid) returns integer
  language sql stable security definer set search_path = ''
as $$
  select count(*)::integer
  from (
    select from public.leads
    where leads.service_id = count_service_leads.service_id and public.is_staff()
    limit 1001
  ) as named
$$;
grant execute on function public.count_service_leads(uuid) to authenticated, service_role;
-- The first moment of today in Toronto, `back` days ago; days are the agency's, also where a clock changes.
create function private.toronto_midnight(back integer) returns timestamptz
  language sql stable
  return (date_trunc('day', now() at time zone 'America/Toronto') - make_interval(days => back))
    at time zone 'America/Toronto';
-- Leads by day: the last 30, today's included, those without a lead as well. Staff of every role may see the numbers,
-- and no other caller gets a row. Counted when called, so it is right whatever was deleted or renamed.
create function public.leads_by_day() returns table (day date, total bigint)
  language sql stable security definer set search_path = '' rows 30
as $$
  with counted as (
    select (leads.created_at at time zone 'America/Toronto')::date as day, count(*) as total
    from public.leads
    where leads.created_at >= private.toronto_midnight(29)
    group by 1
  )
  select days.day, coalesce(counted.total, 0)
  from (
    select (now() at time zone 'America/Toronto')::date - back as day from generate_series(29, 0, -1) as back
  ) as days
  left join counted on counted.day = days.day
  where public.is_staff()
  order by days.day;
$$;
grant execute on function public.leads_by_day() to authenticated, service_role;
-- The same days by service, most requested first; last, without a name, the leads that named none. A service has today's
-- name, a deleted one its last. The first 50 of them.
create function public.leads_by_service() returns table (service text, total bigint)
  language sql stable security definer set search_path = '' rows 10
as $$
  with counted as (
    select
      leads.service_id,
      case when leads.service_id is null then leads.service_name end as former_name,
      count(*) as total
    from public.leads
    where leads.created_at >= private.toronto_midnight(29)
    group by 1, 2
  ),
  named as (
    select coalesce(services.name, counted.former_name) as service, sum(counted.total)::bigint as total
    from counted
    left join public.services on services.id = counted.service_id
    group by 1
  )
  select named.service, named.total
  from named
  where public.is_staff()
  order by named.service is null, named.total desc, named.service
  limit 50;
$$;
grant execute on function public.leads_by_service() to authenticated, service_role;
-- The last 90 days by source, the most leads first: a campaign by its source, another site by its host, the API, those
-- that colleagues added, and what came directly or is not known. `qualified`: those whose status is that today. The
-- first 50.
create function public.leads_by_source()
  returns table (kind text, source text, total bigint, qualified bigint)
  language sql stable security definer set search_path = '' rows 10
as $$
  with counted as (
    select
      case
        when leads.campaign_source is not null then 'campaign'
        when leads.referrer_host is not null then 'site'
        when leads.origin in ('api', 'staff') then leads.origin
        else 'direct'
      end as kind,
      coalesce(leads.campaign_source, leads.referrer_host) as source,
      count(*) as total,
      count(*) filter (where leads.status = 'qualified') as qualified
    from public.leads
    where leads.created_at >= private.toronto_midnight(89)
    group by 1, 2
  )
  select counted.kind, counted.source, counted.total, counted.qualified
  from counted
  where public.is_staff()
  order by counted.total desc, counted.qualified desc, counted.kind, counted.source
  limit 50;
$$;
grant execute on function public.leads_by_source() to authenticated, service_role;

-- supabase/schemas/40-leads/lead-messages.sql
-- What happens at an insert of a message. Its author is the caller, never a value from outside, and what an account
-- writes is always from staff: what a lead said elsewhere is noted by log_message. The secret key sets any sender.
--
-- A retry is one message: the same author, lead, sender and text within two minutes is skipped without an error. The
-- lock makes two at once wait for each other; each then sees what the other committed. What a colleague writes is
-- mailed (50-outbox/outbox.sql).
create function private.receive_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.message) > 500000 then
    perform private.reject_oversized('lead_messages', 'lead_messages_message_length');
  end if;
  if tg_argv[0] = 'account' then
    new.sender_type := 'admin';
    new.delivery_state := 'recorded';
  end if;
  new.message := private.clean_text(new.message);
  new.author_id := coalesce(auth.uid(), new.author_id);
  if new.author_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || new.lead_id::text, 0));
    if exists (
      select from public.lead_messages as earlier
      where earlier.lead_id = new.lead_id
        and earlier.created_at > now() - interval '2 minutes'
        and earlier.author_id = new.author_id
        and earlier.sender_type = new.sender_type
        and earlier.message = new.message
    ) then
      return null;
    end if;
  end if;
  return new;
end;
$$;
-- reply_count is read, raised and written back by the browser; two colleagues at once would lose one. So whatever is
-- written, the true number of staff messages is stored (G-10).
create function private.count_replies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.reply_count := (
    select count(*) from public.lead_messages where lead_id = new.id and sender_type = 'admin'
  );
  return new;
end;
$$;
-- Returns the message. What the lead said makes it wait; what we said is an answer, and a new lead is contacted then. Its
-- insert runs with the rights of this function's owner, so the trigger that queues replies does not see it.
create function public.log_message(lead uuid, channel text, is_incoming boolean, message text, said_at timestamptz default null)
  returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  at constant timestamptz := coalesce(said_at, now());
  added uuid;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if channel is null or private.clean_text(left(message, 200000)) is null then
    raise exception 'Say how it was said, and what.' using errcode = '22023';
  end if;
  if at > now() + interval '1 minute' or at < now() - interval '10 years' then
    raise exception 'This time is still to come, or long ago.' using errcode = '22023', detail = 'time_out_of_range';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || lead::text, 0));
  select logged.id into added
  from public.lead_messages as logged
  where logged.lead_id = lead
    and logged.created_at = at
    and logged.channel = log_message.channel
    and logged.author_id = auth.uid()
    and logged.message = private.clean_text(log_message.message);
  if added is not null then
    return added;
  end if;
  insert into public.lead_messages (lead_id, message, sender_type, channel, created_at)
  values (lead, log_message.message, case when is_incoming then 'lead' else 'admin' end, log_message.channel, at)
  returning lead_messages.id into added;
  if not is_incoming then
    update public.leads
    set reply_count = 0, last_reply_at = greatest(leads.last_reply_at, at),
      status = case when leads.status = 'new' then 'contacted' else leads.status end
    where leads.id = lead;
  end if;
  return added;
end;
$$;
grant execute on function public.log_message(uuid, text, boolean, text, timestamptz)
  to authenticated, service_role;

-- supabase/schemas/40-leads/lead-totals.sql
-- Leads by status, counted as they change: an exact count under row level security reads the whole table.
create table public.lead_totals (
  status text primary key,
  total bigint not null default 0
);
alter table public.lead_totals enable row level security;
alter table public.lead_totals force row level security;
grant select on public.lead_totals to authenticated;
revoke delete, insert, truncate, update on public.lead_totals from service_role;
-- Staff of every role see how many leads there are; numbers name nobody.
create policy "staff read" on public.lead_totals for select to authenticated
  using ((select public.is_staff()));
-- Inserted leads are counted by private.follow_up_leads. One upsert a statement. Rows are taken in the order of status,
-- so two statements cannot wait for each other in a circle; the row lock adds concurrent changes up.
create function private.count_changed_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    insert into public.lead_totals as kept (status, total)
    select removed.status, -count(*) from removed group by removed.status order by removed.status
    on conflict (status) do update set total = kept.total + excluded.total;
  elsif tg_op = 'UPDATE' then
    insert into public.lead_totals as kept (status, total)
    select change.status, sum(change.step)
    from (
      select added.status, 1 as step from added
      union all
      select removed.status, -1 from removed
    ) as change
    group by change.status
    having sum(change.step) <> 0
    order by change.status
    on conflict (status) do update set total = kept.total + excluded.total;
  else
    delete from public.lead_totals;
  end if;
  return null;
end;
$$;

-- supabase/schemas/40-leads/leads.sql
-- What a visitor says of themselves, in the order of the site's definition (site/app/lead/lead-fields.ts), which
-- supabase/tests/lead-content.test.ts compares. Cleaning and content hash follow from this list. A new field is: its
-- column and its check leads_…_length on leads and quarantined_leads, the grant of inserting it, and its name here.
create function private.lead_fields() returns text[]
  language sql immutable parallel safe
  return array['name', 'email', 'company', 'phone', 'message'];

-- supabase/schemas/40-leads/other-requests.sql
-- Leads of this address or number, newest first, `most` of them; `before_*` are the last row of the page before. Fewer
-- than seven digits are an extension or a slip, which strangers share. Tombstones are nobody's.
create function private.leads_of_contact(
  address text, number text, most integer, before_created_at timestamptz default null, before_id uuid default null
) returns table (id uuid, created_at timestamptz)
  language sql stable set search_path = '' rows 10
as $$
  select found.id, found.created_at
  from (
    (
      select leads.id, leads.created_at
      from public.leads
      where lower(leads.email) = lower(address) and leads.erased_at is null
        and (before_created_at is null or (leads.created_at, leads.id) < (before_created_at, before_id))
      order by leads.created_at desc, leads.id desc
      limit most
    )
    union
    (
      select leads.id, leads.created_at
      from public.leads
      where leads.phone is not null and private.phone_digits(leads.phone) = private.phone_digits(number)
        and char_length(private.phone_digits(number)) >= 7 and leads.erased_at is null
        and (before_created_at is null or (leads.created_at, leads.id) < (before_created_at, before_id))
      order by leads.created_at desc, leads.id desc
      limit most
    )
  ) as found
  order by found.created_at desc, found.id desc
  limit most
$$;
-- Of these leads (at most 200), the other requests of their persons: the ten newest of each, and how many there are, up to
-- 101. As the search, it checks once who is calling, because policies would keep it from the indexes.
create function public.related_leads(of_leads uuid[])
  returns table (
    lead_id uuid, total integer, id uuid, created_at timestamptz, service_name text, status text, words text
  )
  language plpgsql stable security definer set search_path = '' rows 50
as $$
begin
  if not public.can_handle_leads() then
    return;
  end if;
  return query
    select
      lead.id, related.total, other.id, other.created_at, coalesce(services.name, other.service_name), other.status,
      left(regexp_replace(left(other.message, 400), '\s+', ' ', 'g'), 140)
    from (select distinct given.id from unnest(of_leads[1:200]) as given (id)) as given
    join public.leads as lead on lead.id = given.id and lead.erased_at is null
    cross join lateral (
      select
        found.id,
        least(count(*) over (), 101)::integer as total,
        row_number() over (order by found.created_at desc, found.id desc) as place
      from private.leads_of_contact(lead.email, lead.phone, 102) as found
      where found.id <> lead.id
    ) as related
    join public.leads as other on other.id = related.id
    left join public.services on services.id = other.service_id
    where related.place <= 10
    order by lead.id, related.place;
end;
$$;
grant execute on function public.related_leads(uuid[]) to authenticated, service_role;
-- All requests of a lead's person, this one with them, newest first, a page at a time.
create function public.person_leads(
  person uuid, before_created_at timestamptz default null, before_id uuid default null, page_size integer default 50
) returns table (id uuid, created_at timestamptz)
  language plpgsql stable security definer set search_path = '' rows 20
as $$
begin
  if not public.can_handle_leads() then
    return;
  end if;
  return query
    select found.id, found.created_at
    from public.leads as lead
    cross join lateral private.leads_of_contact(
      lead.email, lead.phone, least(greatest(coalesce(page_size, 50), 1), 200), before_created_at,
      coalesce(before_id, '00000000-0000-0000-0000-000000000000')
    ) as found
    where lead.id = person and lead.erased_at is null
    order by found.created_at desc, found.id desc;
end;
$$;
grant execute on function public.person_leads(uuid, timestamptz, uuid, integer)
  to authenticated, service_role;
-- The customer at Stripe that another lead of the same person is linked to, the first one; null where there is none.
create function public.customer_of_person(lead uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select other.stripe_customer_id
  from public.leads
  join public.leads as other on lower(other.email) = lower(leads.email) and other.id <> leads.id
  where leads.id = customer_of_person.lead and other.stripe_customer_id is not null
    and (select public.can_handle_leads())
  order by other.stripe_synced_at, other.id
  limit 1
$$;
grant execute on function public.customer_of_person(uuid) to authenticated, service_role;
-- What a page of the inbox shows of its leads besides rows and threads, in one call.
create function public.lead_context(ids uuid[]) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'work', (select coalesce(jsonb_agg(to_jsonb(work)), '[]') from public.lead_work(ids) as work),
    'optOuts', (select coalesce(jsonb_agg(to_jsonb(opt_out)), '[]') from public.contact_opt_outs(ids) as opt_out)
  );
$$;
grant execute on function public.lead_context(uuid[]) to authenticated, service_role;

-- supabase/schemas/42-intake/lead-origin.sql
-- What the site's server says of this insert, or null: no header, a forged one, one of another deployment, or one that
-- was signed for another content. `x-lead-facts: base64(json).hex(hmac)`.
create function private.read_lead_facts(content text) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  header constant text :=
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-lead-facts';
  payload constant text := split_part(header, '.', 1);
  facts jsonb;
begin
  if header is null then
    return null;
  end if;
  if split_part(header, '.', 2) not in (select private.server_signatures(payload)) then
    return null;
  end if;
  facts := convert_from(decode(payload, 'base64'), 'UTF8')::jsonb;
  return case when facts ->> 'content' = content then facts end;
exception
  when others then
    return null;
end;
$$;
-- The given text where it is as the checks above want it, cut to 100 characters; else null.
create function private.plain_campaign(given text) returns text
  language sql immutable parallel safe
  return case when left(given, 100) !~ '[[:cntrl:]<>@"''\\%]' then nullif(btrim(left(given, 100)), '') end;

-- supabase/schemas/42-intake/quarantined-leads.sql
-- The lead becomes a lead of the inbox, with its own id and time, and counts from now on. It is inserted before its row
-- in quarantine is deleted, which is how the audit log distinguishes it from a deleted one. An answer goes into its
-- thread, with its own time.
create function public.restore_quarantined_lead(lead_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  quarantined public.quarantined_leads;
  answer private.quarantined_messages;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.'
      using errcode = '42501', detail = 'leads_denied';
  end if;
  select * into quarantined from public.quarantined_leads
  where quarantined_leads.id = restore_quarantined_lead.lead_id for update;
  if quarantined.id is null then
    raise exception 'This message is no longer in the spam list.'
      using errcode = 'P0001', detail = 'not_quarantined',
        hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  select * into answer from private.quarantined_messages where quarantined_messages.id = quarantined.id;
  if answer.id is null then
    insert into public.leads
    select restored.* from jsonb_populate_record(null::public.leads, to_jsonb(quarantined)) as restored;
  else
    -- Its author is the prospect, not who restores it.
    perform set_config('request.jwt.claims', '{}', true);
    insert into public.lead_messages (id, lead_id, message, sender_type, created_at)
    values (answer.id, answer.lead_id, answer.message, 'lead', answer.quarantined_at);
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  end if;
  delete from public.quarantined_leads where quarantined_leads.id = quarantined.id;
  return coalesce(answer.lead_id, quarantined.id);
end;
$$;
grant execute on function public.restore_quarantined_lead(uuid) to authenticated, service_role;

-- supabase/schemas/42-intake/quarantined-messages.sql
-- Puts it into quarantine if it is suspicious. One that cannot be held is no longer suspicious: nothing is lost.
create function private.quarantine_message(token text, given text, known uuid, answer uuid, words text) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  suspect public.leads;
begin
  -- What the site's server signs of an answer: the token in place of a name.
  suspect := private.set_lead_origin(jsonb_populate_record(
    null::public.leads, jsonb_build_object('name', token, 'message', given)
  ));
  if suspect.score < 5 or coalesce((select settings.local_mode from public.settings), false) then
    return false;
  end if;
  perform private.quarantine_lead(jsonb_populate_record(suspect, jsonb_build_object(
    'id', answer, 'created_at', now(), 'reply_count', 0, 'locale', 'en-CA', 'is_sample', false, 'status', 'new',
    'name', leads.name, 'email', leads.email, 'message', left(words, 2000), 'content_hash', null,
    'score_reasons', '["an answer in a conversation"]'::jsonb || to_jsonb(suspect.score_reasons)
  )))
  from public.leads where leads.id = known;
  insert into private.quarantined_messages (id, lead_id, message) values (answer, known, words);
  return true;
exception
  when others then
    raise warning 'an answer could not be held, and it is stored: %', sqlstate;
    return false;
end;
$$;

-- supabase/schemas/42-intake/receive-lead.sql
-- Before a row is stored: it is cleaned and, when it comes from a caller, checked, limited and perhaps quarantined.
-- Nothing but the flood limit may cost a lead: when the header, its key or the quarantine fails, the lead is stored as
-- it came. In local mode there is no quarantine.
create function private.receive_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_of_caller constant boolean := tg_argv[0] = 'caller';
  is_local boolean;
  is_trusted boolean;
  is_too_frequent boolean;
begin
  if is_of_caller then
    perform private.limit_leads_of_transaction();
  end if;
  new := private.clean_lead(new);
  new := private.set_service_name(new);
  if not is_of_caller then
    return new;
  end if;
  perform private.check_lead_email(new.email);

  begin
    new := private.set_lead_origin(new);
    if new.origin = 'site' and private.is_duplicate_lead(new) then
      return null;
    end if;
    is_local := coalesce((select settings.local_mode from public.settings), false);
    is_trusted := not is_local and public.can_handle_leads();
  exception
    when others then
      raise warning 'the origin of a lead could not be read, and it is stored as it came: %', sqlstate;
      return new;
  end;

  if is_trusted then
    return new;
  end if;
  if private.is_flood(new, is_local) then
    raise exception 'Too many inquiries in a short time.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  if is_local then
    return new;
  end if;

  begin
    is_too_frequent := private.is_too_frequent(new);
    if is_too_frequent then
      new.score_reasons := new.score_reasons || array['too many messages in a short time'];
    end if;
    if not is_too_frequent and new.score < 5 then
      return new;
    end if;
    perform private.quarantine_lead(new);
    return null;
  exception
    -- Also what the checks reject: the table of leads says so in its own name.
    when others then
      raise warning 'a lead could not be quarantined, and it is stored: %', sqlstate;
      return new;
  end;
end;
$$;
-- One request may carry many rows, and everyone may insert leads: 20 megabytes would be 100,000 of them. A form sends
-- one; a transaction of a caller may hold 20. Counted row by row, so that nothing is written before the rejection. The
-- setting belongs to this transaction and is out of a caller's reach.
create function private.limit_leads_of_transaction() returns void
  language plpgsql set search_path = ''
as $$
declare
  sent constant integer := coalesce(nullif(current_setting('leads.sent', true), ''), '0')::integer + 1;
begin
  if sent > 20 then
    raise exception 'Too many inquiries in one request.'
      using errcode = 'P0001', hint = 'Send at most 20 at a time.';
  end if;
  perform set_config('leads.sent', sent::text, true);
end;
$$;
-- The table takes what older rows and senders of mail have; what is typed into a form must be an address.
create function private.check_lead_email(email text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not private.is_email(email) then
    perform private.reject_oversized('leads', 'leads_email_format');
  end if;
end;
$$;
-- After the statement: totals (lead_totals), who needs a reply (leads_needing_reply), and the notice to staff (outbox).
-- Only leads of callers are news. A notice says a number, so past a thousand that wait one more adds nothing, and where no
-- account is notified the queue stays bounded. A notice that cannot be queued costs no lead.
create function private.follow_up_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most_pending constant integer := 1000;
begin
  insert into public.lead_totals as kept (status, total)
  select added.status, count(*) from added group by added.status order by added.status
  on conflict (status) do update set total = kept.total + excluded.total;

  insert into public.leads_needing_reply (lead_id, since)
  select added.id, added.created_at from added where added.status in ('new', 'in_conversation');

  if tg_argv[0] = 'caller' then
    begin
      insert into private.pending_lead_notices (lead_id)
      select added.id
      from added
      limit greatest(
        0,
        most_pending - (
          select count(*) from (select from private.pending_lead_notices limit most_pending) as pending
        )
      );
    exception
      when others then
        raise warning 'no notice could be queued for a new lead: %', sqlstate;
    end;
  end if;
  return null;
end;
$$;
-- A changed lead is cleaned as a new one, and follows its service only when that changes.
create function private.revise_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new := private.clean_lead(new);
  if new.service_id is distinct from old.service_id then
    new := private.set_service_name(new);
  end if;
  return new;
end;
$$;

-- supabase/schemas/42-intake/spam.sql
-- How much a text looks like an advertisement. Links alone prove nothing: visitors send their own site.
create function private.score_lead_text(name text, company text, message text, out points integer, out reasons text[])
  language sql immutable set search_path = ''
as $$
  select coalesce(sum(sign.points), 0)::integer, coalesce(array_agg(sign.reason), '{}')
  from (
    values
      (3, 'a link in the name', concat_ws(' ', name, company) ~* 'https?://|www\.'),
      (3, 'markup in the message', message ~* '<a\s|\[url|\[link='),
      (2, 'many links', regexp_count(message, 'https?://', 1, 'i') >= 4)
  ) as sign (points, reason, found)
  where sign.found;
$$;
-- Leads and quarantined leads of the last `span`, of one address or of the API without one; counts no further than `most`.
create function private.count_recent_leads(address text, span interval, most integer) returns integer
  language sql stable set search_path = ''
as $$
  select count(*)::integer
  from (
    (
      select 1 from public.leads
      where leads.created_at > now() - span and leads.address_hash = address
      limit most
    )
    union all
    (
      select 1 from public.quarantined_leads
      where quarantined_leads.created_at > now() - span and quarantined_leads.address_hash = address
      limit most
    )
    union all
    (
      select 1 from public.leads
      where address is null and leads.created_at > now() - span
        and leads.origin = 'api' and leads.address_hash is null
      limit most
    )
    union all
    (
      select 1 from public.quarantined_leads
      where address is null and quarantined_leads.created_at > now() - span
        and quarantined_leads.origin = 'api' and quarantined_leads.address_hash is null
      limit most
    )
  ) as recent;
$$;
-- The same of one IPv6 network of 48 bits, whose holder has 65,536 addresses.
create function private.count_recent_network_leads(network text, span interval, most integer) returns integer
  language sql stable set search_path = ''
as $$
  select count(*)::integer
  from (
    (
      select 1 from public.leads
      where leads.created_at > now() - span and leads.network_hash = network
      limit most
    )
    union all
    (
      select 1 from public.quarantined_leads
      where quarantined_leads.created_at > now() - span and quarantined_leads.network_hash = network
      limit most
    )
  ) as recent;
$$;
-- Leads of the API in ten minutes, quarantined ones not counted: one address alone adds five at most.
create function private.is_api_busy() returns boolean
  language sql stable set search_path = ''
as $$
  select count(*) >= 100
  from (
    select 1 from public.leads
    where leads.created_at > now() - interval '10 minutes' and leads.origin = 'api'
    limit 100
  ) as recent;
$$;
-- The address of this request in the form that the site's server hashes: IPv4 whole, IPv6 by its first 64 bits. Null when
-- there is none. Our server writes the one it knows into the headers; hosted Supabase has it from Cloudflare; elsewhere
-- the last proxy appends the address that called it.
create function private.request_address() returns text
  language plpgsql stable set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  named constant text := coalesce(
    headers ->> 'cf-connecting-ip',
    (regexp_match(headers ->> 'x-forwarded-for', '([^,\s]+)\s*$'))[1]
  );
  address inet;
  hex text;
begin
  if named is null then
    return null;
  end if;
  address := named::inet;
  if family(address) = 4 then
    return host(address);
  end if;
  -- Two bytes of a group each, after the four bytes that say what follows.
  hex := encode(substring(inet_send(address) from 5 for 8), 'hex');
  return (
    select string_agg(to_hex(('x' || substr(hex, place * 4 + 1, 4))::bit(16)::integer), ':' order by place)
    from generate_series(0, 3) as place
  ) || '::/64';
exception
  when others then
    return null;
end;
$$;
-- 2001:db8:0:a0::/64 is part of 2001:db8:0::/48; null for an IPv4 address.
create function private.wider_network(address text) returns text
  language sql immutable parallel safe
  return substring(address from '^((?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::/64$') || ':/48';
-- The same hash as in the signed header, so that a form and the API count together.
create function private.hash_address(address text) returns text
  language sql stable set search_path = ''
as $$
  select left(
    encode(extensions.hmac(convert_to('address ' || address, 'UTF8'), convert_to(key.value, 'UTF8'), 'sha256'), 'hex'),
    32
  )
  from public.server_keys as key
  where key.name = 'lead_header';
$$;

-- supabase/schemas/43-consent/do-not-contact.sql
-- The key of the hashes below. It is never changed: links in old mails stay valid, and a copy of the list alone names
-- nobody.
create table private.contact_key (
  only_one boolean primary key default true check (only_one),
  value bytea not null default extensions.gen_random_bytes(32)
);
-- Who asked not to be contacted: keyed hashes of addresses, so that a person who was erased stays on the list.
create table private.do_not_contact (
  address_hash text primary key check (address_hash ~ '^[0-9a-f]{32}$'),
  since timestamptz not null default now(),
  by_link boolean not null,
  set_by uuid references auth.users (id) on delete set null
);
create index do_not_contact_set_by on private.do_not_contact (set_by) where set_by is not null;
create trigger audit_refusal after insert or delete on private.do_not_contact
  for each row execute function private.audit_refusal();
create function private.contact_hash(purpose text, content text) returns text
  language sql stable set search_path = ''
as $$
  select left(
    encode(extensions.hmac(convert_to(purpose || ' ' || content, 'UTF8'), contact_key.value, 'sha256'), 'hex'), 32
  )
  from private.contact_key;
$$;
create function private.hash_mail_address(address text) returns text
  language sql stable set search_path = ''
as $$ select private.contact_hash('address', lower(btrim(address))) $$;
create function private.is_contact_refused(address text) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from private.do_not_contact where address_hash = private.hash_mail_address(address)
  );
$$;
-- By hand, for a person who asked a colleague; `refused` false takes it back. The list is one of email addresses.
create function public.set_do_not_contact(lead uuid, refused boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known public.leads;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  select * into known from public.leads where leads.id = lead;
  if known.id is null then
    raise exception 'This lead was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  if known.email is null then
    raise exception 'This lead has no email address.' using errcode = 'P0001';
  end if;
  if refused then
    insert into private.do_not_contact (address_hash, by_link, set_by)
    values (private.hash_mail_address(known.email), false, auth.uid())
    on conflict (address_hash) do nothing;
  else
    delete from private.do_not_contact where address_hash = private.hash_mail_address(known.email);
  end if;
end;
$$;
grant execute on function public.set_do_not_contact(uuid, boolean) to authenticated, service_role;
-- Of these leads, those whose person asked not to be contacted.
create function public.contact_opt_outs(leads uuid[])
  returns table (lead_id uuid, since timestamptz, by_link boolean)
  language plpgsql stable security definer set search_path = '' rows 50
as $$
begin
  if not public.can_handle_leads() then
    return;
  end if;
  return query
    select lead.id, opt_out.since, opt_out.by_link
    from public.leads as lead
    join private.do_not_contact as opt_out on opt_out.address_hash = private.hash_mail_address(lead.email)
    where lead.id = any (contact_opt_outs.leads[1:1000]);
end;
$$;
grant execute on function public.contact_opt_outs(uuid[]) to authenticated, service_role;
-- For the link in a mail: the hash of the address and a signature of it, nothing that names the person.
create function public.unsubscribe_token(address text) returns text
  language sql stable security definer set search_path = ''
as $$
  select hashed.value || private.contact_hash('unsubscribe', hashed.value)
  from (select private.hash_mail_address(address) as value) as hashed;
$$;
grant execute on function public.unsubscribe_token(text) to service_role;
-- Whether the token was one of ours. Called twice it is once.
create function public.unsubscribe(token text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if token !~ '^[0-9a-f]{64}$' or right(token, 32) <> private.contact_hash('unsubscribe', left(token, 32)) then
    return false;
  end if;
  insert into private.do_not_contact (address_hash, by_link) values (left(token, 32), true)
  on conflict (address_hash) do update set by_link = true where not do_not_contact.by_link;
  return true;
end;
$$;
grant execute on function public.unsubscribe(text) to anon, authenticated, service_role;
-- A person who asked not to be contacted gets what answers a request of their own, and nothing else: a reply to a lead
-- that they did not send (an import, a lead added by a colleague) is refused. Mail to colleagues is not affected, and
-- account mails wait in a queue of their own.
create function private.refuse_unwanted_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.message_id is null then
    return new;
  end if;
  if exists (
    select
    from public.lead_messages as reply
    join public.leads on leads.id = reply.lead_id
    where reply.id = new.message_id
      and (leads.origin is null or leads.asked_for_contact is false)
      and private.is_contact_refused(leads.email)
  ) then
    update public.lead_messages
    set delivery_state = 'failed', delivery_problem = 'Not sent: this person asked not to be contacted.'
    where lead_messages.id = new.message_id;
    return null;
  end if;
  return new;
end;
$$;
-- The same for what waits already.
create function private.withdraw_unwanted_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.fail_mail(outbox.id, 'Not sent: this person asked not to be contacted.')
  from private.outbox
  join public.lead_messages as reply on reply.id = outbox.message_id
  join public.leads on leads.id = reply.lead_id
  where (leads.origin is null or leads.asked_for_contact is false) and outbox.lease is null
    and private.hash_mail_address(leads.email) = new.address_hash;
  return null;
end;
$$;

-- supabase/schemas/44-search/lists.sql
-- A page of lead ids, newest first. `before_*` are the last row of the page before. Only those who handle leads get a
-- row.
create function public.search_leads(
  term text,
  status_filter text default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 50,
  only_needing_reply boolean default false,
  assignee uuid default null,
  only_unassigned boolean default false,
  need text default null
) returns table (id uuid, created_at timestamptz)
  language sql stable security definer set search_path = '' rows 50
as $$
  select listed.id, listed.at
  from private.list_leads(
    'newest', term, status_filter, only_needing_reply, assignee, only_unassigned, need,
    before_created_at, before_id, least(greatest(coalesce(page_size, 50), 1), 200)
  ) as listed;
$$;
grant execute on function public.search_leads(text, text, timestamptz, uuid, integer, boolean, uuid, boolean, text)
  to authenticated, service_role;
-- Lists of leads that do not begin with the newest: the oldest first, and those that wait the longest first. A function
-- of its own beside search_leads, with the same filters, so that each order is planned through its own index.
create function public.sorted_leads(
  sort text,
  term text default '',
  status_filter text default null,
  only_needing_reply boolean default false,
  assignee uuid default null,
  only_unassigned boolean default false,
  after_at timestamptz default null,
  after_id uuid default null,
  page_size integer default 50,
  need text default null
) returns table (id uuid, sorted_at timestamptz)
  language sql stable security definer set search_path = '' rows 50
as $$
  select listed.id, listed.at
  from private.list_leads(
    sort, term, status_filter, only_needing_reply, assignee, only_unassigned, need,
    after_at, after_id, least(greatest(coalesce(page_size, 50), 1), 200)
  ) as listed
  where sort in ('oldest', 'waiting');
$$;
grant execute on function public.sorted_leads(text, text, text, boolean, uuid, boolean, timestamptz, uuid, integer, text)
  to authenticated, service_role;
-- How many leads match, exact up to 1,000; 1,001 means "more".
create function public.count_leads(
  term text,
  status_filter text default null,
  only_needing_reply boolean default false,
  assignee uuid default null,
  only_unassigned boolean default false,
  need text default null
) returns integer
  language sql stable security definer set search_path = ''
as $$
  select count(*)::integer
  from private.list_leads(
    'none', term, status_filter, only_needing_reply, assignee, only_unassigned, need, null, null, 1001
  );
$$;
grant execute on function public.count_leads(text, text, boolean, uuid, boolean, text) to authenticated, service_role;
-- A page of any list: `sort` is newest, oldest, waiting (the longest wait first) or none, `after_*` the last row of the page
-- before. The query is made of what is asked for, so that each is planned for itself. A list of work without a term is read
-- in its order. With one: up to 1,000 leads of the list are read, or up to 1,000 of the term looked up in the list. Where
-- both are more, the first 200 of the list are compared, and then the leads in their order, until a page is full.
create function private.list_leads(
  sort text, term text, status_filter text, only_needing_reply boolean, assignee uuid, only_unassigned boolean, need text,
  after_at timestamptz, after_id uuid, most integer
) returns table (id uuid, at timestamptz)
  language plpgsql stable security definer set search_path = '' rows 50
as $$
declare
  pattern constant text := private.lead_search_pattern(term);
  short constant text := private.short_search_pattern(term);
  source constant text := case
    when coalesce(only_needing_reply, false) or need = 'late' or sort = 'waiting' then 'leads_needing_reply'
    when need = 'due' then 'lead_follow_ups'
    else 'leads'
  end;
  is_plain constant boolean := source = 'leads' and need is null;
  -- What the list itself does not know of its leads.
  asks_leads constant boolean := pattern <> '%%' or (
    source = 'lead_follow_ups'
    and (status_filter is not null or assignee is not null or coalesce(only_unassigned, false))
  );
  is_compared boolean := pattern <> '%%';
  is_listed boolean := false;
  few uuid[];
  others uuid[];
  walks boolean;
  first_at timestamptz;
  last_at timestamptz;
  found integer;
  tables text := 'public.leads';
  lead text := 'leads.id';
  key text := 'leads.created_at';
  direction constant text := case when sort = 'newest' then 'desc' else '' end;
  of_leads text[];
  conditions text[];
begin
  if pattern is null or not public.can_handle_leads() then
    return;
  end if;
  if need in ('due', 'mention') or (is_compared and not is_plain) then
    few := private.few_leads_of_work(need, source = 'leads_needing_reply', status_filter, assignee, only_unassigned);
    is_listed := few is not null;
  end if;
  if few is null and is_compared and not is_plain then
    few := private.few_leads_of_term(pattern, short);
    is_compared := few is null;
  end if;
  if need in ('due', 'mention') and not is_listed and source <> 'lead_follow_ups' then
    others := array(
      select due.lead_id from public.lead_follow_ups as due where need = 'due' and due.due_at <= now()
      union all
      select mention.lead_id from public.lead_mentions as mention where need = 'mention' and mention.user_id = auth.uid()
    );
  end if;

  of_leads := array[
    case when is_compared then 'private.lead_search_text(leads.name, leads.email, leads.company) like $2' end,
    case when is_compared and is_plain and short is not null
      then 'private.lead_search_hex(leads.name, leads.email, leads.company) ~ $3' end,
    case when status_filter is not null then 'leads.status = $4' end,
    case when assignee is not null then 'leads.assignee_id = $5' end,
    case when only_unassigned then 'leads.assignee_id is null' end
  ];
  if is_listed then
    -- not merged into the query: these leads are read first
    tables := '(select * from public.leads where leads.id = any ($1) offset 0) as leads';
    if sort = 'waiting' then
      tables := tables || ' join public.leads_needing_reply as work on work.lead_id = leads.id';
      key := 'work.since';
    end if;
    conditions := of_leads;
  elsif source = 'leads' then
    conditions := of_leads || case when few is not null then 'leads.id = any ($1)' end;
  else
    tables := format('public.%I as work', source);
    lead := 'work.lead_id';
    key := case when sort = 'waiting' then 'work.since' else 'work.lead_at' end;
    conditions := array[
      case when few is not null then 'work.lead_id = any ($1)' end,
      case when need = 'late' then 'work.target_at <= now()' end,
      case when source = 'lead_follow_ups' then 'work.due_at <= now()' end
    ] || case when source = 'leads_needing_reply' then array[
      case when status_filter is not null then 'work.status = $4' end,
      case when assignee is not null then 'work.assignee_id = $5' end,
      case when only_unassigned then 'work.assignee_id is null' end
    ] end;
    if asks_leads and few is not null then
      tables := tables || ' join public.leads on leads.id = work.lead_id';
      conditions := conditions || of_leads;
    end if;
  end if;
  -- "is true": compared in memory, no lookup for each of them
  conditions := conditions
    || case when others is not null then format('(%s = any ($8)) is true', lead) end
    || case when after_at is not null then format(
      '(%s, %s) %s ($6, coalesce($7, ''00000000-0000-0000-0000-000000000000''))',
      key, lead, case when sort = 'newest' then '<' else '>' end
    ) end;
  walks := asks_leads and few is null and source <> 'leads';
  if not walks then
    return query execute format(
      'select %s, %s from %s %s %s limit $9', lead, key, tables, private.all_of(conditions),
      case when sort <> 'none' then format('order by %s %s, %s %s', key, direction, lead, direction) end
    )
    using few, pattern, short, status_filter, assignee, after_at, after_id, others, most;
    return;
  end if;

  for part in 1..2 loop
    execute format(
      'select array_agg(listed.lead_id), min(listed.lead_at), max(listed.lead_at)
       from (select work.lead_id, work.lead_at from %s %s order by %s %s, work.lead_id %s %s) as listed',
      tables, private.all_of(conditions), key, direction, direction, case part when 1 then 'limit 200' else 'offset 200' end
    ) into few, first_at, last_at
    using few, pattern, short, status_filter, assignee, after_at, after_id, others;
    exit when few is null;
    return query execute format(
      'select leads.id, %1$s from %2$s %3$s %4$s order by %1$s %5$s, leads.id %5$s limit $6',
      case when sort = 'waiting' then 'work.since' else 'leads.created_at' end,
      case part when 1 then '(select * from public.leads where leads.id = any ($1) offset 0) as leads' else 'public.leads' end,
      case when sort = 'waiting' then 'join public.leads_needing_reply as work on work.lead_id = leads.id'
        || case part when 1 then ' and work.lead_id = any ($1)' else '' end end,
      private.all_of(of_leads || case when part = 2 then array[
        '(leads.id = any ($1)) is true', 'leads.created_at between $7 and $8'
      ] end),
      direction
    )
    using few, pattern, short, status_filter, assignee, most, first_at, last_at;
    get diagnostics found = row_count;
    most := most - found;
    exit when most = 0;
    few := null;
  end loop;
end;
$$;
-- The leads of a list of work, under a status and of an assignee where the list knows them; null for no list, and for one
-- of more than 1,000, which a walk over the leads meets soon enough.
create function private.few_leads_of_work(
  need text, only_needing_reply boolean, status_filter text, assignee uuid, only_unassigned boolean
) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  most constant integer := 1000;
  found_ids uuid[];
begin
  if need = 'due' then
    found_ids := array(
      select due.lead_id from public.lead_follow_ups as due where due.due_at <= now() limit most + 1
    );
  elsif need = 'mention' then
    found_ids := array(
      select distinct mention.lead_id from public.lead_mentions as mention where mention.user_id = auth.uid() limit most + 1
    );
  elsif need = 'late' or only_needing_reply then
    found_ids := array(
      select waiting.lead_id
      from public.leads_needing_reply as waiting
      where (need is distinct from 'late' or waiting.target_at <= now())
        and (status_filter is null or waiting.status = status_filter)
        and (assignee is null or waiting.assignee_id = assignee)
        and (only_unassigned is not true or waiting.assignee_id is null)
      limit most + 1
    );
  end if;
  if cardinality(found_ids) > most then
    return null;
  end if;
  if need in ('due', 'mention') and only_needing_reply then
    return array(
      select waiting.lead_id from public.leads_needing_reply as waiting where waiting.lead_id = any (found_ids)
    );
  end if;
  return found_ids;
end;
$$;
-- The leads that a term matches; null where they are more than 1,000, or 300 for a short term, whose hexadecimal form takes
-- 0.1 ms a lead. Only through the trigram indexes: a plan that stops at the limit reads the table for a term that is rarer
-- than it seems.
create function private.few_leads_of_term(pattern text, short text) returns uuid[]
  language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off
  set plan_cache_mode = 'force_custom_plan' set jit = off
as $$
declare
  most constant integer := case when short is null then 1000 else 300 end;
  found_ids uuid[];
begin
  -- in every address: no trigram finds them
  if pattern in ('%@%', '%.%') then
    return null;
  end if;
  found_ids := array(
    select leads.id
    from public.leads
    where private.lead_search_text(leads.name, leads.email, leads.company) like pattern
      and (short is null or private.lead_search_hex(leads.name, leads.email, leads.company) ~ short)
    limit most + 1
  );
  return case when cardinality(found_ids) <= most then found_ids end;
end;
$$;
create function private.all_of(conditions text[]) returns text
  language sql immutable
  return coalesce('where ' || nullif(array_to_string(conditions, ' and '), ''), '');

-- supabase/schemas/44-search/saved-views.sql
-- Searches of the inbox under a name: what the address says after "?", for the account that saved it, or for the team.
create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null,
  query text not null,
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  constraint saved_views_name_length check (char_length(name) between 1 and 40),
  constraint saved_views_query_plain check (char_length(query) <= 1000 and query !~ '[[:cntrl:]#]')
);
comment on column public.saved_views.query is 'the parameters of /dashboard/messages, without "?"';
create index saved_views_account on public.saved_views (account_id, created_at);
alter table public.saved_views enable row level security;
alter table public.saved_views force row level security;
grant
  delete,
  select,
  insert (is_shared, name, query),
  update (is_shared, name, query)
on public.saved_views to authenticated;
-- Agents and owners read their own, and what colleagues share.
create policy "agents read" on public.saved_views for select to authenticated
  using ((select public.can_handle_leads()) and (account_id = (select auth.uid()) or is_shared));
-- Agents and owners save views for themselves; a trigger says whose they are.
create policy "agents insert" on public.saved_views for insert to authenticated
  with check ((select public.can_handle_leads()) and account_id = (select auth.uid()));
-- Agents and owners change their own.
create policy "agents update" on public.saved_views for update to authenticated
  using ((select public.can_handle_leads()) and account_id = (select auth.uid()));
-- Agents and owners remove their own.
create policy "agents delete" on public.saved_views for delete to authenticated
  using ((select public.can_handle_leads()) and account_id = (select auth.uid()));
-- They stand in the sidebar, so each account has a most of them.
create function private.check_saved_view() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.name) > 10000 then
    perform private.reject_oversized('saved_views', 'saved_views_name_length');
  end if;
  if octet_length(new.query) > 10000 then
    perform private.reject_oversized('saved_views', 'saved_views_query_plain');
  end if;
  new.name := private.clean_text(new.name);
  if tg_op = 'INSERT' then
    new.account_id := coalesce(auth.uid(), new.account_id);
    perform pg_advisory_xact_lock(hashtextextended('saved_views ' || new.account_id, 0));
    if (select count(*) from public.saved_views where saved_views.account_id = new.account_id) >= 20 then
      raise exception 'You have 20 saved views. Remove one first.'
        using errcode = 'P0001', detail = 'too_many_saved_views';
    end if;
  end if;
  return new;
end;
$$;

-- supabase/schemas/44-search/search-terms.sql
-- "levesque" finds "Lévesque", however either was typed (composed or decomposed), and a straight apostrophe finds a
-- curly one. normalize() is part of PostgreSQL and immutable; the dictionary of the extension unaccent may change under
-- an index.
create function private.fold_accents(value text) returns text
  language sql immutable parallel safe cost 1000
  return replace(replace(replace(
    translate(
      regexp_replace(lower(normalize(value, NFKD) collate "und-x-icu"), '[\u0300-\u036f]', '', 'g'),
      'øłđıς’‘ʼ‐–', 'oldiσ''''''--'
    ),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');
grant execute on function private.fold_accents(text) to anon, authenticated, service_role;
-- Most texts are ASCII: a walk over a thousand leads reads them forty times faster this way.
create function private.fold_text(value text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(value) = char_length(value) then lower(value collate "C")
    else private.fold_accents(value)
  end;
grant execute on function private.fold_text(text) to anon, authenticated, service_role;
-- The searched text of a lead. The separator \x1f cannot be typed, so a term never matches across two fields.
create function private.lead_search_text(name text, email text, company text) returns text
  language sql immutable parallel safe
  return private.fold_text(name || e'\x1f' || coalesce(email, '') || e'\x1f' || coalesce(company, ''));
grant execute on function private.lead_search_text(text, text, text) to anon, authenticated, service_role;
-- The characters of a text without those that every address has, a y around each, in hexadecimal.
create function private.search_symbols(folded text) returns text
  language sql immutable parallel safe
  return encode(convert_to('y' || array_to_string(
    string_to_array(regexp_replace(folded, '[a-z0-9 @.\u001f]+', '', 'g'), null), 'y'
  ) || 'y', 'UTF8'), 'hex');
grant execute on function private.search_symbols(text) to anon, authenticated, service_role;
-- Trigrams need three letters or digits in a row, so "zq", "e-" or "&" gave the index nothing to look up and every lead
-- was read to find none. In hexadecimal two characters make four digits, whatever they are. A space replaces the
-- separator: "7" and \x1f read "371f", which holds what "q" is looked for by; a space reads "3720".
create function private.lead_search_hex(name text, email text, company text) returns text
  language sql immutable parallel safe
  return encode(
    convert_to(replace(private.lead_search_text(name, email, company), e'\x1f', ' ') || ' ', 'UTF8'), 'hex'
  ) || ' ' || private.search_symbols(private.lead_search_text(name, email, company));
grant execute on function private.lead_search_hex(text, text, text) to anon, authenticated, service_role;

-- supabase/schemas/46-work/assignees.sql
-- Who is responsible for a lead: an account that may handle leads now, or nobody. An account that may no longer handle leads is
-- responsible for none: a lead never waits for a colleague who is gone.
create function private.may_handle_leads(account uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from auth.users
    where users.id = account
      and users.is_anonymous is not true
      and users.deleted_at is null
      and users.confirmed_at is not null
      and (users.banned_until is null or users.banned_until <= now())
      and (
        exists (select from public.staff where staff.user_id = users.id and staff.role in ('owner', 'agent'))
        or exists (select from public.settings where sign_up_mode = 'open')
      )
  );
$$;
-- Those whom a lead can be given to, by name; the caller among them. 200 are more than a list can show.
create function public.lead_colleagues() returns table (id uuid, name text)
  language sql stable security definer set search_path = '' rows 10
as $$
  select users.id, coalesce(nullif(profiles.full_name, ''), users.email::text)
  from auth.users
  left join public.profiles on profiles.id = users.id
  where (select public.can_handle_leads())
    and users.id in (
      select staff.user_id from public.staff where staff.role in ('owner', 'agent')
      union all
      (
        select accounts.id from auth.users as accounts
        where exists (select from public.settings where sign_up_mode = 'open')
        order by accounts.created_at limit 200
      )
    )
    and private.may_handle_leads(users.id)
  order by 2, 1
  limit 200;
$$;
grant execute on function public.lead_colleagues() to authenticated, service_role;
create function private.check_assignee() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.may_handle_leads(new.assignee_id) then
    raise exception 'This colleague can''t handle leads.'
      using errcode = '23514', detail = 'assignee_denied', hint = 'Choose someone who is an owner or agent.';
  end if;
  return new;
end;
$$;
create function private.unassign_leads(account uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.may_handle_leads(account) then
    update public.leads set assignee_id = null where leads.assignee_id = account;
  end if;
end;
$$;
create function private.unassign_leads_of_former() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'settings' then
    perform private.unassign_leads(named.assignee_id)
    from (
      -- one lookup for each colleague, however many leads they have
      with recursive assignees as (
        (
          select leads.assignee_id from public.leads where leads.assignee_id is not null
          order by leads.assignee_id limit 1
        )
        union all
        select (
          select leads.assignee_id from public.leads where leads.assignee_id > assignees.assignee_id
          order by leads.assignee_id limit 1
        )
        from assignees where assignees.assignee_id is not null
      )
      select assignees.assignee_id from assignees where assignees.assignee_id is not null
    ) as named;
  elsif tg_table_name = 'staff' then
    perform private.unassign_leads(old.user_id);
  else
    perform private.unassign_leads(new.id);
  end if;
  return null;
end;
$$;
-- Where a project allows no trigger there, a banned account keeps its leads until its role is taken.
do $$
begin
  create trigger unassign_leads after update of banned_until, deleted_at on auth.users
    for each row when (new.banned_until is not null or new.deleted_at is not null)
    execute function private.unassign_leads_of_former();
exception
  when insufficient_privilege then
    raise notice 'no trigger on auth.users: a banned account stays responsible for its leads';
end;
$$;

-- supabase/schemas/46-work/escalations.sql
-- Who is notified when a target passes: the assignee, an hour of business later the owners; the owners at once where
-- nobody is. Each at most once for one wait, and at most one mail in 15 minutes, which counts what came meanwhile.
create table private.late_notices (
  colleague_id uuid primary key references auth.users (id) on delete cascade,
  at timestamptz not null
);
create function private.queue_late_notice(colleague uuid, leads integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  last_at constant timestamptz := (select notice.at from private.late_notices as notice where notice.colleague_id = colleague);
  not_before constant timestamptz := 
    greatest(now(), least(coalesce(last_at, '-infinity'), now()) + interval '15 minutes');
begin
  update private.outbox
  set details = jsonb_build_object('count', (outbox.details ->> 'count')::integer + leads)
  where outbox.kind = 'late-leads' and outbox.colleague_id = colleague and outbox.lease is null and outbox.attempts = 0;
  if not found then
    perform private.queue_mail(
      'late-leads', colleague, details => jsonb_build_object('count', leads), not_before => not_before
    );
    insert into private.late_notices as notice (colleague_id, at) values (colleague, not_before)
    on conflict (colleague_id) do update set at = excluded.at;
  end if;
end;
$$;
-- One step of the server's job: what passed its target since, 500 leads at most. It is one transaction: a server that dies
-- with it has told nobody, and several at once take different leads. Returns how many leads there were.
create function public.escalate_waiting_leads() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due uuid[];
  notice record;
begin
  due := array(
    select waiting.lead_id from public.leads_needing_reply as waiting
    where waiting.escalate_at <= now()
    order by waiting.escalate_at limit 500
    for update skip locked
  );
  if due = '{}' then
    return 0;
  end if;
  for notice in
    select told.colleague, count(*)::integer as leads
    from public.leads_needing_reply as waiting
    cross join lateral (
      select waiting.assignee_id as colleague where waiting.assignee_id is not null and not waiting.is_assignee_told
      union all
      select recipient
      from private.lead_notice_recipients() as recipient
      join public.staff on staff.user_id = recipient and staff.role = 'owner'
      where (waiting.assignee_id is null or waiting.is_assignee_told) and recipient is distinct from waiting.assignee_id
    ) as told
    where waiting.lead_id = any (due)
    group by told.colleague
    order by told.colleague
  loop
    perform private.queue_late_notice(notice.colleague, notice.leads);
  end loop;
  update public.leads_needing_reply as waiting
  set is_assignee_told = true,
    escalate_at = case
      when waiting.assignee_id is not null and not waiting.is_assignee_told then private.add_business_minutes(now(), 60)
    end
  where waiting.lead_id = any (due);
  return cardinality(due);
end;
$$;
grant execute on function public.escalate_waiting_leads() to service_role;

-- supabase/schemas/46-work/follow-ups.sql
create function private.set_follow_up() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.business_day(now());
begin
  if new.due_on < today or new.due_on > today + 1100 then
    raise exception 'Choose a day from today on.' using errcode = '23514', detail = 'day_out_of_range';
  end if;
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person’s data was erased.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  new.due_at := private.business_morning(new.due_on);
  new.set_by := coalesce(auth.uid(), new.set_by);
  return new;
end;
$$;
-- What we write to a lead on its day or later is the follow-up.
create function private.end_due_follow_ups() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.lead_follow_ups as due
  where due.due_at <= now()
    and due.lead_id in (select added.lead_id from added where added.sender_type = 'admin');
  return null;
end;
$$;

-- supabase/schemas/46-work/lead-reads.sql
-- What is older than this, or than an account, is read: nobody begins with a hundred thousand unread leads.
create table private.reads_begin (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null default now()
);
-- Marks leads as read or unread, for the caller alone; a read mention is done.
create function public.mark_leads_read(leads uuid[], is_read boolean default true) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  if is_read then
    delete from public.lead_mentions as mention
    where mention.user_id = auth.uid() and mention.lead_id = any (mark_leads_read.leads[1:200]);
  end if;
  insert into public.lead_reads as known (user_id, lead_id, read_at, is_unread)
  select auth.uid(), lead.id, now(), not is_read
  from public.leads as lead
  where lead.id = any (mark_leads_read.leads[1:200]) and lead.erased_at is null
  on conflict (user_id, lead_id) do update set read_at = excluded.read_at, is_unread = excluded.is_unread;
end;
$$;
grant execute on function public.mark_leads_read(uuid[], boolean) to authenticated, service_role;

-- supabase/schemas/46-work/lead-work.sql
-- What these leads (200 at most) ask of the caller; one row for each. Waits are whole minutes of business hours; events
-- are not internal notes. Each table is read once, by an index. Without enable_seqscan = off a table of 1,000
-- leads was read whole, and one of 100,000 as well while its statistics were old; jit = off, because PostgreSQL before
-- 18 counts a disabled scan as more expensive than any plan and would compile it.
create function public.lead_work(ids uuid[]) returns table (
  lead_id uuid,
  waiting_since timestamptz,
  waiting_minutes integer,
  is_late boolean,
  follow_up_on date,
  is_due boolean,
  notes integer,
  is_unread boolean,
  mentions_me boolean
)
  language plpgsql stable security definer
  set search_path = '' set enable_seqscan = off set plan_cache_mode = 'force_custom_plan' rows 50
  set jit = off
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  wanted constant uuid[] := ids[1:200];
  readers constant text[] := array(select me::text || id::text from unnest(wanted) as id);
  begun timestamptz;
begin
  if not public.can_handle_leads() then
    return;
  end if;
  select greatest(reads_begin.at, (select users.created_at from auth.users where users.id = me)) into begun
  from private.reads_begin;
  return query
  with found as materialized (
    select
      leads.id, waiting.since, waiting.target_at, follow_up.due_on, follow_up.due_at, note.total,
      coalesce(
        known.is_unread
          or greatest(leads.created_at, message.newest, note.newest) > coalesce(known.read_at, begun),
        false
      ) as is_unread,
      exists (
        select from public.lead_mentions as mention where mention.user_id = me and mention.lead_id = leads.id
      ) as mentions_me
    from public.leads
    left join public.leads_needing_reply as waiting on waiting.lead_id = leads.id and waiting.lead_id = any (wanted)
    left join public.lead_follow_ups as follow_up on follow_up.lead_id = leads.id and follow_up.lead_id = any (wanted)
    left join public.lead_reads as known
      on known.lead_id = leads.id and known.user_id::text || known.lead_id::text = any (readers)
    left join lateral (
      select max(message.created_at) as newest
      from public.lead_messages as message
      where message.lead_id = leads.id and message.author_id is distinct from me
    ) as message on true
    left join lateral (
      select (count(*) filter (where not note.is_event))::integer as total,
        max(note.created_at) filter (where note.author_id is distinct from me) as newest
      from public.lead_notes as note
      where note.lead_id = leads.id
    ) as note on true
    where leads.id = any (wanted) and leads.erased_at is null
  ),
  -- now() where none waits: an empty span
  span as materialized (
    select greatest(coalesce(min(found.since), now()), now() - interval '1 year') as oldest from found
  ),
  calendar as materialized (
    select hours.opens, hours.closes, hours.before
    from span, private.business_calendar(private.business_day(span.oldest), private.business_day(now())) as hours
  )
  select
    found.id,
    found.since,
    case when found.since is not null then floor((
      private.open_seconds(calendar.opens, calendar.closes, calendar.before, now())
        - private.open_seconds(calendar.opens, calendar.closes, calendar.before, greatest(found.since, span.oldest))
    ) / 60)::integer end,
    coalesce(found.target_at <= now(), false),
    found.due_on,
    coalesce(found.due_at <= now(), false),
    found.total,
    found.is_unread,
    found.mentions_me
  from found cross join span cross join calendar;
end;
$$;
grant execute on function public.lead_work(uuid[]) to authenticated, service_role;
create function public.work_counts() returns table (
  waiting integer, mine integer, unassigned integer, due integer, late integer, mentions integer, mails integer
)
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    (select count(*)::integer from (select from public.leads_needing_reply limit 1001) as found),
    (select count(*)::integer from (
      select from public.leads_needing_reply where assignee_id = auth.uid() limit 1001
    ) as found),
    (select count(*)::integer from (
      select from public.leads_needing_reply where assignee_id is null limit 1001
    ) as found),
    (select count(*)::integer from (select from public.lead_follow_ups where due_at <= now() limit 1001) as found),
    (select count(*)::integer from (select from public.leads_needing_reply where target_at <= now() limit 1001) as found),
    (select count(distinct mention.lead_id)::integer from (
      select lead_id from public.lead_mentions where user_id = auth.uid() limit 1001
    ) as mention),
    (select count(*)::integer from (select from public.received_mails where state = 'triage' limit 1001) as found)
  where (select public.can_handle_leads());
$$;
grant execute on function public.work_counts() to authenticated, service_role;

-- supabase/schemas/46-work/leads-needing-reply.sql
-- Decides for these leads whether they wait for a reply. A message of the lead waits under any status unless it was
-- handled; an erased lead does not wait. A wait that goes on stays the same row, so that no colleague is notified
-- twice. The row lock makes a reply and a change of status that happen together wait for each other, so that the later
-- one sees both.
create function private.refresh_leads_needing_reply(ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  waiting_ids uuid[];
  waiting_since timestamptz[];
begin
  perform from public.leads where leads.id = any (ids) order by leads.id for no key update;
  select array_agg(found.id), array_agg(found.since) into waiting_ids, waiting_since
  from (
    select leads.id, case when ours.id is null and is_open then leads.created_at else theirs.since end as since
    from public.leads
    cross join lateral (select leads.status in ('new', 'in_conversation') as is_open) as status
    left join lateral (
      select message.id, message.created_at
      from public.lead_messages as message
      where message.lead_id = leads.id and message.sender_type = 'admin'
      order by message.created_at desc, message.id desc
      limit 1
    ) as ours on true
    left join lateral (
      select min(message.created_at) as since
      from public.lead_messages as message
      where message.lead_id = leads.id
        and message.sender_type <> 'admin'
        and (ours.id is null or (message.created_at, message.id) > (ours.created_at, ours.id))
        and (is_open or message.created_at > coalesce(leads.handled_at, '-infinity'))
    ) as theirs on true
    where leads.id = any (ids) and leads.erased_at is null
  ) as found
  where found.since is not null;
  delete from public.leads_needing_reply as waiting
  where waiting.lead_id = any (ids)
    and not exists (
      select from unnest(waiting_ids, waiting_since) as kept (id, since)
      where kept.id = waiting.lead_id and kept.since = waiting.since
    );
  insert into public.leads_needing_reply (lead_id, since)
  select kept.id, kept.since from unnest(waiting_ids, waiting_since) as kept (id, since)
  on conflict (lead_id) do nothing;
end;
$$;
-- Inserted leads are added by private.follow_up_leads.
create function private.update_leads_needing_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'leads' then
    perform private.refresh_leads_needing_reply(array[new.id]);
  else
    perform private.refresh_leads_needing_reply(array(select distinct changed.lead_id from changed));
  end if;
  return null;
end;
$$;
-- A row that begins to wait has its lead's status, assignee and time, so that lists of work read one table.
create function private.fill_waiting_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  select leads.assignee_id, leads.status, leads.created_at into new.assignee_id, new.status, new.lead_at
  from public.leads where leads.id = new.lead_id;
  return new;
end;
$$;
create function private.copy_to_waiting_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.leads_needing_reply as waiting set assignee_id = changed.assignee_id, status = changed.status
  from added as changed
  where waiting.lead_id = changed.id
    and (waiting.assignee_id, waiting.status) is distinct from (changed.assignee_id, changed.status);
  return null;
end;
$$;
create function private.fill_lead_at() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  select coalesce(min(leads.created_at), now()) into new.lead_at from public.leads where leads.id = new.lead_id;
  return new;
end;
$$;
create function private.copy_lead_at() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.leads_needing_reply set lead_at = new.created_at where lead_id = new.id;
  update public.lead_follow_ups set lead_at = new.created_at where lead_id = new.id;
  return null;
end;
$$;
create function private.set_handled_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  -- The last call of a reply sets a status too: the reply itself is the answer, to what was there when it was written.
  if new.last_reply_at is not distinct from old.last_reply_at then
    new.handled_at := now();
  end if;
  return new;
end;
$$;
-- "No reply needed": an open lead becomes contacted, of another one what they wrote is handled.
create function public.mark_answered(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  update public.leads
  set handled_at = now(),
    status = case when leads.status in ('new', 'in_conversation') then 'contacted' else leads.status end
  where leads.id = lead;
end;
$$;
grant execute on function public.mark_answered(uuid) to authenticated, service_role;
create function public.count_leads_needing_reply() returns integer
  language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from public.leads_needing_reply where (select public.is_staff());
$$;
grant execute on function public.count_leads_needing_reply() to authenticated, service_role;

-- supabase/schemas/46-work/reply-targets.sql
-- Computes the targets of these leads, or of all whose target is still to come. The span of all waits is read once, however many there are;
-- what waits for more than a year was due long ago.
create function private.set_answer_targets(ids uuid[] default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  target constant double precision := 3600.0 * (select settings.answer_hours from private.business_settings() as settings);
  oldest timestamptz;
  calendar record;
begin
  select case when min(waiting.since) is not null then greatest(min(waiting.since), now() - interval '1 year') end
  into oldest
  from public.leads_needing_reply as waiting
  where case when ids is null then waiting.target_at > now() else waiting.lead_id = any (ids) end;
  if oldest is null then
    return;
  end if;
  select * into calendar
  from private.business_calendar(private.business_day(oldest), private.business_day(now()) + 30);
  update public.leads_needing_reply as waiting
  set target_at = placed.target_at,
    escalate_at = case when not placed.is_sample and not waiting.is_assignee_told then placed.target_at end
  from (
    select
      due.lead_id, due.is_sample,
      case
        when due.since < oldest then due.since
        when due.place > calendar.before[due.slot] + extract(epoch from calendar.closes[due.slot] - calendar.opens[due.slot])
          or due.slot = 0 or due.slot is null
        then private.add_business_minutes(due.since, (target / 60)::integer)
        else calendar.opens[due.slot] + make_interval(secs => due.place - calendar.before[due.slot])
      end as target_at
    from (
      select found.*, width_bucket(found.place - 0.001, calendar.before) as slot
      from (
        select waits.lead_id, waits.since, leads.is_sample,
          private.open_seconds(calendar.opens, calendar.closes, calendar.before, waits.since) + target as place
        from public.leads_needing_reply as waits
        join public.leads on leads.id = waits.lead_id
        where case when ids is null then waits.target_at > now() else waits.lead_id = any (ids) end
      ) as found
    ) as due
  ) as placed
  where waiting.lead_id = placed.lead_id;
end;
$$;
-- The open times of a span as lists, and the seconds of open time before each: a search in them is a few comparisons.
create function private.business_calendar(
  first date, last date, out opens timestamptz[], out closes timestamptz[], out before double precision[]
)
  language sql stable security definer set search_path = ''
as $$
  select array_agg(hours.opens order by hours.day), array_agg(hours.closes order by hours.day),
    array_agg(hours.before order by hours.day)
  from (
    select
      found.*,
      sum(extract(epoch from found.closes - found.opens)) over (order by found.day)::double precision
        - extract(epoch from found.closes - found.opens)::double precision as before
    from private.business_hours_between(first, last) as found
  ) as hours;
$$;
-- Seconds of open time of the calendar up to a moment.
create function private.open_seconds(
  opens timestamptz[], closes timestamptz[], before double precision[], moment timestamptz
) returns double precision
  language sql immutable parallel safe
  return case
    when coalesce(width_bucket(moment, opens), 0) = 0 then 0
    else before[width_bucket(moment, opens)]
      + extract(epoch from least(moment, closes[width_bucket(moment, opens)]) - opens[width_bucket(moment, opens)])::double precision
  end;
-- A lead is never lost because its target could not be computed.
create function private.complete_waiting_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_answer_targets(array(select added.lead_id from added));
  return null;
exception
  when others then
    raise warning 'no target for the answer to a lead: %', sqlstate;
    return null;
end;
$$;
-- Other hours or another target: what has not passed yet is set again, and follow-ups open with the agency.
create function private.follow_agency_hours() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_answer_targets();
  update public.lead_follow_ups as waiting set due_at = moved.due_at
  from (
    select days.due_on, private.business_morning(days.due_on) as due_at
    from (select distinct due_on from public.lead_follow_ups where due_at > now()) as days
  ) as moved
  where waiting.due_on = moved.due_on and waiting.due_at > now() and waiting.due_at <> moved.due_at;
  return null;
end;
$$;

-- supabase/schemas/48-notes/canned-replies.sql
-- Replies that colleagues write once and insert often. Fields in double braces, such as {{first name}}, are filled in by
-- the dashboard where one is inserted, and a reply with one that is not filled in is not sent there.
create table public.canned_replies (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint canned_replies_name_length check (char_length(name) between 1 and 80),
  constraint canned_replies_body_length check (char_length(body) between 1 and 5000)
);
create unique index canned_replies_name on public.canned_replies (lower(name));
alter table public.canned_replies enable row level security;
alter table public.canned_replies force row level security;
grant delete, select, insert (body, name), update (body, name) on public.canned_replies to authenticated;
-- Agents and owners read canned replies.
create policy "agents read" on public.canned_replies for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners write them: who answers knows the words.
create policy "agents insert" on public.canned_replies for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Agents and owners change them; the audit log says who did.
create policy "agents update" on public.canned_replies for update to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners delete them.
create policy "agents delete" on public.canned_replies for delete to authenticated
  using ((select public.can_handle_leads()));
create trigger audit_changed after update on public.canned_replies referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', 20);
create trigger audit_created after insert on public.canned_replies referencing new table as added
  for each statement execute function private.audit_rows('content', 20);
create trigger audit_deleted after delete on public.canned_replies referencing old table as removed
  for each statement execute function private.audit_rows('content', 20);
-- They are read as one list, so there is a most of them.
create function private.check_canned_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.name) > 10000 then
    perform private.reject_oversized('canned_replies', 'canned_replies_name_length');
  end if;
  if octet_length(new.body) > 100000 then
    perform private.reject_oversized('canned_replies', 'canned_replies_body_length');
  end if;
  new.name := private.clean_text(new.name);
  new.body := private.clean_text(new.body);
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('canned_replies', 0));
    if (select count(*) from public.canned_replies) >= 200 then
      raise exception 'There are 200 canned replies. Delete one first.'
        using errcode = 'P0001', detail = 'too_many_canned_replies';
    end if;
  end if;
  return new;
end;
$$;

-- supabase/schemas/48-notes/lead-mentions.sql
-- The mail names neither the lead nor the note: both stay behind the sign-in. A colleague who is no longer mentioned
-- has no mark and gets no mail that still waits.
create function private.tell_mentioned() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before constant uuid[] := coalesce(old.mentions, '{}');
  after constant uuid[] := coalesce(new.mentions, '{}');
  author constant text := (select nullif(profiles.full_name, '') from public.profiles where profiles.id = new.author_id);
begin
  delete from public.lead_mentions as mention where mention.note_id = old.id and mention.user_id <> all (after);
  delete from private.outbox
  where outbox.unique_key = any (array(
    select format('mention:%s:%s', old.id, account) from unnest(before) as account where account <> all (after)
  ));
  insert into public.lead_mentions (note_id, user_id, lead_id)
  select new.id, account, new.lead_id
  from unnest(after) as account
  where account is distinct from new.author_id and account <> all (before);
  perform private.queue_mail(
    'mention', account, new.lead_id, jsonb_strip_nulls(jsonb_build_object('author', author)),
    format('mention:%s:%s', new.id, account)
  )
  from unnest(after) as account
  where account is distinct from new.author_id and account <> all (before);
  return null;
end;
$$;

-- supabase/schemas/48-notes/lead-notes.sql
-- The author is the caller. A retry within two minutes is one note; who cannot handle leads is not mentioned.
create function private.receive_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.note) > 50000 or cardinality(new.mentions) > 20 then
    perform private.reject_oversized('lead_notes', 'lead_notes_note_length');
  end if;
  new.note := private.clean_text(new.note);
  new.author_id := coalesce(auth.uid(), new.author_id);
  new.mentions := array(
    select distinct account from unnest(new.mentions) as account where private.may_handle_leads(account)
  );
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person’s data was erased.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_notes:' || new.lead_id::text, 0));
  if exists (
    select from public.lead_notes as earlier
    where earlier.lead_id = new.lead_id
      and earlier.created_at > now() - interval '2 minutes'
      and earlier.author_id = new.author_id
      and earlier.note = new.note
  ) then
    return null;
  end if;
  return new;
end;
$$;
create function private.revise_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.note) > 50000 or cardinality(new.mentions) > 20 then
    perform private.reject_oversized('lead_notes', 'lead_notes_note_length');
  end if;
  new.note := private.clean_text(new.note);
  new.mentions := array(
    select distinct account from unnest(new.mentions) as account
    where account = any (old.mentions) or private.may_handle_leads(account)
  );
  if new.note is distinct from old.note or not (new.mentions @> old.mentions and new.mentions <@ old.mentions) then
    new.edited_at := now();
  end if;
  return new;
end;
$$;
-- Who answers a lead or writes a note about it has read it.
create function private.read_by_writing() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.author_id = auth.uid() and public.can_handle_leads() then
    perform public.mark_leads_read(array[new.lead_id]);
  end if;
  return null;
end;
$$;
-- What colleagues did about a lead goes with its data. Argument: the table.
create function private.drop_rows_of_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  execute format('delete from public.%I where lead_id = $1', tg_argv[0]) using new.id;
  return null;
end;
$$;

-- supabase/schemas/50-outbox/claim-mail.sql
-- Claims mail that is due and not leased, for `lease_seconds` (30 to 600). A server that stops with it is noticed when
-- the lease expires, and the mail is tried again under the same Message-ID: at least once. What to write is in each
-- row: a reply has `body`, a notice `lead_count`, a backup problem its text in `body`. Times are the database's alone;
-- a clock that was set back is noticed by a time that is later than both.
--
-- The replies to one lead leave in the order in which they were written. One that waits holds back those after it,
-- never longer than its own attempts last: what keeps it from this recipient would keep them as well.
create function public.claim_mail(most integer default 2, lease_seconds integer default 120)
  returns table (
    id uuid,
    lease uuid,
    to_address text,
    lead_count integer,
    message_id uuid,
    lead_id uuid,
    lead_name text,
    body text,
    service_name text,
    author_name text,
    earlier_ids text[],
    report_id uuid,
    kind text,
    details jsonb
  )
  language plpgsql volatile security definer set search_path = '' rows 10
as $$
#variable_conflict use_column
declare
  claim constant uuid := gen_random_uuid();
  lease_time constant interval := interval '1 second' * least(greatest(lease_seconds, 30), 600);
begin
  perform private.create_lead_notices();
  -- Who was erased meanwhile left no address.
  delete from private.outbox using public.accessibility_feedback as report
  where report.id = outbox.report_id and outbox.colleague_id is null and not private.is_mail_address(report.reply_to);
  delete from private.outbox where outbox.drop_after <= now() and (outbox.lease is null or outbox.leased_until <= now());
  -- Tried to the end by servers that died of it.
  perform private.fail_mail(outbox.id, 'The server stopped every time it tried to send this.')
  from private.outbox
  where private.is_out_of_attempts(outbox.attempts) and outbox.leased_until <= now();

  update private.outbox
  set lease = claim, leased_until = now() + lease_time, attempts = outbox.attempts + 1
  where outbox.id in (
    select due.id
    from private.outbox as due
    where (due.next_try_at <= now() or due.next_try_at > greatest(now(), due.not_before) + interval '5 hours')
      and (due.lease is null or due.leased_until <= now() or due.leased_until > now() + interval '11 minutes')
      and not exists (
        select
        from public.lead_messages as reply
        join public.lead_messages as earlier on earlier.lead_id = reply.lead_id
          and (earlier.created_at, earlier.id) < (reply.created_at, reply.id)
        join private.outbox as unsent on unsent.message_id = earlier.id
        where reply.id = due.message_id
      )
    order by due.next_try_at
    limit least(greatest(most, 1), 20)
    for update skip locked
  );
  return query
  select
    outbox.id, outbox.lease,
    case when outbox.colleague_id is not null then users.email::text else coalesce(leads.email, report.reply_to) end,
    outbox.lead_count, outbox.message_id, leads.id, leads.name,
    coalesce(lead_messages.message, outbox.backup_problem), leads.service_name,
    profiles.full_name,
    array(
      select earlier.transport_id
      from public.lead_messages as earlier
      where earlier.lead_id = leads.id
        and earlier.transport_id is not null
        and (earlier.created_at, earlier.id) < (lead_messages.created_at, lead_messages.id)
      order by earlier.created_at desc, earlier.id desc
      limit 10
    ),
    outbox.report_id, outbox.kind, outbox.details
  from private.outbox
  left join public.lead_messages on lead_messages.id = outbox.message_id
  left join public.leads on leads.id = coalesce(lead_messages.lead_id, outbox.lead_id)
  left join public.profiles on profiles.id = lead_messages.author_id
  left join auth.users on users.id = outbox.colleague_id
  left join public.accessibility_feedback as report on report.id = outbox.report_id
  where outbox.lease = claim;
end;
$$;
grant execute on function public.claim_mail(integer, integer) to service_role;
-- How it went: `sent`, `recorded` (kept as a file), `refused` (another attempt is in vain) or `later`. False where the
-- mail is settled already, or leased by another server by now; a mail that did leave counts as sent all the same. An
-- acknowledgement that left is noted at its report.
create function public.report_mail(
  mail uuid, claim uuid, outcome text, problem text default null, transport_id text default null
) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.outbox;
begin
  if outcome is null or outcome not in ('sent', 'recorded', 'refused', 'later') then
    raise exception 'The outcome must be sent, recorded, refused or later.' using errcode = '22023';
  end if;
  select * into job from private.outbox where outbox.id = mail for update;
  if job.id is null or (outcome in ('refused', 'later') and job.lease is distinct from claim) then
    return false;
  end if;
  if outcome in ('sent', 'recorded') then
    update public.lead_messages
    set delivery_state = outcome, delivery_problem = null, transport_id = report_mail.transport_id
    where lead_messages.id = job.message_id;
    if job.report_id is not null and job.colleague_id is null then
      update public.accessibility_feedback set acknowledged_at = now() where accessibility_feedback.id = job.report_id;
    end if;
    if job.lead_count is not null then
      update private.last_lead_notice set at = now();
    end if;
    delete from private.outbox where outbox.id = mail;
  elsif outcome = 'refused' or private.is_out_of_attempts(job.attempts) then
    perform private.fail_mail(mail, problem);
  else
    update public.lead_messages set delivery_problem = left(problem, 300) where lead_messages.id = job.message_id;
    update private.outbox
    set lease = null, leased_until = null, next_try_at = now() + private.retry_delay(job.attempts)
    where outbox.id = mail;
  end if;
  return true;
end;
$$;
grant execute on function public.report_mail(uuid, uuid, text, text, text) to service_role;
create function private.retry_delay(attempts integer) returns interval
  language sql immutable set search_path = ''
as $$ select least(interval '4 hours', interval '15 seconds' * 3 ^ (greatest(attempts, 1) - 1)) $$;
-- About a day of attempts, closer together at first.
create function private.is_out_of_attempts(attempts integer) returns boolean
  language sql immutable set search_path = ''
as $$ select attempts >= 12 $$;
create function private.fail_mail(mail uuid, problem text) returns void
  language sql security definer set search_path = ''
as $$
  update public.lead_messages
  set delivery_state = 'failed', delivery_problem = left(problem, 300)
  where id = (select outbox.message_id from private.outbox where outbox.id = mail);
  insert into private.failed_notices as failed (colleague_id, lead_count, problem)
  select outbox.colleague_id, outbox.lead_count, left(coalesce(problem, 'The mail server didn''t accept this email.'), 300)
  from private.outbox
  where outbox.id = mail and outbox.lead_count is not null
  on conflict (colleague_id) do update
  set lead_count = failed.lead_count + excluded.lead_count, problem = excluded.problem, failed_at = now();
  delete from private.outbox where id = mail;
$$;
-- Sends a failed reply again, for those who may reply. Called twice it is one.
create function public.retry_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.'
      using errcode = '42501', detail = 'leads_denied';
  end if;
  update public.lead_messages set delivery_state = 'recorded', delivery_problem = null
  where lead_messages.id = reply and lead_messages.delivery_state = 'failed';
  if found then
    insert into private.outbox (message_id) values (reply) on conflict (message_id) do nothing;
  end if;
end;
$$;
grant execute on function public.retry_reply(uuid) to authenticated, service_role;
-- A further reply is a reason to try those before it at once, instead of waiting with them for hours.
create function private.retry_earlier_replies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox set next_try_at = now()
  from public.lead_messages as earlier, public.lead_messages as reply
  where reply.id = new.message_id
    and earlier.lead_id = reply.lead_id
    and outbox.message_id = earlier.id
    and outbox.lease is null
    and outbox.next_try_at > now();
  return null;
end;
$$;

-- supabase/schemas/50-outbox/failed-notices.sql
-- Notices of new leads that were given up: which colleague they did not reach, and why, for owners to see and to send
-- again. One row a colleague; what fails later joins it.
create table private.failed_notices (
  colleague_id uuid primary key references auth.users (id) on delete cascade,
  lead_count integer not null check (lead_count > 0),
  problem text not null,
  failed_at timestamptz not null default now()
);
-- Which of the team a notice did not reach, the latest failure first. Owners alone.
create function public.failed_notices()
  returns table (colleague text, lead_count integer, problem text, failed_at timestamptz)
  language plpgsql stable security definer set search_path = '' rows 10
as $$
begin
  perform private.require_owner();
  return query
    select coalesce(nullif(profiles.full_name, ''), users.email::text), failed.lead_count, failed.problem, failed.failed_at
    from private.failed_notices as failed
    join auth.users on users.id = failed.colleague_id
    left join public.profiles on profiles.id = failed.colleague_id
    where failed.colleague_id in (select private.lead_notice_recipients())
    order by failed.failed_at desc, failed.colleague_id
    limit 100;
end;
$$;
grant execute on function public.failed_notices() to authenticated, service_role;
-- Puts all of them back into the outbox: a mail server that works again works for every recipient. Called twice it is one
-- mail each; that of a former colleague is only deleted.
create function public.retry_notices() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  with retried as (delete from private.failed_notices returning colleague_id, lead_count)
  insert into private.outbox (colleague_id, lead_count)
  select retried.colleague_id, retried.lead_count
  from retried
  where retried.colleague_id in (select private.lead_notice_recipients());
end;
$$;
grant execute on function public.retry_notices() to authenticated, service_role;

-- supabase/schemas/50-outbox/lead-notices.sql
-- When staff were last notified: one notice in five minutes at most (G-36).
create table private.last_lead_notice (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null default '-infinity'
);
-- Owners and agents with a confirmed address: those who may read what a notice is about.
create function private.lead_notice_recipients() returns setof uuid
  language sql stable security definer set search_path = '' rows 10
as $$
  select users.id
  from public.staff
  join auth.users on users.id = staff.user_id
  where staff.role in ('owner', 'agent')
    and nullif(users.email, '') is not null
    and users.is_anonymous is not true
    and users.deleted_at is null
    and users.confirmed_at is not null
    and (users.banned_until is null or users.banned_until <= now());
$$;
-- Makes one notice for each recipient of all leads that wait, unless the last one is younger than five minutes; a
-- colleague is not notified of leads that they added. A notice that still waits to be sent grows instead; with another
-- text it is another mail, so it is tried at once and for as long as any: with the attempts of the earlier one the new
-- leads would be given up with it, or wait out its hours.
create function private.create_lead_notices() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  adders uuid[];
begin
  delete from private.outbox
  where lead_count is not null and colleague_id not in (select private.lead_notice_recipients());
  if not exists (select from private.pending_lead_notices) or not exists (select private.lead_notice_recipients()) then
    return;
  end if;
  -- One server at a time; the second finds the time moved. A time far ahead is a clock that was set back.
  update private.last_lead_notice set at = now()
  where at <= now() - interval '5 minutes' or at > now() + interval '5 minutes';
  if not found then
    return;
  end if;
  with told as (delete from private.pending_lead_notices returning added_by)
  select coalesce(array_agg(told.added_by), '{}') into adders from told;
  with news as (
    select colleague, cardinality(adders) - cardinality(array_positions(adders, colleague)) as fresh
    from private.lead_notice_recipients() as colleague
  ),
  waiting as (
    select distinct on (outbox.colleague_id) outbox.id, news.fresh
    from private.outbox
    join news on news.colleague = outbox.colleague_id and news.fresh > 0
    where outbox.lead_count is not null and (outbox.lease is null or outbox.leased_until <= now())
    order by outbox.colleague_id, outbox.next_try_at
  ),
  grown as (
    update private.outbox
    set id = gen_random_uuid(), lease = null, leased_until = null, lead_count = outbox.lead_count + waiting.fresh,
      attempts = 0, next_try_at = now()
    from waiting
    where outbox.id = waiting.id
    returning outbox.colleague_id
  )
  insert into private.outbox (colleague_id, lead_count)
  select news.colleague, news.fresh
  from news
  where news.fresh > 0 and news.colleague not in (select grown.colleague_id from grown);
end;
$$;

-- supabase/schemas/50-outbox/mail-by-the-server.sql
-- Staff are notified of what came by mail: of an answer as of one on the page, and of a mail that belongs to no conversation.
create function private.queue_mail_notices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.message_id is not null then
    perform private.queue_answer_notices(new.lead_id);
  else
    perform private.queue_mail('triage', colleague => recipient, unique_key => 'triage:' || recipient)
    from private.lead_notice_recipients() as recipient;
  end if;
  return null;
exception
  -- A notice that cannot be queued costs no mail.
  when others then
    raise warning 'no notice could be queued for a received mail: %', sqlstate;
    return null;
end;
$$;
-- One mail for each owner with a confirmed address; one that still waits is replaced. Returns how many owners.
create function public.mail_backup_problem(problem text) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  owners integer;
begin
  delete from private.outbox where backup_problem is not null and lease is null;
  insert into private.outbox (colleague_id, backup_problem)
  select staff.user_id, left(problem, 1000)
  from public.staff
  where staff.role = 'owner' and staff.user_id in (select private.lead_notice_recipients());
  get diagnostics owners = row_count;
  return owners;
end;
$$;
grant execute on function public.mail_backup_problem(text) to service_role;

-- supabase/schemas/50-outbox/outbox.sql
create function private.set_mail_kind() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.kind := coalesce(new.kind, case
    when new.message_id is not null then 'reply'
    when new.report_id is not null then case when new.colleague_id is null then 'acknowledgement' else 'report' end
    when new.lead_count is not null then 'new-leads'
    when new.backup_problem is not null then 'backup-problem'
    else 'recovery-code'
  end);
  return new;
end;
$$;
create function private.set_mail_time() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.next_try_at > now() + interval '4 hours' then
    new.not_before := new.next_try_at;
  end if;
  return new;
end;
$$;
-- Queues a mail to `colleague`, or without one to the lead. False where one with this key waits already.
create function private.queue_mail(
  kind text,
  colleague uuid default null,
  lead uuid default null,
  details jsonb default '{}',
  unique_key text default null,
  not_before timestamptz default now()
) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.outbox (kind, colleague_id, lead_id, details, unique_key, next_try_at)
  values (queue_mail.kind, colleague, lead, queue_mail.details, queue_mail.unique_key, not_before)
  on conflict do nothing;
  return found;
end;
$$;
-- What a colleague wrote (private.receive_message recorded it) is queued with it.
create function private.queue_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (message_id) values (new.id);
  return null;
end;
$$;
-- Of a lead that is erased nothing is sent any more.
create function private.drop_mail_of_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.outbox where outbox.lead_id = new.id;
  return null;
end;
$$;
-- `waiting`: replies and notices that are due, and one notice of leads that no notice was made for yet; what is due in
-- some days does not wait. `failed`: of the last week.
create function public.outbox_state()
  returns table (waiting integer, oldest_seconds integer, failed integer)
  language plpgsql stable security definer set search_path = '' rows 1
as $$
begin
  perform private.require_owner();
  return query
    with queued as (
      select greatest(outbox.queued_at, outbox.not_before) as since from private.outbox
      where outbox.not_before is null or outbox.not_before <= now()
      union all
      select min(leads.created_at)
      from private.pending_lead_notices
      join public.leads on leads.id = pending_lead_notices.lead_id
      where exists (select private.lead_notice_recipients())
      having count(*) > 0
    )
    select
      count(*)::integer,
      -- A clock that was set back makes no age negative.
      greatest(coalesce(extract(epoch from now() - min(queued.since)), 0), 0)::integer,
      (
        select count(*) from public.lead_messages
        where delivery_state = 'failed' and created_at > now() - interval '7 days'
      )::integer + (
        select count(*) from private.failed_notices
        where colleague_id in (select private.lead_notice_recipients()) and failed_at > now() - interval '7 days'
      )::integer
    from queued;
end;
$$;
grant execute on function public.outbox_state() to authenticated, service_role;

-- supabase/schemas/52-conversation/acknowledgements.sql
-- Once for a request that came through the site's forms and was not held back as possible spam; once a day for an
-- address, which anybody may type, and 60 times an hour in all. A mail that cannot be queued costs no lead.
create function private.acknowledge_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  lead record;
begin
  if (
    select settings.facts ->> 'acknowledgement' from public.agency_settings as settings
    order by settings.id desc limit 1
  ) is distinct from 'sent' then
    return null;
  end if;
  for lead in
    select added.id, lower(added.email) as email from added
    where added.origin = 'site' and added.score < 5 and private.is_mail_address(added.email)
    order by lower(added.email), added.id
  loop
    perform pg_advisory_xact_lock(hashtextextended('acknowledgement:' || lead.email, 0));
    if not exists (
      select from public.leads as earlier
      join private.conversations as known on known.lead_id = earlier.id
      where lower(earlier.email) = lead.email and known.acknowledged_at > now() - interval '1 day'
    ) and (
      select count(*) < 60 from (
        select from private.conversations as known where known.acknowledged_at > now() - interval '1 hour' limit 60
      ) as recent
    ) then
      insert into private.conversations (lead_id, acknowledged_at) values (lead.id, now());
      perform private.queue_mail('received', lead => lead.id, unique_key => 'received:' || lead.id);
    end if;
  end loop;
  return null;
exception
  when others then
    raise warning 'no mail could be queued that a request arrived: %', sqlstate;
    return null;
end;
$$;

-- supabase/schemas/52-conversation/conversation-page.sql
-- Null for a token that is not ours. The newest 100 messages, the oldest of them first.
create function public.read_conversation(token text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 100;
  known record;
  thread jsonb;
begin
  select * into known from private.conversation_of(token);
  if known.lead_id is null then
    return null;
  end if;
  if known.expires_at <= now() then
    return '{"state": "expired"}';
  end if;
  select coalesce(jsonb_agg(to_jsonb(part) order by part.place desc), '[]') into thread
  from private.conversation_messages(known.lead_id, null, most + 1)
    with ordinality as part (from_staff, author, message, sent_at, place);
  return (
    select jsonb_build_object(
      'state', 'open',
      'expires_at', known.expires_at,
      'service', leads.service_name,
      'unsubscribe', public.unsubscribe_token(leads.email),
      'has_more', jsonb_array_length(thread) > most,
      'messages', case when jsonb_array_length(thread) > most then thread - 0 else thread end
    )
    from public.leads where leads.id = known.lead_id
  );
end;
$$;
grant execute on function public.read_conversation(text) to anon, authenticated, service_role;
-- What the prospect wrote and what was mailed to them, the newest first, the request last. Nothing else of the thread:
-- what a colleague only noted was never mail, has them as its author, or is the text of a lead that they added.
create function private.conversation_messages(lead uuid, before uuid, most integer)
  returns table (from_staff boolean, author text, message text, sent_at timestamptz)
  language sql stable set search_path = '' rows 50
as $$
  select * from (
    (
      select
        part.sender_type = 'admin',
        case when part.sender_type = 'admin' and profiles.full_name !~ '@' then nullif(btrim(profiles.full_name), '') end,
        part.message,
        part.created_at
      from public.lead_messages as part
      left join public.profiles on profiles.id = part.author_id
      left join public.lead_messages as mailed on mailed.id = before
      where part.lead_id = lead
        and case when part.sender_type = 'admin' then part.delivery_state is not null else part.author_id is null end
        and (before is null or (part.created_at, part.id) < (mailed.created_at, mailed.id))
      order by part.created_at desc, part.id desc
      limit most
    )
    union all
    select false, null, leads.message, leads.created_at from public.leads
    where leads.id = lead and leads.message is not null and leads.origin is distinct from 'staff'
  ) as thread
  limit most;
$$;
-- For a mail to the lead: the token of its page, and what was written before this reply, the newest first.
create function public.conversation_for_mail(lead uuid, reply uuid default null) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'token', private.conversation_token(lead),
    'earlier', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'from_staff', part.from_staff, 'author', part.author, 'message', left(part.message, 20000), 'sent_at', part.sent_at
          ) order by part.place
        )
        from private.conversation_messages(lead, reply, 10)
          with ordinality as part (from_staff, author, message, sent_at, place)
        where reply is not null
      ),
      '[]'
    )
  );
$$;
grant execute on function public.conversation_for_mail(uuid, uuid) to service_role;
-- `sent`, `expired`, or null for a token that we did not sign. An answer that is sent twice is one: the same key and
-- words at any time, the same words within ten minutes. `key` is of the form that was filled in. A suspicious answer is
-- held in quarantine.
create function public.answer_conversation(token text, message text, key uuid default null) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  words constant text := case when octet_length(message) <= 20000 then private.clean_text(message) end;
  claims constant text := current_setting('request.jwt.claims', true);
  known record;
  answer uuid;
begin
  select * into known from private.conversation_of(token);
  if known.lead_id is null then
    return null;
  elsif known.expires_at <= now() then
    return 'expired';
  elsif words is null or char_length(words) > 5000 then
    raise exception 'An answer has between 1 and 5,000 characters.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lead_messages:' || known.lead_id, 0));
  answer := case
    when key is null then gen_random_uuid()
    else private.contact_hash('answer', known.lead_id || ' ' || key || ' ' || words)::uuid
  end;
  if exists (select from public.lead_messages as part where part.id = answer) or exists (
    select from public.lead_messages as part
    where part.lead_id = known.lead_id and part.created_at > now() - interval '10 minutes'
      and part.author_id is null and part.sender_type <> 'admin' and part.message = words
  ) or exists (
    select from private.quarantined_messages as held
    where held.lead_id = known.lead_id
      and (held.id = answer or (held.message = words and held.quarantined_at > now() - interval '10 minutes'))
  ) then
    return 'sent';
  end if;
  if (
    select count(*) >= 50 or count(*) filter (where part.at > now() - interval '10 minutes') >= 10
    from (
      select sent.created_at as at from public.lead_messages as sent
      where sent.lead_id = known.lead_id and sent.created_at > now() - interval '1 day' and sent.sender_type <> 'admin'
      union all
      select held.quarantined_at from private.quarantined_messages as held
      where held.lead_id = known.lead_id and held.quarantined_at > now() - interval '1 day'
    ) as part
  ) then
    raise exception 'Too many messages in a short time.'
      using errcode = 'PT429', hint = 'Wait ten minutes, then try again.';
  end if;
  if private.quarantine_message(token, message, known.lead_id, answer, words) then
    return 'sent';
  end if;
  -- The caller with the link is the prospect, also where a colleague is signed in.
  perform set_config('request.jwt.claims', '{}', true);
  insert into public.lead_messages (id, lead_id, message, sender_type) values (answer, known.lead_id, words, 'lead');
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  perform private.queue_answer_notices(known.lead_id);
  return 'sent';
end;
$$;
grant execute on function public.answer_conversation(text, text, uuid) to anon, authenticated, service_role;
-- Staff are notified of an answer as of a new lead: without a name, and of many within minutes in one mail. The colleague who has
-- the lead, or all. A notice that cannot be queued costs no answer.
create function private.queue_answer_notices(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  is_early constant boolean := (
    select count(*) > 1 from public.lead_messages as part
    where part.lead_id = lead and part.sender_type <> 'admin' and part.created_at > now() - interval '5 minutes'
  );
begin
  perform private.queue_mail(
    'answer', colleague => recipient, unique_key => 'answer:' || recipient,
    not_before => now() + case when is_early then interval '5 minutes' else interval '0' end
  )
  from private.lead_notice_recipients() as recipient
  join public.leads on leads.id = lead
  where recipient = leads.assignee_id
    or leads.assignee_id is null
    or leads.assignee_id not in (select private.lead_notice_recipients());
exception
  when others then
    raise warning 'no notice could be queued for an answer: %', sqlstate;
end;
$$;

-- supabase/schemas/52-conversation/conversations.sql
-- An erased lead has no conversation page, and what they wrote that waits in quarantine goes.
create function private.forget_conversation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.conversations where conversations.lead_id = new.id;
  delete from public.quarantined_leads
  where quarantined_leads.id in (select held.id from private.quarantined_messages as held where held.lead_id = new.id);
  return null;
end;
$$;
-- The lead and a signature of it and its version.
create function private.conversation_token(lead uuid) returns text
  language sql stable set search_path = ''
as $$
  select replace(lead::text, '-', '') || private.contact_hash(
    'conversation',
    lead || ' ' || coalesce((select known.link_version from private.conversations as known where known.lead_id = lead), 0)
  );
$$;
-- No row for a token that is not ours. What has another form is signed and compared as any, and both sides are hashed
-- again: neither form nor time of the answer tells how much of a token is right.
create function private.conversation_of(token text) returns table (lead_id uuid, expires_at timestamptz)
  language plpgsql stable set search_path = '' rows 1
as $$
declare
  given constant text := case when token ~ '^[0-9a-f]{64}$' then token else repeat('0', 64) end;
  lead constant uuid := left(given, 32)::uuid;
  is_ours constant boolean :=
    private.contact_hash('compare', given) = private.contact_hash('compare', private.conversation_token(lead));
begin
  return query
    select
      leads.id,
      greatest(
        leads.created_at,
        (select max(newest.created_at) from public.lead_messages as newest where newest.lead_id = leads.id),
        (select known.link_renewed_at from private.conversations as known where known.lead_id = leads.id)
      ) + interval '90 days'
    from public.leads
    where leads.id = lead and is_ours and leads.erased_at is null;
end;
$$;
-- Raises the version: no link before opens anything. The next mail has one that does.
create function private.replace_conversation_link(lead uuid, renewed_at timestamptz default null) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.conversations as known (lead_id, link_version, link_renewed_at)
  values (lead, 1, renewed_at)
  on conflict (lead_id) do update
  set link_version = known.link_version + 1, link_renewed_at = coalesce(renewed_at, known.link_renewed_at);
$$;
-- A fresh link for an expired one, by mail to the address of the lead. What it returns is the same for every token; the
-- expired link is unknown from then on, so that it asks once.
create function public.renew_conversation(token text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known record;
begin
  select * into known from private.conversation_of(token);
  if known.expires_at <= now() then
    perform private.replace_conversation_link(known.lead_id, now());
    perform private.queue_mail(
      'conversation-link', lead => known.lead_id, unique_key => 'conversation-link:' || known.lead_id
    );
  end if;
end;
$$;
grant execute on function public.renew_conversation(text) to anon, authenticated, service_role;
-- For staff: the links so far, and one that waits to be sent.
create function public.revoke_conversation_links(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  perform from public.leads where leads.id = lead and leads.erased_at is null;
  if not found then
    raise exception 'This lead is no longer there.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  delete from private.outbox
  where outbox.kind = 'conversation-link' and outbox.lead_id = lead and outbox.lease is null;
  perform private.replace_conversation_link(lead);
  perform private.audit('leads', 'revoked', 'conversation_links', lead::text);
end;
$$;
grant execute on function public.revoke_conversation_links(uuid) to authenticated, service_role;

-- supabase/schemas/54-mail-in/bounces.sql
-- The lead that a bounce is about: whose mail came back, whichever mail of ours that was.
create function private.lead_of_bounce(mail_ids text[], by_token uuid) returns uuid
  language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select message.lead_id from public.lead_messages as message
      where message.id = private.bounced_reply(mail_ids, case when addressee.lead_id is null then by_token end)
    ),
    addressee.lead_id,
    by_token
  )
  from (values (null)) as one
  left join lateral (
    select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place limit 1
  ) as addressee on true;
$$;
-- The reply that a bounce is about: by its Message-ID, else the newest one sent to the lead of the token.
create function private.bounced_reply(mail_ids text[], lead uuid) returns uuid
  language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select message.id
      from unnest(mail_ids[1:100]) as given (mail_id)
      join public.lead_messages as message on message.transport_id = given.mail_id
        or message.id = (regexp_match(given.mail_id, '^<reply-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@'))[1]::uuid
      where message.sender_type = 'admin'
      order by message.created_at desc
      limit 1
    ),
    (
      select message.id from public.lead_messages as message
      where message.lead_id = lead and message.sender_type = 'admin' and message.delivery_state = 'sent'
      order by message.created_at desc, message.id desc limit 1
    )
  );
$$;
create function private.set_bounced(address text, at timestamptz) returns void
  language sql volatile set search_path = ''
as $$
  update public.leads set email_bounced_at = at
  where lower(leads.email) = lower(address) and leads.erased_at is null and num_nulls(leads.email_bounced_at, at) = 1;
$$;
create function private.copy_bounced() returns trigger
  language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  new.email_bounced_at := (
    select max(known.email_bounced_at) from public.leads as known
    where lower(known.email) = lower(new.email) and known.email_bounced_at is not null and known.id <> new.id
  );
  return new;
end;
$$;
-- An answer on the page of the conversation: its link came by mail. One by mail has a transport_id, a noted one a channel.
create function private.clear_bounced() returns trigger
  language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  perform private.set_bounced(bounced.email, null)
  from public.leads as bounced
  where bounced.email_bounced_at is not null
    and bounced.id in (
      select message.lead_id from added as message
      where message.sender_type = 'lead' and message.channel is null and message.transport_id is null
    );
  return null;
end;
$$;
-- For staff who know better, of all leads with this one's address.
create function public.clear_bounced_address(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501', detail = 'leads_denied';
  end if;
  perform private.set_bounced((select leads.email from public.leads where leads.id = lead), null);
end;
$$;
grant execute on function public.clear_bounced_address(uuid) to authenticated, service_role;

-- supabase/schemas/54-mail-in/limits.sql
-- For the server, before it stores a large mail part by part.
create function public.is_mail_over_limit(mail jsonb) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  lead uuid := (private.place_of_mail(mail)).lead_id;
begin
  if mail ->> 'kind' = 'bounce' then
    lead := private.lead_of_bounce(array(select jsonb_array_elements_text(mail -> 'mail_ids')), lead);
  end if;
  return not exists (select from public.received_mails as known where known.content_key = mail ->> 'content_key')
    and private.is_over_mail_limit(lead, mail ->> 'from_address', (mail ->> 'size_bytes')::bigint);
end;
$$;
grant execute on function public.is_mail_over_limit(jsonb) to service_role;
-- In a day: 200 emails and 100 MB of a thread; 100 emails and 50 MB of a stranger, 2,000 and 500 MB of all of them. Who has
-- no signed address of ours can use up what strangers may store, but nothing of a thread.
create function private.is_over_mail_limit(lead uuid, sender text, bytes bigint) returns boolean
  language sql stable set search_path = ''
as $$
  select case
    when lead is not null then (
      select count(*) >= 200 or coalesce(sum(mail.size_bytes), 0) + bytes > 104857600
      from public.received_mails as mail
      where mail.lead_id = lead and mail.received_at > now() - interval '1 day'
        and mail.reason not in ('too-large', 'over-limit')
    )
    else (
      select count(*) >= 2000 or coalesce(sum(mail.size_bytes), 0) + bytes > 524288000
        or count(*) filter (where lower(mail.from_address) = lower(sender)) >= 100
        or coalesce(sum(mail.size_bytes) filter (where lower(mail.from_address) = lower(sender)), 0) + bytes > 52428800
      from public.received_mails as mail
      where mail.lead_id is null and mail.received_at > now() - interval '1 day'
        and mail.reason not in ('too-large', 'over-limit')
    )
  end;
$$;
-- Mail that is left in its mailbox is listed, at most 500 times in a day.
create function private.may_list_mail() returns boolean
  language sql stable set search_path = ''
as $$
  select count(*) < 500
  from public.received_mails as mail
  where mail.lead_id is null and mail.received_at > now() - interval '1 day'
    and mail.reason in ('too-large', 'over-limit');
$$;

-- supabase/schemas/54-mail-in/mailbox-positions.sql
-- How far a mailbox was read; the server moves it only after the mail is committed.
create table private.mailbox_positions (
  mailbox text primary key check (char_length(mailbox) <= 500),
  uid_validity bigint not null,
  last_uid bigint not null
);
-- For the server: how far it read a mailbox.
create function public.mailbox_position(box text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('uid_validity', known.uid_validity, 'last_uid', known.last_uid)
  from private.mailbox_positions as known where known.mailbox = box;
$$;
grant execute on function public.mailbox_position(text) to service_role;
create function public.set_mailbox_position(box text, validity bigint, uid bigint) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.mailbox_positions as known (mailbox, uid_validity, last_uid) values (box, validity, uid)
  on conflict (mailbox) do update
  set uid_validity = excluded.uid_validity,
    last_uid = case
      when known.uid_validity = excluded.uid_validity then greatest(known.last_uid, excluded.last_uid)
      else excluded.last_uid
    end;
$$;
grant execute on function public.set_mailbox_position(text, bigint, bigint) to service_role;

-- supabase/schemas/54-mail-in/match-mail.sql
create type private.mail_match as (lead_id uuid, reason text, is_guess boolean, is_other_address boolean);
-- Where a mail belongs. One whose sender could not be confirmed, or that could not be read, is in a thread by the signed
-- token alone: who has that has our mail, while addresses and Message-IDs can be known and invented.
create function private.place_of_mail(mail jsonb) returns private.mail_match
  language plpgsql stable set search_path = ''
as $$
declare
  kind constant text := mail ->> 'kind';
  place constant private.mail_match := private.match_mail(
    mail ->> 'from_address',
    array(select jsonb_array_elements_text(mail -> 'tokens')),
    array(select jsonb_array_elements_text(mail -> 'mail_ids')),
    kind in ('person', 'auto-reply')
  );
begin
  if place.reason in ('thread', 'sender') and kind <> 'bounce'
    and (kind = 'unreadable' or mail ->> 'sender_check' = 'unconfirmed')
  then
    return row(null, 'unconfirmed', false, false)::private.mail_match;
  end if;
  return place;
end;
$$;
-- The signed token decides; then the mails that it answers; then, as a guess, the newest open lead of its sender. Two
-- of our tokens in one mail are a contradiction, unless it also answers the thread of one of them.
create function private.match_mail(sender text, tokens text[], mail_ids text[], may_guess boolean)
  returns private.mail_match
  language plpgsql stable set search_path = ''
as $$
declare
  by_token constant uuid[] := array(
    select distinct private.lead_of_reply_token(token) from unnest(tokens[1:20]) as token
    where private.lead_of_reply_token(token) is not null
  );
  by_thread constant uuid[] := array(
    select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place
  );
  of_sender constant uuid[] := array(
    select leads.id from public.leads where leads.id = any (by_token || by_thread) and lower(leads.email) = lower(sender)
  );
  known uuid[];
  guess uuid;
begin
  if cardinality(by_token) > 0 then
    -- Several: the one that it also answers, if that is its sender's.
    known := array(select t from unnest(by_token) as t where cardinality(by_token) = 1 or t = any (by_thread));
    if cardinality(known) = 1 and known[1] = any (of_sender) then
      return row(known[1], 'token', false, false)::private.mail_match;
    elsif cardinality(by_token) > 1 or cardinality(of_sender) > 0 then
      return row(null, 'contradiction', false, false)::private.mail_match;
    end if;
    return row(by_token[1], 'token', false, true)::private.mail_match;
  end if;
  if exists (select from unnest(by_thread) as t where t = any (of_sender)) then
    return row((select t from unnest(by_thread) as t where t = any (of_sender) order by array_position(by_thread, t) limit 1),
      'thread', false, false)::private.mail_match;
  end if;
  -- A token that we did not sign is an attempt to get into a thread.
  if cardinality(tokens) > 0 then
    return row(null, 'forged-token', false, false)::private.mail_match;
  end if;
  if cardinality(by_thread) > 1 then
    return row(null, 'contradiction', false, false)::private.mail_match;
  elsif cardinality(by_thread) = 1 then
    return row(by_thread[1], 'thread', false, true)::private.mail_match;
  end if;
  if may_guess then
    select leads.id into guess
    from public.leads
    where lower(leads.email) = lower(sender) and leads.erased_at is null and leads.status <> 'not_interested'
    order by leads.created_at desc, leads.id desc
    limit 1;
    if guess is not null then
      return row(guess, 'sender', true, false)::private.mail_match;
    end if;
  end if;
  return row(null, 'unknown-sender', false, false)::private.mail_match;
end;
$$;
-- For the address that replies are answered to: the lead and a signature, 26 bytes. Everyone who has the mail knows it.
create function public.reply_token(lead uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select replace(lead::text, '-', '') || left(private.contact_hash('reply', lead::text), 20);
$$;
grant execute on function public.reply_token(uuid) to service_role;
-- The lead of a token of ours, else null. Both sides are hashed again, so that the time of the comparison tells nothing.
create function private.lead_of_reply_token(token text) returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  lead uuid;
begin
  if token !~ '^[0-9a-f]{52}$' then
    return null;
  end if;
  lead := left(token, 32)::uuid;
  if private.contact_hash('compare', right(token, 20))
    <> private.contact_hash('compare', left(private.contact_hash('reply', lead::text), 20))
  then
    return null;
  end if;
  return (select leads.id from public.leads where leads.id = lead and leads.erased_at is null);
end;
$$;
-- The lead of each Message-ID of a thread, in the given order. Ours name their message or lead by its random id, so one
-- counts also when the server stopped before it could note that the mail had left. Mails about a consultation belong to
-- the lead who booked it.
create function private.leads_of_mail_ids(mail_ids text[]) returns table (lead_id uuid, place bigint)
  language sql stable set search_path = '' rows 2
as $$
  with given as (
    select part.mail_id, part.place from unnest(mail_ids[1:100]) with ordinality as part (mail_id, place)
  ),
  ours as (
    select given.place, match[1] as kind, match[2]::uuid as id
    from given,
      regexp_match(
        given.mail_id,
        '^<(reply|lead|booking)(?:-[a-z]+)?-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[0-9]+)?@'
      ) as match
    where match is not null
  ),
  found as (
    select message.lead_id, given.place
    from given join public.lead_messages as message on message.transport_id = given.mail_id
    union all
    select message.lead_id, ours.place
    from ours join public.lead_messages as message on ours.kind = 'reply' and message.id = ours.id
    union all
    select booking.lead_id, ours.place
    from ours join public.bookings as booking on ours.kind = 'booking' and booking.id = ours.id
    union all
    select ours.id, ours.place from ours where ours.kind = 'lead'
  )
  select found.lead_id, min(found.place)
  from found
  join public.leads on leads.id = found.lead_id and leads.erased_at is null
  group by found.lead_id
  order by 2;
$$;
create function private.is_of_team(address text) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from auth.users join public.staff on staff.user_id = users.id where lower(users.email) = lower(address)
  );
$$;

-- supabase/schemas/54-mail-in/receive-mail.sql
-- Takes what the reader found (server/mail-in/read-mail.ts). `raw` is a small mail, base64; a large one is there in
-- parts under the same id. Twice is once, in whatever way it came: the second time returns the first row. Null where
-- the mail was not taken because of the limits of a day.
--
-- A bounce is about the lead whose mail came back and marks its address as bad; a mail from an address shows that it
-- works. Where a mail belongs: place_of_mail.
create function public.receive_mail(mail jsonb, raw text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kind constant text := mail ->> 'kind';
  is_left constant boolean := kind in ('too-large', 'over-limit');
  mail_ids constant text[] := array(select jsonb_array_elements_text(mail -> 'mail_ids'));
  new_mail public.received_mails;
  place private.mail_match;
  reply public.lead_messages;
  addressee uuid;
begin
  if kind is null or kind not in (
    'person', 'auto-reply', 'list', 'own', 'notice', 'bounce', 'too-large', 'over-limit', 'unreadable'
  ) then
    raise exception 'Unknown kind of mail.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('received_mails:' || (mail ->> 'content_key'), 0));
  select * into new_mail from public.received_mails where content_key = mail ->> 'content_key';
  if new_mail.id is not null then
    delete from private.mail_parts where mail_parts.mail_id = (mail ->> 'id')::uuid and new_mail.id <> (mail ->> 'id')::uuid;
    return jsonb_build_object('id', new_mail.id, 'state', new_mail.state, 'lead_id', new_mail.lead_id, 'is_new', false);
  end if;
  new_mail := jsonb_populate_record(null::public.received_mails, jsonb_build_object(
    'from_name', '', 'subject', '', 'body', '', 'folds', '{}'::integer[], 'is_cut', false, 'is_other_address', false
  ) || (mail - 'lead_id' - 'message_id' - 'state'));
  -- When the server began to read it.
  new_mail.received_at := least(now(), greatest(now() - interval '1 minute', coalesce(new_mail.received_at, now())));
  place := private.place_of_mail(mail);
  if place.lead_id is not null then
    -- An erasure and this mail wait for each other.
    perform from public.leads where leads.id = place.lead_id and leads.erased_at is null for no key update;
    if not found then
      place := row(null, 'unknown-sender', false, false)::private.mail_match;
    end if;
  end if;
  new_mail.reason := place.reason;
  new_mail.is_other_address := place.is_other_address;
  new_mail.state := case
    when kind in ('auto-reply', 'list', 'own', 'notice') then 'machine'
    when kind = 'bounce' then 'bounce'
    when is_left or private.is_of_team(new_mail.from_address) or place.lead_id is null then 'triage'
    when place.is_guess then 'guess'
    else 'joined'
  end;
  if new_mail.state in ('machine', 'bounce') or is_left or kind = 'unreadable' then
    new_mail.reason := kind;
  elsif new_mail.state = 'triage' and place.lead_id is not null then
    new_mail.reason := 'team';
  end if;
  if new_mail.state = 'bounce' then
    -- An erasure and this mail wait for each other.
    new_mail.lead_id := (
      select leads.id from public.leads
      where leads.id = private.lead_of_bounce(mail_ids, place.lead_id) and leads.erased_at is null
      for no key update
    );
  elsif new_mail.state in ('joined', 'guess', 'machine') then
    new_mail.lead_id := place.lead_id;
  end if;
  if is_left and not private.may_list_mail()
    or not is_left and private.is_over_mail_limit(new_mail.lead_id, new_mail.from_address, new_mail.size_bytes)
  then
    delete from private.mail_parts where mail_parts.mail_id = new_mail.id;
    return null;
  end if;
  if new_mail.state = 'bounce' and mail ? 'problem' then
    addressee := (select known.lead_id from private.leads_of_mail_ids(mail_ids) as known order by known.place limit 1);
    select * into reply from public.lead_messages
    where id = private.bounced_reply(mail_ids, case when addressee is null then place.lead_id end);
    update public.lead_messages
    set delivery_state = 'failed', delivery_problem = left(mail ->> 'problem', 300), bounced_at = now()
    where lead_messages.id = reply.id;
    delete from private.outbox where outbox.message_id = reply.id;
    perform private.set_bounced((select leads.email from public.leads where leads.id = new_mail.lead_id), now());
  end if;
  if new_mail.state in ('joined', 'guess') then
    new_mail.message_id := private.add_mail_message(new_mail, place.lead_id);
  end if;
  if kind = 'person' and new_mail.sender_check is distinct from 'unconfirmed' then
    perform private.set_bounced(new_mail.from_address, null);
  end if;
  insert into public.received_mails select new_mail.*;
  if raw is not null then
    insert into private.mail_parts (mail_id, part, bytes) values (new_mail.id, 0, decode(raw, 'base64'));
  end if;
  perform private.add_mail_files(new_mail.id, new_mail.lead_id, coalesce(mail -> 'files', '[]'));
  delete from private.mail_parts as part
  where part.stored_at < now() - interval '1 day'
    and not exists (select from public.received_mails as kept where kept.id = part.mail_id);
  return jsonb_build_object('id', new_mail.id, 'state', new_mail.state, 'lead_id', new_mail.lead_id, 'is_new', true);
end;
$$;
grant execute on function public.receive_mail(jsonb, text) to service_role;
-- At most 100 files and 100 MB a thread are offered; the mails themselves keep all.
create function private.add_mail_files(mail uuid, lead uuid, files jsonb) returns void
  language sql volatile set search_path = ''
as $$
  insert into public.received_files (mail_id, part, name, media_type, size_bytes, refused)
  select mail, file.part, file.name, file.media_type, file.size_bytes,
    coalesce(file.refused, case
      when kept.total + row_number() over (order by file.part) > 100
        or kept.bytes + sum(file.size_bytes) over (order by file.part) > 104857600 then 'thread-full'
    end)
  from jsonb_to_recordset(files) as file (part smallint, name text, media_type text, size_bytes bigint, refused text),
    (
      select count(*) as total, coalesce(sum(known.size_bytes), 0) as bytes
      from public.received_files as known
      join public.received_mails as earlier on earlier.id = known.mail_id
      where earlier.lead_id = lead and known.refused is null
    ) as kept;
$$;
-- One part of a mail that is larger than one call may be. Parts that nothing follows are deleted after a day.
create function public.store_mail_part(mail uuid, part integer, content text) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.mail_parts (mail_id, part, bytes) values (mail, part, decode(content, 'base64'))
  on conflict do nothing;
$$;
grant execute on function public.store_mail_part(uuid, integer, text) to service_role;
-- A part of the original, base64, for those who may read the thread; null past its end.
create function public.read_mail_part(mail uuid, part integer) returns text
  language sql stable security definer set search_path = ''
as $$
  select encode(kept.bytes, 'base64')
  from private.mail_parts as kept
  join public.received_mails on received_mails.id = kept.mail_id
  where kept.mail_id = mail and kept.part = read_mail_part.part and (select public.can_handle_leads());
$$;
grant execute on function public.read_mail_part(uuid, integer) to authenticated, service_role;

-- supabase/schemas/54-mail-in/received-mails.sql
-- The mail as it came, in parts of 4 MB: an API call stays small, and a mail of 25 MB is never in memory as one value.
create table private.mail_parts (
  mail_id uuid not null,
  part smallint not null check (part between 0 and 15),
  bytes bytea not null check (octet_length(bytes) between 1 and 4194304),
  stored_at timestamptz not null default now(),
  primary key (mail_id, part)
);
alter table private.mail_parts alter column bytes set storage external;
create index mail_parts_age on private.mail_parts (stored_at);
-- The parts go with their mail, and also when words of it were erased or changed: the original still has them.
create function private.drop_mail_parts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.mail_parts where mail_parts.mail_id = old.id;
  if tg_op = 'UPDATE' then
    delete from public.received_files where received_files.mail_id = old.id;
  end if;
  return null;
end;
$$;
-- Automatic mails have no message that would take them with it.
create function private.erase_received_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.received_mails where received_mails.lead_id = new.id;
  return null;
end;
$$;
-- Mail of a thread goes with its lead. Automatic mail of nobody and dismissed mail go after 90 days, what nobody decided
-- when the time of leads is over. The server calls it each hour.
create function public.expire_received_mails(most integer default 1000) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.received_mails
  where received_mails.id in (
    select old.id
    from public.received_mails as old
    where old.message_id is null
      and (
        (old.state = 'dismissed' and old.received_at < now() - interval '90 days')
        or (old.state in ('machine', 'bounce') and old.lead_id is null and old.received_at < now() - interval '90 days')
        or (old.state = 'triage' and old.received_at < now() - make_interval(months => coalesce(public.retention_months(), 84)))
      )
    limit most
  );
  delete from private.mail_parts as part
  where part.stored_at < now() - interval '1 day'
    and not exists (select from public.received_mails as kept where kept.id = part.mail_id);
end;
$$;
grant execute on function public.expire_received_mails(integer) to service_role;

-- supabase/schemas/54-mail-in/triage.sql
-- Joins a mail to a lead, wherever it was before; for the lead it was guessed to be in, that confirms the guess.
create function public.join_received_mail(mail uuid, lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail public.received_mails := private.mail_for_staff(mail);
  address text;
begin
  select lower(leads.email) into address from public.leads where leads.id = lead and leads.erased_at is null;
  if address is null then
    raise exception 'This lead is no longer here.' using errcode = 'PT404', hint = 'Search again.';
  end if;
  if kept_mail.message_id is not null and kept_mail.lead_id = lead then
    update public.received_mails set state = 'joined', reason = 'staff', is_other_address = false
    where received_mails.id = mail;
    return;
  end if;
  perform private.take_out_mail(kept_mail);
  update public.received_mails
  set state = 'joined', reason = 'staff', lead_id = lead, is_other_address = lower(from_address) <> address,
    message_id = private.add_mail_message(kept_mail, lead)
  where received_mails.id = mail;
end;
$$;
grant execute on function public.join_received_mail(uuid, uuid) to authenticated, service_role;
-- Back to triage: a guess that was wrong, or a dismissal undone.
create function public.return_mail_to_triage(mail uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.take_out_mail(private.mail_for_staff(mail));
end;
$$;
grant execute on function public.return_mail_to_triage(uuid) to authenticated, service_role;
create function public.dismiss_received_mail(mail uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail constant public.received_mails := private.mail_for_staff(mail);
begin
  if kept_mail.message_id is not null then
    raise exception 'This email is in a thread.' using errcode = '22023', hint = 'Take it out of the thread first.';
  end if;
  update public.received_mails set state = 'dismissed', reason = 'staff' where received_mails.id = mail;
end;
$$;
grant execute on function public.dismiss_received_mail(uuid) to authenticated, service_role;
-- A new lead of its sender, with the mail as its thread. Returns the lead.
create function public.make_lead_of_mail(mail uuid) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail constant public.received_mails := private.mail_for_staff(mail);
  name constant text := private.clean_text(kept_mail.from_name);
  lead uuid;
begin
  if kept_mail.message_id is not null then
    return kept_mail.lead_id;
  end if;
  insert into public.leads (name, email)
  values (
    left(case when char_length(name) >= 2 then name else rpad(split_part(kept_mail.from_address, '@', 1), 2, '.') end, 100),
    kept_mail.from_address
  )
  returning id into lead;
  perform public.join_received_mail(mail, lead);
  return lead;
end;
$$;
grant execute on function public.make_lead_of_mail(uuid) to authenticated, service_role;

-- supabase/schemas/60-booking/book-consultation.sql
-- `outcome` is booked (with the token of its page), held (a suspicious one, for staff to read) or taken: then nothing was
-- stored, and the visitor chooses another time. The same submission twice is one booking.
create function public.book_consultation(slot timestamptz, fields jsonb, zone text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  lead public.leads := private.new_lead(fields);
  admitted record;
  booking public.bookings;
begin
  if not public.booking_is_open() then
    raise exception 'Consultations cannot be booked here.' using errcode = 'PT404';
  end if;
  if slot is null or octet_length(zone) > 200 then
    raise exception 'Choose a time.' using errcode = '22023';
  end if;
  perform private.share_bookings();
  select * into admitted from private.admit_booking(lead);
  lead := admitted.lead_kept;
  select * into booking from public.bookings where bookings.submission_key = lead.submission_key;
  if booking.id is not null then
    return jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id));
  end if;
  if not private.is_offered(slot) then
    return '{"outcome": "taken"}';
  end if;
  if admitted.is_held then
    lead.message := left(concat_ws(e'\n\n', 'Asked for a consultation: ' || private.booking_time(slot), lead.message), 2000);
    perform private.quarantine_lead(lead);
    return '{"outcome": "held"}';
  end if;
  begin
    insert into public.bookings (
      lead_id, starts_at, ends_at, held_until, visitor_zone, submission_key, address_hash
    )
    select private.lead_of_booking(lead), slot, slot + call.length, slot + call.length + make_interval(mins => buffer_minutes),
      (select known.name from pg_catalog.pg_timezone_names as known where known.name = zone), lead.submission_key,
      lead.address_hash
    from public.booking_settings, (select private.consultation_length() as length) as call
    on conflict do nothing
    returning * into booking;
    if booking.id is null then
      -- Takes the lead back.
      raise exclusion_violation;
    end if;
  exception
    when exclusion_violation then
      select * into booking from public.bookings where bookings.submission_key = lead.submission_key;
      return case
        when booking.id is null then '{"outcome": "taken"}'::jsonb
        else jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id))
      end;
  end;
  perform private.note_booking(booking.lead_id, private.words_of_booking(lead, booking.lead_id, slot));
  perform private.queue_booking_mails(booking, 'booked', true);
  return jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id));
end;
$$;
grant execute on function public.book_consultation(timestamptz, jsonb, text)
  to anon, authenticated, service_role;
-- What the page of a link shows; no row where there is no such booking. Who booked is not in it.
create function public.consultation(token text)
  returns table (starts_at timestamptz, ends_at timestamptz, state text, version integer, can_change boolean)
  language sql stable security definer set search_path = '' rows 1
as $$
  select own.starts_at, own.ends_at, own.state, own.version, own.state = 'booked' and own.starts_at > now()
  from private.booking_of(token) as own;
$$;
grant execute on function public.consultation(text) to anon, authenticated, service_role;
-- The booking's id and a signature of it, for the link in its mails.
create function private.booking_token(booking uuid) returns text
  language sql stable set search_path = ''
as $$ select replace(booking::text, '-', '') || private.contact_hash('booking', booking::text) $$;
create function public.move_consultation(token text, slot timestamptz) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.lock_bookings();
  select * into booking from private.booking_of(token);
  if booking.id is null then
    return 'unknown';
  end if;
  if slot is distinct from booking.starts_at and not private.is_offered(slot, booking.id) then
    return case when booking.state = 'booked' and booking.starts_at > now() then 'taken' else 'closed' end;
  end if;
  return private.move_call(booking.id, slot, true);
end;
$$;
grant execute on function public.move_consultation(text, timestamptz) to anon, authenticated, service_role;
-- The thread has it already (note_booking_event).
create function public.cancel_consultation(token text) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.lock_bookings();
  select * into booking from private.booking_of(token);
  if booking.id is null then
    return 'unknown';
  end if;
  return case
    when private.cancel_call(booking.id, true) or booking.state = 'cancelled' then 'cancelled' else 'closed'
  end;
end;
$$;
grant execute on function public.cancel_consultation(text) to anon, authenticated, service_role;

-- supabase/schemas/60-booking/booking-blocks.sql
-- Times that nobody can book: absences, events. The reason is for staff.
create table public.booking_blocks (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text,
  constraint booking_blocks_times check (ends_at > starts_at and ends_at <= starts_at + interval '366 days'),
  constraint booking_blocks_reason_length check (char_length(reason) <= 200)
);
create index booking_blocks_times on public.booking_blocks using gist (tstzrange(starts_at, ends_at));
create index booking_blocks_created_by on public.booking_blocks (created_by) where created_by is not null;
alter table public.booking_blocks enable row level security;
alter table public.booking_blocks force row level security;
grant delete, select, insert (ends_at, reason, starts_at) on public.booking_blocks to authenticated;
-- Who takes calls sees what is blocked, and why.
create policy "agents read" on public.booking_blocks for select to authenticated using ((select public.can_handle_leads()));
-- Who takes calls blocks times.
create policy "agents insert" on public.booking_blocks for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Who takes calls opens them again.
create policy "agents delete" on public.booking_blocks for delete to authenticated
  using ((select public.can_handle_leads()));
create trigger audit_created after insert on public.booking_blocks referencing new table as added
  for each statement execute function private.audit_rows('leads', '20');
create trigger audit_deleted after delete on public.booking_blocks referencing old table as removed
  for each statement execute function private.audit_rows('leads', '20');
-- Cleaned, and bounded: at most 500 that are not over; what is over for a year goes.
create function private.receive_booking_block() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.reason) > 2000 then
    perform private.reject_oversized('booking_blocks', 'booking_blocks_reason_length');
  end if;
  new.reason := private.clean_text(new.reason);
  perform private.lock_bookings();
  delete from public.booking_blocks where booking_blocks.ends_at < now() - interval '1 year';
  if (select count(*) from public.booking_blocks where booking_blocks.ends_at > now()) >= 500 then
    raise exception 'There are 500 blocked times already.' using errcode = 'P0001', hint = 'Remove some of them first.';
  end if;
  return new;
end;
$$;

-- supabase/schemas/60-booking/booking-settings.sql
-- The free consultation: calls that visitors book on /book, in the agency's business hours
-- (20-agency/business-hours.sql). One calendar and one call at a time. Visitors reach it through the functions of
-- book-consultation.sql alone.
create table public.booking_settings (
  id boolean primary key default true check (id),
  is_open boolean,
  notice_hours smallint not null default 24,
  horizon_days smallint not null default 28,
  buffer_minutes smallint not null default 15,
  updated_at timestamptz not null default now(),
  constraint booking_settings_notice check (notice_hours between 0 and 336),
  constraint booking_settings_horizon check (horizon_days between 1 and 90),
  constraint booking_settings_buffer check (buffer_minutes between 0 and 120)
);
comment on column public.booking_settings.is_open is 'null: nobody has decided, and it is open in local mode alone';
comment on column public.booking_settings.notice_hours is 'between a booking and its call, at least';
comment on column public.booking_settings.buffer_minutes is 'kept free after each call';
alter table public.booking_settings enable row level security;
alter table public.booking_settings force row level security;
grant select, update (buffer_minutes, horizon_days, is_open, notice_hours) on public.booking_settings to authenticated;
revoke delete, insert, truncate on public.booking_settings from service_role;
-- Staff see the rules of the calendar.
create policy "staff read" on public.booking_settings for select to authenticated using ((select public.is_staff()));
-- Owners decide whether and when calls are offered.
create policy "owners update" on public.booking_settings for update to authenticated using ((select public.is_owner()));
create function public.booking_is_open() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select booking.is_open from public.booking_settings as booking limit 1),
    (select settings.local_mode from public.settings limit 1),
    false
  );
$$;
grant execute on function public.booking_is_open() to anon, authenticated, service_role;
create function private.audit_booking_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_caller() then
    perform private.audit(
      'settings', 'changed', 'booking_settings', details => private.audited_changes(to_jsonb(old), to_jsonb(new))
    );
  end if;
  return null;
end;
$$;

-- supabase/schemas/60-booking/bookings.sql
-- Moving and blocking a time are serialized.
create function private.lock_bookings() returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('bookings', 0)) $$;
-- Blocking and moving a time exclude each other and every booking; bookings do not exclude each other.
create function private.share_bookings() returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock_shared(hashtextextended('bookings', 0)) $$;
create function private.note_booking_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_by_staff constant boolean := private.is_audited_caller();
  event constant text := case
    when tg_op = 'INSERT' then 'booked' when new.state = 'cancelled' then 'cancelled' else 'moved'
  end;
begin
  insert into public.lead_notes (lead_id, note, is_event)
  values (
    new.lead_id,
    case when is_by_staff then 'Consultation ' || event
      else 'The visitor ' || event || case event when 'booked' then ' a consultation' else ' the consultation' end end
      || case event when 'booked' then ' for ' when 'moved' then ' to ' else ': ' end
      || private.booking_time(new.starts_at),
    true
  );
  return null;
end;
$$;
-- What colleagues do with a booking: that they book, move, cancel or finish a call.
create function private.audit_booking() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_audited_caller() then
    perform private.audit(
      'leads',
      case
        when tg_op = 'INSERT' then 'created'
        when new.state = 'cancelled' then 'cancelled'
        when new.starts_at <> old.starts_at then 'moved'
        else 'changed'
      end,
      'bookings', new.id::text
    );
  end if;
  return null;
end;
$$;
-- A person who is erased has no calls; the times are free again.
create function private.erase_bookings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.bookings where bookings.lead_id = new.id;
  return null;
end;
$$;

-- supabase/schemas/60-booking/change-booking.sql
-- `moved`, `taken` (or never offered), or `closed`: it is over or cancelled.
create function private.move_call(wanted uuid, slot timestamptz, tells_staff boolean) returns text
  language plpgsql volatile set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where bookings.id = wanted for update;
  if booking.id is null or booking.state <> 'booked' or booking.starts_at <= now() or booking.version >= 50 then
    return 'closed';
  end if;
  if booking.starts_at = slot then
    return 'moved';
  end if;
  update public.bookings
  set starts_at = slot, ends_at = slot + call.length, version = bookings.version + 1,
    held_until = slot + call.length + make_interval(mins => settings.buffer_minutes)
  from public.booking_settings as settings, (select private.consultation_length() as length) as call
  where bookings.id = wanted
  returning bookings.* into booking;
  perform private.queue_booking_mails(booking, 'moved', tells_staff);
  return 'moved';
exception
  when exclusion_violation then
    return 'taken';
end;
$$;
create function private.cancel_call(wanted uuid, tells_staff boolean) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  booking public.bookings;
begin
  update public.bookings set state = 'cancelled', version = bookings.version + 1
  where bookings.id = wanted and bookings.state = 'booked' and bookings.starts_at > now()
  returning * into booking;
  if booking.id is null then
    return false;
  end if;
  perform private.queue_booking_mails(booking, 'cancelled', tells_staff);
  return true;
end;
$$;
-- The thread says what the visitor did.
create function private.note_booking(lead uuid, words text) returns void
  language sql volatile set search_path = ''
as $$
  insert into public.lead_messages (lead_id, message, sender_type) select lead, words, 'lead' where words is not null;
$$;
-- "Tuesday, December 1, 2026 at 10:00 a.m. (America/Toronto)", for threads.
create function private.booking_time(moment timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select to_char(moment at time zone settings.zone, 'FMDay, FMMonth FMDD, YYYY "at" FMHH12:MI a.m.')
    || ' (' || settings.zone || ')'
  from private.business_settings() as settings
$$;

-- supabase/schemas/60-booking/free-slots.sql
create function private.consultation_length() returns interval
  language sql stable security definer set search_path = ''
as $$
  select make_interval(mins => coalesce((
    select (known.facts ->> 'consultationMinutes')::integer
    from public.agency_settings as known where known.id = private.newest_agency_settings()
  ), 30));
$$;
-- `limit 1`: a table of one row is never analyzed (autovacuum waits for 50 changes), and the planner assumes some 2,000
-- rows. What the settings contain is computed once and not for each half hour, which took half a second on PostgreSQL
-- 15. A day of a clock change has 50 half hours.
create function private.free_slots(first timestamptz, last timestamptz, besides uuid default null)
  returns table (starts_at timestamptz)
  language sql stable security definer set search_path = '' rows 200
as $$
  with call as materialized (
    select private.consultation_length() as length, make_interval(mins => buffer_minutes) as buffer
    from public.booking_settings
    limit 1
  )
  select slot
  from call
  cross join lateral private.business_hours_between(private.business_day(first), private.business_day(last)) as hours
  cross join generate_series(0, 49) as step
  cross join lateral (select hours.opens + step * interval '30 minutes' as slot) as half_hour
  where slot <= hours.closes - call.length
    and slot between first and last
    and not exists (
      select from public.bookings as booking
      where booking.state <> 'cancelled' and booking.id is distinct from besides
        and tstzrange(booking.starts_at, booking.held_until) && tstzrange(slot, slot + call.length + call.buffer)
    )
    and not exists (
      select from public.booking_blocks as block
      where tstzrange(block.starts_at, block.ends_at) && tstzrange(slot, slot + call.length)
    )
  order by slot;
$$;
-- Those that a visitor may choose now: after the notice, within the horizon.
create function private.offered_slots(besides uuid default null) returns table (starts_at timestamptz)
  language sql stable security definer set search_path = '' rows 200
as $$
  select free.starts_at
  from (select notice_hours, horizon_days from public.booking_settings limit 1) as settings
  cross join lateral private.free_slots(
    now() + make_interval(hours => settings.notice_hours), now() + make_interval(days => settings.horizon_days), besides
  ) as free
  where public.booking_is_open();
$$;
-- Whether a visitor may choose this time now. `besides` is a booking that is about to move.
create function private.is_offered(slot timestamptz, besides uuid default null) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when slot between now() + make_interval(hours => notice_hours) and now() + make_interval(days => horizon_days)
    then public.booking_is_open() and exists (select from private.free_slots(slot, slot, besides))
    else false
  end
  from public.booking_settings
  limit 1;
$$;
-- The times that can be chosen, with a token also those beside the booking that moves.
create function public.consultation_slots(token text default null) returns table (starts_at timestamptz)
  language sql stable security definer set search_path = '' rows 200
as $$
  select offered.starts_at
  from private.offered_slots((select own.id from private.booking_of(token) as own)) as offered
  limit 2000;
$$;
grant execute on function public.consultation_slots(text) to anon, authenticated, service_role;
-- Free times for a booking that a colleague moves: from now on, without the notice. Without a booking: all that are
-- free.
create function public.free_slots_for(booking uuid default null) returns table (starts_at timestamptz)
  language plpgsql stable security definer set search_path = '' rows 200
as $$
begin
  perform private.require_lead_handler();
  return query
    select free.starts_at
    from public.booking_settings as settings
    cross join lateral private.free_slots(
      now(), now() + make_interval(days => settings.horizon_days), free_slots_for.booking
    ) as free
    limit 2000;
end;
$$;
grant execute on function public.free_slots_for(uuid) to authenticated, service_role;

-- supabase/schemas/60-booking/staff-bookings.sql
-- Returns the booking; a retry is the same one. The lead gets the mails of who books on the page, also where visitors
-- cannot book. A time that is settled is an answer: the lead waits no longer.
create function public.book_for_lead(lead uuid, slot timestamptz) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_lead_handler();
  perform private.lock_bookings();
  perform from public.leads where leads.id = lead and leads.erased_at is null for no key update;
  if not found then
    raise exception 'This lead is no longer there.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  select * into booking from public.bookings as known
  where known.lead_id = lead and known.starts_at = slot and known.state = 'booked';
  if booking.id is not null then
    return booking.id;
  end if;
  if not exists (select from public.free_slots_for() as free where free.starts_at = slot) then
    raise exception 'This time is not free.' using errcode = 'P0001', hint = 'Choose another one.';
  end if;
  insert into public.bookings (lead_id, starts_at, ends_at, held_until, by_staff)
  select lead, slot, slot + call.length, slot + call.length + make_interval(mins => settings.buffer_minutes), true
  from public.booking_settings as settings, (select private.consultation_length() as length) as call
  returning * into booking;
  perform private.queue_booking_mails(booking, 'booked', false);
  perform public.mark_answered(lead);
  return booking.id;
end;
$$;
grant execute on function public.book_for_lead(uuid, timestamptz) to authenticated, service_role;
create function public.move_booking(booking uuid, slot timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  outcome text;
begin
  perform private.require_lead_handler();
  if slot is null or slot <= now() then
    raise exception 'Choose a time in the future.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform private.lock_bookings();
  outcome := private.move_call(booking, slot, false);
  if outcome = 'taken' then
    raise exception 'This time was taken meanwhile.' using errcode = 'P0001', hint = 'Choose another one.';
  elsif outcome = 'closed' then
    raise exception 'This consultation is over or was cancelled.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
grant execute on function public.move_booking(uuid, timestamptz) to authenticated, service_role;
-- The visitor gets a mail. Of one that is cancelled already, nothing.
create function public.cancel_booking(booking uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform private.lock_bookings();
  if not private.cancel_call(booking, false)
    and not exists (select from public.bookings where bookings.id = booking and bookings.state = 'cancelled')
  then
    raise exception 'This consultation is over or was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
grant execute on function public.cancel_booking(uuid) to authenticated, service_role;
-- How a call that has begun went: done, missed, or booked, which takes the other two back.
create function public.finish_booking(booking uuid, outcome text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  if outcome is null or outcome not in ('done', 'missed', 'booked') then
    raise exception 'The outcome must be done, missed or booked.' using errcode = '22023';
  end if;
  update public.bookings set state = outcome
  where bookings.id = booking and bookings.state <> 'cancelled' and bookings.starts_at <= now();
  if not found then
    raise exception 'This consultation was cancelled or has not begun.'
      using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
grant execute on function public.finish_booking(uuid, text) to authenticated, service_role;

-- supabase/schemas/70-privacy/contacts.sql
create type private.contacts as (emails text[], phones text[]);
-- What was typed into the search for a person, as it is compared: addresses in lower case, numbers as digits.
create function private.read_contacts(given text[]) returns private.contacts
  language plpgsql immutable set search_path = ''
as $$
declare
  found private.contacts := row(array[]::text[], array[]::text[]);
  contact text;
  address text;
begin
  if given is null or cardinality(given) not between 1 and 20 then
    raise exception 'Give an email address or a phone number.' using errcode = '22023';
  end if;
  foreach contact in array given loop
    address := private.clean_text(private.visible_text(left(contact, 300)));
    if char_length(contact) <= 255 and address ~ '^[^@\s]+@[^@\s]+$' then
      found.emails := found.emails || lower(address);
    elsif char_length(contact) <= 40 and private.phone_without_extension(address) ~ '^[+]?[0-9\s().-]+$'
      and char_length(private.phone_digits(contact)) between 7 and 15
    then
      found.phones := found.phones || private.phone_digits(contact);
    else
      raise exception '"%" is neither an email address nor a phone number.', left(contact, 40)
        using errcode = '22023', hint = 'Write the whole address, or the number with its area code.';
    end if;
  end loop;
  return found;
end;
$$;
-- Matches these addresses and numbers in a text, whatever stands between the digits of a number.
create function private.contact_pattern(wanted private.contacts) returns text
  language sql immutable set search_path = ''
as $$
  select string_agg(part, '|')
  from (
    select '(?<![\w.+-])' || replace(regexp_replace(email, '([^[:alnum:]@])', '\\\1', 'g'), '@', '(?:@|%40)') || '(?![\w-])'
    from unnest(wanted.emails) as email
    union all
    select '(?<!\d)(?:1[\s().-]*)?' || regexp_replace(phone, '(\d)(?=\d)', '\1[\\s().-]*', 'g') || '(?!\d)'
    from unnest(wanted.phones) as phone
  ) as parts (part);
$$;
create function private.is_contact(value text, wanted private.contacts) returns boolean
  language sql immutable set search_path = ''
as $$
  select coalesce(lower(btrim(value)) = any (wanted.emails), false)
    or coalesce(value !~ '@' and private.phone_digits(value) = any (wanted.phones), false);
$$;
-- What a text that names a contact has in any case: of an address the word before its @ and the label after it, of a
-- number its last seven digits. private.contact_pattern() decides; this only says where to look.
create function private.contact_keys(variadic texts text[]) returns text[]
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  value constant text := array_to_string(texts, e'\n');
  keys text[] := '{}';
  parts text[];
  digits text;
  piece text;
begin
  if value ~ '@|%40' then
    parts := regexp_split_to_array(value, '@|%40');
    for place in 2..cardinality(parts) loop
      keys := keys || lower(
        substring(right(parts[place - 1], 64) from '\w*$') || '@' || substring(left(parts[place], 64) from '^[\w-]*')
      );
    end loop;
  end if;
  for parts in select runs.run from regexp_matches(value, '\d(?:[\s().-]*\d){6,}', 'g') as runs (run) loop
    digits := '';
    foreach piece in array regexp_split_to_array(parts[1], '[\s().-]+') loop
      digits := right(digits || piece, 7);
      if char_length(digits) = 7 then
        keys := keys || digits;
      end if;
    end loop;
  end loop;
  return array(select distinct unnest(keys));
end;
$$;
grant execute on function private.contact_keys(text[]) to anon, authenticated, service_role;
-- The rows of a table that can name one of the contacts ($3: their keys), as a condition; nothing for a table without such
-- an index, which is read.
create function private.contact_lookup(table_name text) returns text
  language sql stable set search_path = ''
as $$
  select coalesce((
    select format('%s && $3 and ', pg_get_expr(made.indexprs, made.indrelid))
    from pg_catalog.pg_index as made
    where made.indrelid = to_regclass(table_name) and pg_get_expr(made.indexprs, made.indrelid) like 'private.contact_keys(%'
  ), '');
$$;

-- supabase/schemas/70-privacy/erase-person.sql
-- For owners. Called twice it finds nothing the second time. The audit log loses the names of an account before the
-- account is gone.
create function public.erase_person(contacts text[]) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted private.contacts;
  result jsonb;
  address text;
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  foreach address in array wanted.emails loop
    if not exists (
      select from auth.users join public.staff on staff.user_id = users.id where lower(users.email) = address
    ) then
      perform private.erase_from_audit_log('{}', address);
    end if;
  end loop;
  result := private.erase_contacts(wanted, '{}', now());
  insert into private.erasures (key, address_hashes, phone_hashes, lead_ids)
  values (
    private.erasure_hash(''),
    array(select private.erasure_hash(email) from unnest(wanted.emails) as email),
    array(select private.erasure_hash(phone) from unnest(wanted.phones) as phone),
    array(select jsonb_array_elements_text(result -> 'leadIds')::uuid)
  );
  return result - 'leadIds';
end;
$$;
grant execute on function public.erase_person(text[]) to authenticated, service_role;
-- All of it is one transaction, the caller's. `known` are leads that belong to the person under another address; rows
-- that are younger than `until` stay. What is returned names nobody but `remains`, what is beyond our reach.
create function private.erase_contacts(wanted private.contacts, known uuid[], until timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  pattern constant text := private.contact_pattern(wanted);
  lead_ids uuid[] := array(
    select leads.id from public.leads
    where leads.id = any (private.lead_ids_of(wanted) || known) and leads.created_at <= until
  );
  customers text[] := array(
    select distinct leads.stripe_customer_id from public.leads
    where leads.id = any (lead_ids) and leads.stripe_customer_id is not null
  );
  waiting_ids uuid[] := array(
    select lead.id from public.quarantined_leads as lead
    where lead.id = any (private.quarantined_ids_of(wanted) || known) and lead.created_at <= until
  );
  counts jsonb;
  email text;
begin
  counts := jsonb_build_object(
    'messages', (select count(*) from public.lead_messages where lead_id = any (lead_ids)),
    'queued', (
      select count(*) from private.outbox
      join public.lead_messages as reply on reply.id = outbox.message_id
      where reply.lead_id = any (lead_ids)
    )
  );
  counts := counts || jsonb_build_object('leads', private.erase_leads(lead_ids));
  delete from public.quarantined_leads where id = any (waiting_ids);
  counts := counts || jsonb_build_object(
    'quarantined', cardinality(waiting_ids), 'reports', private.erase_registers(wanted, until)
  );
  -- A colleague's account is theirs: an owner removes it under Team.
  with gone as (
    delete from auth.users
    where (lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones))
      and users.created_at <= until
      and not exists (select from public.staff where staff.user_id = users.id)
    returning 1
  )
  select counts || jsonb_build_object('accounts', count(*)) into counts from gone;
  delete from public.missed_paths where missed_paths.path ~* pattern;
  counts := counts || jsonb_build_object('mentions', private.erase_mentions(wanted, until));
  -- Where the log of what colleagues did is kept.
  if to_regprocedure('private.erase_from_audit_log(uuid[], text)') is not null then
    foreach email in array case when wanted.emails = '{}' then array[null] else wanted.emails end loop
      execute 'select private.erase_from_audit_log($1, $2)' using lead_ids || waiting_ids, email;
    end loop;
  end if;
  return counts || jsonb_build_object(
    'leadIds', to_jsonb(lead_ids || waiting_ids),
    'remains', jsonb_build_object(
      'customers', to_jsonb(customers),
      'team', (
        select coalesce(jsonb_agg(users.email), '[]') from auth.users
        join public.staff on staff.user_id = users.id
        where lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones)
      ),
      'published', (
        select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'published', '{}') as mention
      )
    )
  );
end;
$$;
-- What counts stays: when, which status, which service, and from where. What goes is what private.personal_data lists,
-- so a new field is erased without a change here. Their threads go, and with them queued mail.
create function private.erase_leads(ids uuid[]) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  emptied constant text := (
    select string_agg(format('%I = default', column_name), ', ')
    from private.personal_data
    where table_name = 'public.leads' and reach in ('row', 'words') and column_name not in ('name', 'email')
  );
  erased integer;
begin
  perform from public.leads where leads.id = any (ids) order by leads.id for update;
  execute format(
    'update public.leads
     set name = ''Erased'', email = ''erased@erased.invalid'', %s, reply_count = 0, last_reply_at = null,
       stripe_synced_at = null, assignee_id = null, submission_key = null, consent_at = null, erased_at = now()
     where leads.id = any ($1) and leads.erased_at is null', emptied
  ) using ids;
  get diagnostics erased = row_count;
  delete from public.lead_messages where lead_messages.lead_id = any (ids);
  delete from public.leads_needing_reply where leads_needing_reply.lead_id = any (ids);
  delete from private.pending_lead_notices where pending_lead_notices.lead_id = any (ids);
  update public.leads set reply_count = 0 where leads.id = any (ids) and leads.reply_count <> 0;
  return erased;
end;
$$;
-- In all columns of reach `words`, of rows that were there at that time. Each table is searched once, through its index
-- where there is one; the columns only of those that name the person. Returns how many texts were changed.
create function private.erase_mentions(wanted private.contacts, until timestamptz) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  listed record;
  column_name text;
  scope text;
  is_named boolean;
  changed integer;
  total integer := 0;
  pattern constant text := private.contact_pattern(wanted);
  keys constant text[] := private.contact_keys(variadic wanted.emails || wanted.phones);
begin
  for listed in
    select
      data.table_name,
      array_agg(data.column_name) as names,
      string_agg(format('t.%I::text', data.column_name), ', ') as columns,
      private.contact_lookup(data.table_name) as lookup,
      (
        select a.attname from pg_catalog.pg_attribute as a
        where a.attrelid = to_regclass(data.table_name) and not a.attisdropped
          and a.attname in ('created_at', 'inserted_at', 'saved_at', 'deleted_at', 'failed_at')
        order by a.attname limit 1
      ) as made_at
    from private.personal_data as data
    where data.reach = 'words' and has_table_privilege(to_regclass(data.table_name), 'update')
    group by data.table_name
    order by data.table_name
  loop
    scope := case when listed.made_at is null then '' else format(' and t.%I <= $2', listed.made_at) end;
    execute format(
      'select exists (select from %s as t where %sconcat_ws(e''\n'', %s) ~* $1%s)',
      listed.table_name, listed.lookup, listed.columns, scope
    ) into is_named using pattern, until, keys;
    if is_named then
      foreach column_name in array listed.names loop
        execute format(
          'update %1$s as t set %2$I = private.replace_contacts(t.%2$I, $1) where %4$st.%2$I::text ~* $1%3$s',
          listed.table_name, column_name, scope, listed.lookup
        ) using pattern, until, keys;
        get diagnostics changed = row_count;
        total := total + changed;
      end loop;
    end if;
  end loop;
  return total;
end;
$$;
create function private.replace_contacts(value text, pattern text) returns text
  language sql immutable set search_path = ''
  return regexp_replace(value, pattern, '[erased]', 'gi');
create function private.replace_contacts(value text[], pattern text) returns text[]
  language sql immutable set search_path = ''
  return array(select private.replace_contacts(part, pattern) from unnest(value) with ordinality as t (part, n) order by n);
-- In every text of it, and in keys; a number that is one of the contacts becomes a text.
create function private.replace_contacts(value jsonb, pattern text) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return (
        select coalesce(
          jsonb_object_agg(private.replace_contacts(key, pattern), private.replace_contacts(part, pattern)), '{}'
        )
        from jsonb_each(value) as t (key, part)
      );
    when 'array' then
      return (
        select coalesce(jsonb_agg(private.replace_contacts(part, pattern) order by n), '[]')
        from jsonb_array_elements(value) with ordinality as t (part, n)
      );
    when 'string' then
      return to_jsonb(private.replace_contacts(value #>> '{}', pattern));
    else
      return case when value #>> '{}' ~* pattern then '"[erased]"' else value end;
  end case;
end;
$$;
-- Reports count in published figures, requests are the proof that they were handled: both stay, without words. The
-- acknowledgement of a report that still waits is dropped, and mail that waits or was dismissed goes with its sender.
-- Returns the number of reports.
create function private.erase_registers(wanted private.contacts, until timestamptz) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  report_ids constant uuid[] := array(
    select report.id from public.accessibility_feedback as report
    where private.is_contact(report.reply_to, wanted) and report.created_at <= until
  );
begin
  update public.accessibility_feedback as report
  set message = '[erased]', page = null, name = null, reply_to = null,
    response = case when report.response is not null then '[erased]' end
  where report.id = any (report_ids);
  delete from private.outbox where outbox.report_id = any (report_ids);
  -- In the thread of another lead it is a message of that lead, whose words are replaced as everywhere.
  delete from public.received_mails as mail
  where lower(mail.from_address) = any (wanted.emails) and mail.received_at <= until and mail.message_id is null;
  update public.privacy_requests as request
  set contact = '[erased]', note = null, response = case when request.response is not null then '[erased]' end
  where private.is_contact(request.contact, wanted) and request.created_at <= until;
  return cardinality(report_ids);
end;
$$;
-- Nobody is behind a tombstone: no message, no customer.
create function private.refuse_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'lead_messages' then
    if not exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
      return new;
    end if;
  elsif new.stripe_customer_id is null then
    return new;
  end if;
  raise exception 'This person’s data was erased.' using errcode = 'P0001', hint = 'Refresh the list.';
end;
$$;

-- supabase/schemas/70-privacy/erasures.sql
create table private.erasures (
  id uuid primary key default gen_random_uuid(),
  erased_at timestamptz not null default now(),
  key text not null,
  address_hashes text[] not null,
  phone_hashes text[] not null,
  lead_ids uuid[] not null,
  is_stored boolean not null default false
);
comment on column private.erasures.key is 'which contact key the hashes are made with';
comment on column private.erasures.is_stored is 'the server keeps it outside of the database';
create index erasures_unstored on private.erasures (id) where not is_stored;
create trigger audit_erasure after insert on private.erasures
  for each row execute function private.audit_erasure();
-- The hash of an address or a number in an erasure. It is not that of the list of those who are not to be contacted.
create function private.erasure_hash(contact text) returns text
  language sql stable set search_path = ''
as $$ select private.contact_hash('erased', contact) $$;
-- Every address and number that a column of reach `words` holds, and those of accounts.
create function private.known_contacts() returns table (email text, phone text)
  language plpgsql stable security definer set search_path = '' rows 200
as $$
declare
  listed record;
begin
  for listed in
    select data.table_name, string_agg(format('t.%I::text', data.column_name), ', ') as columns
    from private.personal_data as data
    where (data.reach = 'words' or (data.table_name = 'auth.users' and data.column_name in ('email', 'phone')))
      and has_table_privilege(to_regclass(data.table_name), 'select')
    group by data.table_name
  loop
    return query execute format(
      $sql$
        select lower(rtrim(found[1], '.')), private.phone_digits(found[2])
        from %s as t,
          regexp_matches(
            concat_ws(e'\n', %s),
            '([^\s<>"'',;:()\[\]\\]+@[^\s<>"'',;:()\[\]\\]+)|(\+?\(?\d[\d ().-]{5,}\d)', 'g'
          ) as found
      $sql$,
      listed.table_name, listed.columns
    );
  end loop;
end;
$$;
-- Those that are not kept outside yet, the oldest first.
create function public.unstored_erasures() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(erasure) - 'is_stored' order by erasure.erased_at), '[]')
  from (select * from private.erasures where not erasures.is_stored order by erasures.erased_at limit 1000) as erasure;
$$;
grant execute on function public.unstored_erasures() to service_role;
create function public.mark_erasures_stored(stored uuid[]) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.erasures set is_stored = true where erasures.id = any (stored) and not erasures.is_stored;
$$;
grant execute on function public.mark_erasures_stored(uuid[]) to service_role;
-- Applies those of `given` that this database does not know: it was restored from a time before them. Returns how many,
-- and of how many only the leads were found, because their hashes were made with another key. What came in after an
-- erasure stays.
create function public.reapply_erasures(given jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  own_key constant text := private.erasure_hash('');
  missing private.erasures[] := array(
    select erasure
    from jsonb_populate_recordset(null::private.erasures, given) as erasure
    where not exists (select from private.erasures as known where known.id = erasure.id)
    order by erasure.erased_at
  );
  emails jsonb;
  phones jsonb;
  erasure private.erasures;
  wanted private.contacts;
begin
  if cardinality(missing) = 0 then
    return '{"applied": 0, "partly": 0}';
  end if;
  -- One walk over all texts, however many there are to apply.
  select
    coalesce(jsonb_object_agg(private.erasure_hash(known.email), known.email) filter (where known.email is not null), '{}'),
    coalesce(jsonb_object_agg(private.erasure_hash(known.phone), known.phone) filter (where known.phone is not null), '{}')
  into emails, phones
  from (select distinct found.email, found.phone from private.known_contacts() as found) as known;
  foreach erasure in array missing loop
    wanted := row(
      array(select emails ->> hash from unnest(erasure.address_hashes) as hash where emails ? hash),
      array(select phones ->> hash from unnest(erasure.phone_hashes) as hash where phones ? hash)
    );
    if wanted.emails = '{}' and wanted.phones = '{}' then
      perform private.erase_leads(erasure.lead_ids);
      delete from public.quarantined_leads where quarantined_leads.id = any (erasure.lead_ids);
    else
      perform private.erase_contacts(wanted, erasure.lead_ids, erasure.erased_at);
    end if;
    insert into private.erasures (id, erased_at, key, address_hashes, phone_hashes, lead_ids, is_stored)
    values (
      erasure.id, erasure.erased_at, erasure.key, erasure.address_hashes, erasure.phone_hashes, erasure.lead_ids, true
    );
  end loop;
  return jsonb_build_object(
    'applied', cardinality(missing),
    'partly', (select count(*) from unnest(missing) as applied where applied.key <> own_key)
  );
end;
$$;
grant execute on function public.reapply_erasures(jsonb) to service_role;
create function public.erased_contacts(contacts text[]) returns table (contact text, erased_at timestamptz)
  language sql stable security definer set search_path = '' rows 10
as $$
  select given.contact, max(erasure.erased_at)
  from unnest(contacts[1:10000]) as given (contact)
  join private.erasures as erasure
    on private.erasure_hash(lower(rtrim(btrim(given.contact), '.'))) = any (erasure.address_hashes)
    or private.erasure_hash(private.phone_digits(given.contact)) = any (erasure.phone_hashes)
  group by given.contact;
$$;
grant execute on function public.erased_contacts(text[]) to service_role;

-- supabase/schemas/70-privacy/find-person.sql
-- What owners read, hand out and correct of a person, by email addresses and phone numbers. Looking a person up is in the
-- audit log, which does not name the person.
create function public.find_person(contacts text[]) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.audit('exports', 'read', 'person');
  return private.data_of_person(contacts);
end;
$$;
grant execute on function public.find_person(text[]) to authenticated, service_role;
-- Everything that is known of a person, by email addresses and phone numbers: only find_person() leads here from outside.
-- `leads` are at most 500, with at most 500 messages and notes each; `counts` has the totals. The mail that they sent,
-- or that came in the thread of their leads, is a group of its own: at most 500, the newest first, without text that is
-- a message of the thread already.
create function private.data_of_person(contacts text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted private.contacts;
  lead_ids uuid[];
  waiting_ids uuid[];
  report_ids uuid[];
  request_ids uuid[];
  mail_ids uuid[];
  own uuid[];
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  lead_ids := private.lead_ids_of(wanted);
  waiting_ids := private.quarantined_ids_of(wanted);
  report_ids := array(
    select report.id from public.accessibility_feedback as report where private.is_contact(report.reply_to, wanted)
  );
  request_ids := array(
    select request.id from public.privacy_requests as request where private.is_contact(request.contact, wanted)
  );
  mail_ids := array(
    select mail.id from public.received_mails as mail where lower(mail.from_address) = any (wanted.emails)
    union
    select mail.id from public.received_mails as mail where mail.lead_id = any (lead_ids)
  );
  own := lead_ids || waiting_ids || report_ids || request_ids || mail_ids;
  return jsonb_build_object(
    'emails', to_jsonb(wanted.emails),
    'phones', to_jsonb(wanted.phones),
    'counts', jsonb_build_object(
      'leads', cardinality(lead_ids),
      'messages', (select count(*) from public.lead_messages where lead_id = any (lead_ids)),
      'quarantined', cardinality(waiting_ids),
      'reports', cardinality(report_ids),
      'requests', cardinality(request_ids),
      'mails', cardinality(mail_ids),
      'queued', (
        select count(*) from private.outbox
        join public.lead_messages as reply on reply.id = outbox.message_id
        where reply.lead_id = any (lead_ids)
      )
    ),
    'leads', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(lead)) || jsonb_build_object('messages', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', message.created_at, 'from', message.sender_type, 'message', message.message,
          'delivery_state', message.delivery_state
        ) order by message.created_at, message.id), '[]')
        from (
          select * from public.lead_messages where lead_id = lead.id order by created_at, id limit 500
        ) as message
      ), 'notes', (
        select coalesce(jsonb_agg(jsonb_build_object('created_at', note.created_at, 'note', note.note)
          order by note.created_at, note.id), '[]')
        from (
          select * from public.lead_notes where lead_id = lead.id order by created_at, id limit 500
        ) as note
      )) order by lead.created_at desc), '[]')
      from (
        select * from public.leads where leads.id = any (lead_ids) order by leads.created_at desc limit 500
      ) as lead
    ),
    'quarantined', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(lead)) order by lead.created_at desc), '[]')
      from (
        select * from public.quarantined_leads as waiting
        where waiting.id = any (waiting_ids) order by waiting.created_at desc limit 500
      ) as lead
    ),
    'reports', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(report)) order by report.created_at desc), '[]')
      from public.accessibility_feedback as report where report.id = any (report_ids)
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(request)) order by request.received_on desc), '[]')
      from public.privacy_requests as request where request.id = any (request_ids)
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', mail.id, 'received_at', mail.received_at, 'from_address', mail.from_address,
        'from_name', nullif(mail.from_name, ''),
        'subject', mail.subject, 'in_a_conversation', mail.message_id is not null,
        'text', case when mail.message_id is null then mail.body end,
        'files', (
          select jsonb_agg(files.name order by files.part)
          from public.received_files as files where files.mail_id = mail.id
        )
      )) order by mail.received_at desc, mail.id), '[]')
      from (
        select * from public.received_mails where received_mails.id = any (mail_ids)
        order by received_mails.received_at desc, received_mails.id limit 500
      ) as mail
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'email', users.email, 'name', profiles.full_name, 'role', staff.role, 'created_at', users.created_at,
        'last_sign_in_at', users.last_sign_in_at
      ))), '[]')
      from auth.users
      left join public.profiles on profiles.id = users.id
      left join public.staff on staff.user_id = users.id
      where lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones)
    ),
    'doNotContact', (
      select coalesce(jsonb_agg(jsonb_build_object('email', email, 'since', opt_out.since, 'byLink', opt_out.by_link)), '[]')
      from unnest(wanted.emails) as email
      join private.do_not_contact as opt_out on opt_out.address_hash = private.hash_mail_address(email)
    ),
    'alsoKnown', array(
      select distinct lower(known.email) from public.leads as known
      where known.id = any (lead_ids) and known.email is not null and lower(known.email) <> all (wanted.emails)
      union
      select distinct on (private.phone_digits(known.phone)) known.phone from public.leads as known
      where known.id = any (lead_ids) and known.phone is not null
        and private.phone_digits(known.phone) <> all (wanted.phones)
      limit 20
    ),
    'mentions', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'words', own) as mention
    ),
    'published', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'published', own) as mention
    )
  );
end;
$$;
-- Called before the file with a person's data is made.
create function public.record_person_export() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.audit('exports', 'exported', 'person');
end;
$$;
grant execute on function public.record_person_export() to authenticated, service_role;
-- The leads, waiting ones and reports that belong to these contacts.
create function private.lead_ids_of(wanted private.contacts) returns uuid[]
  language sql stable set search_path = ''
as $$
  select array(
    select leads.id from public.leads where lower(leads.email) = any (wanted.emails)
    union
    select leads.id from public.leads
    where leads.phone is not null and private.phone_digits(leads.phone) = any (wanted.phones)
  );
$$;
create function private.quarantined_ids_of(wanted private.contacts) returns uuid[]
  language sql stable set search_path = ''
as $$
  select array(
    select lead.id from public.quarantined_leads as lead where lower(lead.email) = any (wanted.emails)
    union
    select lead.id from public.quarantined_leads as lead
    where lead.phone is not null and private.phone_digits(lead.phone) = any (wanted.phones)
  );
$$;
-- Rows outside of `own` whose columns of this reach name one of the contacts: how many, and the first 20 of them; rows
-- that belong to no lead as well. Candidates come from the indexes of contact_keys().
create function private.find_mentions(wanted private.contacts, reach text, own uuid[])
  returns table (table_name text, total bigint, ids text[])
  language plpgsql stable set search_path = '' rows 20
as $$
#variable_conflict use_column
declare
  listed record;
  pattern constant text := private.contact_pattern(wanted);
  keys constant text[] := private.contact_keys(variadic wanted.emails || wanted.phones);
begin
  for listed in
    select
      data.table_name,
      string_agg(format('t.%I::text', data.column_name), ', ') as columns,
      (
        select a.attname from pg_catalog.pg_attribute as a
        where a.attrelid = to_regclass(data.table_name) and a.attname in ('id', 'record_id') and not a.attisdropped
        order by a.attname limit 1
      ) as key,
      exists (
        select from pg_catalog.pg_attribute as a
        where a.attrelid = to_regclass(data.table_name) and a.attname = 'lead_id' and not a.attisdropped
      ) as of_lead
    from private.personal_data as data
    where data.reach = find_mentions.reach and has_table_privilege(to_regclass(data.table_name), 'select')
    group by data.table_name
    order by data.table_name
  loop
    table_name := listed.table_name;
    execute format(
      'select count(*), (array_agg(%s))[1:20] from %s as t where %sconcat_ws(e''\n'', %s) ~* $1%s%s',
      case when listed.key is null then 'null::text' else format('t.%I::text', listed.key) end,
      listed.table_name,
      private.contact_lookup(listed.table_name),
      listed.columns,
      case when listed.key is null then '' else format(' and t.%I::text <> all ($2)', listed.key) end,
      case when listed.of_lead then ' and coalesce(t.lead_id::text, '''') <> all ($2)' else '' end
    ) into total, ids using pattern, own::text[], keys;
    if total > 0 then
      return next;
    end if;
  end loop;
end;
$$;
-- Name, email, phone and company, where they are given, on all leads of the person. Who asked not to be contacted stays
-- refused under a new address. Returns the number of leads.
create function public.correct_person(
  contacts text[], name text default null, email text default null, phone text default null, company text default null
) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted private.contacts;
  lead_ids uuid[];
  waiting_ids uuid[];
  new_email constant text := private.clean_text(correct_person.email);
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  if num_nonnulls(
    private.clean_text(correct_person.name), new_email, private.clean_text(correct_person.phone),
    private.clean_text(correct_person.company)
  ) = 0 then
    raise exception 'Nothing to correct was given.'
      using errcode = '22023', hint = 'Fill in what is wrong: name, email, phone or company.';
  end if;
  lead_ids := private.lead_ids_of(wanted);
  waiting_ids := private.quarantined_ids_of(wanted);
  update public.leads
  set name = coalesce(private.clean_text(correct_person.name), leads.name), email = coalesce(new_email, leads.email),
    phone = coalesce(private.clean_text(correct_person.phone), leads.phone),
    company = coalesce(private.clean_text(correct_person.company), leads.company)
  where leads.id = any (lead_ids) and leads.erased_at is null;
  update public.quarantined_leads as waiting
  set name = coalesce(private.clean_text(correct_person.name), waiting.name),
    email = coalesce(new_email, waiting.email),
    phone = coalesce(private.clean_text(correct_person.phone), waiting.phone),
    company = coalesce(private.clean_text(correct_person.company), waiting.company)
  where waiting.id = any (waiting_ids);
  if new_email is not null then
    insert into private.do_not_contact (address_hash, by_link, set_by)
    select private.hash_mail_address(new_email), opt_out.by_link, opt_out.set_by
    from private.do_not_contact as opt_out
    where opt_out.address_hash = any (array(select private.hash_mail_address(old) from unnest(wanted.emails) as old))
    limit 1
    on conflict (address_hash) do nothing;
  end if;
  return cardinality(lead_ids) + cardinality(waiting_ids);
end;
$$;
grant execute on function public.correct_person(text[], text, text, text, text) to authenticated, service_role;

-- supabase/schemas/70-privacy/personal-data.sql
-- Where a person's data can be, and how they are found. Each column that can hold text is named here with how an erasure
-- reaches it; the data.sql of its concept has its line (supabase/tests/personal-data.test.ts names what is missing):
--   none       it cannot name a person: a kind, a state, a key, a hash that nobody can compute
--   row        it goes with its row, when that belongs to the person (private.erase_contacts)
--   words      the same, and in rows of others addresses and phone numbers of the person are replaced
--   published  content that staff wrote: named after an erasure, to be edited by hand
--   account    of an account: goes with the account; that of a colleague is named
--   expires    not readable here, and gone by itself
create table private.personal_data (
  table_name text not null,
  column_name text not null,
  reach text not null check (reach in ('none', 'row', 'words', 'published', 'account', 'expires')),
  primary key (table_name, column_name)
);

-- supabase/schemas/70-privacy/privacy-incidents.sql
-- A register for owners: incidents with people's data (Law 25).
create table public.privacy_incidents (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  noticed_on date not null default current_date,
  what text not null,
  whose text not null,
  is_serious boolean not null,
  risk text not null,
  told text,
  told_on date,
  constraint privacy_incidents_noticed_sane check (noticed_on between '2000-01-01' and '2200-01-01'),
  constraint privacy_incidents_what_length check (char_length(what) between 1 and 4000),
  constraint privacy_incidents_whose_length check (char_length(whose) between 1 and 2000),
  constraint privacy_incidents_risk_length check (char_length(risk) between 1 and 2000),
  constraint privacy_incidents_told_length check (char_length(told) <= 2000),
  constraint privacy_incidents_told_whole check ((told is null) = (told_on is null))
);
comment on column public.privacy_incidents.is_serious is 'a real risk of significant harm, so people and commissioners are told';
create index privacy_incidents_newest on public.privacy_incidents (noticed_on desc, id desc);
create index privacy_incidents_author on public.privacy_incidents (created_by) where created_by is not null;
alter table public.privacy_incidents enable row level security;
alter table public.privacy_incidents force row level security;
grant
  select,
  insert (is_serious, noticed_on, risk, told_on, told, what, whose),
  update (is_serious, noticed_on, risk, told_on, told, what, whose)
on public.privacy_incidents to authenticated;
-- The law wants incidents kept, so nobody deletes one.
create policy "owners read" on public.privacy_incidents for select to authenticated
  using ((select public.is_owner()));
-- Owners record what happened,
create policy "owners insert" on public.privacy_incidents for insert to authenticated
  with check ((select public.is_owner()));
-- and add who was told, and when.
create policy "owners update" on public.privacy_incidents for update to authenticated
  using ((select public.is_owner()));
create function private.clean_privacy_incident() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.what), octet_length(new.whose), octet_length(new.risk), octet_length(new.told)) > 20000 then
    perform private.reject_oversized('privacy_incidents', 'privacy_incidents_what_length');
  end if;
  new.what := private.clean_text(new.what);
  new.whose := private.clean_text(new.whose);
  new.risk := private.clean_text(new.risk);
  new.told := private.clean_text(new.told);
  return new;
end;
$$;

-- supabase/schemas/70-privacy/privacy-requests.sql
-- A register for owners: requests of people about their data, with 30 days to answer.
create table public.privacy_requests (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  kind text not null,
  contact text not null,
  received_on date not null default current_date,
  due_on date not null generated always as (received_on + 30) stored,
  note text,
  done_on date,
  response text,
  constraint privacy_requests_kind_known check (kind in ('access', 'correct', 'erase', 'withdraw', 'complaint')),
  constraint privacy_requests_contact_length check (char_length(contact) between 1 and 255),
  constraint privacy_requests_received_sane check (received_on between '2000-01-01' and '2200-01-01'),
  constraint privacy_requests_note_length check (char_length(note) <= 2000),
  constraint privacy_requests_response_length check (char_length(response) <= 4000),
  constraint privacy_requests_answered check ((done_on is null) = (response is null) and done_on >= received_on)
);
comment on column public.privacy_requests.contact is 'email address or phone number of the person';
comment on column public.privacy_requests.response is 'what was answered or done';
create index privacy_requests_newest on public.privacy_requests (received_on desc, id desc);
create index privacy_requests_due on public.privacy_requests (due_on) where done_on is null;
create index privacy_requests_author on public.privacy_requests (created_by) where created_by is not null;
alter table public.privacy_requests enable row level security;
alter table public.privacy_requests force row level security;
grant
  delete,
  select,
  insert (contact, done_on, kind, note, received_on, response),
  update (contact, done_on, kind, note, received_on, response)
on public.privacy_requests to authenticated;
-- An owner answers for people's data; nobody else reads who asked. A request may be deleted, as one that was entered twice.
create policy "owners" on public.privacy_requests for all to authenticated
  using ((select public.is_owner())) with check ((select public.is_owner()));
create function private.clean_privacy_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.contact), octet_length(new.note), octet_length(new.response)) > 20000 then
    perform private.reject_oversized('privacy_requests', 'privacy_requests_response_length');
  end if;
  new.contact := private.clean_text(new.contact);
  new.note := private.clean_text(new.note);
  new.response := private.clean_text(new.response);
  return new;
end;
$$;

-- supabase/schemas/70-privacy/retention.sql
-- What the job erased, by day; numbers alone.
create table private.retention_log (
  day date primary key default current_date,
  leads integer not null default 0,
  clients integer not null default 0,
  quarantined integer not null default 0,
  registers integer not null default 0
);
-- Null: nothing is erased by itself.
create function public.retention_months() returns smallint
  language sql stable security definer set search_path = ''
as $$ select case when not settings.retention_waits then settings.retention_months end from public.settings $$;
grant execute on function public.retention_months() to anon, authenticated, service_role;
create function public.set_retention_months(months integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if months not between 1 and 120 then
    raise exception 'Give between 1 and 120 months, or none.' using errcode = '22023';
  end if;
  update public.settings set retention_months = months, retention_waits = false where settings.id;
end;
$$;
grant execute on function public.set_retention_months(integer) to authenticated, service_role;
-- The months that would apply and what they would erase; null once an owner has decided.
create function public.waiting_retention() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (
    select jsonb_build_object('months', settings.retention_months)
      || public.preview_retention(settings.retention_months::integer)
    from public.settings
    where settings.retention_waits
  );
end;
$$;
grant execute on function public.waiting_retention() to authenticated, service_role;
-- What the job would erase now, with that many months: counts up to 1,001, and the first 20.
create function public.preview_retention(months integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if months is null then
    return '{"leads": 0, "clients": 0, "quarantined": 0, "first": []}';
  end if;
  if months not between 1 and 120 then
    raise exception 'Give between 1 and 120 months, or none.' using errcode = '22023';
  end if;
  return (
    select jsonb_build_object(
      'leads', count(*) filter (where not expired.is_client),
      'clients', count(*) filter (where expired.is_client),
      'quarantined', (
        select count(*) from (
          select from public.quarantined_leads as waiting
          where waiting.created_at < now() - make_interval(months => months) limit 1001
        ) as old
      ),
      'first', coalesce(
        jsonb_agg(jsonb_build_object('id', expired.id, 'name', expired.name, 'last_contact', expired.last_contact)
          order by expired.n) filter (where expired.n <= 20), '[]'
      )
    )
    from (
      select *, row_number() over () as n from private.expired_leads(months, 1001)
    ) as expired
  );
end;
$$;
grant execute on function public.preview_retention(integer) to authenticated, service_role;
-- Leads without contact since the end of their time, the oldest first. The last contact is the newest message, or the
-- request itself.
create function private.expired_leads(months integer, most integer)
  returns table (id uuid, name text, last_contact timestamptz, is_client boolean)
  language sql stable set search_path = '' rows 100
as $$
  select lead.id, lead.name, greatest(lead.created_at, newest.at), lead.stripe_customer_id is not null
  from public.leads as lead
  left join lateral (
    select max(message.created_at) as at from public.lead_messages as message where message.lead_id = lead.id
  ) as newest on true
  where lead.erased_at is null
    and lead.created_at < now() - make_interval(months => months)
    and coalesce(newest.at, lead.created_at)
      < now() - case when lead.stripe_customer_id is null then make_interval(months => months) else interval '7 years' end
  order by lead.created_at
  limit most;
$$;
-- The server calls it each hour. Requests go two years after they were answered, incidents five years after they were
-- noticed, and the log with them.
create function public.apply_retention(most integer default 1000) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  months constant integer := public.retention_months();
  gone uuid[];
  clients integer;
  quarantined integer := 0;
  answered integer;
  incidents integer;
begin
  select coalesce(array_agg(expired.id), '{}'), count(*) filter (where expired.is_client)
  into gone, clients
  from private.expired_leads(months, most) as expired
  where months is not null;
  perform private.erase_leads(gone);
  if months is not null then
    delete from public.quarantined_leads
    where quarantined_leads.id in (
      select old.id from public.quarantined_leads as old
      where old.created_at < now() - make_interval(months => months)
      order by old.created_at
      limit most
    );
    get diagnostics quarantined = row_count;
  end if;
  delete from public.privacy_requests where privacy_requests.done_on < current_date - interval '2 years';
  get diagnostics answered = row_count;
  delete from public.privacy_incidents where privacy_incidents.noticed_on < current_date - interval '5 years';
  get diagnostics incidents = row_count;
  delete from private.retention_log where retention_log.day < current_date - interval '5 years';
  if cardinality(gone) + quarantined + answered + incidents > 0 then
    insert into private.retention_log as entry (leads, clients, quarantined, registers)
    values (cardinality(gone) - clients, clients, quarantined, answered + incidents)
    on conflict (day) do update
    set leads = entry.leads + excluded.leads, clients = entry.clients + excluded.clients,
      quarantined = entry.quarantined + excluded.quarantined, registers = entry.registers + excluded.registers;
  end if;
end;
$$;
grant execute on function public.apply_retention(integer) to service_role;
create function public.retention_log()
  returns table (day date, leads integer, clients integer, quarantined integer, registers integer)
  language plpgsql stable security definer set search_path = '' rows 20
as $$
begin
  perform private.require_owner();
  return query
    select entry.day, entry.leads, entry.clients, entry.quarantined, entry.registers
    from private.retention_log as entry order by entry.day desc limit 100;
end;
$$;
grant execute on function public.retention_log() to authenticated, service_role;
-- At most `most` rows of each kind at once; the server calls it each hour.
create function public.delete_expired_rows(most integer default 10000) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Possible spam that no colleague has restored in the 24 months that the privacy page names.
  delete from public.quarantined_leads
  where quarantined_leads.id in (
    select old.id from public.quarantined_leads as old
    where old.created_at < now() - interval '24 months'
    order by old.created_at
    limit most
  );
  -- A start without an owner makes one.
  delete from public.owner_links where owner_links.expires_at < now() - interval '1 day';
  delete from private.recovery_guesses where recovery_guesses.since < now() - interval '15 minutes';
  -- Somebody wrote down an address that was never confirmed; an invitation waits for its guest.
  delete from auth.users
  where users.id in (
    select account.id from auth.users as account
    where account.created_at < now() - interval '30 days'
      and account.email_confirmed_at is null and account.phone_confirmed_at is null
      and account.last_sign_in_at is null and account.invited_at is null
      and not exists (select from public.staff where staff.user_id = account.id)
    order by account.created_at
    limit most
  );
end;
$$;
grant execute on function public.delete_expired_rows(integer) to service_role;

-- supabase/schemas/80-feedback/accessibility-feedback.sql
-- What visitors report about barriers, on /accessibility (Accessible Canada Act): anonymous where they wish, answered by
-- staff, with the time of each answer. Published are numbers alone.
create table public.accessibility_feedback (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  message text not null,
  page text,
  name text,
  reply_to text,
  response text,
  responded_at timestamptz,
  responded_by uuid references auth.users (id) on delete set null,
  acknowledged_at timestamptz,
  constraint accessibility_feedback_message_length check (char_length(message) <= 4000),
  constraint accessibility_feedback_page_length check (char_length(page) <= 300),
  constraint accessibility_feedback_name_length check (char_length(name) <= 100),
  constraint accessibility_feedback_reply_to_length check (char_length(reply_to) <= 255),
  constraint accessibility_feedback_response_length check (char_length(response) <= 4000),
  constraint accessibility_feedback_responded check ((response is null) = (responded_at is null))
);
comment on column public.accessibility_feedback.page is 'where the barrier is, in the visitor''s words';
comment on column public.accessibility_feedback.reply_to is 'email address or phone number, as written; null: anonymous';
comment on column public.accessibility_feedback.response is 'what staff answered or changed';
comment on column public.accessibility_feedback.responded_at is 'of the first answer; set by the database';
comment on column public.accessibility_feedback.acknowledged_at is 'when the mail that thanks for it left; null: no address, or not yet';
create index accessibility_feedback_newest on public.accessibility_feedback (created_at desc, id desc);
create index accessibility_feedback_open on public.accessibility_feedback (created_at, id) where responded_at is null;
alter table public.accessibility_feedback enable row level security;
alter table public.accessibility_feedback force row level security;
grant insert (message, name, page, reply_to) on public.accessibility_feedback to anon;
grant
  delete,
  select,
  insert (message, name, page, reply_to),
  update (response)
on public.accessibility_feedback to authenticated;
-- Everyone may report a barrier.
create policy "everybody inserts" on public.accessibility_feedback for insert to anon, authenticated with check (true);
-- Agents and owners, as for leads: it may hold a name and an address.
create policy "agents read" on public.accessibility_feedback for select to authenticated
  using ((select public.can_handle_leads()));
-- Who reads a report may answer it.
create policy "agents answer" on public.accessibility_feedback for update to authenticated
  using ((select public.can_handle_leads()));
-- Spam, or what a visitor asks to delete; a colleague should not improve the figures.
create policy "owners delete" on public.accessibility_feedback for delete to authenticated
  using ((select public.is_owner()));
create trigger audit_answered after update of response on public.accessibility_feedback
  for each row when (old.response is distinct from new.response) execute function private.audit_feedback();
create trigger audit_deleted after delete on public.accessibility_feedback
  for each row execute function private.audit_feedback();
-- Cleaned, and once: the same words from the same person within a day are one message. Past 60 in ten minutes, or 1,000
-- in a day, of all visitors together, the form says to call or write instead.
create function private.receive_feedback() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.message), octet_length(new.page), octet_length(new.name), octet_length(new.reply_to))
    > 20000 then
    perform private.reject_oversized('accessibility_feedback', 'accessibility_feedback_message_length');
  end if;
  new.message := private.clean_text(new.message);
  new.page := private.clean_text(new.page);
  new.name := private.clean_text(new.name);
  new.reply_to := private.clean_text(new.reply_to);
  -- One at a time, or two at once would both be new.
  perform pg_advisory_xact_lock(hashtextextended('accessibility_feedback', 0));
  if exists (
    select from public.accessibility_feedback as earlier
    where earlier.created_at > now() - interval '1 day'
      and earlier.message = new.message
      and earlier.page is not distinct from new.page
      and earlier.name is not distinct from new.name
      and earlier.reply_to is not distinct from new.reply_to
  ) then
    return null;
  end if;
  if (
    select count(*) >= 60 or exists (
      select from public.accessibility_feedback as earlier
      where earlier.created_at > now() - interval '1 day'
      order by earlier.created_at desc
      offset 999 limit 1
    )
    from public.accessibility_feedback as recent
    where recent.created_at > now() - interval '10 minutes'
  ) then
    raise exception 'Too many messages in a short time.'
      using errcode = 'PT429', hint = 'Wait ten minutes, then try again.';
  end if;
  return new;
end;
$$;
-- The time of the first answer stands; who wrote the newest one is named.
create function private.receive_feedback_response() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.response := private.clean_text(new.response);
  if new.response is null then
    raise exception 'An answer needs words.' using errcode = 'P0001', hint = 'Write what you answered or changed.';
  end if;
  new.responded_at := coalesce(old.responded_at, now());
  new.responded_by := auth.uid();
  return new;
end;
$$;
-- What /accessibility publishes of the last 12 months. The median is of whole days from message to first answer; null
-- while none was answered.
create function public.accessibility_feedback_figures()
  returns table (received integer, answered integer, median_days integer)
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    count(*)::integer,
    count(feedback.responded_at)::integer,
    ceil(
      percentile_cont(0.5) within group (
        order by extract(epoch from feedback.responded_at - feedback.created_at) / 86400
      ) filter (where feedback.responded_at is not null)
    )::integer
  from public.accessibility_feedback as feedback
  where feedback.created_at > now() - interval '12 months';
$$;
grant execute on function public.accessibility_feedback_figures() to anon, authenticated, service_role;
-- Five years from the answer; a message without one stays. The server calls it each hour.
create function public.delete_expired_feedback() returns void
  language sql security definer set search_path = ''
as $$
  delete from public.accessibility_feedback where accessibility_feedback.responded_at < now() - interval '5 years';
$$;
grant execute on function public.delete_expired_feedback() to service_role;
-- Staff get one mail, and another one five minutes later where more came: many reports are no reason for many mails. Who
-- left an address gets one acknowledgement in a day: anybody could write down the address of somebody else. A mail that
-- cannot be queued costs no report.
create function private.queue_report_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_early constant boolean := exists (
    select from public.accessibility_feedback as earlier
    where earlier.id <> new.id and earlier.created_at > now() - interval '5 minutes'
  );
begin
  insert into private.outbox (colleague_id, report_id, next_try_at)
  select colleague, new.id, now() + case when is_early then interval '5 minutes' else interval '0' end
  from private.lead_notice_recipients() as colleague
  where not exists (
    select from private.outbox as waiting
    where waiting.colleague_id = colleague and waiting.report_id is not null and waiting.lease is null
  );
  if private.is_mail_address(new.reply_to) and not exists (
    select from public.accessibility_feedback as earlier
    where earlier.id <> new.id
      and earlier.created_at > now() - interval '1 day'
      and lower(earlier.reply_to) = lower(new.reply_to)
  ) then
    insert into private.outbox (report_id) values (new.id);
  end if;
  return null;
exception
  when others then
    raise warning 'no mail could be queued for a report of a barrier: %', sqlstate;
    return null;
end;
$$;

-- supabase/schemas/90-realtime/channels.sql
-- Agents and owners receive the channel of the inbox. No policy lets an account send, and config.toml allows private
-- channels alone: the publishable key is no right to send messages through this server.
create policy "agents receive the inbox" on realtime.messages for select to authenticated
  using ((select realtime.topic()) = 'inbox' and (select public.can_handle_leads()));
-- An account receives what concerns it while its session is active, and no other account does.
create policy "own account" on realtime.messages for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'account:' || (select auth.uid())
    and (select private.is_session_active())
  );
create function private.notify_ended_sessions() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'session-ended', 'account:' || ended.user_id, true)
  from (select distinct removed.user_id from removed) as ended;
  return null;
end;
$$;
-- Where a project allows no trigger there, the dashboard still checks whenever it comes to the front.
do $$
begin
  create trigger notify_ended_sessions after delete on auth.sessions
    referencing old table as removed
    for each statement execute function private.notify_ended_sessions();
exception
  when insufficient_privilege then
    raise notice 'no trigger on auth.sessions: an ended session is noticed a little later';
end;
$$;
create function private.notify_changed_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'access-changed', 'account:' || coalesce(new.user_id, old.user_id), true);
  return null;
end;
$$;
create function private.notify_changed_rules() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send('{}', 'access-changed', 'account:' || staff.user_id, true) from public.staff;
  return null;
end;
$$;

-- supabase/schemas/90-realtime/publication.sql
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;

-- supabase/schemas/00-foundations/checks.sql
-- A link that no browser can turn into a script or into another site: absolute http(s), mailto, tel, or a path of this
-- site. Never `//host`, a backslash (browsers read it as a slash), white space or a control character (browsers drop
-- some of them before they parse).
create function private.is_safe_url(url text) returns boolean
  language sql immutable parallel safe
  return char_length(url) <= 2048
    and url !~ '[\u0001-\u0020\u007f-\u00a0\u2028\u2029\\]'
    and url ~* '^(https?://[^/?#]|mailto:[^/?#]|tel:[+0-9(]|/([^/]|$))';
grant execute on function private.is_safe_url(text) to anon, authenticated, service_role;
create function private.is_slug(slug text) returns boolean
  language sql immutable parallel safe
  return char_length(slug) <= 100 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$';
grant execute on function private.is_slug(text) to anon, authenticated, service_role;
-- The browser's String.trim(), line ends as LF, null for an empty value.
create function private.clean_text(value text) returns text
  language sql immutable parallel safe
  return nullif(
    btrim(
      replace(replace(value, e'\r\n', e'\n'), e'\r', e'\n'),
      e' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
        '\u2028\u2029\u202f\u205f\u3000\ufeff'
    ),
    ''
  );
grant execute on function private.clean_text(text) to anon, authenticated, service_role;
-- Without characters that have no width: marks of direction, joiners, soft hyphens. Copied text brings them along.
create function private.visible_text(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(value, '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g');
grant execute on function private.visible_text(text) to anon, authenticated, service_role;
-- The HTML standard's rule for type=email, with a dot in the domain, whose letters may be of any script.
create function private.is_email(value text) returns boolean
  language sql immutable parallel safe
  return value ~ (
    '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+'
    '@([A-Za-z0-9\u00b7-\U0010ffff]([A-Za-z0-9\u00b7-\U0010ffff-]{0,61}[A-Za-z0-9\u00b7-\U0010ffff])?[.])+'
    '[A-Za-z0-9\u00b7-\U0010ffff]([A-Za-z0-9\u00b7-\U0010ffff-]{0,61}[A-Za-z0-9\u00b7-\U0010ffff])?$'
  ) and value !~ '[\s\u1680\u2000-\u206f\u3000\ufeff]';
-- One address and nothing else, to which mail can be sent: the form of a report takes a phone number too.
create function private.is_mail_address(value text) returns boolean
  language sql immutable set search_path = ''
as $$ select coalesce(private.is_email(value) and char_length(value) <= 254, false) $$;
-- "2026-12-24", and a day that exists.
create function private.is_day(value text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return value ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and to_char(value::date, 'YYYY-MM-DD') = value;
exception
  when datetime_field_overflow then
    return false;
end;
$$;
-- Checks of a table run after its triggers. Whatever reads through a text in a trigger measures its bytes first and
-- rejects it in the name of the check: a message of 10 MB cost up to 3 seconds otherwise.
create function private.reject_oversized(relation text, "constraint" text) returns void
  language plpgsql set search_path = ''
as $$
begin
  raise check_violation using
    message = format('new row for relation "%s" violates check constraint "%s"', relation, "constraint"),
    schema = 'public', table = relation, constraint = "constraint";
end;
$$;
-- What one record of content may weigh, so that no page of it can stop the server. A trigger and not a check: a check,
-- even one that is not validated, rejects every update of an older row, so that such a record could not be unpublished,
-- nor its category deleted. Only a value that changes is measured.
-- Arguments: the column, its name for users, the most characters (of each item of a list), the most items.
create function private.limit_size() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  value constant jsonb := to_jsonb(new) -> tg_argv[0];
  longest constant integer := tg_argv[2]::integer;
  is_list constant boolean := jsonb_typeof(value) = 'array';
begin
  if tg_op = 'UPDATE' and value is not distinct from to_jsonb(old) -> tg_argv[0] then
    return new;
  end if;
  if is_list and jsonb_array_length(value) > tg_argv[3]::integer then
    raise check_violation using message = format(
      '%s: at most %s, and this has %s', tg_argv[1], tg_argv[3], jsonb_array_length(value)
    );
  end if;
  if is_list and exists (
    select from jsonb_array_elements(value) as item where char_length(item #>> '{}') > longest
  ) then
    raise check_violation using message = format('%s: at most %s characters each', tg_argv[1], longest);
  end if;
  if not is_list and char_length(value #>> '{}') > longest then
    raise check_violation using message = format(
      '%s: at most %s characters, and this has %s', tg_argv[1], longest, char_length(value #>> '{}')
    );
  end if;
  return new;
end;
$$;

-- supabase/schemas/00-foundations/row-triggers.sql
create function private.set_updated_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
-- The site's page cache listens for changed tables. Per row, because a statement that changes no row is no change: every
-- account may send one, also where policies show it nothing. PostgreSQL sends equal notifications once a transaction.
create function private.notify_table_changed() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('table_changed', format('%s.%s', tg_table_schema, tg_table_name));
  return null;
end;
$$;

-- supabase/schemas/10-access/profiles.sql
-- Those who handle leads read colleagues' names, for "sent by".
create policy "colleagues" on public.profiles for select to authenticated
  using (id in (select private.colleague_ids()));
-- What an account reads and writes of itself waits for its second factor,
create policy "second factor shown" on public.profiles as restrictive for all to authenticated
  using ((select private.session_has_required_aal())) with check ((select private.session_has_required_aal()));
-- and ends with its session.
create policy "session active" on public.profiles as restrictive for all to authenticated
  using ((select private.is_session_active())) with check ((select private.is_session_active()));
create trigger complete_profile before insert or update on public.profiles
  for each row execute function private.complete_profile();

-- supabase/schemas/10-access/server-keys.sql
create trigger server_keys_updated_at before update on public.server_keys
  for each row execute function private.set_updated_at();

-- supabase/schemas/10-access/settings.sql
create trigger settings_updated_at before update on public.settings
  for each row execute function private.set_updated_at();
create trigger audit_changed after update on public.settings
  for each row execute function private.audit_settings();
create trigger notify_changed after update of retention_months on public.settings
  for each row when (old.retention_months is distinct from new.retention_months)
  execute function private.notify_table_changed();
create trigger notify_changed_rules after update on public.settings
  for each row when (old.require_second_factor <> new.require_second_factor)
  execute function private.notify_changed_rules();
create trigger notify_decided after update of retention_waits on public.settings
  for each row when (old.retention_waits is distinct from new.retention_waits)
  execute function private.notify_table_changed();
create trigger unassign_leads after update of sign_up_mode on public.settings
  for each row when (old.sign_up_mode = 'open' and new.sign_up_mode <> 'open')
  execute function private.unassign_leads_of_former();

-- supabase/schemas/10-access/staff.sql
create trigger protect_last_owner_on_delete before delete on public.staff
  for each row when (old.role = 'owner') execute function private.protect_last_owner();
create trigger protect_last_owner_on_update before update of role on public.staff
  for each row when (old.role = 'owner' and new.role <> 'owner') execute function private.protect_last_owner();
create trigger audit_role after insert or update or delete on public.staff
  for each row execute function private.audit_role();
create trigger log_role_change after insert or update of role or delete on public.staff
  for each row execute function private.log_role_change();
create trigger notify_changed_role after insert or update of role or delete on public.staff
  for each row execute function private.notify_changed_role();
create trigger unassign_leads after delete or update of role on public.staff
  for each row execute function private.unassign_leads_of_former();

-- supabase/schemas/15-audit/audit-log.sql
create trigger keep_whole_audit_log before truncate on public.audit_log
  for each statement execute function private.keep_audit_log();
create trigger keep_audit_log before update or delete on public.audit_log
  for each row execute function private.keep_audit_log();
-- Writes one entry. Without `account` it is of the caller.
create function private.audit(
  area text, action text, kind text, record_id text default null, record_name text default null,
  amount integer default null, details text[] default '{}', account uuid default auth.uid(),
  address text default private.request_address()
) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into public.audit_log (
    account_id, account_name, network, area, action, kind, record_id, record_name, amount, details
  )
  values (
    account, private.audit_account_name(account), private.audit_network(address), area, action, kind,
    left(record_id, 100), left(record_name, 200), amount, coalesce(details[1:60], '{}')
  );
$$;

-- supabase/schemas/20-agency/agency-settings.sql
-- Everyone reads the newest version: it is on every page.
create policy "everybody reads the newest" on public.agency_settings for select to anon, authenticated
  using (id = (select private.newest_agency_settings()));
create trigger check_version before insert on public.agency_settings
  for each row execute function private.check_agency_settings();
create trigger notify_changed after insert or update or delete on public.agency_settings
  for each row execute function private.notify_table_changed();
create trigger follow_agency_hours after insert on public.agency_settings
  for each statement execute function private.follow_agency_hours();
create trigger notify_truncated after truncate on public.agency_settings
  for each statement execute function private.notify_table_changed();
create trigger trim_versions after insert on public.agency_settings
  for each statement execute function private.trim_agency_settings();

-- supabase/schemas/30-content/apps.sql
-- Apps that the agency built. Their screenshots: app-media.sql.
create table public.apps (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  short_pitch text not null default '',
  description text not null default '',
  logo_url text,
  logo_alt text,
  category text,
  platforms text[] not null default '{}',
  feature_chips text[] not null default '{}',
  demo_url text,
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  locale text not null default 'en-CA',
  is_sample boolean not null default false,
  text_format text not null default 'plain',
  published_at timestamptz,
  constraint apps_slug_unique unique (slug),
  constraint apps_slug_format check (private.is_slug(slug)),
  constraint apps_name_length check (btrim(name) <> '' and char_length(name) <= 200),
  constraint apps_short_pitch_length check (char_length(short_pitch) <= 500),
  constraint apps_description_length check (char_length(description) <= 20000),
  constraint apps_logo_url_safe check (private.is_safe_url(logo_url)),
  constraint apps_demo_url_safe check (private.is_safe_url(demo_url)),
  constraint apps_platforms_whole check (array_position(platforms, null) is null),
  constraint apps_feature_chips_whole check (array_position(feature_chips, null) is null),
  constraint apps_text_format_known check (text_format in ('plain', 'markdown'))
);
comment on column public.apps.text_format is
  'of the description: plain, or markdown; raw markup is shown as text, never rendered';
comment on column public.apps.published_at is 'while it is in the future nobody but staff sees the row';
create index apps_published on public.apps (created_at desc, id desc) where is_published;
create index apps_newest on public.apps (created_at desc, id desc);
create index apps_scheduled on public.apps (published_at) where is_published and published_at is not null;
alter table public.apps enable row level security;
alter table public.apps force row level security;
grant select on public.apps to anon;
grant
  delete,
  select,
  insert (
    category, demo_url, description, feature_chips, id, is_published, locale, logo_alt, logo_url, name, platforms,
    published_at, short_pitch, slug, text_format
  ),
  update (
    category, demo_url, description, feature_chips, is_published, locale, logo_alt, logo_url, name, platforms,
    published_at, short_pitch, slug, text_format
  )
on public.apps to authenticated;
-- Everyone reads what is published.
create policy "everybody reads published" on public.apps for select to anon, authenticated
  using (is_published and (published_at is null or published_at <= now()));
-- Staff of every role read drafts too: the dashboard lists them.
create policy "staff read drafts" on public.apps for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.apps for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.apps for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content.
create policy "editors delete" on public.apps for delete to authenticated
  using ((select public.can_edit_content()));
create trigger apps_updated_at before update on public.apps
  for each row execute function private.set_updated_at();
create trigger keep_deleted before delete on public.apps
  for each row execute function private.keep_deleted('app_media', 'app_id');
create trigger keep_edited_sample before update on public.apps
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger limit_category before insert or update of category on public.apps
  for each row execute function private.limit_size('category', 'The category', '100');
create trigger limit_feature_chips before insert or update of feature_chips on public.apps
  for each row execute function private.limit_size('feature_chips', 'The features', '80', '40');
create trigger limit_locale before insert or update of locale on public.apps
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger limit_logo_alt before insert or update of logo_alt on public.apps
  for each row execute function private.limit_size('logo_alt', 'The description of the logo', '1000');
create trigger limit_platforms before insert or update of platforms on public.apps
  for each row execute function private.limit_size('platforms', 'The platforms', '80', '40');
create trigger drop_versions after delete on public.apps
  for each row execute function private.drop_versions();
create trigger keep_version after insert or update on public.apps
  for each row execute function private.keep_version();
create trigger notify_changed after insert or update or delete on public.apps
  for each row execute function private.notify_table_changed();
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete on public.apps
  for each row execute function private.record_former_slug();
create trigger audit_changed after update on public.apps referencing OLD table as removed NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger audit_created after insert on public.apps referencing NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger audit_deleted after delete on public.apps referencing OLD table as removed
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger notify_truncated after truncate on public.apps
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/30-content/case-studies.sql
-- Case studies: whose problem it was, what we did, and what came of it.
create table public.case_studies (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  excerpt text not null default '',
  client text not null default '',
  problem text not null default '',
  body text,
  results text[] not null default '{}',
  service_ids uuid[] not null default '{}',
  cover_url text,
  cover_alt text,
  is_published boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  locale text not null default 'en-CA',
  is_sample boolean not null default false,
  constraint case_studies_slug_unique unique (slug),
  constraint case_studies_slug_format check (private.is_slug(slug)),
  constraint case_studies_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  constraint case_studies_excerpt_length check (char_length(excerpt) <= 1000),
  constraint case_studies_client_length check (char_length(client) <= 200),
  constraint case_studies_problem_length check (char_length(problem) <= 10000),
  constraint case_studies_body_length check (char_length(body) <= 200000),
  constraint case_studies_results_whole check (array_position(results, null) is null),
  constraint case_studies_service_ids_whole check (
    array_position(service_ids, null) is null and cardinality(service_ids) <= 12
  ),
  constraint case_studies_cover_url_safe check (private.is_safe_url(cover_url))
);
comment on column public.case_studies.client is 'a name, or what describes a client who is not named';
comment on column public.case_studies.problem is 'plain paragraphs';
comment on column public.case_studies.body is 'what was done, in markdown; raw markup is shown as text, never rendered';
comment on column public.case_studies.results is 'one line each, its number first: "63% more calls"';
comment on column public.case_studies.service_ids is 'of services; one that is deleted or a draft is not shown';
comment on column public.case_studies.published_at is 'while it is in the future nobody but staff sees the row';
create index case_studies_published on public.case_studies (published_at desc nulls last, id desc) where is_published;
create index case_studies_newest on public.case_studies (published_at desc nulls last, id desc);
create index case_studies_services on public.case_studies using gin (service_ids) where is_published;
create index case_studies_scheduled on public.case_studies (published_at) where is_published and published_at is not null;
alter table public.case_studies enable row level security;
alter table public.case_studies force row level security;
grant select on public.case_studies to anon;
grant
  delete,
  select,
  insert (
    body, client, cover_alt, cover_url, excerpt, id, is_published, locale, problem, published_at, results,
    service_ids, slug, title
  ),
  update (
    body, client, cover_alt, cover_url, excerpt, is_published, locale, problem, published_at, results, service_ids,
    slug, title
  )
on public.case_studies to authenticated;
-- Everyone reads what is published, from its date on.
create policy "everybody reads published" on public.case_studies for select to anon, authenticated
  using (is_published and (published_at is null or published_at <= now()));
-- Staff of every role read drafts too: the dashboard lists them.
create policy "staff read drafts" on public.case_studies for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.case_studies for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.case_studies for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content.
create policy "editors delete" on public.case_studies for delete to authenticated
  using ((select public.can_edit_content()));
create trigger case_studies_updated_at before update on public.case_studies
  for each row execute function private.set_updated_at();
create trigger keep_deleted before delete on public.case_studies
  for each row execute function private.keep_deleted();
create trigger keep_edited_sample before update on public.case_studies
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger limit_body before insert or update of body on public.case_studies
  for each row execute function private.limit_size('body', 'The text', '100000');
create trigger limit_cover_alt before insert or update of cover_alt on public.case_studies
  for each row execute function private.limit_size('cover_alt', 'The description of the picture', '1000');
create trigger limit_locale before insert or update of locale on public.case_studies
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger limit_problem before insert or update of problem on public.case_studies
  for each row execute function private.limit_size('problem', 'The problem', '5000');
create trigger limit_results before insert or update of results on public.case_studies
  for each row execute function private.limit_size('results', 'The results', '80', '40');
create trigger drop_versions after delete on public.case_studies
  for each row execute function private.drop_versions();
create trigger keep_version after insert or update on public.case_studies
  for each row execute function private.keep_version();
create trigger notify_changed after insert or update or delete on public.case_studies
  for each row execute function private.notify_table_changed();
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete
  on public.case_studies
  for each row execute function private.record_former_slug();
create trigger audit_changed after update on public.case_studies
  referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.case_studies referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.case_studies referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');
create trigger notify_truncated after truncate on public.case_studies
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/30-content/categories.sql
create trigger categories_updated_at before update on public.categories
  for each row execute function private.set_updated_at();
create trigger keep_edited_sample before update on public.categories
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger notify_changed after insert or update or delete on public.categories
  for each row execute function private.notify_table_changed();
create trigger notify_truncated after truncate on public.categories
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/30-content/former-slugs.sql
-- Former addresses of published pages, so that links keep working. A renamed record leaves its old slug here; a deleted
-- one leaves a row without a record: the page is gone, not unknown. A row names the record, never its next slug, so no
-- redirect leads to another redirect.
create table public.former_slugs (
  kind text not null,
  slug text not null,
  record_id uuid,
  created_at timestamptz not null default now(),
  primary key (kind, slug),
  constraint former_slugs_slug_format check (private.is_slug(slug)),
  constraint former_slugs_kind_known foreign key (kind) references private.content_types (table_name)
);
comment on column public.former_slugs.kind is 'the table that record_id is an id of';
comment on column public.former_slugs.record_id is 'null once the record is deleted';
create index former_slugs_record on public.former_slugs (record_id);
alter table public.former_slugs enable row level security;
alter table public.former_slugs force row level security;
grant select on public.former_slugs to anon, authenticated;
-- Everyone reads the old slugs of records that they may read.
create policy "everybody reads of case studies they may read" on public.former_slugs for select to anon, authenticated
  using (
    kind = 'case_studies' and exists (select from public.case_studies where case_studies.id = former_slugs.record_id)
  );

-- supabase/schemas/30-content/posts.sql
-- Articles of the blog.
create table public.posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  excerpt text not null default '',
  cover_url text,
  cover_alt text,
  body text,
  is_published boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  locale text not null default 'en-CA',
  is_sample boolean not null default false,
  constraint posts_slug_unique unique (slug),
  constraint posts_slug_format check (private.is_slug(slug)),
  constraint posts_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  constraint posts_excerpt_length check (char_length(excerpt) <= 1000),
  constraint posts_body_length check (char_length(body) <= 200000),
  constraint posts_cover_url_safe check (private.is_safe_url(cover_url))
);
comment on column public.posts.body is 'markdown; raw markup is shown as text, never rendered';
comment on column public.posts.published_at is 'while it is in the future nobody but staff sees the row';
-- A published post without a date is last.
create index posts_published on public.posts (published_at desc nulls last, id desc) where is_published;
create index posts_newest on public.posts (published_at desc nulls last, id desc);
alter table public.posts enable row level security;
alter table public.posts force row level security;
grant select on public.posts to anon;
grant
  delete,
  select,
  insert (body, cover_alt, cover_url, excerpt, id, is_published, locale, published_at, slug, title),
  update (body, cover_alt, cover_url, excerpt, is_published, locale, published_at, slug, title)
on public.posts to authenticated;
-- Everyone reads what is published.
create policy "everybody reads published" on public.posts for select to anon, authenticated
  using (is_published and (published_at is null or published_at <= now()));
-- Staff of every role read drafts too: the dashboard lists them.
create policy "staff read drafts" on public.posts for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.posts for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.posts for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content.
create policy "editors delete" on public.posts for delete to authenticated
  using ((select public.can_edit_content()));
create trigger keep_deleted before delete on public.posts
  for each row execute function private.keep_deleted();
create trigger keep_edited_sample before update on public.posts
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger limit_body before insert or update of body on public.posts
  for each row execute function private.limit_size('body', 'The text', '100000');
create trigger limit_cover_alt before insert or update of cover_alt on public.posts
  for each row execute function private.limit_size('cover_alt', 'The description of the picture', '1000');
create trigger limit_locale before insert or update of locale on public.posts
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger posts_updated_at before update on public.posts
  for each row execute function private.set_updated_at();
create trigger drop_versions after delete on public.posts
  for each row execute function private.drop_versions();
create trigger keep_version after insert or update on public.posts
  for each row execute function private.keep_version();
create trigger notify_changed after insert or update or delete on public.posts
  for each row execute function private.notify_table_changed();
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete on public.posts
  for each row execute function private.record_former_slug();
create trigger audit_changed after update on public.posts referencing OLD table as removed NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger audit_created after insert on public.posts referencing NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger audit_deleted after delete on public.posts referencing OLD table as removed
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger notify_truncated after truncate on public.posts
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/30-content/previews.sql
create function public.preview_apps(token text) returns setof public.apps
  language sql stable security definer set search_path = '' rows 1
as $$ select * from public.apps where apps.id = private.read_preview_token('apps', token) $$;
grant execute on function public.preview_apps(text) to anon, authenticated, service_role;
create function public.preview_posts(token text) returns setof public.posts
  language sql stable security definer set search_path = '' rows 1
as $$ select * from public.posts where posts.id = private.read_preview_token('posts', token) $$;
grant execute on function public.preview_posts(text) to anon, authenticated, service_role;
create function public.preview_case_studies(token text) returns setof public.case_studies
  language sql stable security definer set search_path = '' rows 1
as $$
  select * from public.case_studies where case_studies.id = private.read_preview_token('case_studies', token)
$$;
grant execute on function public.preview_case_studies(text) to anon, authenticated, service_role;

-- supabase/schemas/30-content/redirects.sql
-- Addresses that lead elsewhere, made by editors. Asked for only where the site has no page of its own.
create table public.redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null,
  target text not null,
  status smallint not null default 301,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint redirects_from_path_unique unique (from_path),
  constraint redirects_from_path_format check (
    char_length(from_path) between 2 and 500
    and from_path ~ '^/[^/?#\\\s]' and from_path !~ '[?#\\\s\u0001-\u001f\u007f-\u00a0]' and from_path !~ '/$'
  ),
  -- A path of this site or an absolute http(s) address, as an editor typed it: nothing of a request ever chooses it.
  constraint redirects_target_safe check (private.is_safe_url(target) and target ~* '^(https?://|/)'),
  constraint redirects_status_known check (status in (301, 302))
);
comment on column public.redirects.from_path is 'in lower case, without a query; compared without regard to case';
comment on column public.redirects.target is 'a path of this site, or an http(s) address';
create index redirects_newest on public.redirects (created_at desc, id desc);
create index redirects_targets on public.redirects (lower(regexp_replace(target, '[?#].*$', '')));
alter table public.redirects enable row level security;
alter table public.redirects force row level security;
grant
  delete,
  select,
  insert (from_path, id, status, target),
  update (from_path, status, target)
on public.redirects to authenticated;
-- Staff of every role read them; visitors ask for one address at a time.
create policy "staff read" on public.redirects for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners make redirects.
create policy "editors insert" on public.redirects for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change redirects.
create policy "editors update" on public.redirects for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete redirects.
create policy "editors delete" on public.redirects for delete to authenticated
  using ((select public.can_edit_content()));
create trigger check_redirect before insert or update of from_path, target on public.redirects
  for each row execute function private.check_redirect();
create trigger redirects_updated_at before update on public.redirects
  for each row execute function private.set_updated_at();
create trigger drop_missed_path after insert or update of from_path on public.redirects
  for each row execute function private.drop_missed_path();
create trigger notify_changed after insert or update or delete on public.redirects
  for each row execute function private.notify_table_changed();
create trigger audit_changed after update on public.redirects referencing OLD table as removed NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger audit_created after insert on public.redirects referencing NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger audit_deleted after delete on public.redirects referencing OLD table as removed
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger notify_truncated after truncate on public.redirects
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/30-content/services.sql
-- What the agency sells.
create table public.services (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  short_pitch text not null default '',
  description text not null default '',
  hero_image_url text,
  hero_image_alt text,
  feature_chips text[] not null default '{}',
  pricing_json jsonb not null default '[]',
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  category_id uuid references public.categories (id) on delete set null,
  locale text not null default 'en-CA',
  is_sample boolean not null default false,
  text_format text not null default 'plain',
  published_at timestamptz,
  constraint services_slug_unique unique (slug),
  constraint services_slug_format check (private.is_slug(slug)),
  constraint services_name_length check (btrim(name) <> '' and char_length(name) <= 200),
  constraint services_short_pitch_length check (char_length(short_pitch) <= 500),
  constraint services_description_length check (char_length(description) <= 20000),
  constraint services_hero_image_url_safe check (private.is_safe_url(hero_image_url)),
  constraint services_feature_chips_whole check (array_position(feature_chips, null) is null),
  constraint services_pricing_json_array check (jsonb_typeof(pricing_json) = 'array'),
  constraint services_text_format_known check (text_format in ('plain', 'markdown'))
);
comment on column public.services.pricing_json is
  'list of {name, price, unit?, addon?}; price in Canadian dollars, 0 means paid by results; addon: true is never what a service starts at';
comment on column public.services.text_format is
  'of the description: plain, or markdown; raw markup is shown as text, never rendered';
-- A row that is published in the future is a draft until then: decided as it is read, so no job has to run.
comment on column public.services.published_at is 'while it is in the future nobody but staff sees the row';
create index services_published on public.services (created_at desc, id desc) where is_published;
create index services_newest on public.services (created_at desc, id desc);
create index services_category on public.services (category_id);
create index services_scheduled on public.services (published_at) where is_published and published_at is not null;
alter table public.services enable row level security;
alter table public.services force row level security;
grant select on public.services to anon;
grant
  delete,
  select,
  insert (
    category_id, description, feature_chips, hero_image_alt, hero_image_url, id, is_published, locale, name,
    pricing_json, published_at, short_pitch, slug, text_format
  ),
  update (
    category_id, description, feature_chips, hero_image_alt, hero_image_url, is_published, locale, name, pricing_json,
    published_at, short_pitch, slug, text_format
  )
on public.services to authenticated;
-- Everyone reads what is published.
create policy "everybody reads published" on public.services for select to anon, authenticated
  using (is_published and (published_at is null or published_at <= now()));
-- Staff of every role read drafts too: the dashboard lists them.
create policy "staff read drafts" on public.services for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.services for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.services for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content; leads keep the service's name.
create policy "editors delete" on public.services for delete to authenticated
  using ((select public.can_edit_content()));
create trigger keep_deleted before delete on public.services
  for each row execute function private.keep_deleted('media', 'service_id');
create trigger keep_edited_sample before update on public.services
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger limit_feature_chips before insert or update of feature_chips on public.services
  for each row execute function private.limit_size('feature_chips', 'The features', '80', '40');
create trigger limit_hero_image_alt before insert or update of hero_image_alt on public.services
  for each row execute function private.limit_size('hero_image_alt', 'The description of the picture', '1000');
create trigger limit_locale before insert or update of locale on public.services
  for each row execute function private.limit_size('locale', 'The language', '35');
create trigger limit_pricing_json before insert or update of pricing_json on public.services
  for each row execute function private.limit_size('pricing_json', 'The prices', '1000', '40');
create trigger services_updated_at before update on public.services
  for each row execute function private.set_updated_at();
create trigger drop_versions after delete on public.services
  for each row execute function private.drop_versions();
create trigger keep_version after insert or update on public.services
  for each row execute function private.keep_version();
create trigger notify_changed after insert or update or delete on public.services
  for each row execute function private.notify_table_changed();
create trigger record_former_slug after insert or update of slug, is_published, published_at or delete on public.services
  for each row execute function private.record_former_slug();
create trigger audit_changed after update on public.services referencing OLD table as removed NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger audit_created after insert on public.services referencing NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger audit_deleted after delete on public.services referencing OLD table as removed
  for each STATEMENT execute function private.audit_rows ('content', '20' );
create trigger notify_truncated after truncate on public.services
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/30-content/trash.sql
create trigger drop_versions after delete on public.deleted_content
  for each row execute function private.drop_versions();

-- supabase/schemas/32-media/media.sql
-- Pictures of services. Visitors see a service's hero picture through the service itself, so these rows are for staff.
create table public.media (
  id uuid primary key default gen_random_uuid(),
  service_id uuid references public.services (id) on delete cascade,
  kind text not null default 'image',
  url text not null,
  alt text not null default '',
  created_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint media_kind_length check (btrim(kind) <> '' and char_length(kind) <= 50),
  constraint media_url_safe check (private.is_safe_url(url)),
  constraint media_alt_length check (char_length(alt) <= 1000)
);
create index media_service on public.media (service_id);
create index media_newest on public.media (created_at desc, id desc);
alter table public.media enable row level security;
alter table public.media force row level security;
grant
  delete,
  select,
  insert (alt, id, kind, service_id, url),
  update (alt, kind, service_id, url)
on public.media to authenticated;
-- Staff of every role read media: the media screen lists them.
create policy "staff read" on public.media for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.media for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.media for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content.
create policy "editors delete" on public.media for delete to authenticated
  using ((select public.can_edit_content()));
create trigger keep_edited_sample before update on public.media
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger notify_changed after insert or update or delete on public.media
  for each row execute function private.notify_table_changed();
create trigger audit_changed after update on public.media referencing OLD table as removed NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '1' );
create trigger audit_created after insert on public.media referencing NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '1' );
create trigger audit_deleted after delete on public.media referencing OLD table as removed
  for each STATEMENT execute function private.audit_rows ('content', '1' );
create trigger notify_truncated after truncate on public.media
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/32-media/partners.sql
-- Companies that the agency works with, by name: the strip of the home page. Without a row there is no strip.
create table public.partners (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  is_sample boolean not null default false,
  logo_url text,
  logo_ground text not null default 'any',
  constraint partners_name_unique unique (name),
  constraint partners_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint partners_logo_url_length check (char_length(logo_url) <= 400),
  constraint partners_logo_url_safe check (private.is_safe_url(logo_url)),
  constraint partners_logo_ground_known check (logo_ground in ('any', 'light', 'dark'))
);
alter table public.partners enable row level security;
alter table public.partners force row level security;
grant select on public.partners to anon;
grant
  delete,
  select,
  insert (id, logo_ground, logo_url, name, sort_order),
  update (logo_ground, logo_url, name, sort_order)
on public.partners to authenticated;
-- Everyone reads partners: their names are on the home page.
create policy "everybody reads" on public.partners for select to anon, authenticated using (true);
-- Editors and owners add them.
create policy "editors insert" on public.partners for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners rename and reorder them.
create policy "editors update" on public.partners for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete them.
create policy "editors delete" on public.partners for delete to authenticated
  using ((select public.can_edit_content()));
create trigger keep_edited_sample before update on public.partners
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create trigger notify_changed after insert or update or delete on public.partners
  for each row execute function private.notify_table_changed();
create trigger audit_changed after update on public.partners referencing OLD table as removed NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '1' );
create trigger audit_created after insert on public.partners referencing NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '1' );
create trigger audit_deleted after delete on public.partners referencing OLD table as removed
  for each STATEMENT execute function private.audit_rows ('content', '1' );
create trigger notify_truncated after truncate on public.partners
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/32-media/storage.sql
-- Only the site's server makes pictures, working for an editor or owner.
create policy "server makes pictures" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'pictures'
    and (select public.can_edit_content())
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/([0-9]{3,4}|[0-9]{1,4}x[0-9]{1,4})[.]webp$'
    and private.is_made_by_server(name)
  );
-- Editors and owners remove pictures that no content names any more.
create policy "editors remove unused pictures" on storage.objects for delete to authenticated
  using (
    bucket_id = 'pictures' and (select public.can_edit_content()) and not private.is_picture_used(name)
  );

-- supabase/schemas/40-leads/leads.sql
-- Requests of visitors. What happens at an insert: 42-intake/receive-lead.sql.
create table public.leads (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text,
  company text,
  phone text,
  message text,
  service_id uuid references public.services (id) on delete set null,
  service_name text,
  status text not null default 'new',
  created_at timestamptz not null default now(),
  reply_count integer not null default 0,
  last_reply_at timestamptz,
  stripe_customer_id text,
  stripe_synced_at timestamptz,
  locale text not null default 'en-CA',
  assignee_id uuid references auth.users (id) on delete set null,
  is_sample boolean not null default false,
  origin text,
  submission_key uuid,
  content_hash text,
  source_path text,
  score smallint not null default 0,
  score_reasons text[] not null default '{}',
  address_hash text,
  network_hash text,
  landing_path text,
  referrer_host text,
  campaign_source text,
  campaign_medium text,
  campaign_name text,
  consent_text text,
  consent_version text,
  consent_at timestamptz,
  erased_at timestamptz,
  handled_at timestamptz default now(),
  channel text,
  asked_for_contact boolean,
  created_by uuid references auth.users (id) on delete set null,
  email_bounced_at timestamptz,
  -- Limits count code points, the browser counts UTF-16 units, which are never fewer: the database is never the tighter
  -- one. Two units may be one code point of four bytes, hence the second half of the minimum.
  constraint leads_name_length check (
    char_length(name) <= 100 and (char_length(name) >= 2 or octet_length(name) >= 4)
  ),
  -- The forms check an address in full; here it only has to look like one.
  constraint leads_email_format check (email ~ '^[^@\s]+@[^@\s]+$'),
  constraint leads_email_length check (char_length(email) <= 255),
  constraint leads_company_length check (char_length(company) <= 200),
  constraint leads_phone_length check (char_length(phone) <= 20),
  constraint leads_message_length check (char_length(message) <= 2000),
  -- Five values are offered; another one is shown humanised, so only its size is bounded.
  constraint leads_status_length check (char_length(status) <= 50),
  constraint leads_reply_count_natural check (reply_count >= 0),
  constraint leads_stripe_customer_id_length check (char_length(stripe_customer_id) <= 255),
  constraint leads_source_path_length check (char_length(source_path) <= 200),
  constraint leads_landing_path_plain check (landing_path ~ '^/[!-~]{0,199}$'),
  constraint leads_referrer_host_plain check (referrer_host ~ '^[a-z0-9._-]{1,253}$'),
  constraint leads_campaign_source_plain
    check (char_length(campaign_source) <= 100 and campaign_source !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_campaign_medium_plain
    check (char_length(campaign_medium) <= 100 and campaign_medium !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_campaign_name_plain
    check (char_length(campaign_name) <= 100 and campaign_name !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_consent_text_length check (char_length(consent_text) <= 500),
  constraint leads_consent_version_length check (char_length(consent_version) <= 40),
  constraint leads_consent_whole check (num_nulls(consent_text, consent_version, consent_at) in (0, 3)),
  constraint leads_origin_known check (origin in ('site', 'api', 'staff')),
  constraint leads_channel_known check (channel in ('phone', 'in_person', 'other')),
  constraint leads_by_hand_whole check (
    case when origin = 'staff' then num_nulls(channel, asked_for_contact) = 0
    else num_nulls(channel, asked_for_contact, created_by) = 3 end
  ),
  -- Who calls may have no address to give. A visitor's is required, as ever.
  constraint leads_reachable check (email is not null or (origin = 'staff' and phone is not null))
);
comment on column public.leads.submission_key is 'made in the browser, one a submission: same key and same content is one lead';
comment on column public.leads.address_hash is 'keyed hash of the visitor''s network address';
comment on column public.leads.network_hash is 'of a lead of the API: keyed hash of the IPv6 network of 48 bits';
comment on column public.leads.content_hash is 'sha-256 of the fields and the service, lower case hex';
comment on column public.leads.landing_path is 'path of the first page of the visit; of a form without scripts its own';
comment on column public.leads.referrer_host is 'host of the site that the visit came from; null: none, ours, or not known';
comment on column public.leads.campaign_source is 'utm_source of the first page';
comment on column public.leads.campaign_medium is 'utm_medium of the first page';
comment on column public.leads.campaign_name is 'utm_campaign of the first page';
comment on column public.leads.consent_text is 'what the person agreed to, word for word; null: nothing';
comment on column public.leads.consent_version is 'language and number of that text, as "en-CA.1"';
comment on column public.leads.consent_at is 'when the form with the ticked box arrived; source_path says from which page';
-- A person is erased: their leads become tombstones, so that counts stay true (70-privacy/erase-person.sql).
comment on column public.leads.erased_at is 'since then nothing in it names a person; it only counts';
-- When a colleague last decided that no reply is due: by a status that is not open, or with mark_answered. Messages up to
-- then do not wait (docs/decisions/0062-nobody-waits-unnoticed.md).
comment on column public.leads.handled_at is 'what they wrote up to then needs no reply, while the status is not open';
-- A lead that a colleague adds: a person called, came by, or was met at an event (docs/decisions/0068-one-person.md).
comment on column public.leads.origin is
  'site: a form of ours said so, signed; api: anybody; staff: a colleague added it; null: the server itself';
comment on column public.leads.email is 'null: a colleague added a lead that can be reached by phone alone';
comment on column public.leads.channel is 'how a lead that a colleague added came in';
comment on column public.leads.asked_for_contact is
  'of a lead that a colleague added: they asked us to contact them. It implies a consent for six months, as a form does';
comment on column public.leads.created_by is 'the colleague who added it; null also when the account is gone';
-- An address whose mail came back is marked on every lead that has it, until a mail from it arrives, it is corrected, or a
-- colleague decides that it works. Leads of one address always agree.
comment on column public.leads.email_bounced_at is 'when a mail to its address came back; null: none did since one arrived from it';
create index leads_newest_by_status on public.leads (status, created_at desc, id desc);
create index leads_service on public.leads (service_id);
create index leads_content on public.leads (content_hash, created_at) where content_hash is not null;
create index leads_address on public.leads (address_hash, created_at) where address_hash is not null;
create index leads_network on public.leads (network_hash, created_at) where network_hash is not null;
create index leads_from_api on public.leads (created_at) where origin = 'api';
create index leads_search on public.leads
  using gin (private.lead_search_text(name, email, company) extensions.gin_trgm_ops);
create index leads_search_short on public.leads
  using gin (private.lead_search_hex(name, email, company) extensions.gin_trgm_ops);
create index leads_newest on public.leads (created_at desc, id desc)
  include (service_id, service_name, status, origin, referrer_host, campaign_source);
create index leads_kept on public.leads (created_at) where erased_at is null;
create index leads_assignee on public.leads (assignee_id, created_at desc, id desc);
create index leads_email on public.leads (lower(email), created_at desc, id desc);
create index leads_created_by on public.leads (created_by) where created_by is not null;
-- New leads are nobody's and qualified ones somebody's: neither index alone finds the exception.
create index leads_assignee_by_status on public.leads (assignee_id, status, created_at desc, id desc);
-- A lookup in a hash index is one page; in a tree of 100,000 keys it is three, and one of 1,000 keys was read whole
-- (docs/decisions/0069-cost-at-100000-leads.md).
create index leads_by_id on public.leads using hash (id);
create index leads_contacts on public.leads
  using gin (private.contact_keys(name, email, company, phone, message)) with (fastupdate = off);
-- Few: so each new lead and message asks here at no cost.
create index leads_bounced on public.leads (lower(email)) where email_bounced_at is not null;
alter table public.leads enable row level security;
alter table public.leads force row level security;
grant insert (company, email, message, name, phone, service_id) on public.leads to anon;
grant
  select,
  update (assignee_id, last_reply_at, reply_count, status, stripe_customer_id, stripe_synced_at),
  insert (company, email, message, name, phone, service_id)
on public.leads to authenticated;
-- Everyone may become a lead.
create policy "everybody inserts" on public.leads for insert to anon, authenticated with check (true);
-- Agents and owners read leads: personal data, so not every role.
create policy "agents read" on public.leads for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners set status, reply facts and billing ids.
create policy "agents update" on public.leads for update to authenticated
  using ((select public.can_handle_leads()));
create trigger check_assignee before update of assignee_id on public.leads
  for each row when (new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id)
  execute function private.check_assignee();
create trigger count_replies before update of reply_count on public.leads
  for each row execute function private.count_replies();
-- One of each two runs; `current_user` can be asked here only, because the functions have their owner's rights.
create trigger receive_lead_of_caller before insert on public.leads
  for each row when (current_user in ('anon', 'authenticated')) execute function private.receive_lead('caller');
create trigger receive_lead_of_server before insert on public.leads
  for each row when (current_user not in ('anon', 'authenticated')) execute function private.receive_lead('server');
create trigger refuse_erased_lead before update of stripe_customer_id on public.leads
  for each row when (old.erased_at is not null) execute function private.refuse_erased_lead();
create trigger require_email before insert on public.leads
  for each row when (new.email is null and new.origin is distinct from 'staff')
  execute function private.require_email();
create trigger revise_lead before update on public.leads
  for each row execute function private.revise_lead();
create trigger set_bounced before insert or update of email on public.leads
  for each row execute function private.copy_bounced();
create trigger set_handled_at before update of status on public.leads
  for each row when (old.status is distinct from new.status) execute function private.set_handled_at();
create trigger copy_lead_at after update of created_at on public.leads
  for each row when (old.created_at is distinct from new.created_at) execute function private.copy_lead_at();
create trigger drop_follow_up_of_erased_lead after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.drop_rows_of_erased_lead('lead_follow_ups');
create trigger drop_mail_of_erased_lead after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.drop_mail_of_erased_lead();
create trigger drop_notes_of_erased_lead after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.drop_rows_of_erased_lead('lead_notes');
create trigger drop_reads_of_erased_lead after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.drop_rows_of_erased_lead('lead_reads');
create trigger erase_bookings after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_bookings();
create trigger erase_received_mails after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_received_mails();
create trigger forget_conversation after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.forget_conversation();
create trigger update_needing_reply after update of status, created_at, handled_at on public.leads
  for each row when (
    old.status is distinct from new.status or old.created_at is distinct from new.created_at
    or old.handled_at is distinct from new.handled_at
  )
  execute function private.update_leads_needing_reply();
-- Restored from quarantine, imported and made by hand are inserts of the database itself.
create trigger acknowledge_leads after insert on public.leads
  referencing new table as added
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.acknowledge_leads();
create trigger audit_changed after update on public.leads
  referencing old table as removed new table as added
  for each statement execute function private.audit_changed_leads();
create trigger audit_deleted after delete on public.leads
  referencing old table as removed for each statement execute function private.audit_deleted_leads();
create trigger copy_to_waiting_leads after update on public.leads
  referencing new table as added
  for each statement execute function private.copy_to_waiting_leads();
create trigger count_deleted after delete on public.leads
  referencing old table as removed
  for each statement execute function private.count_changed_leads();
create trigger count_truncated after truncate on public.leads
  for each statement execute function private.count_changed_leads();
create trigger count_updated after update on public.leads
  referencing old table as removed new table as added
  for each statement execute function private.count_changed_leads();
create trigger follow_up_leads_of_caller after insert on public.leads
  referencing new table as added
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.follow_up_leads('caller');
create trigger follow_up_leads_of_server after insert on public.leads
  referencing new table as added
  for each statement when (current_user not in ('anon', 'authenticated'))
  execute function private.follow_up_leads('server');

-- supabase/schemas/42-intake/lead-origin.sql
-- Which submission it is, where it came from, and how much it looks like spam. What the site's server knows comes in one
-- signed header; no caller can set it by grant.
create function private.set_lead_origin(lead public.leads) returns public.leads
  language plpgsql stable set search_path = ''
as $$
declare
  facts jsonb;
  address text;
  scored record;
begin
  lead.content_hash := private.hash_lead_content(lead);
  facts := private.read_lead_facts(lead.content_hash);
  if facts is null then
    lead.origin := 'api';
    address := private.request_address();
    lead.address_hash := private.hash_address(address);
    lead.network_hash := private.hash_address(private.wider_network(address));
  else
    lead.origin := 'site';
    lead.submission_key := (facts ->> 'key')::uuid;
    lead.source_path := left(facts ->> 'path', 200);
    lead.address_hash := facts ->> 'address';
    lead := private.set_lead_source(lead, facts -> 'source');
    lead := private.set_lead_consent(lead, facts -> 'consent');
  end if;
  select score.points, score.reasons into scored
  from private.score_lead_text(lead.name, lead.company, lead.message) as score;
  lead.score := greatest(0, scored.points + coalesce((facts ->> 'score')::integer, 1));
  lead.score_reasons := scored.reasons
    || array(select jsonb_array_elements_text(coalesce(facts -> 'reasons', '["not sent through our forms"]')));
  return lead;
end;
$$;
-- The content of a lead: its fields and its service as one text, each with its length in bytes, so that no two leads
-- share it. The site's server writes the same text (hash-lead-content.server.ts).
create function private.hash_lead_content(lead public.leads) returns text
  language sql immutable set search_path = ''
as $$
  select encode(
    sha256(
      convert_to(
        string_agg(coalesce(octet_length(field.value) || ':' || field.value, '-'), ',' order by field.place),
        'UTF8'
      )
    ),
    'hex'
  )
  from (
    select to_jsonb(lead) ->> name as value, place
    from unnest(private.lead_fields() || 'service_id'::text) with ordinality as listed (name, place)
  ) as field;
$$;
-- No value of a source can cost a lead: what is not plain is left out, and so is a path with a token, because a token
-- grants what its page shows.
create function private.set_lead_source(lead public.leads, given jsonb) returns public.leads
  language plpgsql immutable set search_path = ''
as $$
declare
  landing constant text := left(given ->> 'landing', 200);
  host constant text := lower(given ->> 'referrer');
begin
  lead.landing_path := case
    when landing ~ '^/[!-~]*$' and landing !~* '^/+(book|conversation|preview|unsubscribe)/' and landing !~* '[0-9a-f]{32}'
    then landing
  end;
  lead.referrer_host := case when host ~ '^[a-z0-9._-]{1,253}$' then host end;
  lead.campaign_source := private.plain_campaign(given ->> 'utm_source');
  lead.campaign_medium := private.plain_campaign(given ->> 'utm_medium');
  lead.campaign_name := private.plain_campaign(given ->> 'utm_campaign');
  return lead;
end;
$$;
-- The text that the site's server signed. One that is not whole is no consent, and costs no lead.
create function private.set_lead_consent(lead public.leads, given jsonb) returns public.leads
  language plpgsql stable set search_path = ''
as $$
declare
  agreed constant text := given ->> 'text';
  version constant text := given ->> 'version';
begin
  if char_length(agreed) <= 500 and char_length(version) <= 40 then
    lead.consent_text := agreed;
    lead.consent_version := version;
    lead.consent_at := now();
  end if;
  return lead;
end;
$$;

-- supabase/schemas/42-intake/quarantined-leads.sql
-- Leads that may be spam wait in quarantine until staff restore them; the server deletes them after 24 months
-- (70-privacy/retention.sql), no account can. The table has the columns and checks of a lead of a visitor, so that such a
-- row can become a lead.
create table public.quarantined_leads (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  company text,
  phone text,
  message text,
  service_id uuid references public.services (id) on delete set null,
  service_name text,
  status text not null default 'new',
  created_at timestamptz not null default now(),
  reply_count integer not null default 0,
  last_reply_at timestamptz,
  stripe_customer_id text,
  stripe_synced_at timestamptz,
  locale text not null default 'en-CA',
  assignee_id uuid references auth.users (id) on delete set null,
  is_sample boolean not null default false,
  origin text,
  submission_key uuid,
  content_hash text,
  source_path text,
  score smallint not null default 0,
  score_reasons text[] not null default '{}',
  address_hash text,
  network_hash text,
  landing_path text,
  referrer_host text,
  campaign_source text,
  campaign_medium text,
  campaign_name text,
  consent_text text,
  consent_version text,
  consent_at timestamptz,
  erased_at timestamptz,
  handled_at timestamptz,
  constraint leads_name_length check (
    char_length(name) <= 100 and (char_length(name) >= 2 or octet_length(name) >= 4)
  ),
  constraint leads_email_format check (email ~ '^[^@\s]+@[^@\s]+$'),
  constraint leads_email_length check (char_length(email) <= 255),
  constraint leads_company_length check (char_length(company) <= 200),
  constraint leads_phone_length check (char_length(phone) <= 20),
  constraint leads_message_length check (char_length(message) <= 2000),
  constraint leads_status_length check (char_length(status) <= 50),
  constraint leads_reply_count_natural check (reply_count >= 0),
  constraint leads_stripe_customer_id_length check (char_length(stripe_customer_id) <= 255),
  constraint leads_source_path_length check (char_length(source_path) <= 200),
  constraint leads_landing_path_plain check (landing_path ~ '^/[!-~]{0,199}$'),
  constraint leads_referrer_host_plain check (referrer_host ~ '^[a-z0-9._-]{1,253}$'),
  constraint leads_campaign_source_plain
    check (char_length(campaign_source) <= 100 and campaign_source !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_campaign_medium_plain
    check (char_length(campaign_medium) <= 100 and campaign_medium !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_campaign_name_plain
    check (char_length(campaign_name) <= 100 and campaign_name !~ '[[:cntrl:]<>@"''\\%]'),
  constraint leads_consent_text_length check (char_length(consent_text) <= 500),
  constraint leads_consent_version_length check (char_length(consent_version) <= 40),
  constraint leads_consent_whole check (num_nulls(consent_text, consent_version, consent_at) in (0, 3)),
  constraint leads_origin_known check (origin in ('site', 'api'))
);
comment on column public.quarantined_leads.address_hash is 'keyed hash of the visitor''s network address';
comment on column public.quarantined_leads.content_hash is 'sha-256 of the fields and the service, lower case hex';
comment on column public.quarantined_leads.network_hash is 'of a lead of the API: keyed hash of the IPv6 network of 48 bits';
comment on column public.quarantined_leads.origin is 'site: a form of ours said so, signed; api: anybody; null: the server itself';
comment on column public.quarantined_leads.submission_key is 'made in the browser, one a submission: same key and same content is one lead';
create index quarantined_leads_newest on public.quarantined_leads (created_at desc, id desc);
create index quarantined_leads_service on public.quarantined_leads (service_id);
create index quarantined_leads_assignee on public.quarantined_leads (assignee_id) where assignee_id is not null;
create index quarantined_leads_content on public.quarantined_leads (content_hash, created_at)
  where content_hash is not null;
create index quarantined_leads_address on public.quarantined_leads (address_hash, created_at)
  where address_hash is not null;
create index quarantined_leads_network on public.quarantined_leads (network_hash, created_at)
  where network_hash is not null;
create index quarantined_leads_from_api on public.quarantined_leads (created_at) where origin = 'api';
create index quarantined_leads_email on public.quarantined_leads (lower(email));
alter table public.quarantined_leads enable row level security;
alter table public.quarantined_leads force row level security;
grant select on public.quarantined_leads to authenticated;
-- Agents and owners read the quarantine: it names people, so no other role does.
create policy "agents read" on public.quarantined_leads for select to authenticated
  using ((select public.can_handle_leads()));
create trigger audit_deleted after delete on public.quarantined_leads
  referencing old table as removed for each statement execute function private.audit_deleted_leads();
create function private.quarantine_lead(lead public.leads) returns void
  language sql set search_path = ''
as $$
  insert into public.quarantined_leads
  select quarantined.* from jsonb_populate_record(null::public.quarantined_leads, to_jsonb(lead)) as quarantined;
$$;

-- supabase/schemas/42-intake/quarantined-messages.sql
-- An answer on the page of a conversation is scored as a form is. What looks like spam waits in quarantine, of which this is
-- the rest: whose thread it goes to when staff restore it, and all its words (a lead has fewer).
create table private.quarantined_messages (
  id uuid primary key references public.quarantined_leads (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  quarantined_at timestamptz not null default now(),
  message text not null,
  constraint quarantined_messages_message_length check (char_length(message) <= 5000)
);
create index quarantined_messages_lead on private.quarantined_messages (lead_id, quarantined_at);

-- supabase/schemas/42-intake/receive-lead.sql
-- Trimmed, line ends as LF, null for an empty value (P-143); an empty status is 'new'. What is far too large is rejected
-- before anything reads through it; 10,000 bytes leave room for four bytes a character and white space that is cut off.
-- Sizes of a row and of a value are known without reading them.
create function private.clean_lead(lead public.leads) returns public.leads
  language plpgsql immutable set search_path = ''
as $$
declare
  most constant integer := 10000;
  texts constant text[] := private.lead_fields() || 'status'::text;
  field text;
  size integer;
  given jsonb;
begin
  if pg_column_size(lead) > most then
    foreach field in array texts loop
      execute format('select octet_length(($1).%I)', field) into size using lead;
      if size > most then
        perform private.reject_oversized('leads', format('leads_%s_length', field));
      end if;
    end loop;
  end if;
  given := to_jsonb(lead);
  lead := jsonb_populate_record(
    lead, (select jsonb_object_agg(name, private.clean_text(given ->> name)) from unnest(texts) as name)
  );
  lead.email := private.clean_text(private.visible_text(lead.email));
  lead.status := coalesce(lead.status, 'new');
  return lead;
end;
$$;
-- A lead keeps the name of its service, also when the service is renamed or deleted (G-46). Read with the owner's rights,
-- because a visitor cannot see a service that was unpublished a moment ago.
create function private.set_service_name(lead public.leads) returns public.leads
  language plpgsql stable set search_path = ''
as $$
begin
  if lead.service_id is not null then
    select services.name into lead.service_name from public.services where services.id = lead.service_id;
  end if;
  return lead;
end;
$$;

-- supabase/schemas/42-intake/spam.sql
-- Whether this submission is stored already: the same key with the same content, or, where the browser made no key (no
-- scripts), the same content within ten minutes. The lock makes two that arrive at once one after the other.
create function private.is_duplicate_lead(lead public.leads) returns boolean
  language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(lead.content_hash, 0));
  return exists (
    select
    from (
      select leads.submission_key, leads.created_at, leads.origin
      from public.leads where leads.content_hash = lead.content_hash
      union all
      select quarantined_leads.submission_key, quarantined_leads.created_at, quarantined_leads.origin
      from public.quarantined_leads where quarantined_leads.content_hash = lead.content_hash
    ) as kept
    where kept.origin = 'site'
      and case
        when lead.submission_key is null then kept.created_at > now() - interval '10 minutes'
        else kept.submission_key = lead.submission_key
      end
  );
end;
$$;
-- Over 60 a minute of one address, 240 of an IPv6 network, 600 without an address; 600 in local mode. A count that fails
-- is no flood: a limit must not cost a lead.
create function private.is_flood(lead public.leads, is_local boolean) returns boolean
  language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := case when is_local or lead.address_hash is null then 600 else 60 end;
  most_of_network constant integer := case when is_local then 600 else 240 end;
begin
  return private.count_recent_leads(lead.address_hash, interval '1 minute', most) >= most
    or private.count_recent_network_leads(lead.network_hash, interval '1 minute', most_of_network) >= most_of_network;
exception
  when others then
    return false;
end;
$$;
-- Over 5 in 10 minutes of one address, over 20 of an IPv6 network or of the API without an address, and any of the API
-- while 100 came from it. Many people may share a network, hence four times the limits of an address.
create function private.is_too_frequent(lead public.leads) returns boolean
  language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := case when lead.address_hash is null then 20 else 5 end;
begin
  return private.count_recent_leads(lead.address_hash, interval '10 minutes', most) >= most
    or private.count_recent_network_leads(lead.network_hash, interval '10 minutes', 20) >= 20
    or (lead.origin = 'api' and private.is_api_busy());
end;
$$;

-- supabase/schemas/43-consent/do-not-contact.sql
create trigger withdraw_unwanted_mail after insert on private.do_not_contact
  for each row execute function private.withdraw_unwanted_mail();

-- supabase/schemas/44-search/saved-views.sql
create trigger check_saved_view before insert or update of name, query on public.saved_views
  for each row execute function private.check_saved_view();

-- supabase/schemas/44-search/search-terms.sql
-- The term as a pattern that takes %, _ and \ literally; null when nothing can match it.
create function private.lead_search_pattern(term text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(term) > 5000 then null
    when char_length(private.clean_text(term)) > 255 or strpos(term, e'\x1f') > 0 then null
    else
      '%' || regexp_replace(
        private.fold_text(coalesce(private.clean_text(term), '')), '([\\%_])', '\\\1', 'g'
      ) || '%'
  end;
-- What a match holds in hexadecimal, as a regular expression; null for a term that leads_search can look up, and for the
-- two signs of every address. One letter or digit is two digits, and whatever follows it begins with one of eleven.
create function private.short_search_pattern(term text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(term) > 5000 then null
    when private.fold_text(private.clean_text(term)) ~ '[a-z0-9]{3}|^[@.]$' then null
    when private.fold_text(private.clean_text(term)) ~ '^[a-z0-9]$' then
      encode(convert_to(private.fold_text(private.clean_text(term)), 'UTF8'), 'hex') || '[1-7c-f]'
    when octet_length(private.fold_text(private.clean_text(term))) = 1 then
      private.search_symbols(private.fold_text(private.clean_text(term)))
    else encode(convert_to(private.fold_text(private.clean_text(term)), 'UTF8'), 'hex')
  end;

-- supabase/schemas/46-work/follow-ups.sql
-- A day on which a lead comes back, for all colleagues. It hides nothing: the lead stays in every list that it is in.
create table public.lead_follow_ups (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  due_on date not null,
  due_at timestamptz not null default now(),
  set_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  lead_at timestamptz not null default now()
);
comment on column public.lead_follow_ups.due_at is 'when the agency opens on that day, or next after it';
comment on column public.lead_follow_ups.lead_at is 'when its lead came: the order of lists';
create index lead_follow_ups_due on public.lead_follow_ups (due_at, lead_id);
create index lead_follow_ups_set_by on public.lead_follow_ups (set_by);
create index lead_follow_ups_lead on public.lead_follow_ups using hash (lead_id);
create index lead_follow_ups_newest on public.lead_follow_ups (lead_at desc, lead_id desc) include (due_at);
alter table public.lead_follow_ups enable row level security;
alter table public.lead_follow_ups force row level security;
grant delete, select, insert (due_on, lead_id), update (due_on, lead_id) on public.lead_follow_ups to authenticated;
-- Agents and owners see when a lead comes back.
create policy "agents read" on public.lead_follow_ups for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners set the day.
create policy "agents insert" on public.lead_follow_ups for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Agents and owners change the day, also one that a colleague set.
create policy "agents update" on public.lead_follow_ups for update to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners clear it.
create policy "agents delete" on public.lead_follow_ups for delete to authenticated
  using ((select public.can_handle_leads()));
create trigger fill_lead_at before insert or update of lead_id on public.lead_follow_ups
  for each row execute function private.fill_lead_at();
create trigger set_follow_up before insert or update of due_on on public.lead_follow_ups
  for each row execute function private.set_follow_up();

-- supabase/schemas/46-work/lead-reads.sql
-- What each colleague has read.
create table public.lead_reads (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  read_at timestamptz not null default now(),
  is_unread boolean not null default false,
  primary key (user_id, lead_id)
);
comment on column public.lead_reads.is_unread is 'marked as unread by hand';
create index lead_reads_lead on public.lead_reads (lead_id);
-- A hash index has one column; by the lead alone, a lookup would read what all colleagues have read.
create index lead_reads_reader on public.lead_reads using hash ((user_id::text || lead_id::text));
alter table public.lead_reads enable row level security;
alter table public.lead_reads force row level security;
grant select on public.lead_reads to authenticated;
-- An account reads what it has read, while it handles leads.
create policy "own reads" on public.lead_reads for select to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));

-- supabase/schemas/46-work/leads-needing-reply.sql
-- The leads that need a reply: the newest message is not ours, and the status is New or In Conversation. `since` is the
-- first message after our last reply, or the lead's own time. Kept by triggers, because the longest waits cannot be read
-- through an index otherwise. Writing a message still changes no row of leads (G-10).
create table public.leads_needing_reply (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  since timestamptz not null,
  assignee_id uuid,
  target_at timestamptz,
  escalate_at timestamptz,
  is_assignee_told boolean not null default false,
  status text,
  lead_at timestamptz not null default now()
);
comment on column public.leads_needing_reply.assignee_id is 'as of its lead, so that the longest waits of a colleague are one index';
comment on column public.leads_needing_reply.target_at is 'when the target for an answer passes; null: not computed';
comment on column public.leads_needing_reply.escalate_at is 'when somebody is told next; null: nobody any more in this wait';
comment on column public.leads_needing_reply.status is 'as of its lead, so that the longest waits under a status are one index';
-- Columns of the lead are copied here, so that each list of work is read from either end through an index of its own, and
-- never on a walk over all leads (docs/decisions/0069-cost-at-100000-leads.md).
comment on column public.leads_needing_reply.lead_at is 'when its lead came: the order of lists';
create index leads_needing_reply_longest on public.leads_needing_reply (since, lead_id);
create index leads_needing_reply_assignee on public.leads_needing_reply (assignee_id, since, lead_id);
create index leads_needing_reply_target on public.leads_needing_reply (target_at);
create index leads_needing_reply_escalate on public.leads_needing_reply (escalate_at) where escalate_at is not null;
create index leads_needing_reply_status on public.leads_needing_reply (status, since, lead_id);
create index leads_needing_reply_lead on public.leads_needing_reply using hash (lead_id);
create index leads_needing_reply_newest on public.leads_needing_reply (lead_at desc, lead_id desc)
  include (target_at, assignee_id, status);
alter table public.leads_needing_reply enable row level security;
alter table public.leads_needing_reply force row level security;
grant select on public.leads_needing_reply to authenticated;
revoke all on public.leads_needing_reply from service_role;
grant select on public.leads_needing_reply to service_role;
-- Agents and owners read which leads; the number alone is for all staff.
create policy "agents read" on public.leads_needing_reply for select to authenticated
  using ((select public.can_handle_leads()));
create trigger fill_waiting_lead before insert on public.leads_needing_reply
  for each row execute function private.fill_waiting_lead();
create trigger complete_waiting_leads after insert on public.leads_needing_reply
  referencing new table as added
  for each statement execute function private.complete_waiting_leads();

-- supabase/schemas/48-notes/canned-replies.sql
create trigger canned_replies_updated_at before update on public.canned_replies
  for each row execute function private.set_updated_at();
create trigger check_canned_reply before insert or update of name, body on public.canned_replies
  for each row execute function private.check_canned_reply();

-- supabase/schemas/48-notes/lead-notes.sql
-- Internal notes on a lead: agents and owners read them (policy "agents read"), no other role does. A table of its own: a
-- note is not a message, so nothing that mails, shows or counts messages can reach one. Colleagues whom it names are
-- notified by mail, and in the inbox until they have read it.
create table public.lead_notes (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  note text not null,
  author_id uuid default auth.uid() references auth.users (id) on delete set null,
  mentions uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  is_event boolean not null default false,
  constraint lead_notes_note_length check (char_length(note) <= 10000),
  constraint lead_notes_mentions_most check (cardinality(mentions) <= 20)
);
comment on column public.lead_notes.mentions is 'accounts that it names and that handled leads then';
comment on column public.lead_notes.edited_at is 'when its writer last changed it';
-- What happens to a consultation is a note and not a message: it is shown live, counts as unread, goes with the person,
-- and neither waits nor reaches the prospect.
comment on column public.lead_notes.is_event is
  'what happened to a consultation, written by the database; the author is null where the visitor did it';
create index lead_notes_thread on public.lead_notes (lead_id, created_at, id);
create index lead_notes_author on public.lead_notes (author_id);
create index lead_notes_lead on public.lead_notes using hash (lead_id);
create index lead_notes_contacts on public.lead_notes
  using gin (private.contact_keys(note)) with (fastupdate = off);
alter table public.lead_notes enable row level security;
alter table public.lead_notes force row level security;
grant delete, select, insert (lead_id, mentions, note), update (mentions, note) on public.lead_notes to authenticated;
-- Agents and owners read notes.
create policy "agents read" on public.lead_notes for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners write notes, as themselves.
create policy "agents insert" on public.lead_notes for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Writers change their own notes, while they handle leads; an event is the database's, and stays as it is.
create policy "writers update" on public.lead_notes for update to authenticated
  using (not is_event and author_id = (select auth.uid()) and (select public.can_handle_leads()));
-- Writers delete their own notes, owners any.
create policy "writers and owners delete" on public.lead_notes for delete to authenticated
  using (
    not is_event
    and ((author_id = (select auth.uid()) and (select public.can_handle_leads())) or (select public.is_owner()))
  );
create trigger receive_note before insert on public.lead_notes
  for each row when (not new.is_event) execute function private.receive_note();
create trigger revise_note before update of note, mentions on public.lead_notes
  for each row execute function private.revise_note();
create trigger audit_changed after update on public.lead_notes
  for each row when (old.edited_at is distinct from new.edited_at) execute function private.audit_note();
create trigger audit_deleted after delete on public.lead_notes
  for each row execute function private.audit_note();
create trigger read_by_writing after insert on public.lead_notes
  for each row when (new.author_id is not null) execute function private.read_by_writing();
create trigger tell_mentioned after insert on public.lead_notes
  for each row when (new.mentions <> '{}') execute function private.tell_mentioned();
create trigger tell_mentioned_after_edit after update of mentions on public.lead_notes
  for each row when (old.mentions <> new.mentions) execute function private.tell_mentioned();
create trigger withdraw_mentions after delete on public.lead_notes
  for each row when (old.mentions <> '{}') execute function private.tell_mentioned();

-- supabase/schemas/50-outbox/lead-notices.sql
-- Leads that no notice was made for yet; written by private.follow_up_leads.
create table private.pending_lead_notices (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  added_by uuid references auth.users (id) on delete set null
);
create index pending_lead_notices_added_by on private.pending_lead_notices (added_by) where added_by is not null;
create trigger notify_changed after insert on private.pending_lead_notices
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/52-conversation/conversations.sql
-- The page where a prospect reads their conversation and answers it, opened by the link of our mails
-- (docs/decisions/0065-mail-to-the-prospect.md). A row is made when there is something to remember of a lead.
create table private.conversations (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  link_version integer not null default 0,
  link_renewed_at timestamptz,
  acknowledged_at timestamptz
);
comment on column private.conversations.link_version is 'signed into links: raised, the links before are unknown';
comment on column private.conversations.link_renewed_at is 'when its person asked for a fresh link';
comment on column private.conversations.acknowledged_at is 'when the mail that a request arrived was queued';
create index conversations_acknowledged on private.conversations (acknowledged_at) where acknowledged_at is not null;

-- supabase/schemas/60-booking/book-consultation.sql
-- As leads, suspicious bookings wait in quarantine and hold no time, and nothing but the flood limit rejects one. A
-- visitor who changes the address with each booking is held by the number of all bookings of visitors.
create function private.admit_booking(lead public.leads, out lead_kept public.leads, out is_held boolean)
  language plpgsql volatile set search_path = ''
as $$
declare
  is_local constant boolean := coalesce((select settings.local_mode from public.settings), false);
begin
  lead_kept := private.set_lead_origin(private.clean_lead(lead));
  is_held := false;
  perform private.lock_bookings_of(lead_kept);
  if is_local or public.can_handle_leads() then
    return;
  end if;
  if private.is_flood(lead_kept, false) then
    raise exception 'Too many inquiries in a short time.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  if private.is_too_frequent(lead_kept) or (
    select count(*) >= 20 from public.bookings
    where bookings.created_at > now() - interval '1 hour' and not bookings.by_staff
  ) or (
    select count(*) >= 3 from public.bookings
    where bookings.created_at > now() - interval '1 day' and bookings.state <> 'cancelled'
      and bookings.address_hash is not distinct from lead_kept.address_hash
  ) or (
    select count(*) >= 3 from public.bookings
    join public.leads on leads.id = bookings.lead_id
    where lower(leads.email) = lower(lead_kept.email) and bookings.state = 'booked' and bookings.starts_at > now()
  ) then
    lead_kept.score_reasons := lead_kept.score_reasons || array['too many messages in a short time'];
    is_held := true;
  end if;
  is_held := is_held or lead_kept.score >= 5;
end;
$$;
-- The open lead of this address of the last half year, or a new one; returns its id.
create function private.lead_of_booking(lead public.leads) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  known_id uuid := (
    select known.id from public.leads as known
    where lower(known.email) = lower(lead.email) and known.erased_at is null and known.status <> 'not_interested'
      and known.created_at > now() - interval '180 days'
    order by known.created_at desc, known.id desc
    limit 1
  );
begin
  if known_id is not null then
    update public.leads
    set consent_text = lead.consent_text, consent_version = lead.consent_version, consent_at = lead.consent_at
    where leads.id = known_id and leads.consent_at is null and lead.consent_at is not null;
    return known_id;
  end if;
  lead.source_path := coalesce(lead.source_path, '/book');
  insert into public.leads select lead.*;
  return lead.id;
end;
$$;
-- Only what a lead that was there before does not say: the rest is in the event. Its address is the same.
create function private.words_of_booking(lead public.leads, known uuid, slot timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select nullif(concat_ws(
    e'\n\n',
    (
      select string_agg(initcap(replace(field.name, '_', ' ')) || ': ' || (to_jsonb(lead) ->> field.name), e'\n' order by field.place)
      from unnest(private.lead_fields()) with ordinality as field (name, place)
      where field.name not in ('email', 'message')
        and to_jsonb(lead) ->> field.name is distinct from to_jsonb(leads) ->> field.name
    ),
    lead.message
  ), '')
  from public.leads where leads.id = known and leads.created_at < now()
$$;

-- supabase/schemas/60-booking/booking-blocks.sql
create trigger receive_block before insert on public.booking_blocks
  for each row execute function private.receive_booking_block();

-- supabase/schemas/60-booking/booking-settings.sql
create trigger booking_settings_updated_at before update on public.booking_settings
  for each row execute function private.set_updated_at();
create trigger audit_booking_settings after update on public.booking_settings
  for each row when (
    (old.is_open, old.notice_hours, old.horizon_days, old.buffer_minutes)
      is distinct from (new.is_open, new.notice_hours, new.horizon_days, new.buffer_minutes)
  )
  execute function private.audit_booking_settings();
create trigger notify_changed after update on public.booking_settings
  for each row execute function private.notify_table_changed();

-- supabase/schemas/60-booking/bookings.sql
-- Name, address and words of who booked are the lead's. The range ends with the buffer of that time: a buffer that grows
-- later moves no call.
create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  created_at timestamptz not null default now(),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  held_until timestamptz not null,
  state text not null default 'booked',
  version integer not null default 0,
  visitor_zone text,
  submission_key uuid unique,
  address_hash text,
  by_staff boolean not null default false,
  constraint bookings_state_known check (state in ('booked', 'cancelled', 'done', 'missed')),
  constraint bookings_times check (
    ends_at > starts_at and held_until >= ends_at and held_until <= starts_at + interval '10 hours'
  ),
  constraint bookings_visitor_zone_length check (char_length(visitor_zone) <= 60),
  constraint bookings_version_natural check (version >= 0),
  constraint bookings_apart exclude using gist (tstzrange(starts_at, held_until) with &&) where (state <> 'cancelled')
);
comment on column public.bookings.version is 'how often it was moved or cancelled: the SEQUENCE of its calendar file';
comment on column public.bookings.visitor_zone is 'time zone of the visitor''s browser; null: not known';
comment on column public.bookings.address_hash is 'keyed hash of the visitor''s network address';
comment on column public.bookings.by_staff is 'a colleague booked it for the lead';
create index bookings_start on public.bookings (starts_at, id);
create index bookings_lead on public.bookings (lead_id);
create index bookings_newest on public.bookings (created_at);
alter table public.bookings enable row level security;
alter table public.bookings force row level security;
grant select on public.bookings to authenticated;
-- As for leads. Staff change a booking by functions, which also write to the visitor.
create policy "agents read" on public.bookings for select to authenticated using ((select public.can_handle_leads()));
create trigger audit_booking after update of state, starts_at on public.bookings
  for each row when (old.state <> new.state or old.starts_at <> new.starts_at)
  execute function private.audit_booking();
create trigger audit_created after insert on public.bookings
  for each row execute function private.audit_booking();
create trigger note_booked after insert on public.bookings
  for each row execute function private.note_booking_event();
create trigger note_changed after update of state, starts_at on public.bookings
  for each row when (
    new.state in ('booked', 'cancelled') and old.state = 'booked' and (new.state, new.starts_at) <> (old.state, old.starts_at)
  )
  execute function private.note_booking_event();
-- Two bookings of one person, or of one network address, are counted one after the other.
create function private.lock_bookings_of(lead public.leads) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('booking by ' || lower(lead.email), 0));
  if lead.address_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended('booking from ' || lead.address_hash, 0));
  end if;
end;
$$;

-- supabase/schemas/60-booking/change-booking.sql
-- To the visitor, who is reminded a day before; and to the lead's assignee, or without one to those who are notified of
-- new leads. `event` is booked, moved or cancelled; what a colleague did is mailed to the visitor alone, and nothing to
-- a lead without an address.
create function private.queue_booking_mails(booking public.bookings, event text, tells_staff boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  facts constant jsonb := jsonb_build_object(
    'booking', booking.id, 'startsAt', booking.starts_at, 'endsAt', booking.ends_at, 'version', booking.version,
    'visitorZone', booking.visitor_zone, 'byStaff', booking.by_staff, 'token', private.booking_token(booking.id)
  );
  remind_at constant timestamptz := booking.starts_at - interval '24 hours';
  lead public.leads;
begin
  select * into lead from public.leads where leads.id = booking.lead_id;
  perform private.drop_booking_mails(booking);
  if lead.email is not null then
    insert into private.outbox (kind, lead_id, details, drop_after)
    values ('booking-' || event, booking.lead_id, facts, booking.ends_at);
    if event <> 'cancelled' and remind_at > now() + interval '2 hours' then
      insert into private.outbox (kind, lead_id, details, next_try_at, drop_after)
      values ('booking-reminder', booking.lead_id, facts, remind_at, booking.starts_at);
    end if;
  end if;
  if tells_staff then
    insert into private.outbox (kind, colleague_id, lead_id, details)
    select 'booking-notice', colleague, booking.lead_id, (facts - 'token') || jsonb_build_object('event', event)
    from private.lead_notice_recipients() as colleague
    where colleague = lead.assignee_id
      or lead.assignee_id is null
      or lead.assignee_id not in (select private.lead_notice_recipients());
  end if;
end;
$$;
-- Mails of a booking that still wait say what is no longer so.
create function private.drop_booking_mails(booking public.bookings) returns void
  language sql volatile set search_path = ''
as $$
  delete from private.outbox
  where outbox.lead_id = booking.lead_id and outbox.details ->> 'booking' = booking.id::text
    and (outbox.lease is null or outbox.leased_until <= now());
$$;

-- supabase/schemas/70-privacy/contacts.sql
-- A number as it was typed, without its extension and the zero of "+44 (0)20".
create function private.phone_without_extension(phone text) returns text
  language sql immutable parallel safe
  return regexp_replace(
    regexp_replace(
      translate(private.visible_text(normalize(phone, NFKC)), '‐‒–—―−', '------'),
      '[\s,;.(-]*(extension|extn?|poste|local|loc|x|#)[\s.:=#]*[0-9]{1,7}[\s.)]*$', '', 'i'
    ),
    '([+][0-9]{1,3}[\s.-]*)[(]0[)]', '\1'
  );
grant execute on function private.phone_without_extension(text) to anon, authenticated, service_role;
-- "+1 (416) 555-0199 ext. 12" and "416.555.0199" are one number: digits without the country code of North America.
create function private.phone_digits(phone text) returns text
  language sql immutable parallel safe
  return nullif(
    regexp_replace(regexp_replace(private.phone_without_extension(phone), '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1'), ''
  );
grant execute on function private.phone_digits(text) to anon, authenticated, service_role;

-- supabase/schemas/70-privacy/erasures.sql
create trigger notify_changed after insert on private.erasures
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/70-privacy/privacy-incidents.sql
create trigger clean_privacy_incident before insert or update on public.privacy_incidents
  for each row execute function private.clean_privacy_incident();

-- supabase/schemas/70-privacy/privacy-requests.sql
create trigger clean_privacy_request before insert or update on public.privacy_requests
  for each row execute function private.clean_privacy_request();

-- supabase/schemas/80-feedback/accessibility-feedback.sql
create trigger receive_feedback before insert on public.accessibility_feedback
  for each row when (current_user in ('anon', 'authenticated')) execute function private.receive_feedback();
create trigger receive_feedback_response before update of response on public.accessibility_feedback
  for each row when (current_user in ('authenticated', 'service_role'))
  execute function private.receive_feedback_response();
create trigger notify_changed after insert or update or delete on public.accessibility_feedback
  for each row execute function private.notify_table_changed();
create trigger queue_report_mails after insert on public.accessibility_feedback
  for each row when (current_user in ('anon', 'authenticated')) execute function private.queue_report_mails();

-- supabase/schemas/30-content/app-media.sql
-- Screenshots of apps, in the order in which they are shown.
create table public.app_media (
  id uuid primary key default gen_random_uuid(),
  app_id uuid not null references public.apps (id) on delete cascade,
  kind text not null default 'screenshot',
  url text not null,
  alt text not null default '',
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint app_media_kind_length check (btrim(kind) <> '' and char_length(kind) <= 50),
  constraint app_media_url_safe check (private.is_safe_url(url)),
  constraint app_media_alt_length check (char_length(alt) <= 1000)
);
create index app_media_in_order on public.app_media (app_id, sort_order, id);
create index app_media_newest on public.app_media (created_at desc, id desc);
alter table public.app_media enable row level security;
alter table public.app_media force row level security;
grant select on public.app_media to anon;
grant
  delete,
  select,
  insert (alt, app_id, id, kind, sort_order, url),
  update (alt, app_id, kind, sort_order, url)
on public.app_media to authenticated;
-- Everyone reads the pictures of a published app, never those of a draft.
create policy "everybody reads of published apps" on public.app_media for select to anon, authenticated
  using (
    exists (
      select from public.apps
      where apps.id = app_media.app_id
        and apps.is_published and (apps.published_at is null or apps.published_at <= now())
    )
  );
-- Staff of every role read all pictures: the media screen lists them.
create policy "staff read all" on public.app_media for select to authenticated
  using ((select public.is_staff()));
-- Editors and owners write content.
create policy "editors insert" on public.app_media for insert to authenticated
  with check ((select public.can_edit_content()));
-- Editors and owners change content.
create policy "editors update" on public.app_media for update to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete content.
create policy "editors delete" on public.app_media for delete to authenticated
  using ((select public.can_edit_content()));
create trigger keep_edited_sample before update on public.app_media
  for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
create constraint trigger keep_screenshots after insert or update or delete on public.app_media
  deferrable initially deferred for each row execute function private.keep_screenshots();
create trigger notify_changed after insert or update or delete on public.app_media
  for each row execute function private.notify_table_changed();
create trigger audit_changed after update on public.app_media referencing OLD table as removed NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '1' );
create trigger audit_created after insert on public.app_media referencing NEW table as added
  for each STATEMENT execute function private.audit_rows ('content', '1' );
create trigger audit_deleted after delete on public.app_media referencing OLD table as removed
  for each STATEMENT execute function private.audit_rows ('content', '1' );
create trigger notify_truncated after truncate on public.app_media
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/30-content/former-slugs.sql
-- Everyone reads the old slugs of records that they may read, and which pages are gone. Only the trigger writes rows.
create policy "everybody reads of what they may read" on public.former_slugs for select to anon, authenticated
  using (
    record_id is null
    or (kind = 'services' and exists (select from public.services where services.id = former_slugs.record_id))
    or (kind = 'apps' and exists (select from public.apps where apps.id = former_slugs.record_id))
    or (kind = 'posts' and exists (select from public.posts where posts.id = former_slugs.record_id))
  );

-- supabase/schemas/30-content/previews.sql
-- Whoever holds the address reads the one record, with the owner's rights: policies cannot know the token.
create function public.preview_services(token text) returns setof public.services
  language sql stable security definer set search_path = '' rows 1
as $$ select * from public.services where services.id = private.read_preview_token('services', token) $$;
grant execute on function public.preview_services(text) to anon, authenticated, service_role;
-- The screenshots of that app, in their order.
create function public.preview_app_media(token text) returns setof public.app_media
  language sql stable security definer set search_path = '' rows 10
as $$
  select * from public.app_media
  where app_media.app_id = private.read_preview_token('apps', token)
  order by app_media.sort_order, app_media.id
$$;
grant execute on function public.preview_app_media(text) to anon, authenticated, service_role;

-- supabase/schemas/40-leads/add-lead.sql
-- A lead that contains what `fields` contains, cleaned and with a checked address; keys that are no field are left out.
create function private.new_lead(fields jsonb) returns public.leads
  language plpgsql volatile set search_path = ''
as $$
declare
  lead public.leads := jsonb_populate_record(
    null::public.leads,
    '{"status": "new", "reply_count": 0, "locale": "en-CA", "is_sample": false, "score": 0, "score_reasons": []}'
      || jsonb_build_object('id', gen_random_uuid(), 'created_at', now(), 'handled_at', now())
      || (select jsonb_object_agg(name, fields ->> name) from unnest(private.lead_fields()) as name)
  );
begin
  lead := private.clean_lead(lead);
  perform private.check_lead_email(lead.email);
  return lead;
end;
$$;

-- supabase/schemas/40-leads/lead-messages.sql
-- Threads of leads: what was mailed, received and noted. Which leads wait for a reply: 46-work/leads-needing-reply.sql.
create table public.lead_messages (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  message text not null,
  sender_type text not null,
  created_at timestamptz not null default now(),
  author_id uuid default auth.uid() references auth.users (id) on delete set null,
  transport_id text,
  is_sample boolean not null default false,
  delivery_state text,
  delivery_problem text,
  channel text,
  bounced_at timestamptz,
  constraint lead_messages_message_length check (char_length(message) <= 100000),
  constraint lead_messages_sender_type_length check (char_length(sender_type) between 1 and 50),
  constraint lead_messages_transport_id_length check (char_length(transport_id) <= 1000),
  constraint lead_messages_delivery_state_known check (delivery_state in ('recorded', 'sent', 'failed')),
  constraint lead_messages_delivery_problem_length check (char_length(delivery_problem) <= 300),
  constraint lead_messages_channel_known check (channel in ('phone', 'in_person', 'other'))
);
comment on column public.lead_messages.sender_type is '''admin'' is staff; anything else is the lead';
comment on column public.lead_messages.transport_id is 'Message-ID of the mail that carried it, once there is mail';
comment on column public.lead_messages.delivery_state is
  'recorded: kept here and not sent, or not yet; sent: a mail server took it; failed: given up; null: was never mail';
comment on column public.lead_messages.delivery_problem is 'why it was not sent so far, in words for staff';
comment on column public.lead_messages.channel is 'of a message that a colleague noted down: how it was said; else null';
comment on column public.lead_messages.bounced_at is 'when a mail server said that this reply cannot be delivered';
create index lead_messages_author on public.lead_messages (author_id);
create index lead_messages_failed on public.lead_messages (created_at) where delivery_state = 'failed';
create index lead_messages_transport on public.lead_messages (transport_id) where transport_id is not null;
create index lead_messages_thread on public.lead_messages (lead_id, created_at, id) include (author_id);
create index lead_messages_contacts on public.lead_messages
  using gin (private.contact_keys(message, delivery_problem, transport_id)) with (fastupdate = off);
alter table public.lead_messages enable row level security;
alter table public.lead_messages force row level security;
grant select, insert (lead_id, message, sender_type) on public.lead_messages to authenticated;
-- Agents and owners read threads.
create policy "agents read" on public.lead_messages for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners write into threads, as themselves.
create policy "agents insert" on public.lead_messages for insert to authenticated
  with check ((select public.can_handle_leads()));
-- One of the two runs; `current_user` can be asked here only, because the function has its owner's rights.
create trigger receive_message_of_account before insert on public.lead_messages
  for each row when (current_user = 'authenticated') execute function private.receive_message('account');
create trigger receive_message_of_server before insert on public.lead_messages
  for each row when (current_user <> 'authenticated') execute function private.receive_message('server');
create trigger refuse_erased_lead before insert on public.lead_messages
  for each row execute function private.refuse_erased_lead();
create trigger queue_reply after insert on public.lead_messages
  for each row when (current_user = 'authenticated' and new.delivery_state = 'recorded')
  execute function private.queue_reply();
create trigger read_by_writing after insert on public.lead_messages
  for each row when (new.author_id is not null) execute function private.read_by_writing();
create trigger clear_bounced after insert on public.lead_messages
  referencing new table as added for each statement execute function private.clear_bounced();
create trigger end_due_follow_ups after insert on public.lead_messages
  referencing new table as added
  for each statement execute function private.end_due_follow_ups();
create trigger update_needing_reply_on_delete after delete on public.lead_messages
  referencing old table as changed
  for each statement execute function private.update_leads_needing_reply();
create trigger update_needing_reply_on_insert after insert on public.lead_messages
  referencing new table as changed
  for each statement execute function private.update_leads_needing_reply();
create trigger update_needing_reply_on_update after update on public.lead_messages
  referencing new table as changed
  for each statement execute function private.update_leads_needing_reply();

-- supabase/schemas/40-leads/leads.sql
create index leads_phone on public.leads (private.phone_digits(phone), created_at desc, id desc) where phone is not null;

-- supabase/schemas/42-intake/quarantined-leads.sql
create index quarantined_leads_phone on public.quarantined_leads (private.phone_digits(phone)) where phone is not null;

-- supabase/schemas/48-notes/lead-mentions.sql
-- Mentions that nobody has read yet.
create table public.lead_mentions (
  note_id uuid not null references public.lead_notes (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (note_id, user_id)
);
create index lead_mentions_user on public.lead_mentions (user_id, lead_id);
create index lead_mentions_lead on public.lead_mentions (lead_id);
alter table public.lead_mentions enable row level security;
alter table public.lead_mentions force row level security;
grant delete, select on public.lead_mentions to authenticated;
-- Agents and owners read who mentions them.
create policy "own mentions" on public.lead_mentions for select to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));
-- Agents and owners have read what mentions them.
create policy "own mentions read" on public.lead_mentions for delete to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));

-- supabase/schemas/50-outbox/outbox.sql
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  message_id uuid unique references public.lead_messages (id) on delete cascade,
  colleague_id uuid references auth.users (id) on delete cascade,
  lead_count integer,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz,
  backup_problem text,
  queued_at timestamptz not null default now(),
  report_id uuid references public.accessibility_feedback (id) on delete cascade,
  kind text not null,
  lead_id uuid references public.leads (id) on delete cascade,
  details jsonb not null default '{}',
  unique_key text unique,
  not_before timestamptz,
  drop_after timestamptz,
  constraint outbox_backup_problem check (
    backup_problem is null or (colleague_id is not null and lead_count is null and char_length(backup_problem) <= 1000)
  ),
  constraint outbox_kind_length check (char_length(kind) between 1 and 50),
  constraint outbox_unique_key_length check (char_length(unique_key) <= 200),
  constraint outbox_details_object check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 16384),
  constraint outbox_recipient check (
    case kind
      when 'reply' then message_id is not null and num_nonnulls(colleague_id, lead_id, report_id, lead_count) = 0
      when 'acknowledgement' then report_id is not null and num_nonnulls(colleague_id, lead_id, lead_count) = 0
      when 'report' then report_id is not null and colleague_id is not null and num_nonnulls(lead_id, lead_count) = 0
      when 'new-leads' then colleague_id is not null and lead_count > 0 and num_nonnulls(lead_id, message_id, report_id) = 0
      else num_nonnulls(message_id, report_id, lead_count) = 0 and num_nonnulls(colleague_id, lead_id) > 0
    end
  )
);
comment on column private.outbox.lead_count is
  'of a notice of new leads; a notice without one tells its colleague that a recovery code was used';
comment on column private.outbox.report_id is 'of a report of a barrier: for its colleague, or without one for who wrote it';
-- A kind is a name here, and a writer in site/app/mail/start-outbox.ts. A new one needs no column and no change of
-- claim_mail: private.queue_mail takes its facts.
comment on column private.outbox.lead_id is 'of a mail about a lead that is no reply: to its colleague, or without one to the lead';
comment on column private.outbox.details is 'what its writer needs to know besides; what is read when it is sent need not be here';
comment on column private.outbox.unique_key is 'while a mail with this key waits, no other one is queued';
comment on column private.outbox.not_before is 'set where it waits longer than any retry';
comment on column private.outbox.drop_after is 'it is of no use later';
create index outbox_due on private.outbox (next_try_at);
create index outbox_colleague on private.outbox (colleague_id) where colleague_id is not null;
-- At most one acknowledgement a report, whatever queues it.
create unique index outbox_acknowledgement on private.outbox (report_id) where colleague_id is null and report_id is not null;
create index outbox_report on private.outbox (report_id) where report_id is not null;
create index outbox_lead on private.outbox (lead_id) where lead_id is not null;
create trigger refuse_mail_without_address before insert on private.outbox
  for each row when (new.colleague_id is null and (new.lead_id is not null or new.message_id is not null))
  execute function private.refuse_mail_without_address();
create trigger refuse_unwanted_mail before insert on private.outbox
  for each row execute function private.refuse_unwanted_mail();
create trigger set_mail_kind before insert on private.outbox
  for each row execute function private.set_mail_kind();
create trigger set_mail_time before insert on private.outbox
  for each row execute function private.set_mail_time();
create trigger retry_earlier_replies after insert on private.outbox
  for each row when (new.message_id is not null)
  execute function private.retry_earlier_replies();
-- Wakes the servers that listen; the others poll every few seconds.
create trigger notify_changed after insert on private.outbox
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/54-mail-in/received-mails.sql
-- Answers that come by mail. The server reads each mail (server/mail-in), receive_mail decides in one transaction where it
-- belongs; the whole mail is kept in parts, so that what reading missed is never lost (docs/decisions/0063-mail-in.md).
create table public.received_mails (
  id uuid primary key default gen_random_uuid(),
  received_at timestamptz not null default now(),
  sent_at timestamptz,
  state text not null,
  reason text not null,
  way text not null,
  lead_id uuid references public.leads (id) on delete cascade,
  message_id uuid references public.lead_messages (id) on delete cascade,
  is_other_address boolean not null default false,
  from_address text not null,
  from_name text not null default '',
  subject text not null default '',
  body text not null default '',
  folds integer[] not null default '{}',
  is_cut boolean not null default false,
  size_bytes bigint not null,
  mail_id text,
  content_key text not null,
  sender_check text,
  constraint received_mails_state_known check (state in ('joined', 'guess', 'triage', 'machine', 'bounce', 'dismissed')),
  constraint received_mails_way_known check (way in ('imap', 'smtp', 'webhook')),
  constraint received_mails_joined check (state not in ('joined', 'guess') or num_nulls(lead_id, message_id) = 0),
  constraint received_mails_reason_format check (reason ~ '^[a-z][a-z-]{1,39}$'),
  constraint received_mails_from_address_length check (char_length(from_address) <= 320),
  constraint received_mails_from_name_length check (char_length(from_name) <= 200),
  constraint received_mails_subject_length check (char_length(subject) <= 500),
  constraint received_mails_body_length check (char_length(body) <= 100000),
  constraint received_mails_folds_length check (cardinality(folds) <= 400),
  constraint received_mails_mail_id_length check (char_length(mail_id) <= 1000),
  constraint received_mails_content_key_format check (content_key ~ '^[0-9a-f]{64}$'),
  constraint received_mails_sender_check_known check (sender_check in ('confirmed', 'unconfirmed', 'unchecked'))
);
comment on column public.received_mails.state is
  'joined, or guess (by the sender alone): in a thread; triage: staff decide; machine, bounce: automatic; dismissed by staff';
comment on column public.received_mails.reason is 'why it has its state, in a word of receive_mail or of the reader';
comment on column public.received_mails.is_other_address is 'it came from another address than the lead''s';
comment on column public.received_mails.folds is
  'lines of the body that quote or sign, as pairs: the first line, and the first after them; counted from 0';
comment on column public.received_mails.is_cut is 'the mail has more text than fits here, or was too large to be kept';
comment on column public.received_mails.mail_id is 'its Message-ID';
comment on column public.received_mails.content_key is 'hash of what makes it one mail, whichever way it came, so that twice is once';
-- The sender is checked by server/mail-in/sender/check-sender.ts (docs/decisions/0070-sender-checks.md).
comment on column public.received_mails.sender_check is
  'confirmed: signed or sent by the domain in From; unconfirmed: not, or against its rules; unchecked: DNS did not answer; null: not examined';
create unique index received_mails_once on public.received_mails (content_key);
create index received_mails_lead on public.received_mails (lead_id) where lead_id is not null;
create index received_mails_message on public.received_mails (message_id) where message_id is not null;
create index received_mails_newest on public.received_mails (state, received_at desc, id desc);
create index received_mails_sender on public.received_mails (lower(from_address));
create index received_mails_contacts on public.received_mails
  using gin (private.contact_keys(from_address, from_name, subject, body, mail_id)) with (fastupdate = off);
-- What received mail may take up in a day, and mail that no parser reads, which stays in its thread.
create index received_mails_of_strangers on public.received_mails (received_at) include (size_bytes) where lead_id is null;
alter table public.received_mails enable row level security;
alter table public.received_mails force row level security;
grant select on public.received_mails to authenticated;
revoke all on public.received_mails from service_role;
grant select on public.received_mails to service_role;
-- Agents and owners read what came by mail.
create policy "agents read" on public.received_mails for select to authenticated
  using ((select public.can_handle_leads()));
create trigger drop_parts after delete on public.received_mails
  for each row execute function private.drop_mail_parts();
create trigger drop_parts_on_erasure after update of from_address, from_name, subject, body on public.received_mails
  for each row when (
    (old.from_address, old.from_name, old.subject, old.body) is distinct from
    (new.from_address, new.from_name, new.subject, new.body)
  )
  execute function private.drop_mail_parts();
create trigger queue_mail_notices after insert on public.received_mails
  for each row when (new.state in ('joined', 'guess', 'triage')) execute function private.queue_mail_notices();
create table public.received_files (
  mail_id uuid not null references public.received_mails (id) on delete cascade,
  part smallint not null,
  name text not null,
  media_type text not null,
  size_bytes bigint not null,
  refused text,
  primary key (mail_id, part),
  constraint received_files_part_range check (part between 0 and 999),
  constraint received_files_name_length check (char_length(name) between 1 and 200),
  constraint received_files_media_type_format check (media_type ~ '^[a-z0-9.+-]+/[a-z0-9.+-]+$' and char_length(media_type) <= 100),
  constraint received_files_refused_known check (refused in ('too-large', 'thread-full', 'program'))
);
comment on table public.received_files is 'attachments; their bytes are in the mail itself';
comment on column public.received_files.media_type is 'by its bytes, never as the mail says';
comment on column public.received_files.refused is 'why it is not offered; null: it can be downloaded';
alter table public.received_files enable row level security;
alter table public.received_files force row level security;
grant select on public.received_files to authenticated;
revoke all on public.received_files from service_role;
grant select on public.received_files to service_role;
-- Agents and owners read what was attached to it.
create policy "agents read" on public.received_files for select to authenticated
  using ((select public.can_handle_leads()));

-- supabase/schemas/54-mail-in/triage.sql
-- Locks the mail; only for those who handle leads.
create function private.mail_for_staff(mail uuid) returns public.received_mails
  language plpgsql volatile set search_path = ''
as $$
declare
  kept_mail public.received_mails;
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  select * into kept_mail from public.received_mails where received_mails.id = mail for update;
  if kept_mail.id is null then
    raise exception 'This email is no longer here.' using errcode = 'PT404', hint = 'Refresh the list.';
  end if;
  return kept_mail;
end;
$$;
-- Its message leaves the thread it was in; the mail stays.
create function private.take_out_mail(mail public.received_mails) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  update public.received_mails
  set state = 'triage', reason = 'moved', lead_id = null, message_id = null, is_other_address = false
  where received_mails.id = mail.id;
  delete from public.lead_messages where lead_messages.id = mail.message_id;
end;
$$;

-- supabase/schemas/60-booking/book-consultation.sql
-- No row for a token that we did not sign, and none 30 days after the call. Every token is compared in whole, both
-- sides hashed again, so that the time of the comparison reveals nothing.
create function private.booking_of(token text) returns setof public.bookings
  language plpgsql stable security definer set search_path = '' rows 1
as $$
declare
  given constant text := case when token ~ '^[0-9a-f]{64}$' then token else repeat('0', 64) end;
begin
  if private.contact_hash('compare', given) = private.contact_hash('compare', private.booking_token(left(given, 32)::uuid)) then
    return query
      select * from public.bookings as booking
      where booking.id = left(given, 32)::uuid and booking.ends_at > now() - interval '30 days';
  end if;
end;
$$;

-- supabase/schemas/90-realtime/publication.sql
alter publication supabase_realtime add table
  public.leads, public.lead_messages, public.quarantined_leads, public.lead_notes, public.lead_follow_ups,
  public.received_mails, public.bookings, public.booking_blocks;

-- supabase/schemas/54-mail-in/receive-mail.sql
-- A mail becomes a message of its lead; the thread's triggers mark the lead as waiting. No status changes. A mail
-- without a Message-ID is known too: its message names the mail. A mail that is joined after one of our replies is
-- placed below that reply: the reply did not answer it, and the lead waits again.
create function private.add_mail_message(mail public.received_mails, lead uuid) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  is_late constant boolean := exists (
    select from public.lead_messages as reply
    where reply.lead_id = lead and reply.sender_type = 'admin' and reply.created_at > mail.received_at
  );
  added uuid;
begin
  -- The colleague who joins it to a thread is not its author.
  perform set_config('request.jwt.claims', '{}', true);
  insert into public.lead_messages (lead_id, message, sender_type, created_at, transport_id)
  values (
    lead, coalesce(nullif(mail.body, ''), nullif(mail.subject, ''), '(no text)'), 'lead',
    case when is_late then now() else mail.received_at end,
    coalesce(mail.mail_id, '<received-' || mail.id || '@mail.invalid>')
  )
  returning id into added;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return added;
end;
$$;

-- supabase/schemas/99-closing/functions.sql
revoke execute on all functions in schema public, private from public;

-- supabase/schemas/10-access/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('auth.flow_state', 'expires', 'auth_code code_challenge provider_type provider_access_token
      provider_refresh_token authentication_method'),
    ('auth.identities', 'account', 'provider_id identity_data provider email'),
    ('auth.mfa_amr_claims', 'none', 'authentication_method'),
    ('auth.mfa_challenges', 'expires', 'ip_address otp_code web_authn_session_data'),
    ('auth.mfa_factors', 'account', 'friendly_name secret phone web_authn_credential last_webauthn_challenge_data'),
    ('auth.one_time_tokens', 'account', 'token_hash code_hash relates_to'),
    ('auth.provider_flows', 'expires', 'state_hash binding_hash provider nonce code_verifier redirect_to'),
    ('auth.refresh_tokens', 'account', 'token user_id parent'),
    ('auth.sessions', 'account', 'user_agent ip tag'),
    ('auth.sign_in_networks', 'account', 'network'),
    ('auth.used_wallet_messages', 'none', 'message_hash'),
    ('auth.users', 'account', 'aud role email encrypted_password confirmation_token recovery_token
      email_change_token_new email_change raw_app_meta_data raw_user_meta_data phone phone_change phone_change_token
      email_change_token_current reauthentication_token'),
    ('private.failed_sign_ins', 'none', 'kind'),
    ('private.recovery_codes', 'none', 'code_hash'),
    ('public.owner_links', 'none', 'token_hash'),
    ('public.profiles', 'account', 'full_name email reply_signature'),
    ('public.server_keys', 'none', 'name value'),
    ('public.settings', 'none', 'sign_up_mode'),
    ('public.staff', 'none', 'role')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
insert into public.settings default values on conflict do nothing;

-- supabase/schemas/15-audit/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('private.read_counts', 'none', 'relation'),
    ('public.audit_log', 'account', 'account_name network record_name'),
    ('public.audit_log', 'none', 'area action kind record_id details')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

-- supabase/schemas/20-agency/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('public.agency_settings', 'published', 'facts texts')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

-- supabase/schemas/30-content/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('private.content_types', 'none', 'table_name text_column picture_column picture_alt_column'),
    ('public.app_media', 'published', 'url alt'),
    ('public.app_media', 'none', 'kind'),
    ('public.apps', 'published', 'name slug short_pitch description logo_url logo_alt category platforms
      feature_chips demo_url'),
    ('public.apps', 'none', 'locale text_format'),
    ('public.case_studies', 'published', 'slug title excerpt client problem body results cover_url cover_alt'),
    ('public.case_studies', 'none', 'locale'),
    ('public.categories', 'published', 'name'),
    ('public.content_versions', 'words', 'record'),
    ('public.content_versions', 'account', 'account_name'),
    ('public.content_versions', 'none', 'kind changed pictures'),
    ('public.deleted_content', 'words', 'name record belongings'),
    ('public.deleted_content', 'account', 'account_name'),
    ('public.deleted_content', 'none', 'kind slug former_slugs pictures'),
    ('public.former_slugs', 'published', 'slug'),
    ('public.former_slugs', 'none', 'kind'),
    ('public.missed_paths', 'row', 'path'),
    ('public.posts', 'published', 'slug title excerpt cover_url cover_alt body'),
    ('public.posts', 'none', 'locale'),
    ('public.redirects', 'published', 'from_path target'),
    ('public.services', 'published', 'name slug short_pitch description hero_image_url hero_image_alt feature_chips
      pricing_json'),
    ('public.services', 'none', 'locale text_format')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
insert into private.content_types (table_name, text_column, picture_column, picture_alt_column) values
  ('services', 'description', 'hero_image_url', 'hero_image_alt'),
  ('apps', 'description', 'logo_url', 'logo_alt'),
  ('posts', 'body', 'cover_url', 'cover_alt'),
  ('case_studies', 'body', 'cover_url', 'cover_alt')
on conflict (table_name) do update set
  text_column = excluded.text_column,
  picture_column = excluded.picture_column,
  picture_alt_column = excluded.picture_alt_column
where content_types <> excluded;

-- supabase/schemas/32-media/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    -- Encrypted with a key that is not in the database; a day at most.
    ('backend.account_mails', 'expires', 'content'),
    ('backend.account_mails', 'none', 'kind'),
    ('backend.orphaned_blobs', 'none', 'version account'),
    ('backend.stored_bytes', 'none', 'account'),
    ('public.media', 'published', 'url alt'),
    ('public.media', 'none', 'kind'),
    ('public.partners', 'published', 'name logo_url'),
    ('public.partners', 'none', 'logo_ground'),
    ('storage.buckets', 'none', 'id name allowed_mime_types owner_id'),
    ('storage.objects', 'published', 'name path_tokens user_metadata'),
    ('storage.objects', 'none', 'bucket_id metadata version owner_id')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
-- A logo may be a drawing; what is sent is not shown, and it is stored as pixels (make-logo.server.ts).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('incoming', 'incoming', false, 20971520, '{image/jpeg,image/png,image/webp,image/gif,image/avif,image/svg+xml}'),
  ('pictures', 'pictures', true, 8388608, '{image/webp}')
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types
where (buckets.public, buckets.file_size_limit, buckets.allowed_mime_types)
  is distinct from (excluded.public, excluded.file_size_limit, excluded.allowed_mime_types);

-- supabase/schemas/40-leads/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('public.lead_messages', 'words', 'message transport_id delivery_problem'),
    ('public.lead_messages', 'none', 'sender_type delivery_state channel'),
    ('public.lead_totals', 'none', 'status'),
    ('public.leads', 'words', 'name email company phone message'),
    ('public.leads', 'row', 'stripe_customer_id content_hash source_path score_reasons address_hash network_hash
      landing_path campaign_medium campaign_name consent_text consent_version'),
    ('public.leads', 'none', 'service_name status locale origin referrer_host campaign_source channel'),
    -- Possible spam has the columns of a lead.
    ('public.quarantined_leads', 'words', 'name email company phone message'),
    ('public.quarantined_leads', 'row', 'stripe_customer_id content_hash source_path score_reasons address_hash
      network_hash landing_path referrer_host campaign_medium campaign_name consent_text consent_version'),
    ('public.quarantined_leads', 'none', 'service_name status locale origin campaign_source')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

-- supabase/schemas/42-intake/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('private.quarantined_messages', 'words', 'message')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

-- supabase/schemas/43-consent/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('private.contact_key', 'none', 'value'),
    -- Kept on purpose: without it, who asked not to be contacted would be contacted again.
    ('private.do_not_contact', 'none', 'address_hash')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
insert into private.contact_key default values on conflict do nothing;

-- supabase/schemas/44-search/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('public.saved_views', 'words', 'name query')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

-- supabase/schemas/46-work/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('public.leads_needing_reply', 'none', 'status')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
insert into private.reads_begin default values on conflict do nothing;

-- supabase/schemas/48-notes/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('public.canned_replies', 'words', 'name body'),
    ('public.lead_notes', 'words', 'note')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

-- supabase/schemas/50-outbox/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('private.failed_notices', 'words', 'problem'),
    ('private.outbox', 'words', 'backup_problem details'),
    ('private.outbox', 'none', 'kind unique_key')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
insert into private.last_lead_notice default values on conflict do nothing;

-- supabase/schemas/54-mail-in/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('private.mail_parts', 'row', 'bytes'),
    ('private.mailbox_positions', 'none', 'mailbox'),
    ('public.received_files', 'words', 'name'),
    ('public.received_files', 'none', 'media_type refused'),
    ('public.received_mails', 'words', 'from_address from_name subject body mail_id'),
    ('public.received_mails', 'none', 'state reason way content_key sender_check')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

-- supabase/schemas/60-booking/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('public.booking_blocks', 'words', 'reason'),
    ('public.bookings', 'row', 'address_hash'),
    ('public.bookings', 'none', 'state visitor_zone')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
insert into public.booking_settings default values on conflict do nothing;

-- supabase/schemas/70-privacy/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('private.erasures', 'none', 'key address_hashes phone_hashes'),
    ('private.personal_data', 'none', 'table_name column_name reach'),
    ('public.privacy_incidents', 'words', 'what whose risk told'),
    ('public.privacy_requests', 'words', 'contact note response'),
    ('public.privacy_requests', 'none', 'kind')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

-- supabase/schemas/80-feedback/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('public.accessibility_feedback', 'words', 'message page name reply_to response')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

-- supabase/schemas/90-realtime/data.sql
-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('realtime.messages', 'words', 'payload'),
    ('realtime.messages', 'none', 'topic extension event')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
