-- The whole schema of commit 2bf14b6c, made from its supabase/schemas, in place of 19 migrations; never edited.
-- replaces: commit 2bf14b6ca11d93e9310e586c5f0e2f0aa40bedd5, sha256 87dae969174b75424bb53e453d61d9fd80ef7a68c9627ec88a03484990def950
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
-- Counts wrong passwords and codes of an account within an hour, for the audit log (docs/decisions/0055-audit-log.md).
-- An entry is written at 1, 10, 100 and 1,000 attempts, so an attacker cannot fill the log.
create table private.failed_sign_ins (
  account_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  begun_at timestamptz not null default now(),
  total integer not null,
  primary key (account_id, kind),
  constraint failed_sign_ins_kind_known check (kind in ('password', 'code'))
);
-- Counts a failure of `account` or of the account with the entered `email`. Unknown addresses are not counted.
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
  mail_frequency text not null default 'hourly',
  away_from date,
  away_until date,
  constraint profiles_mail_frequency_known check (mail_frequency in ('immediately', 'hourly', 'daily', 'never')),
  constraint profiles_away_in_order check (away_until >= away_from),
  constraint profiles_full_name_length check (char_length(full_name) <= 200),
  constraint profiles_reply_signature_length check (char_length(reply_signature) <= 500)
);
-- The keys of the inbox must be possible to turn off (WCAG 2.1.4).
comment on column public.profiles.single_key_shortcuts is 'whether a key alone, such as j, does something in the inbox';
-- docs/decisions/0092-mail-to-staff.md
comment on column public.profiles.mail_frequency is 'of mail about leads; hourly is at most five a day';
comment on column public.profiles.away_from is 'first day on which others are notified instead; away_until: the last one, or null';
comment on column public.profiles.reply_signature is 'stands under replies between the name and the signature of the agency';
alter table public.profiles enable row level security, force row level security;
grant select, insert (away_from, away_until, email, full_name, id, mail_frequency, reply_signature, single_key_shortcuts,
  updated_at), update (away_from, away_until, email, full_name, id, mail_frequency, reply_signature,
  single_key_shortcuts, updated_at) on public.profiles to authenticated;
-- An account reads its own profile.
create policy "own profile" on public.profiles for select to authenticated
  using (id = (select auth.uid()));
-- An account creates its own profile if it has none.
create policy "own profile insert" on public.profiles for insert to authenticated
  with check (id = (select auth.uid()));
-- An account changes its own profile.
create policy "own profile update" on public.profiles for update to authenticated
  using (id = (select auth.uid()));
-- Stores the address of the account and the time of the server, whatever the caller sends; an empty name or signature
-- becomes null.
create function private.complete_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.full_name) > 10000 then
    perform private.raise_check_violation('profiles', 'profiles_full_name_length');
  end if;
  if octet_length(new.reply_signature) > 10000 then
    perform private.raise_check_violation('profiles', 'profiles_reply_signature_length');
  end if;
  new.full_name := private.clean_text(new.full_name);
  new.reply_signature := private.clean_text(new.reply_signature);
  new.email := (select users.email from auth.users where users.id = new.id);
  new.updated_at := now();
  return new;
end;
$$;
-- Creates the profile of a new account (G-44). It must never prevent a sign-up, so a long name is cut before it is
-- cleaned and stored.
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
-- Copies a changed address of an account to its profile.
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
-- Recovery codes: ten one-time codes for an account that lost its second factor. Only hashes are stored; 120 random
-- bits need no salt and no slow hash. The API reaches these tables only through three functions.
create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash),
  constraint recovery_codes_code_hash_format check (code_hash ~ '^[0-9a-f]{64}$')
);
comment on column private.recovery_codes.code_hash is 'sha-256 of account:code, lower case hex';
-- Counts wrong codes for each session and not for each account: an attacker with the password must not lock the owner
-- out.
create table private.recovery_guesses (
  session_id uuid primary key,
  wrong integer not null,
  since timestamptz not null default now()
);
-- 24 characters of an alphabet of 32 without look-alikes: 120 bits. Older codes of 16 characters still work.
create function private.make_recovery_code() returns text
  language sql volatile set search_path = ''
as $$
  select string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', get_byte(random.bytes, place) % 32 + 1, 1), '' order by place
  )
  from (select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) as random
  cross join generate_series(0, 23) as place
$$;
-- Ignores case, dashes and look-alikes (i, l, o). Null for a text that is too long to be a code.
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
-- A code is valid while the account has a factor that is older than the code.
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
-- Returns ten new codes, which cannot be read again, and deletes the earlier ones. Requires a session with aal2 in
-- auth.sessions, whatever the token contains.
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
create function public.count_recovery_codes() returns integer
  language sql stable security definer set search_path = ''
as $$
  select count(*)::integer
  from private.valid_recovery_codes(auth.uid())
  where private.active_session_id() is not null and private.session_has_required_aal()
$$;
grant execute on function public.count_recovery_codes() to authenticated, service_role;
-- Uses a code in place of the second factor; returns 'used', 'wrong' or 'too many'. All factors and all other sessions
-- are deleted; the caller's session continues at aal1. A wrong code is returned and not raised, because an error would
-- roll back its count. The account is notified by mail, in case an attacker used the code.
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
  insert into private.outbox (kind, colleague_id)
  select 'recovery-code', users.id from auth.users
  where users.id = auth.uid() and nullif(users.email, '') is not null and users.email_confirmed_at is not null;
  return 'used';
end;
$$;
grant execute on function public.use_recovery_code(text) to authenticated, service_role;

-- supabase/schemas/10-access/roles.sql
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

-- supabase/schemas/10-access/server-keys.sql
-- Keys that the server writes when it starts; the database checks signatures with them. `lead_header` signs leads,
-- previews and pictures. After a rotation, `lead_header_previous` is the former key and is accepted until
-- `valid_until`.
create table public.server_keys (
  name text primary key,
  value text not null,
  updated_at timestamptz not null default now(),
  valid_until timestamptz,
  constraint server_keys_value_length check (char_length(value) between 32 and 200),
  constraint server_keys_name_known check (name in ('lead_header', 'lead_header_previous'))
);
alter table public.server_keys enable row level security, force row level security;
revoke delete, truncate on public.server_keys from service_role;
-- The signature of a text by each valid key, in hexadecimal.
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
-- The caller's active sessions, the most recently used first. No rows if the calling session has ended or has not used
-- a required second factor.
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
-- Settings of the site, in one row. Accounts cannot write to it; owners change some values through functions.
create table public.settings (
  id boolean primary key default true,
  sign_up_mode text not null default 'approval',
  local_mode boolean not null default false,
  require_second_factor boolean not null default false,
  updated_at timestamptz not null default now(),
  -- Months after the last contact until a lead is erased; null: never. A client (a lead with a Stripe customer) is kept
  -- for seven years.
  retention_months smallint default 24,
  -- For the setup checklist (20-agency/first-run.sql): steps that no other table shows.
  mail_tested_at timestamptz,
  first_run_dismissed_at timestamptz,
  -- True after an upgrade: nothing is erased until an owner confirms retention_months.
  retention_waits boolean not null default false,
  constraint settings_one_row check (id),
  constraint settings_sign_up_mode_known check (sign_up_mode in ('open', 'approval', 'closed')),
  constraint settings_retention_months_range check (retention_months between 1 and 120)
);
alter table public.settings enable row level security, force row level security;
revoke delete, truncate on public.settings from service_role;
create function public.team_rules() returns table (sign_up_mode text, require_second_factor boolean)
  language plpgsql stable security definer set search_path = '' rows 1
as $$
begin
  perform private.require_owner();
  return query select settings.sign_up_mode, settings.require_second_factor from public.settings;
end;
$$;
grant execute on function public.team_rules() to authenticated, service_role;
-- Turns the rule that all staff need a second factor on or off. An owner must have used one to turn it on, or the
-- rule would lock the owner out.
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
  token_hash text primary key,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint owner_links_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$')
);
comment on column public.owner_links.token_hash is 'sha-256 of the token, lower case hex';
alter table public.owner_links enable row level security, force row level security;
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

-- supabase/schemas/10-access/staff.sql
-- All roles, in the order in which the team is listed. The site and `./fairlead staff` have the same list; a test compares
-- them.
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
alter table public.staff enable row level security, force row level security;
grant select on public.staff to authenticated;
-- An account reads its own role; an owner reads the whole team.
create policy "own role, owners all" on public.staff for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_owner()));
-- The session must have used the account's second factor: a stolen password reads no roles.
create policy "second factor shown" on public.staff as restrictive for all to authenticated
  using ((select private.session_has_required_aal())) with check ((select private.session_has_required_aal()));
-- The session must be active: a token outlives a sign-out.
create policy "session active" on public.staff as restrictive for all to authenticated
  using ((select private.is_session_active())) with check ((select private.is_session_active()));
-- Notifies the server, which writes role changes to its log with IDs only.
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
-- The last active owner cannot be removed or demoted, by any database role. The lock serializes changes of owners, so
-- that two owners who demote each other do not both succeed.
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

-- supabase/schemas/15-audit/audit-log.sql
-- The audit log: who did what, when and from where. Owners read it (docs/decisions/0055-audit-log.md). It contains IDs,
-- names of content and colleagues, and numbers, but no text of visitors. Only functions and triggers write it.
create table public.audit_log (
  id uuid primary key default gen_random_uuid(),
  -- clock_timestamp() keeps the order of entries within a transaction.
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
comment on column public.audit_log.account_id is
  'the account that did it; null: the server, or a caller with the secret key';
comment on column public.audit_log.account_name is 'name of the account at that time; null after an erasure';
comment on column public.audit_log.network is
  'network of the caller: 24 bits of an IPv4 address, 48 bits of an IPv6 address';
comment on column public.audit_log.kind is 'kind of record: a table, or a word such as "session"';
comment on column public.audit_log.record_id is 'null for several records at once and after an erasure';
comment on column public.audit_log.record_name is 'name of the content or account at that time; null for leads';
comment on column public.audit_log.amount is 'number of records, if the entry is for several';
comment on column public.audit_log.details is 'changed columns, or the new value of a status, role or rule';
create index audit_log_newest on public.audit_log (created_at desc, id desc);
create index audit_log_by_area on public.audit_log (area, created_at desc, id desc);
create index audit_log_by_account on public.audit_log (account_id, created_at desc, id desc);
create index audit_log_by_account_and_area on public.audit_log (account_id, area, created_at desc, id desc);
-- For erasures, which look up leads and accounts.
create index audit_log_by_record on public.audit_log (record_id) where record_id is not null;
alter table public.audit_log enable row level security, force row level security;
grant select on public.audit_log to authenticated;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to service_role;
-- Owners read the log.
create policy "owners read" on public.audit_log for select to authenticated
  using ((select public.is_owner()));
-- Also binds functions with the owner's rights: an erasure may remove names, and an entry may be deleted after 24
-- months. Nothing else changes or deletes an entry.
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
  raise exception 'The audit log can''t be changed.' using errcode = '42501';
end;
$$;
-- 203.0.113.7 becomes 203.0.113.0/24, an IPv6 address its first 48 bits: enough to notice an unusual place, but shared
-- by many people. Null for a text that is not an address.
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
-- Whether the caller is an account or the secret key. Changes by the server's own role and by migrations are not
-- logged.
create function private.is_audited_caller() returns boolean
  language sql stable set search_path = ''
as $$ select auth.uid() is not null or current_setting('role', true) = 'service_role' $$;
-- Only accounts with a role are logged, because anyone may register and sign in.
create function private.is_audited_account(account uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.staff where staff.user_id = account)
    or exists (
      select from public.settings, auth.users
      where settings.sign_up_mode = 'open' and users.id = account and users.is_anonymous is not true
    )
$$;
-- The accounts in the log with their newest names, for the filter of the screen. The recursion reads one index entry
-- for each account instead of every entry.
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
-- Deletes entries older than 24 months, at most `most`. The server calls it every hour.
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
-- Removes a person from the log: the IDs of these leads, names and networks of accounts with this address, and record
-- names that contain it. What was done, when, and the account ID remain. Returns the number of changed entries.
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
-- A new session of an account with a role, and its second factor. The network is the one that opened the session.
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
-- A second factor that was set up or removed, but not one that was deleted with its account.
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
-- A changed password or address of an account with a role, and a deleted account.
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
-- Arguments: the area; for up to how many records of one statement each gets an entry. More of them get one entry
-- together.
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
    -- Samples that the server removes are not logged.
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
      -- The row in the trash is written before the record is deleted, and deleted after the record is restored.
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
-- The columns that differ, without those that triggers maintain.
create function private.audited_changes(before jsonb, after jsonb) returns text[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(part.key order by part.key), '{}')
  from jsonb_each(after) as part
  where part.key <> all (array['updated_at', 'is_sample']) and part.value is distinct from before -> part.key;
$$;
-- Whether a change is only a consequence of another one, which has its own entry: pictures of a record that is moved to
-- the trash or restored, or a service whose category was deleted.
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
-- A record that an editor deleted permanently. A restored record is in its table again, and the hourly job of the
-- server is not logged.
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
-- Logs a new status or changed fields, not counters of replies. An erasure by an owner gets one entry for the person
-- (audit_erasure), one by the job of the server the number of leads; more than 20 leads of a statement, one entry.
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
-- Deleted leads and quarantined leads. A quarantined lead that is now a lead or a message was restored. What the
-- server's job deletes after 24 months is not logged.
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
-- An account added an address to the do-not-contact list or removed it. The entry does not contain the address.
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
-- A changed or deleted note. The entry has the lead's ID, so that an erasure can remove it. Notes that are deleted with
-- their lead are not logged.
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

-- supabase/schemas/15-audit/audited-settings.sql
-- A new version of the agency's settings: the changed fields.
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
-- Rules for the team and the months of retention: the new values.
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
-- Role changes, also those of `./fairlead staff`.
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

-- supabase/schemas/15-audit/exports.sql
-- Called before the first row of an export is read, so that no export goes unlogged. The amount is the number of leads
-- with the status; null for a search.
create function public.record_leads_export(status text default null, is_search boolean default false) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
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
-- How many rows about people an account has read within an hour; account_id is null for the secret key.
create table private.read_counts (
  account_id uuid references auth.users (id) on delete cascade,
  relation text not null,
  begun_at timestamptz not null default now(),
  total bigint not null,
  constraint read_counts_once unique nulls not distinct (account_id, relation)
);
-- Called by the server. Writes an entry when the rows that an account read from a table within an hour pass 500, 5,000
-- and so on, and for a response of more than 200 rows, at most every ten minutes. `account` is null for the secret key.
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

-- supabase/schemas/20-agency/agency-fields.sql
-- In the order of site/app/agency/agency-fields.ts; supabase/tests/agency-settings.test.ts compares both.
create function private.agency_fields() returns table (
  part text, name text, kind text, max_length integer, max_lines integer, is_required boolean, lowest integer, highest integer
)
  language sql immutable parallel safe rows 80
as $$
  values
    ('facts', 'name', 'line', 40, null::integer, true, null::integer, null::integer),
    ('facts', 'legalName', 'line', 120, null, false, null, null),
    ('facts', 'phone', 'phone', 30, null, true, null, null),
    ('facts', 'phoneDialled', 'dialled', 16, null, false, null, null),
    ('facts', 'email', 'email', 254, null, true, null, null),
    ('facts', 'street', 'line', 120, null, false, null, null),
    ('facts', 'city', 'line', 60, null, false, null, null),
    ('facts', 'postalCode', 'line', 12, null, false, null, null),
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
    ('facts', 'reputationPromo', 'choice', 20, null, true, null, null),
    ('facts', 'socialLinks', 'links', 300, 8, false, null, null),
    ('facts', 'logo', 'picture', 400, null, false, null, null),
    ('facts', 'logoDark', 'picture', 400, null, false, null, null),
    ('facts', 'logoGround', 'choice', 20, null, true, null, null),
    ('facts', 'icon', 'picture', 400, null, false, null, null),
    ('facts', 'heroImage', 'picture', 400, null, false, null, null),
    ('facts', 'palette', 'choice', 20, null, true, null, null),
    ('facts', 'mainColour', 'colour', 7, null, true, null, null),
    ('facts', 'accentColour', 'colour', 7, null, true, null, null),
    ('facts', 'groundColour', 'colour', 7, null, true, null, null)
  union all
  select 'texts', name, kind, max_length, max_lines, is_required, null, null
  from (
    values
      ('location', 'line', 80, null, true), ('hours', 'line', 120, null, true), ('tagline', 'line', 120, null, true),
      ('statement', 'text', 400, null, true), ('footerServices', 'lines', 60, 6, true),
      ('heroCaption', 'line', 80, null, true), ('heroTitle', 'text', 80, null, true),
      ('heroText', 'text', 240, null, true), ('heroImageAlt', 'line', 160, null, false),
      ('heroFigure1', 'line', 30, null, true), ('heroLabel1', 'line', 60, null, true),
      ('heroFigure2', 'line', 30, null, true), ('heroLabel2', 'line', 60, null, true),
      ('heroFigure3', 'line', 30, null, true), ('heroLabel3', 'line', 60, null, true),
      ('aboutTitle', 'text', 200, null, true), ('aboutText', 'text', 800, null, true),
      ('aboutFigure1', 'line', 30, null, true), ('aboutLabel1', 'line', 60, null, true),
      ('aboutText1', 'line', 80, null, false), ('aboutFigure2', 'line', 30, null, true),
      ('aboutLabel2', 'line', 60, null, true), ('aboutText2', 'line', 80, null, false),
      ('aboutFigure3', 'line', 30, null, true), ('aboutLabel3', 'line', 60, null, true),
      ('aboutText3', 'line', 80, null, false), ('appsText', 'text', 300, null, true),
      ('closingTitle', 'line', 80, null, true), ('closingText', 'text', 300, null, true),
      ('servicesAsk', 'text', 300, null, true), ('reputationTitle', 'line', 80, null, true),
      ('reputationText', 'text', 300, null, true), ('reputationBenefits', 'lines', 160, 3, true),
      ('servicesIntro', 'text', 300, null, true), ('appsIntro', 'text', 300, null, true),
      ('resourcesIntro', 'text', 300, null, true), ('caseStudiesIntro', 'text', 300, null, true),
      ('contactSteps', 'lines', 160, 5, true), ('serviceClosing', 'text', 300, null, true),
      ('articleClosing', 'text', 300, null, true), ('consentLabel', 'line', 160, null, true),
      ('consentHint', 'line', 200, null, true), ('mailSignature', 'text', 300, null, false),
      ('acknowledgementText', 'text', 1000, null, true), ('seoTitle', 'line', 60, null, true),
      ('seoDescription', 'text', 160, null, true), ('seoCaption', 'line', 60, null, true),
      ('seoEnding', 'line', 80, null, true), ('privacy', 'markdown', 60000, null, false),
      ('terms', 'markdown', 60000, null, false), ('accessibilityTarget', 'markdown', 5000, null, true),
      ('accessibilityLimits', 'markdown', 5000, null, true), ('accessibilityContact', 'markdown', 5000, null, true)
  ) as field (name, kind, max_length, max_lines, is_required)
$$;
-- Raises a check violation that names the field. The caller limits the size of `given`.
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
      problem := 'isn''t a field';
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
        problem := 'must be a list of text values';
      else
        items := array(select jsonb_array_elements_text(field.value));
      end if;
    elsif jsonb_typeof(field.value) <> 'string' then
      problem := 'must be text';
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
        ) then 'isn''t a phone number'
        when field.kind = 'dialled' and item !~ '^[+][1-9][0-9]{6,14}$' then 'isn''t a phone number with a country code'
        when field.kind = 'email' and not private.is_email(item) then 'isn''t an email address'
        when field.kind = 'links' and item !~ '^https://[^[:space:]<>"]+$' then 'must begin with https://'
        when field.kind = 'dates' and not private.is_day(item) then 'isn''t a date'
        when field.kind = 'picture' and item !~ picture then 'isn''t an uploaded picture'
        when field.kind = 'choice' and item !~ '^[a-z]+$' then 'isn''t a choice'
        when field.kind = 'colour' and item !~ '^#[0-9a-f]{6}$' then 'isn''t a colour'
        when field.kind = 'zone' and not exists (select from pg_catalog.pg_timezone_names where name = item)
          then 'isn''t a time zone'
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
-- Null if the value is an object of days, each with an opening time and a later closing time; otherwise the problem.
create function private.hours_problem(value jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  time constant text := '^([01][0-9]|2[0-3]):[0-5][0-9]$';
  day record;
begin
  if jsonb_typeof(value) <> 'object' then
    return 'must be an object of days';
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

-- supabase/schemas/20-agency/agency-settings.sql
create table public.agency_settings (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  -- The newest version when editing began; if there is a newer one by now, the save is rejected.
  based_on bigint,
  restored_from bigint,
  facts jsonb not null default '{}',
  -- by language: {"en-CA": {…}}
  texts jsonb not null default '{}'
);
create index agency_settings_created_by on public.agency_settings (created_by);
alter table public.agency_settings enable row level security, force row level security;
grant select (created_at, facts, id, texts) on public.agency_settings to anon;
grant select, insert (based_on, facts, restored_from, texts) on public.agency_settings to authenticated;
revoke delete, truncate, update on public.agency_settings from service_role;
grant insert (based_on, facts, restored_from, texts) on public.agency_settings to service_role;
-- Owners compare and restore earlier ones.
create policy "owners read all" on public.agency_settings for select to authenticated
  using ((select public.is_owner()));
-- Owners save new versions.
create policy "owners insert" on public.agency_settings for insert to authenticated
  with check ((select public.is_owner()) and created_by = (select auth.uid()));
create trigger audit_saved after insert on public.agency_settings
  for each row execute function private.audit_agency_settings();
create function private.check_agency_settings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  language text;
  newest bigint;
begin
  if pg_column_size(new.facts) > 20000 or pg_column_size(new.texts) > 600000 then
    perform private.raise_check_violation('agency_settings', 'agency_settings_size');
  end if;
  if jsonb_typeof(new.facts) <> 'object' or jsonb_typeof(new.texts) <> 'object' then
    raise check_violation using message = 'facts and texts must be objects';
  end if;
  perform private.check_agency_values('facts', new.facts);
  for language in select jsonb_object_keys(new.texts) loop
    if language !~ '^[a-z]{2}-[A-Z]{2}$' or jsonb_typeof(new.texts -> language) <> 'object' then
      raise check_violation using message = format('texts: %s is not a language code', left(language, 20));
    end if;
    perform private.check_agency_values('texts', new.texts -> language);
  end loop;
  perform pg_advisory_xact_lock(hashtextextended('agency_settings', 0));
  select max(id) into newest from public.agency_settings;
  if new.based_on is distinct from newest then
    raise sqlstate 'PT409' using message = 'The settings have changed. Reload and try again.';
  end if;
  return new;
end;
$$;
-- Keeps the newest 500 versions.
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
-- Saves settings and partners in one transaction, with the caller's rights. `settings`: {"facts", "texts", "basedOn",
-- "restoredFrom"}; `partners`: {"list", "basedOn"}, each partner as {"name", "logo", "ground"}. A part that is null is
-- not changed. An unchanged partner is not written, so a sample stays a sample. Returns the newest version, if any.
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
      raise check_violation using message = 'partners: must be a list of at most 40';
    end if;
    if not public.can_edit_content() then
      raise insufficient_privilege using message = 'Only editors and owners can change partners.';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('partners', 0));
    select coalesce(jsonb_agg(
      jsonb_build_object('name', one.name, 'logo', one.logo_url, 'ground', one.logo_ground)
      order by one.sort_order, one.name
    ), '[]') into stored
    from public.partners as one;
    if stored is distinct from partners -> 'basedOn' then
      raise sqlstate 'PT409' using message = 'The partners have changed. Reload and try again.';
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
-- The settings that business hours need. A missing one has the site's preset (agency-fields.ts); missing opening hours
-- are Monday to Friday, 9 to 5.
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
-- Opening and closing time of each open day from `first` to `last`, at most 800 days. A time that a clock change skips
-- is an hour later. The holidays are computed once, as an array, for a fixed number of years that the planner knows.
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
-- The date of a moment in the agency's time zone.
create function private.business_day(moment timestamptz) returns date
  language sql stable security definer set search_path = ''
as $$ select (moment at time zone settings.zone)::date from private.business_settings() as settings $$;
-- Open time from `a` to `b` in whole minutes; 0 if `b` is not later. At most the last year before `b` is counted.
create function private.business_minutes_between(a timestamptz, b timestamptz) returns integer
  language sql stable security definer set search_path = ''
as $$
  select coalesce(floor(sum(extract(epoch from least(hours.closes, b) - greatest(hours.opens, since))) / 60), 0)::integer
  from (select greatest(a, b - interval '1 year') as since) as span
  cross join lateral private.business_hours_between(private.business_day(since), private.business_day(b)) as hours
  where since < b and hours.opens < b and hours.closes > since;
$$;
-- When `minutes` of open time have passed since `start`; for 0, `start` or the next opening. A deadline at closing time
-- is not moved to the next day. Null if a year has less open time.
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
-- When the agency opens on this day, or on the next open one.
create function private.business_morning(day date) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select coalesce(private.add_business_minutes(midnight.at, 0), midnight.at)
  from private.business_settings() as settings, lateral (select day::timestamp at time zone settings.zone as at) as midnight;
$$;
-- The open times of a span as arrays, and the seconds of open time before each of them, for binary search.
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

-- supabase/schemas/20-agency/first-run.sql
-- Whether each step is done; null if the checklist was dismissed.
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
-- Hides the checklist for all owners permanently.
create function public.dismiss_first_run() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  update public.settings set first_run_dismissed_at = now() where first_run_dismissed_at is null;
end;
$$;
grant execute on function public.dismiss_first_run() to authenticated, service_role;
-- Called after the mail server accepted a test message.
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
create function private.nth_monday(year integer, month integer, n integer) returns date
  language sql immutable set search_path = ''
as $$
  select make_date(year, month, 1) + (8 - extract(isodow from make_date(year, month, 1))::integer) % 7 + 7 * (n - 1)
$$;
-- `region`: a province or territory ("on"), the federal rules ("canada"), or "none". New Year's Day, Canada Day,
-- Christmas and Boxing Day on a day in `days_off` (6 is Saturday) are observed on the next day that is neither off nor
-- a holiday. In Quebec, employers choose Good Friday or Easter Monday; this takes Good Friday.
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
-- For the settings screen: the holidays of a region, with Saturday and Sunday off.
create function public.holidays_of(region text, year integer) returns table (day date, holiday text)
  language sql stable security definer set search_path = '' rows 12
as $$
  select listed.day, listed.holiday
  from private.statutory_holidays(left(region, 20), least(greatest(year, 2000), 2099)) as listed
  where public.is_staff();
$$;
grant execute on function public.holidays_of(text, integer) to authenticated, service_role;

-- supabase/schemas/30-content/app-media.sql
-- Stores the order of an app's media. Fails if `ids` are not the stored media, so that two users cannot overwrite each
-- other's order. Runs with the caller's rights.
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
-- The screenshots of an app as its versions contain them.
create function private.app_screenshots(app uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'url', url, 'alt', alt) order by sort_order, id), '[]'
  )
  from public.app_media where app_media.app_id = app
$$;
-- Changed screenshots are a new version of the app. It replaces the newest version if the same account saved that
-- within ten minutes and changed only screenshots. Deferred to the end of the transaction, when all changes are made.
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
-- Restores the screenshots of a version. Runs with the caller's rights.
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
alter table public.categories enable row level security, force row level security;
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
create trigger audit_changed after update on public.categories referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.categories referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.categories referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');

-- supabase/schemas/30-content/content-types.sql
-- The types of content: tables whose records each have a public page. Code for all of them reads this list. A new type
-- is a table and a call of private.add_content_type (CONTRIBUTING.md).
create table private.content_types (
  table_name text primary key,
  text_column text not null default 'body',
  picture_column text not null default 'cover_url',
  picture_alt_column text not null default 'cover_alt'
);
-- Gives a table the indexes, triggers, policies, grants and preview function that case_studies has. The table's file
-- calls it. The table must have the columns id, slug, title, body, cover_url, cover_alt, is_published, published_at,
-- created_at, updated_at, locale and is_sample.
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
-- When the next scheduled record becomes public, which is when cached pages expire; null if nothing is scheduled.
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
-- Stores the slug of a public record that is renamed, unpublished or deleted. A record that is only scheduled does not
-- take over a former slug of another record.
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
-- A token for staff of every role; null for other callers.
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
-- `<expiry in seconds since 1970>.<record>.<signature>`
create function private.make_preview_token(kind text, record_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select format('%s.%s.%s', until.seconds, record_id, private.preview_signature(kind, record_id, until.seconds))
  from (select floor(extract(epoch from now()))::bigint + 1800 as seconds) as until
  where private.preview_signature(kind, record_id, until.seconds) is not null;
$$;
-- The signed text begins with its purpose, so that a signature that was made for another purpose is not valid here.
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
-- The record of a token; null if the token is forged, expired or of another kind.
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
-- Stores the path in lower case. A redirect never leads to another one, so there are no loops. The lock serializes
-- writers.
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
    raise exception 'This redirect would lead back to itself.' using errcode = 'P0001', detail = 'redirect_loop';
  end if;
  if exists (
    select from public.redirects as next_one where next_one.from_path = goal and next_one.id <> new.id
  ) then
    raise exception 'The target is also redirected. Enter the address it leads to.'
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
-- The redirect of a path, for every caller; no row if there is none.
create function public.find_redirect(path text) returns table (target text, status smallint)
  language sql stable security definer set search_path = '' rows 1
as $$
  select redirects.target, redirects.status
  from public.redirects
  where char_length(path) <= 500 and redirects.from_path = lower(path)
$$;
grant execute on function public.find_redirect(text) to anon, authenticated, service_role;
-- Paths that visitors requested and the site does not have: how often and when last. Without the query, the referrer or
-- anything about the visitor.
create table public.missed_paths (
  path text primary key,
  visits bigint not null default 1,
  last_at timestamptz not null default now(),
  constraint missed_paths_path_length check (char_length(path) <= 200)
);
create index missed_paths_most on public.missed_paths (visits desc, last_at desc, path);
alter table public.missed_paths enable row level security, force row level security;
grant delete, select on public.missed_paths to authenticated;
-- Editors and owners see what is missing.
create policy "editors read" on public.missed_paths for select to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners remove what needs no redirect.
create policy "editors delete" on public.missed_paths for delete to authenticated
  using ((select public.can_edit_content()));
-- Adds counts from the server, as {"/old-page": 3}. Keeps 500 paths: a new one replaces the one with the fewest and
-- oldest requests.
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
-- A path with a redirect is no longer missing.
create function private.drop_missed_path() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.missed_paths where missed_paths.path = new.from_path;
  return null;
end;
$$;

-- supabase/schemas/30-content/samples.sql
-- A sample that an account edits becomes the agency's own content, which remove_samples keeps. Sample leads and their
-- messages remain samples when they are edited.
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
create function public.clear_samples() returns table (relation text, removed bigint, kept text[])
  language plpgsql security definer set search_path = '' rows 1
as $$
begin
  perform private.require_owner();
  return query select * from public.remove_samples();
end;
$$;
grant execute on function public.clear_samples() to authenticated, service_role;
-- Deletes the samples except those that other rows refer to: a service with a picture that is no sample or with a lead
-- of a visitor, an app with a screenshot that is no sample, a category of a remaining service, and the pictures of what
-- remains. Returns a row for each table, with the names of what was kept. For `./fairlead remove-samples`.
create function public.remove_samples() returns table (relation text, removed bigint, kept text[])
  language plpgsql volatile security definer set search_path = '' rows 1
as $$
begin
  -- A row that is inserted at the same time could be deleted by a cascade.
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

  -- Before apps and services, because rows that a cascade deletes are not counted.
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
-- The trash: content that was deleted in the last 30 days, with its pictures, so that it can be restored.
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
comment on column public.deleted_content.kind is 'table of the record';
comment on column public.deleted_content.account_id is 'the account that deleted it; null: the server';
comment on column public.deleted_content.account_name is 'name of the account at that time';
comment on column public.deleted_content.belongings is 'rows of media or app_media that were deleted with it';
comment on column public.deleted_content.former_slugs is 'its former slugs, and its slug if it was published';
comment on column public.deleted_content.lead_ids is 'leads that requested this service';
comment on column public.deleted_content.pictures is 'folders of uploaded pictures that it shows';
create index deleted_content_newest on public.deleted_content (deleted_at desc, record_id desc);
create index deleted_content_pictures on public.deleted_content using gin (pictures);
alter table public.deleted_content enable row level security, force row level security;
grant delete, select on public.deleted_content to authenticated;
-- Editors and owners delete content, so they see what was deleted.
create policy "editors read" on public.deleted_content for select to authenticated
  using ((select public.can_edit_content()));
-- Editors and owners delete records permanently.
create policy "editors delete" on public.deleted_content for delete to authenticated
  using ((select public.can_edit_content()));
create trigger audit_deleted after delete on public.deleted_content
  referencing old table as removed for each statement execute function private.audit_emptied_trash();
-- Copies a record to the trash before it is deleted, while its pictures and leads still refer to it. Samples that the
-- server removes are not copied. Arguments: the table of its pictures and the column that refers to the record, if
-- there is one.
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
-- Restores a record as a draft under its ID, with its pictures, leads and former slugs. If its slug is taken, it gets
-- the next free one. Returns the slug.
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
    raise exception 'This has already been restored.'
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
-- Inserts stored rows. Columns that were added since then get their defaults.
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
-- For the policy of content_versions: versions of a record in the trash are for editors and owners.
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
-- Versions of content: each saved state, with its author, time and changed columns. The newest version equals the
-- record. Only triggers write versions.
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
comment on column public.content_versions.kind is 'table of the record';
comment on column public.content_versions.account_id is 'null: the server, or saved before versions existed';
comment on column public.content_versions.account_name is 'name of the account at that time';
comment on column public.content_versions.changed is 'the columns that differ from the previous version';
comment on column public.content_versions.pictures is 'folders of uploaded pictures that it shows';
-- For delete_expired_content: records that may have versions to delete.
create index content_versions_many on public.content_versions (kind, record_id) where version > 50;
create index content_versions_pictures on public.content_versions using gin (pictures) where pictures <> '{}';
alter table public.content_versions enable row level security, force row level security;
grant select on public.content_versions to authenticated;
-- Staff of every role read drafts, and so earlier versions; those of records in the trash only editors and owners.
create policy "staff read" on public.content_versions for select to authenticated
  using (
    (select public.can_edit_content())
    or ((select public.is_staff()) and not private.is_in_trash(kind, record_id))
  );
-- Stores a version and deletes old ones: the newest 50 are kept, others for 90 days, and never more than 1,000.
-- delete_expired_content does the same for records that are no longer saved. A record with few versions skips the
-- deletion: otherwise an insert of 5,000 rows took 8 seconds.
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
-- The folders of the uploaded pictures in a record: /pictures/<folder>/800.webp.
create function private.picture_folders(record jsonb) returns text[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct found[1]), '{}')
  from regexp_matches(
    record::text, '/pictures/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/', 'g'
  ) as found;
$$;
-- Whether a version shows the picture. Only the server's job checks this; an editor may delete such a picture.
create function private.is_picture_in_version(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.content_versions
    where content_versions.pictures <> '{}'
      and content_versions.pictures @> array[split_part(object_name, '/', 1)]
  );
$$;
-- Empties the trash after 30 days, and deletes old versions. The server calls it every hour.
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
-- Deletes the versions of a record that is neither in its table nor in the trash.
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

-- supabase/schemas/32-media/media.sql
-- Deletes a row of media or app_media. If no other row has the picture, it is also removed from the content that shows
-- it; a sample that loses its picture counts as edited. Returns the URL; null if there is no such row or the caller may
-- not delete it.
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
-- Whether the site's server signed that it made this picture: `x-picture-folder: folder.hex(hmac)`. A policy cannot
-- otherwise distinguish the server from the user that it works for. The key: 10-access/server-keys.sql.
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
-- Whether content, the trash or the settings show the picture. is_picture_in_version checks versions.
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
    or exists (select from public.agency_settings where strpos(agency_settings.facts::text, part) > 0);
end;
$$;
grant execute on function private.is_picture_used(text) to authenticated;
-- Files for the site's server to delete: uploads that were not processed within an hour (a closed tab, a stopped
-- server), and pictures older than a day that nothing shows.
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
-- `lead` is an ID that the caller makes, so that a retry adds no second lead. Texts are cleaned and checked like a
-- visitor's. There is no spam score and no mail to the person.
create function public.add_lead(
  lead uuid, fields jsonb, service uuid, channel text, asked_for_contact boolean, came_at timestamptz default now()
) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  added public.leads;
begin
  perform private.require_lead_handler();
  if exists (select from public.leads where leads.id = lead and leads.created_by = auth.uid()) then
    return lead;
  end if;
  if private.clean_text(left(fields ->> 'email', 10001)) is null
    and coalesce(char_length(private.phone_digits(left(fields ->> 'phone', 10001))), 0) < 7
  then
    raise exception 'Enter an email address or a phone number.' using errcode = 'P0001', detail = 'lead_unreachable';
  end if;
  if came_at is null or came_at > now() + interval '10 minutes' or came_at < now() - interval '1 year' then
    raise exception 'Choose a time within the past year.' using errcode = 'P0001', detail = 'lead_time';
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
  perform private.notify_staff('lead', lead);
  return lead;
end;
$$;
grant execute on function public.add_lead(uuid, jsonb, uuid, text, boolean, timestamptz) to authenticated, service_role;
-- The newest lead with this address or number, and the number of such leads, up to 101. Shown before a lead is added.
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
-- Sets the email address of a lead that was added with a phone number only. An existing address is not replaced.
create function public.add_lead_email(lead uuid, email text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  if private.clean_text(left(add_lead_email.email, 10001)) is null then
    raise exception 'Enter an email address.' using errcode = 'P0001', detail = 'lead_unreachable';
  end if;
  perform private.check_lead_email(private.clean_text(private.visible_text(add_lead_email.email)));
  update public.leads set email = add_lead_email.email
  where leads.id = lead and leads.email is null and leads.erased_at is null;
  if not found then
    raise exception 'This lead was deleted or already has an email address.'
      using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  perform private.audit('leads', 'changed', 'leads', lead::text, details => array['email']);
end;
$$;
grant execute on function public.add_lead_email(uuid, text) to authenticated, service_role;
-- No mail is queued for a lead without an email address; a reply is marked as failed.
create function private.refuse_mail_without_address() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.leads where leads.email is null and leads.id = new.lead_id) then
    return new;
  end if;
  update public.lead_messages
  set delivery_state = 'failed', delivery_problem = 'Not sent: there is no email address.'
  where lead_messages.id = new.message_id;
  return null;
end;
$$;

-- supabase/schemas/40-leads/change-leads.sql
-- Sets the status or the assignee (none with `unassign`) of leads, with the caller's rights. Returns a row for each
-- lead that exists and is not erased, with its former values for restore_leads.
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
    raise exception 'You can change up to 200 leads at a time.' using errcode = 'P0001', hint = 'Select fewer leads.';
  end if;
  if (next_status is null and not gives) or (change_leads.unassign and next_assignee is not null) then
    raise exception 'Choose a status or an assignee.' using errcode = '22023';
  end if;
  -- in the order of IDs, so that two calls cannot deadlock
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
-- Undoes a call of change_leads: `former` is its result, the other arguments are those of that call. A lead that has
-- been changed since is skipped. Returns the restored leads.
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
  perform private.require_lead_handler();
  if jsonb_array_length(former) > 200 then
    raise exception 'You can change up to 200 leads at a time.' using errcode = 'P0001', hint = 'Select fewer leads.';
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
      -- none if the former assignee may no longer handle leads
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
  -- The change of status set handled_at to now; with the former value, unanswered messages need a reply again.
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
-- How many leads request a service, shown before it is deleted (G-46): exact up to 1,000; 1,001 means "more". Runs with
-- the owner's rights, because editors may not read leads.
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
-- Midnight in the agency's time zone, `back` days ago.
create function private.agency_midnight(back integer) returns timestamptz
  language sql stable security definer set search_path = ''
as $$ select (private.business_day(now()) - back)::timestamp at time zone zone from private.business_settings() $$;
-- Leads of each of the last 30 days, including today and days without leads.
create function public.leads_by_day() returns table (day date, total bigint)
  language sql stable security definer set search_path = '' rows 30
as $$
  with counted as (
    select (leads.created_at at time zone settings.zone)::date as day, count(*) as total
    from private.business_settings() as settings, public.leads
    where leads.created_at >= private.agency_midnight(29)
    group by 1
  )
  select days.day, coalesce(counted.total, 0)
  from (
    select private.business_day(now()) - back as day from generate_series(29, 0, -1) as back
  ) as days
  left join counted on counted.day = days.day
  where public.is_staff()
  order by days.day;
$$;
grant execute on function public.leads_by_day() to authenticated, service_role;
-- Leads of the last 30 days by service, the most requested first, at most 50. Leads without a service come last, under
-- null. A deleted service keeps the name that it had last.
create function public.leads_by_service() returns table (service text, total bigint)
  language sql stable security definer set search_path = '' rows 10
as $$
  with counted as (
    select
      leads.service_id,
      case when leads.service_id is null then leads.service_name end as former_name,
      count(*) as total
    from public.leads
    where leads.created_at >= private.agency_midnight(29)
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
-- Leads of the last 90 days by source, the largest first, at most 50. `kind`: campaign, site (a referring site), api,
-- staff, or direct (also unknown). `qualified`: leads that have that status today.
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
    where leads.created_at >= private.agency_midnight(89)
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
-- The author is the caller, and a message of an account is always from staff; only the secret key can set another
-- sender. The same author, lead, sender and text within two minutes is a retry and is skipped without an error; the
-- lock serializes two at once. A message of an account is mailed (50-outbox/outbox.sql).
create function private.receive_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.message) > 500000 then
    perform private.raise_check_violation('lead_messages', 'lead_messages_message_length');
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
-- Stores the number of staff messages instead of the given reply_count: the browser would send a wrong one if two
-- colleagues reply at once (G-10).
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
-- Logs a message that was not a mail, such as a phone call, and returns its ID. One from the lead needs a reply; one
-- from staff is a reply, and a new lead becomes contacted. The insert runs with the owner's rights, so nothing is
-- mailed.
create function public.log_message(lead uuid, channel text, is_incoming boolean, message text, said_at timestamptz default null)
  returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  at constant timestamptz := coalesce(said_at, now());
  added uuid;
begin
  perform private.require_lead_handler();
  if channel is null or private.clean_text(left(message, 200000)) is null then
    raise exception 'Choose a channel and enter a message.' using errcode = '22023';
  end if;
  if at > now() + interval '1 minute' or at < now() - interval '10 years' then
    raise exception 'Choose a time in the past ten years.' using errcode = '22023', detail = 'time_out_of_range';
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
grant execute on function public.log_message(uuid, text, boolean, text, timestamptz) to authenticated, service_role;

-- supabase/schemas/40-leads/lead-totals.sql
-- Leads by status, counted as they change: an exact count under row level security reads the whole table.
create table public.lead_totals (
  status text primary key,
  total bigint not null default 0
);
alter table public.lead_totals enable row level security, force row level security;
grant select on public.lead_totals to authenticated;
revoke delete, insert, truncate, update on public.lead_totals from service_role;
-- Staff of every role see how many leads there are; a count is not personal data.
create policy "staff read" on public.lead_totals for select to authenticated
  using ((select public.is_staff()));
-- private.process_new_leads counts inserted leads. Rows are locked in the order of status, so that two statements cannot
-- deadlock.
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

-- supabase/schemas/40-leads/leads-of-person.sql
-- Erases the personal data of leads; time, status, service and source remain for the figures. The columns come from
-- private.personal_data, so that a new column is erased without a change here.
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
  delete from private.staff_notifications where staff_notifications.lead_id = any (ids);
  update public.leads set reply_count = 0 where leads.id = any (ids) and leads.reply_count <> 0;
  return erased;
end;
$$;
-- An erased lead gets no message and no Stripe customer.
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
  raise exception 'This person''s data was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
end;
$$;
-- Deletes the rows of an erased lead. Arguments: the tables.
create function private.drop_rows_of_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  name text;
begin
  foreach name in array tg_argv loop
    execute format('delete from %s where lead_id = $1', name) using new.id;
  end loop;
  return null;
end;
$$;

-- supabase/schemas/40-leads/leads.sql
-- The fields that a visitor fills in, in the order of site/app/lead/lead-fields.ts; supabase/tests/lead-content.test.ts
-- compares both. Cleaning and the content hash use this list. A new field: the recipe in CONTRIBUTING.md.
create function private.lead_fields() returns text[]
  language sql immutable parallel safe
  return array['name', 'email', 'company', 'phone', 'message'];

-- supabase/schemas/40-leads/other-requests.sql
-- Leads with this address or number, newest first, at most `most`; `before_*` is the last row of the previous page. A
-- number with fewer than seven digits is ignored, because different people can share it.
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
-- For each of these leads (at most 200): the ten newest other leads of the same person, and their number, up to 101.
-- Checks the caller once and reads with the owner's rights, because policies would prevent the use of the indexes.
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
-- A page of all leads of the person, including this one, newest first.
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
grant execute on function public.person_leads(uuid, timestamptz, uuid, integer) to authenticated, service_role;
-- The Stripe customer of another lead with the same address, the one that was linked first; null if there is none.
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

-- supabase/schemas/42-intake/lead-origin.sql
-- The facts in the header `x-lead-facts: base64(json).hex(hmac)`; null if it is missing, not signed by our server, or
-- signed for another form or content.
create function private.read_lead_facts(form text, content text) returns jsonb
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
  return case when facts ->> 'form' = form and facts ->> 'content' = content then facts end;
exception
  when others then
    return null;
end;
$$;
-- The text, cut to 100 characters, if the checks of leads allow it; otherwise null.
create function private.plain_campaign(given text) returns text
  language sql immutable parallel safe
  return case when left(given, 100) !~ '[[:cntrl:]<>@"''\\%]' then nullif(btrim(left(given, 100)), '') end;

-- supabase/schemas/42-intake/quarantined-leads.sql
-- Moves a quarantined lead to leads, with its ID and time; a quarantined answer becomes a message of its thread. The
-- insert comes before the delete, which is how audit_deleted_leads recognizes a restored lead.
create function public.restore_quarantined_lead(lead_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  quarantined public.quarantined_leads;
  answer private.quarantined_messages;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  perform private.require_lead_handler();
  select * into quarantined from public.quarantined_leads
  where quarantined_leads.id = restore_quarantined_lead.lead_id for update;
  if quarantined.id is null then
    raise exception 'This message is no longer in possible spam.'
      using errcode = 'P0001', detail = 'not_quarantined',
        hint = 'Someone may have restored it already. Refresh the list.';
  end if;
  select * into answer from private.quarantined_messages where quarantined_messages.id = quarantined.id;
  if answer.id is null then
    insert into public.leads
    select restored.* from jsonb_populate_record(null::public.leads, to_jsonb(quarantined)) as restored;
  else
    -- Without claims, the author is the prospect and not the caller.
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
-- Quarantines an answer that looks like spam, and returns true. If that fails, it returns false and the answer is
-- stored.
create function private.quarantine_message(token text, given text, known uuid, answer uuid, words text) returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  suspect public.leads;
begin
  -- For an answer, the site's server signs the token in place of the name.
  suspect := private.set_lead_origin(
    jsonb_populate_record(null::public.leads, jsonb_build_object('name', token, 'message', given)), 'answer'
  );
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
    raise warning 'an answer could not be quarantined, and it is stored: %', sqlstate;
    return false;
end;
$$;

-- supabase/schemas/42-intake/receive-lead.sql
-- Cleans a lead and, if a caller sent it, checks, limits and perhaps quarantines it. Only the flood limit rejects a
-- valid lead: if the header, its key or the quarantine fails, the lead is stored unchanged. Local mode has no
-- quarantine.
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
    -- Also if a check fails: the insert into leads then raises the error under the name of that table.
    when others then
      raise warning 'a lead could not be quarantined, and it is stored: %', sqlstate;
      return new;
  end;
end;
$$;
-- At most 20 leads in a transaction of a caller: a request may carry many rows, and everyone may insert leads. The
-- count is a setting of the transaction, which callers cannot change.
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
-- An address from a form must be valid. The check of the table is looser, for older rows and senders of mail.
create function private.check_lead_email(email text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not private.is_email(email) then
    perform private.raise_check_violation('leads', 'leads_email_format');
  end if;
end;
$$;
-- Updates lead_totals and leads_needing_reply and, for leads of callers, notifies staff (51-staff-mail).
create function private.process_new_leads() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.lead_totals as kept (status, total)
  select added.status, count(*) from added group by added.status order by added.status
  on conflict (status) do update set total = kept.total + excluded.total;

  insert into public.leads_needing_reply (lead_id, since)
  select added.id, added.created_at from added where added.status in ('new', 'in_conversation');

  if tg_argv[0] = 'caller' then
    perform private.notify_staff('lead', added.id) from added;
  end if;
  return null;
end;
$$;
-- Cleans a changed lead like a new one. The name of the service is copied again only if the service changes.
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
-- Only public.add_lead may insert a lead without an address; others get the error of a NOT NULL column. Its name makes
-- it fire after receive_lead.
create function private.require_email() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'null value in column "email" of relation "leads" violates not-null constraint'
    using errcode = '23502', schema = 'public', table = 'leads', column = 'email';
end;
$$;

-- supabase/schemas/42-intake/spam.sql
-- Points for signs of advertising. A few links give none: visitors send the address of their own site.
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
-- Leads and quarantined leads of the last `span` from one address, or through the API without an address. Counts no
-- further than `most` in each.
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
-- Counts like private.count_recent_leads for an IPv6 network of 48 bits, whose holder has 65,536 networks of 64 bits.
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
-- Whether 100 leads came through the API in ten minutes, without quarantined ones: one address adds at most five.
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
-- 2001:db8:0:a0::/64 is part of 2001:db8:0::/48; null for an IPv4 address.
create function private.wider_network(address text) returns text
  language sql immutable parallel safe
  return substring(address from '^((?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::/64$') || ':/48';
-- The same hash as in the signed header, so that leads from forms and from the API are counted together.
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
-- The key of contact_hash. It never changes, so that links in old mails stay valid.
create table private.contact_key (
  only_one boolean primary key default true check (only_one),
  value bytea not null default extensions.gen_random_bytes(32)
);
-- Keyed hashes and not addresses, so that a person can stay on the list after an erasure.
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
-- Adds the address of a lead to the list, for a person who asked a colleague; with `refused` false, removes it.
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
-- Those of the leads whose addresses are on the list.
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
-- For the unsubscribe link in a mail: the hash of the address, and its signature.
create function public.unsubscribe_token(address text) returns text
  language sql stable security definer set search_path = ''
as $$
  select hashed.value || private.contact_hash('unsubscribe', hashed.value)
  from (select private.hash_mail_address(address) as value) as hashed;
$$;
grant execute on function public.unsubscribe_token(text) to service_role;
-- Adds the address of a token to the list. False if the token is not valid. Idempotent.
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
-- A person on the list gets only replies to their own requests. A reply to another lead (imported, or added by a
-- colleague without asked_for_contact) is marked as failed and not queued.
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
-- Marks queued replies to an address as failed when it is added to the list.
create function private.withdraw_unwanted_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_mail(outbox, 'failed', 'Not sent: this person asked not to be contacted.')
  from private.outbox
  join public.lead_messages as reply on reply.id = outbox.message_id
  join public.leads on leads.id = reply.lead_id
  where (leads.origin is null or leads.asked_for_contact is false) and outbox.lease is null
    and private.hash_mail_address(leads.email) = new.address_hash;
  return null;
end;
$$;

-- supabase/schemas/44-search/lists.sql
-- A page of lead IDs, newest first; `before_*` is the last row of the previous page. No rows for callers who may not
-- handle leads.
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
-- A page of lead IDs in another order: `oldest`, or `waiting` (the longest wait first). The filters are those of
-- search_leads.
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
-- A page of a list: `sort` is newest, oldest, waiting or none; `after_*` is the last row of the previous page. The
-- query contains only the given filters, so that each combination is planned for its own index. A list of work
-- (waiting, late, due, mentions) with a term: if the list or the matches of the term are at most 1,000 leads, only
-- those are read; otherwise the first 200 leads of the list are compared, then further leads in order until the page is
-- full.
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
  -- Whether a filter needs columns that the list does not have.
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
    -- offset 0: the planner does not merge the subquery, so these leads are read first
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
  -- "is true": the planner compares in memory instead of looking up each ID
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
-- The leads of a list of work, filtered by status and assignee if the list has those columns. Null if there is no list
-- or it has more than 1,000 leads.
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
-- The leads that a term matches. Null if there are more than 1,000, or more than 300 for a short term, which takes 0.1
-- ms a lead. Only the trigram indexes are used: because of the limit, the planner would otherwise read the table for a
-- rare term.
create function private.few_leads_of_term(pattern text, short text) returns uuid[]
  language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off
  set plan_cache_mode = 'force_custom_plan' set jit = off
as $$
declare
  most constant integer := case when short is null then 1000 else 300 end;
  found_ids uuid[];
begin
  -- @ and . are in every address, and no trigram finds them
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
-- Saved searches of the inbox, for one account or shared with the team.
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
alter table public.saved_views enable row level security, force row level security;
grant delete, select, insert (is_shared, name, query), update (is_shared, name, query) on public.saved_views to
  authenticated;
-- Agents and owners read their own, and what colleagues share.
create policy "agents read" on public.saved_views for select to authenticated
  using ((select public.can_handle_leads()) and (account_id = (select auth.uid()) or is_shared));
-- Agents and owners save views for themselves; a trigger sets whose they are.
create policy "agents insert" on public.saved_views for insert to authenticated
  with check ((select public.can_handle_leads()) and account_id = (select auth.uid()));
-- Agents and owners change their own.
create policy "agents update" on public.saved_views for update to authenticated
  using ((select public.can_handle_leads()) and account_id = (select auth.uid()));
-- Agents and owners remove their own.
create policy "agents delete" on public.saved_views for delete to authenticated
  using ((select public.can_handle_leads()) and account_id = (select auth.uid()));
-- At most 20 for each account, because the sidebar lists them.
create function private.check_saved_view() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.name) > 10000 then
    perform private.raise_check_violation('saved_views', 'saved_views_name_length');
  end if;
  if octet_length(new.query) > 10000 then
    perform private.raise_check_violation('saved_views', 'saved_views_query_plain');
  end if;
  new.name := private.clean_text(new.name);
  if tg_op = 'INSERT' then
    new.account_id := coalesce(auth.uid(), new.account_id);
    perform pg_advisory_xact_lock(hashtextextended('saved_views ' || new.account_id, 0));
    if (select count(*) from public.saved_views where saved_views.account_id = new.account_id) >= 20 then
      raise exception 'You''ve reached the limit of 20 saved views. Remove one first.'
        using errcode = 'P0001', detail = 'too_many_saved_views';
    end if;
  end if;
  return new;
end;
$$;

-- supabase/schemas/44-search/search-terms.sql
-- "levesque" finds "Lévesque", composed or decomposed, and a straight apostrophe finds a curly one. normalize() is
-- immutable; the dictionary of the extension unaccent could change under an index.
create function private.fold_accents(value text) returns text
  language sql immutable parallel safe cost 1000
  return replace(replace(replace(
    translate(
      regexp_replace(lower(normalize(value, NFKD) collate "und-x-icu"), '[\u0300-\u036f]', '', 'g'),
      'øłđıς’‘ʼ‐–', 'oldiσ''''''--'
    ),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');
grant execute on function private.fold_accents(text) to anon, authenticated, service_role;
-- ASCII texts, as most are, skip fold_accents, which is forty times slower.
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
-- The symbols of a text, without @ and ., each between two y, in hexadecimal.
create function private.search_symbols(folded text) returns text
  language sql immutable parallel safe
  return encode(convert_to('y' || array_to_string(
    string_to_array(regexp_replace(folded, '[a-z0-9 @.\u001f]+', '', 'g'), null), 'y'
  ) || 'y', 'UTF8'), 'hex');
grant execute on function private.search_symbols(text) to anon, authenticated, service_role;
-- The text in hexadecimal, for terms without three letters or digits in a row ("zq", "e-", "&"). A space replaces the
-- separator, because "7" and \x1f (371f) would match the pattern of "q" (71[1-7c-f]).
create function private.lead_search_hex(name text, email text, company text) returns text
  language sql immutable parallel safe
  return encode(
    convert_to(replace(private.lead_search_text(name, email, company), e'\x1f', ' ') || ' ', 'UTF8'), 'hex'
  ) || ' ' || private.search_symbols(private.lead_search_text(name, email, company));
grant execute on function private.lead_search_hex(text, text, text) to anon, authenticated, service_role;

-- supabase/schemas/46-work/assignees.sql
-- Assignees of leads: accounts that may handle leads. An account that loses this right is removed from its leads.
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
-- Accounts that a lead can be assigned to, including the caller, by name; at most 200.
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
-- A hosted project may not allow a trigger on auth.users. A banned account then keeps its leads until its role is
-- removed.
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
-- Notifications of a passed target: first to the assignee, after another business hour to the owners. If there is no
-- assignee, or the assignee is away, to the owners at once. Each person gets one per wait, also with mail turned off
-- (51-staff-mail). Emails in triage have the same target and no assignee.
create function private.escalate_waiting_mails() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due constant uuid[] := array(
    select mail.id from public.received_mails as mail
    where mail.escalate_at <= now()
    order by mail.escalate_at limit 500
    for update skip locked
  );
begin
  if due <> '{}' then
    perform private.notify_staff('late', null, private.late_recipients());
    update public.received_mails as mail set escalate_at = null where mail.id = any (due);
  end if;
  return cardinality(due);
end;
$$;
-- One step of the server's job: notifies of at most 500 leads and 500 emails in triage whose target has passed. One
-- transaction, so a server that stops during it has notified no one; servers that run it at once take different leads.
-- Returns the number of leads and emails.
create function public.escalate_waiting_leads() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due uuid[];
begin
  due := array(
    select waiting.lead_id from public.leads_needing_reply as waiting
    where waiting.escalate_at <= now()
    order by waiting.escalate_at limit 500
    for update skip locked
  );
  if due = '{}' then
    return private.escalate_waiting_mails();
  end if;
  perform private.notify_staff(
    'late', waiting.lead_id,
    case
      when waiting.is_assignee_told or assignee.id is null then array_remove(private.late_recipients(), waiting.assignee_id)
      else array[assignee.id]
    end
  )
  from public.leads_needing_reply as waiting
  left join private.available_staff() as assignee on assignee.id = waiting.assignee_id
  where waiting.lead_id = any (due);
  update public.leads_needing_reply as waiting
  set is_assignee_told = true,
    escalate_at = case
      when not waiting.is_assignee_told and waiting.assignee_id in (select available.id from private.available_staff() as available)
      then private.add_business_minutes(now(), 60)
    end
  where waiting.lead_id = any (due);
  return cardinality(due) + private.escalate_waiting_mails();
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
    raise exception 'Choose today or a later date.' using errcode = '23514', detail = 'day_out_of_range';
  end if;
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person''s data was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  new.due_at := private.business_morning(new.due_on);
  new.set_by := coalesce(auth.uid(), new.set_by);
  return new;
end;
$$;
-- A message from staff on the due day or later completes the follow-up.
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
-- Leads older than `at` or the reader's account count as read, so that no account begins with thousands unread.
create table private.reads_begin (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null default now()
);
-- Marks leads as read or unread for the caller. Reading a lead also removes the caller's mentions in it.
create function public.mark_leads_read(leads uuid[], is_read boolean default true) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
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
-- A colleague who replies to a lead or writes a note about it has read it.
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

-- supabase/schemas/46-work/lead-work.sql
-- A row for each of these leads (at most 200). Waiting times are whole minutes of business hours; events are not
-- counted as notes. enable_seqscan = off, because the planner read whole tables when they were small or their
-- statistics old; jit = off, because PostgreSQL before 18 gives a disabled scan so high a cost that it would compile
-- the query.
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
  -- now() if no lead waits: an empty span
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
-- For the sidebar, each exact up to 1,000; 1,001 means "more".
create function public.work_counts() returns table (
  waiting integer, mine integer, unassigned integer, due integer, late integer, mentions integer, mails integer,
  late_mails integer, requests integer, reports integer
)
  language sql stable security definer set search_path = '' rows 1
as $$
  select
    (select count(*) from (select from public.leads_needing_reply limit 1001) as found),
    (select count(*) from (select from public.leads_needing_reply where assignee_id = auth.uid() limit 1001) as found),
    (select count(*) from (select from public.leads_needing_reply where assignee_id is null limit 1001) as found),
    (select count(*) from (select from public.lead_follow_ups where due_at <= now() limit 1001) as found),
    (select count(*) from (select from public.leads_needing_reply where target_at <= now() limit 1001) as found),
    (select count(distinct mention.lead_id) from (
      select lead_id from public.lead_mentions where user_id = auth.uid() limit 1001
    ) as mention),
    (select count(*) from (select from public.received_mails where state = 'triage' limit 1001) as found),
    (select count(*) from (
      select from public.received_mails where state = 'triage' and target_at <= now() limit 1001
    ) as found),
    (select count(*) from (
      select from public.privacy_requests
      where public.is_owner() and done_on is null and due_on <= private.business_day(now()) + 7 limit 1001
    ) as found),
    (select count(*) from (select from public.accessibility_feedback where responded_at is null limit 1001) as found)
  where (select public.can_handle_leads());
$$;
grant execute on function public.work_counts() to authenticated, service_role;
-- What the inbox shows about its leads in addition to rows and threads, in one call.
create function public.lead_context(ids uuid[]) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'work', (select coalesce(jsonb_agg(to_jsonb(work)), '[]') from public.lead_work(ids) as work),
    'optOuts', (select coalesce(jsonb_agg(to_jsonb(opt_out)), '[]') from public.contact_opt_outs(ids) as opt_out)
  );
$$;
grant execute on function public.lead_context(uuid[]) to authenticated, service_role;

-- supabase/schemas/46-work/leads-needing-reply.sql
-- Computes which of these leads need a reply. A message of the lead needs one under any status unless it was handled;
-- an erased lead needs none. A wait that continues keeps its row, so that no colleague is notified twice. The row lock
-- serializes a reply and a change of status.
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
      select min(coalesce(mail.received_at, message.created_at)) as since
      from public.lead_messages as message
      left join public.received_mails as mail on mail.message_id = message.id
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
-- Inserted leads are added by private.process_new_leads.
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
-- Copies the status, the assignee and the time of the lead into a new row.
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
  perform private.notify_staff('assigned', changed.id, array[changed.assignee_id])
  from added as changed
  join public.leads_needing_reply as waiting on waiting.lead_id = changed.id
  where changed.assignee_id is distinct from waiting.assignee_id and changed.assignee_id is not null;
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
  -- A reply sets the status too. Then the reply itself determines which messages are answered.
  if new.last_reply_at is not distinct from old.last_reply_at then
    new.handled_at := now();
  end if;
  return new;
end;
$$;
-- "No reply needed": an open lead becomes contacted; of any other lead, the messages so far are handled.
create function public.mark_answered(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
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
-- Computes the targets of these leads, or of all whose target has not passed. The calendar is read once for all of
-- them. A wait of more than a year is past its target.
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
-- If the target cannot be computed, the lead is still stored.
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
-- When the target for a reply to a message of this time passes.
create function private.answer_target(since timestamptz) returns timestamptz
  language sql stable set search_path = ''
as $$
  select private.add_business_minutes(since, 60 * settings.answer_hours)
  from private.business_settings() as settings;
$$;
-- After a change of business hours or of the target: recomputes targets that have not passed, also of mail in triage,
-- and when follow-ups are due.
create function private.follow_agency_hours() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_answer_targets();
  update public.received_mails as mail
  set target_at = private.answer_target(mail.received_at),
    escalate_at = case when mail.escalate_at is not null then private.answer_target(mail.received_at) end
  where mail.state = 'triage' and mail.target_at > now();
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
-- Canned replies. The dashboard fills in fields in double braces, such as {{first name}}, and does not send a reply
-- that still has one.
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
alter table public.canned_replies enable row level security, force row level security;
grant delete, select, insert (body, name), update (body, name) on public.canned_replies to authenticated;
-- Agents and owners read canned replies.
create policy "agents read" on public.canned_replies for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners write canned replies.
create policy "agents insert" on public.canned_replies for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Agents and owners change them; the audit log names who did.
create policy "agents update" on public.canned_replies for update to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners delete them.
create policy "agents delete" on public.canned_replies for delete to authenticated
  using ((select public.can_handle_leads()));
create trigger audit_changed after update on public.canned_replies referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.canned_replies referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.canned_replies referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');
-- At most 200, because they are read as one list.
create function private.check_canned_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.name) > 10000 then
    perform private.raise_check_violation('canned_replies', 'canned_replies_name_length');
  end if;
  if octet_length(new.body) > 100000 then
    perform private.raise_check_violation('canned_replies', 'canned_replies_body_length');
  end if;
  new.name := private.clean_text(new.name);
  new.body := private.clean_text(new.body);
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('canned_replies', 0));
    if (select count(*) from public.canned_replies) >= 200 then
      raise exception 'You''ve reached the limit of 200 canned replies. Delete one first.'
        using errcode = 'P0001', detail = 'too_many_canned_replies';
    end if;
  end if;
  return new;
end;
$$;

-- supabase/schemas/48-notes/lead-mentions.sql
-- Updates the mentions of a changed note. A colleague who is no longer mentioned has no mark and is not notified.
create function private.update_mentions() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before constant uuid[] := coalesce(old.mentions, '{}');
  added uuid[];
begin
  delete from public.lead_mentions as mention where mention.note_id = old.id and mention.user_id <> all (new.mentions);
  added := array(
    select account from unnest(new.mentions) as account where account is distinct from new.author_id and account <> all (before)
  );
  insert into public.lead_mentions (note_id, user_id, lead_id) select new.id, account, new.lead_id from unnest(added) as account;
  if added <> '{}' then
    perform private.notify_staff('mention', new.lead_id, added);
  end if;
  return null;
end;
$$;

-- supabase/schemas/48-notes/lead-notes.sql
-- The author is the caller. The same note within two minutes is a retry and is skipped. Accounts that cannot handle
-- leads are removed from the mentions.
create function private.receive_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.note) > 50000 or cardinality(new.mentions) > 20 then
    perform private.raise_check_violation('lead_notes', 'lead_notes_note_length');
  end if;
  new.note := private.clean_text(new.note);
  new.author_id := coalesce(auth.uid(), new.author_id);
  new.mentions := array(
    select distinct account from unnest(new.mentions) as account where private.may_handle_leads(account)
  );
  if exists (select from public.leads where leads.id = new.lead_id and leads.erased_at is not null) then
    raise exception 'This person''s data was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
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
    perform private.raise_check_violation('lead_notes', 'lead_notes_note_length');
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

-- supabase/schemas/50-outbox/claim-mail.sql
-- Claims mail that is due and not leased, for `lease_seconds` (30 to 600). If a server stops before it reports, the
-- mail is tried again under the same Message-ID when the lease expires (at least once). Only the database's clock is
-- used; in case it was set back, is_due ignores times that lie too far in the future.
create function public.claim_mail(most integer default 2, lease_seconds integer default 120)
  returns table (
    id uuid, lease uuid, kind text, to_address text, lead_id uuid, message_id uuid, report_id uuid, details jsonb
  )
  language plpgsql volatile security definer set search_path = '' rows 10
as $$
begin
  perform private.queue_digests();
  perform private.drop_dead_mail();
  return query
    update private.outbox as mail
    set lease = gen_random_uuid(), attempts = mail.attempts + 1,
      leased_until = now() + interval '1 second' * least(greatest(lease_seconds, 30), 600)
    where mail.id in (
      select due.id from private.outbox as due
      where private.is_due(due)
      order by due.next_try_at
      limit least(greatest(most, 1), 20)
      for update skip locked
    )
    returning mail.id, mail.lease, mail.kind, private.mail_address(mail), mail.lead_id, mail.message_id, mail.report_id,
      mail.details;
end;
$$;
grant execute on function public.claim_mail(integer, integer) to service_role;
-- Deletes mail after drop_after, and fails mail whose servers stopped during every attempt.
create function private.drop_dead_mail() returns void
  language sql volatile set search_path = ''
as $$
  delete from private.outbox where outbox.drop_after <= now() and (outbox.lease is null or outbox.leased_until <= now());
  select private.settle_mail(mail, 'failed', 'The server stopped every time it tried to send this.')
  from private.outbox as mail
  where private.is_out_of_attempts(mail.attempts) and mail.leased_until <= now();
$$;
-- Reports an outcome: `sent`, `recorded` (kept as a file), `refused` (do not retry) or `later` (retry). False if the
-- mail is already settled or, for `refused` and `later`, leased by another server.
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
  perform private.settle_mail(
    job, case when outcome = 'refused' or private.is_out_of_attempts(job.attempts) and outcome = 'later' then 'failed' else outcome end,
    problem, transport_id
  );
  update private.outbox
  set lease = null, leased_until = null, next_try_at = now() + private.retry_delay(job.attempts)
  where outbox.id = mail;
  return true;
end;
$$;
grant execute on function public.report_mail(uuid, uuid, text, text, text) to service_role;
create function private.retry_delay(attempts integer) returns interval
  language sql immutable set search_path = ''
as $$ select least(interval '4 hours', interval '15 seconds' * 3 ^ (greatest(attempts, 1) - 1)) $$;
-- 12 attempts take about a day; the first ones follow each other quickly.
create function private.is_out_of_attempts(attempts integer) returns boolean
  language sql immutable set search_path = ''
as $$ select attempts >= 12 $$;
-- Sends a failed reply again, for agents and owners. A second call has no effect.
create function public.retry_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  with retried as (
    update public.lead_messages set delivery_state = 'recorded', delivery_problem = null
    where lead_messages.id = reply and lead_messages.delivery_state = 'failed'
    returning *
  )
  insert into private.outbox (kind, message_id, lead_id, in_order_at)
  select 'reply', retried.id, retried.lead_id, retried.created_at from retried
  on conflict (message_id) do nothing;
end;
$$;
grant execute on function public.retry_reply(uuid) to authenticated, service_role;
-- Deletes a reply of the caller that is not sent yet, and restores its lead unless a colleague has replied since.
create function public.undo_reply(reply uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  undone record;
  is_last boolean;
begin
  delete from private.outbox as mail using public.lead_messages as message
  where message.id = reply and message.author_id = auth.uid() and public.can_handle_leads()
    and mail.message_id = message.id and private.can_be_undone(mail)
  returning message.lead_id, message.created_at, mail.details into undone;
  if undone is null then
    raise exception 'This reply has already been sent.' using errcode = 'P0001', detail = 'reply_left';
  end if;
  delete from public.lead_messages where lead_messages.id = reply;
  is_last := not exists (
    select from public.lead_messages as later
    where later.lead_id = undone.lead_id and later.sender_type = 'admin' and later.created_at > undone.created_at
  );
  -- The trigger count_replies stores the number of replies instead of 0.
  update public.leads
  set reply_count = 0,
    last_reply_at = case when is_last then (undone.details ->> 'last_reply_at')::timestamptz else leads.last_reply_at end,
    status = case when is_last and leads.status = 'contacted' then undone.details ->> 'status' else leads.status end
  where leads.id = undone.lead_id;
  insert into public.lead_follow_ups (lead_id, due_on)
  select undone.lead_id, greatest((undone.details ->> 'follow_up')::date, private.business_day(now()))
  where is_last and undone.details ->> 'follow_up' is not null
  on conflict do nothing;
  update public.leads_needing_reply as waiting set is_assignee_told = kept.is_assignee_told, escalate_at = kept.escalate_at
  from jsonb_populate_record(null::public.leads_needing_reply, undone.details -> 'wait') as kept
  where waiting.lead_id = kept.lead_id and waiting.since = kept.since;
  -- Notifications about the lead that a digest deleted because this reply had answered it.
  insert into private.staff_notifications (colleague_id, kind, lead_id, at)
  select kept.colleague_id, kept.kind, kept.lead_id, kept.at
  from jsonb_populate_recordset(null::private.staff_notifications, undone.details -> 'notifications') as kept
  on conflict do nothing;
  -- A later reply that can still be undone then restores the lead to its state before both replies.
  update private.outbox set details = undone.details
  where outbox.id = (
    select later.id from private.outbox as later
    where later.lead_id = undone.lead_id and later.in_order_at > undone.created_at and private.can_be_undone(later)
    order by later.in_order_at limit 1
  );
end;
$$;
grant execute on function public.undo_reply(uuid) to authenticated, service_role;
-- A further reply retries earlier replies to the same lead at once, because it has to wait for them.
create function private.retry_earlier_replies() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox set next_try_at = now()
  where outbox.lead_id = new.lead_id and outbox.in_order_at < new.in_order_at and outbox.lease is null
    and outbox.attempts > 0
    and outbox.next_try_at > now();
  return null;
end;
$$;

-- supabase/schemas/50-outbox/mail-by-the-server.sql
-- Queues a mail to each owner with a confirmed address and replaces one that still waits. Returns the number of owners.
create function public.mail_backup_problem(problem text) returns integer
  language sql volatile security definer set search_path = ''
as $$
  delete from private.outbox where outbox.kind = 'backup-problem' and outbox.lease is null;
  with queued as (
    insert into private.outbox (kind, colleague_id, details)
    select 'backup-problem', colleague.id, jsonb_build_object('problem', left(problem, 1000))
    from private.notified_staff() as colleague where colleague.is_owner
    returning id
  )
  select count(*)::integer from queued;
$$;
grant execute on function public.mail_backup_problem(text) to service_role;

-- supabase/schemas/50-outbox/outbox.sql
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
-- Queues a mail to `colleague` or, if that is null, to the lead. False if a mail with this key is already queued.
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
-- Queues a reply, to be sent after ten seconds so that it can be undone. `details` is the former state of its lead.
create function private.queue_reply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (kind, message_id, lead_id, in_order_at, next_try_at, details)
  select 'reply', new.id, new.lead_id, new.created_at, now() + interval '10 seconds', jsonb_strip_nulls(jsonb_build_object(
    'status', leads.status, 'last_reply_at', leads.last_reply_at, 'follow_up', due.due_on, 'wait', to_jsonb(waiting),
    'notifications', items.unsent
  ))
  from public.leads
  left join public.leads_needing_reply as waiting on waiting.lead_id = leads.id
  cross join lateral (
    select jsonb_agg(item) as unsent from private.staff_notifications as item
    where item.lead_id = leads.id and not private.is_being_sent(item.mail_id)
  ) as items
  left join public.lead_follow_ups as due on due.lead_id = leads.id and due.due_at <= now()
  where leads.id = new.lead_id;
  return null;
end;
$$;
-- `waiting`: mail that is due. `failed`: replies and digests that failed in the last week.
create function public.outbox_state()
  returns table (waiting integer, oldest_seconds integer, failed integer)
  language plpgsql stable security definer set search_path = '' rows 1
as $$
begin
  perform private.require_owner();
  return query
    select
      count(*)::integer,
      -- A clock that was set back makes no age negative.
      greatest(coalesce(extract(epoch from now() - min(greatest(outbox.queued_at, outbox.not_before))), 0), 0)::integer,
      (
        select count(*) from public.lead_messages
        where delivery_state = 'failed' and created_at > now() - interval '7 days'
      )::integer + (
        select count(*) from public.failed_notices() as failed where failed.failed_at > now() - interval '7 days'
      )::integer
    from private.outbox
    where outbox.not_before is null or outbox.not_before <= now();
end;
$$;
grant execute on function public.outbox_state() to authenticated, service_role;
-- For each kind, the function that applies an outcome: (private.outbox, outcome, problem, transport_id). The data.sql
-- of each concept registers it. Mail of a kind without a function is only deleted.
create table private.mail_results (kind text primary key, settle text not null);

-- supabase/schemas/51-staff-mail/digests.sql
-- Mail to staff: one digest of all their notifications, as often as each person chose.
create table private.staff_mail (
  colleague_id uuid primary key references auth.users (id) on delete cascade,
  seen_at timestamptz,
  queued_at timestamptz,
  queued_on date,
  queued integer not null default 0,
  problem text,
  failed_at timestamptz
);
comment on column private.staff_mail.queued is 'digests of that day of the agency';
comment on column private.staff_mail.problem is 'why the last digest was given up; what it had is in the next one';
-- The dashboard calls it every minute while it is visible and focused.
create function public.note_presence() returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.staff_mail (colleague_id, seen_at) select auth.uid(), now() where public.can_handle_leads()
  on conflict (colleague_id) do update set seen_at = now();
$$;
grant execute on function public.note_presence() to authenticated;
create function private.is_being_sent(mail uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from private.outbox where outbox.id = mail and outbox.leased_until > now()) $$;
-- Whether a digest is due by the colleague's setting. By default five a day: one at any hour, one more from 8, 11, 14
-- and 17 h; none while they use the dashboard. Late leads wait only 15 minutes; after a failure, four hours.
create function private.is_digest_due(colleague uuid, is_late boolean, moment timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when state.problem is not null and rested < interval '4 hours' then false
    when is_late then rested >= interval '15 minutes'
    when moment - state.seen_at between interval '0' and interval '2 minutes' then false
    when profiles.mail_frequency = 'immediately' then rested >= interval '5 minutes'
    when profiles.mail_frequency = 'daily' then moment >= morning and coalesce(state.queued_at < morning, true)
    when rested < interval '1 hour' then false
    when state.queued_on = here.day
    then state.queued < least(5, 1 + greatest(0, (here.hour - 5) / 3))
    else coalesce(state.queued < 5, true) or here.hour >= 8
  end
  from private.business_settings() as settings
  cross join lateral (select moment at time zone settings.zone as time) as there
  cross join lateral (select there.time::date as day, extract(hour from there.time)::integer as hour) as here
  cross join lateral private.business_morning(here.day) as morning
  left join private.staff_mail as state on state.colleague_id = colleague
  left join public.profiles on profiles.id = colleague
  cross join lateral (
    select case when state.queued_at <= moment then moment - state.queued_at else interval '1 day' end as rested
  ) as pause;
$$;
-- Queues due digests. claim_mail calls it, and a lock lets one server at a time do so. If there are new
-- notifications, a waiting digest is replaced by a new mail, which is due at once and has all attempts again.
create function private.queue_digests(moment timestamptz default now()) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  available constant uuid[] := array(select staff.id from private.available_staff() as staff);
  moved record;
  due uuid[];
  grown uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('staff_notifications', 0)) then
    return;
  end if;
  -- Others are notified in place of who is away or left the team; a mention waits.
  for moved in
    delete from private.staff_notifications as gone
    where available <> '{}' and coalesce(gone.colleague_id <> all (available) and gone.kind <> 'mention', true)
      and not private.is_being_sent(gone.mail_id)
    returning gone.kind, gone.lead_id
  loop
    perform private.notify_staff(moved.kind, moved.lead_id);
  end loop;
  due := array(
    select mail.colleague_id from private.outbox as mail where mail.kind = 'digest' and not private.is_being_sent(mail.id)
    union
    select fresh.colleague_id from private.staff_notifications as fresh where fresh.mail_id is null
    group by fresh.colleague_id having private.is_digest_due(fresh.colleague_id, bool_or(fresh.kind = 'late'), moment)
  );
  delete from private.staff_notifications as item where item.colleague_id = any (due) and private.is_settled(item, available);
  with replaced as (
    delete from private.outbox as mail
    where mail.kind = 'digest' and (mail.leased_until is null or mail.leased_until <= now()) and (
      (available <> '{}' and mail.colleague_id <> all (available))
      or not exists (select from private.staff_notifications as item where item.mail_id = mail.id)
      or exists (
        select from private.staff_notifications as further
        where further.colleague_id = mail.colleague_id and further.mail_id is null
      )
    )
    returning mail.colleague_id
  )
  select coalesce(array_agg(replaced.colleague_id), '{}') into grown from replaced;
  with queued as (
    insert into private.outbox (kind, colleague_id)
    select 'digest', fresh.colleague_id from private.staff_notifications as fresh
    where fresh.mail_id is null and fresh.colleague_id = any (due) and fresh.colleague_id = any (available)
    group by fresh.colleague_id
    having fresh.colleague_id = any (grown) or private.is_digest_due(fresh.colleague_id, bool_or(fresh.kind = 'late'), moment)
    returning id, colleague_id
  ),
  counted as (
    insert into private.staff_mail as state (colleague_id, queued_at, queued_on, queued)
    select queued.colleague_id, moment, private.business_day(moment), 1 from queued where queued.colleague_id <> all (grown)
    on conflict (colleague_id) do update
    set queued_at = excluded.queued_at, queued_on = excluded.queued_on,
      queued = 1 + case when state.queued_on = excluded.queued_on then state.queued else 0 end
  )
  update private.staff_notifications as item set mail_id = queued.id
  from queued where item.colleague_id = queued.colleague_id and item.mail_id is null;
end;
$$;
-- Colleagues whose last digest failed, and why, the newest failure first. For owners.
create function public.failed_notices() returns table (colleague text, problem text, failed_at timestamptz)
  language sql stable security definer set search_path = '' rows 10
as $$
  select private.require_owner();
  select coalesce(profiles.full_name, profiles.email), state.problem, state.failed_at
  from private.staff_mail as state
  join private.notified_staff() as notified on notified.id = state.colleague_id
  join public.profiles on profiles.id = state.colleague_id
  where state.problem is not null
  order by state.failed_at desc, state.colleague_id;
$$;
grant execute on function public.failed_notices() to authenticated, service_role;
-- Makes failed digests due again: once the mail server works, it works for all colleagues.
create function public.retry_notices() returns void
  language sql volatile security definer set search_path = ''
as $$
  select private.require_owner();
  update private.staff_mail set queued_at = null, queued = 0, problem = null, failed_at = null where problem is not null;
  select pg_notify('table_changed', 'private.staff_notifications');
$$;
grant execute on function public.retry_notices() to authenticated, service_role;
-- The contents of a digest, read when it is sent: at most 30 leads and emails, the longest wait first; `total` is all.
create function public.staff_digest(mail uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with listed as materialized (
    select item.lead_id, array_agg(item.kind) as kinds
    from private.staff_notifications as item where item.mail_id = mail group by item.lead_id
  ),
  entries as materialized (
    select
      lead.id as lead, listed.kinds, lead.name, lead.company, lead.service_name as service, waiting.since, waiting.target_at,
      left(coalesce((
        select message.message from public.lead_messages as message
        where message.lead_id = lead.id and message.sender_type <> 'admin'
        order by message.created_at desc, message.id desc limit 1
      ), lead.message), 200) as words,
      (
        select coalesce(profiles.full_name, profiles.email) from public.lead_notes as note
        join public.profiles on profiles.id = note.author_id
        where note.lead_id = lead.id and note.mentions <> '{}' and 'mention' = any (listed.kinds)
        order by note.created_at desc limit 1
      ) as mentioned_by,
      (
        select jsonb_build_object('at', booking.starts_at, 'state', booking.state) from public.bookings as booking
        where booking.lead_id = lead.id and 'booking' = any (listed.kinds)
        order by booking.state = 'booked' desc, booking.starts_at desc limit 1
      ) as call
    from listed
    join public.leads as lead on lead.id = listed.lead_id
    left join public.leads_needing_reply as waiting on waiting.lead_id = lead.id
    union all
    select null, '{mail}', coalesce(nullif(letter.from_name, ''), letter.from_address), null, nullif(letter.subject, ''),
      letter.received_at, letter.target_at, left(letter.body, 200), null, null
    from public.received_mails as letter
    where letter.state = 'triage' and exists (select from listed where listed.lead_id is null and listed.kinds && '{mail,late}')
  )
  select jsonb_build_object(
    'entries', coalesce((
      select jsonb_agg(
        to_jsonb(first) - 'target_at' || jsonb_build_object(
          'minutes', private.business_minutes_between(first.since, now()), 'is_late', coalesce(first.target_at <= now(), false)
        ) order by first.since, first.lead
      )
      from (select * from entries order by entries.since, entries.lead limit 30) as first
    ), '[]'),
    'total', (select count(*) from entries),
    'reports', (
      select count(*) from public.accessibility_feedback as report
      where report.responded_at is null and exists (select from listed where 'report' = any (listed.kinds))
    )
  );
$$;
grant execute on function public.staff_digest(uuid) to service_role;

-- supabase/schemas/51-staff-mail/staff-notifications.sql
-- Owners and agents with a confirmed address. Other roles may not read what the mail is about.
create function private.notified_staff() returns table (id uuid, is_owner boolean, is_away boolean)
  language sql stable security definer set search_path = '' rows 10
as $$
  select users.id, staff.role = 'owner',
    coalesce(private.business_day(now()) between profiles.away_from and coalesce(profiles.away_until, 'infinity'), false)
  from public.staff
  join auth.users on users.id = staff.user_id
  left join public.profiles on profiles.id = users.id
  where staff.role in ('owner', 'agent')
    and nullif(users.email, '') is not null
    and users.is_anonymous is not true
    and users.deleted_at is null
    and users.confirmed_at is not null
    and (users.banned_until is null or users.banned_until <= now());
$$;
-- The notified staff who are not away; the owners, if everyone is away.
create function private.available_staff() returns table (id uuid, is_owner boolean)
  language sql stable security definer set search_path = '' rows 10
as $$
  with known as materialized (select * from private.notified_staff())
  select known.id, known.is_owner from known
  where not known.is_away or (known.is_owner and not exists (select from known as other where not other.is_away));
$$;
-- The assignee of a lead if available; otherwise everyone who is available.
create function private.notification_recipients(lead uuid) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  with available as materialized (select * from private.available_staff())
  select coalesce(array_agg(available.id), '{}')
  from available
  left join available as assignee on assignee.id = (select leads.assignee_id from public.leads where leads.id = lead)
  where available.id = coalesce(assignee.id, available.id);
$$;
create function private.late_recipients() returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(available.id) filter (where available.is_owner), array_agg(available.id), '{}')
  from private.available_staff() as available;
$$;
-- Notifies `recipients`, by default notification_recipients of the lead, but not the caller; at most 1,000 per person.
-- The dashboard may show it on the desktop. If it cannot be stored, the lead, message or booking is still stored.
create function private.notify_staff(kind text, lead uuid default null, recipients uuid[] default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account uuid;
begin
  for account in
    insert into private.staff_notifications (colleague_id, kind, lead_id)
    select recipient, notify_staff.kind, lead
    from unnest(coalesce(recipients, nullif(private.notification_recipients(lead), '{}'), array[null::uuid])) as recipient
    where coalesce(recipient <> auth.uid(), true) and not exists (
      select from private.staff_notifications as known
      where known.colleague_id = recipient or (recipient is null and known.colleague_id is null) offset 999
    )
    order by recipient
    on conflict on constraint staff_notifications_once do update set at = now(), mail_id = null
    returning colleague_id
  loop
    perform realtime.send(jsonb_build_object('kind', notify_staff.kind, 'lead', lead), 'notification', 'account:' || account, true)
    where notify_staff.kind in ('lead', 'answer') and account is not null;
  end loop;
exception
  when others then
    if notify_staff.kind = 'late' then
      raise;
    end if;
    raise warning 'staff are not notified of a %: %', notify_staff.kind, sqlstate;
end;
$$;

-- supabase/schemas/52-conversation/acknowledgements.sql
-- Queues mail for leads from the forms of the site that do not look like spam. At most one mail a day to an address,
-- because anyone can type it, and 60 an hour in all. If the mail cannot be queued, the lead is still stored.
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
    raise warning 'no acknowledgement could be queued: %', sqlstate;
    return null;
end;
$$;

-- supabase/schemas/52-conversation/conversation-page.sql
-- The newest 100 messages, in chronological order; null for an invalid token.
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
-- Messages from and to the prospect, the newest first, the request last. Not included: what a colleague only logged,
-- the text of a lead that a colleague added, and a reply that can still be undone.
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
        and not exists (
          select from private.outbox where outbox.message_id = part.id and private.can_be_undone(outbox)
        )
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
-- For a mail to the lead: the token of its page, and the messages before this reply, the newest first.
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
-- Returns `sent`, `expired`, or null for an invalid token. The same `key` (made for each form) and text, or the same
-- text within ten minutes, is stored once. An answer that looks like spam is quarantined; the prospect gets `sent` too.
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
    raise exception 'Enter a message of up to 5,000 characters.' using errcode = '22023';
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
  -- The author is the prospect, even if a colleague is signed in.
  perform set_config('request.jwt.claims', '{}', true);
  insert into public.lead_messages (id, lead_id, message, sender_type) values (answer, known.lead_id, words, 'lead');
  perform private.notify_staff('answer', known.lead_id);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return 'sent';
end;
$$;
grant execute on function public.answer_conversation(text, text, uuid) to anon, authenticated, service_role;

-- supabase/schemas/52-conversation/conversations.sql
-- Deletes the conversation page and the quarantined answers of an erased lead.
create function private.erase_conversation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.conversations where conversations.lead_id = new.id;
  delete from public.quarantined_leads
  where quarantined_leads.id in (select held.id from private.quarantined_messages as held where held.lead_id = new.id);
  return null;
end;
$$;
-- The ID of the lead, and a signature of the ID and the link version.
create function private.conversation_token(lead uuid) returns text
  language sql stable set search_path = ''
as $$
  select replace(lead::text, '-', '') || private.contact_hash(
    'conversation',
    lead || ' ' || coalesce((select known.link_version from private.conversations as known where known.lead_id = lead), 0)
  );
$$;
-- No row for an invalid token. A token of any form takes the same path, and both sides are hashed before they are
-- compared, so that the response time reveals nothing about a token.
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
-- Invalidates all earlier links of a lead. The next mail contains a new one.
create function private.replace_conversation_link(lead uuid, renewed_at timestamptz default null) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.conversations as known (lead_id, link_version, link_renewed_at)
  values (lead, 1, renewed_at)
  on conflict (lead_id) do update
  set link_version = known.link_version + 1, link_renewed_at = coalesce(renewed_at, known.link_renewed_at);
$$;
-- Mails a new link to the lead if the given one has expired. Returns nothing, so that the caller learns nothing about a
-- token. The expired link becomes invalid, so it can request only one mail.
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
-- For staff: invalidates all links of a lead, and drops a mail with a link that is queued.
create function public.revoke_conversation_links(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.can_handle_leads() then
    raise exception 'You don''t have permission to manage leads.' using errcode = '42501';
  end if;
  perform from public.leads where leads.id = lead and leads.erased_at is null;
  if not found then
    raise exception 'This lead no longer exists.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  delete from private.outbox
  where outbox.kind = 'conversation-link' and outbox.lead_id = lead and outbox.lease is null;
  perform private.replace_conversation_link(lead);
  perform private.audit('leads', 'revoked', 'conversation_links', lead::text);
end;
$$;
grant execute on function public.revoke_conversation_links(uuid) to authenticated, service_role;

-- supabase/schemas/54-mail-in/bounces.sql
-- The lead whose mail bounced.
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
-- The reply that bounced: by its Message-ID, otherwise the newest one that was sent to `lead`.
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
create function private.set_address_bounced_at(address text, at timestamptz) returns void
  language sql volatile set search_path = ''
as $$
  update public.leads set email_bounced_at = at
  where lower(leads.email) = lower(address) and leads.erased_at is null and num_nulls(leads.email_bounced_at, at) = 1;
$$;
create function private.set_bounced_at() returns trigger
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
-- An answer on the conversation page shows that the address works, because its link came by mail. (An answer by mail
-- has a transport_id, a logged one a channel.)
create function private.clear_bounced_on_answer() returns trigger
  language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  perform private.set_address_bounced_at(bounced.email, null)
  from public.leads as bounced
  where bounced.email_bounced_at is not null
    and bounced.id in (
      select message.lead_id from added as message
      where message.sender_type = 'lead' and message.channel is null and message.transport_id is null
    );
  return null;
end;
$$;
-- For staff: removes the mark from all leads with the address of this one.
create function public.clear_bounced_address(lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform private.set_address_bounced_at((select leads.email from public.leads where leads.id = lead), null);
end;
$$;
grant execute on function public.clear_bounced_address(uuid) to authenticated, service_role;

-- supabase/schemas/54-mail-in/limits.sql
-- Called by the server before it stores a large mail in parts.
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
-- In a day: 200 mails and 100 MB for a thread; for senders without a lead, 100 mails and 50 MB each, 2,000 mails and
-- 500 MB together. Senders without a lead cannot use up the limit of a thread.
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
-- Mail over a limit stays in its mailbox and is only listed, at most 500 mails a day.
create function private.may_list_mail() returns boolean
  language sql stable set search_path = ''
as $$
  select count(*) < 500
  from public.received_mails as mail
  where mail.lead_id is null and mail.received_at > now() - interval '1 day'
    and mail.reason in ('too-large', 'over-limit');
$$;

-- supabase/schemas/54-mail-in/mailbox-positions.sql
-- How far each mailbox was read. The server stores a position after it has committed the mail.
create table private.mailbox_positions (
  mailbox text primary key check (char_length(mailbox) <= 500),
  uid_validity bigint not null,
  last_uid bigint not null
);
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
-- Mail that could not be read, or whose sender is unconfirmed, is placed by the signed token only: addresses and
-- Message-IDs can be forged.
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
-- A signed token decides; then the mails that the received mail answers; then, as a guess, the only open lead of the
-- sender. Two of our tokens are a contradiction, unless the mail also answers the thread of one of them.
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
begin
  if cardinality(by_token) > 0 then
    -- Of several tokens, the one whose thread the mail also answers, if the sender is its lead.
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
    known := array(
      select leads.id from public.leads
      where lower(leads.email) = lower(sender) and leads.erased_at is null and leads.status <> 'not_interested'
      limit 2
    );
    if cardinality(known) = 1 then
      return row(known[1], 'sender', true, false)::private.mail_match;
    elsif cardinality(known) > 1 then
      return row(null, 'several-leads', false, false)::private.mail_match;
    end if;
  end if;
  return row(null, 'unknown-sender', false, false)::private.mail_match;
end;
$$;
-- The token in the Reply-To address of mail to a lead: its ID and a signature. Everyone who has the mail knows it.
create function public.reply_token(lead uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select replace(lead::text, '-', '') || left(private.contact_hash('reply', lead::text), 20);
$$;
grant execute on function public.reply_token(uuid) to service_role;
-- The lead of a valid token, otherwise null. Both sides are hashed, so that the time of the comparison reveals nothing.
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
-- The leads of these Message-IDs, in their order. Ours contain the ID of the message, lead or booking, so they match
-- even if the server stopped before it stored a Message-ID.
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
-- From the headers of a mail, before it is read: whether it answers a mail of ours, and the texts that it may quote
-- (server/mail-in/fold compares them), which include those of the sender's leads.
create function public.answered_by_mail(tokens text[], mail_ids text[], sender text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with proven as (
    select private.lead_of_reply_token(token) as id from unnest(tokens[1:20]) as token
    union
    select found.lead_id from private.leads_of_mail_ids(mail_ids) as found
  ),
  known as materialized (
    (select proven.id from proven where proven.id is not null limit 5)
    union
    (
      select leads.id from public.leads
      where lower(leads.email) = lower(sender) and leads.erased_at is null
      order by leads.created_at desc limit 5
    )
  ),
  messages as materialized (
    select message.message, message.author_id
    from known
    cross join lateral (
      select * from public.lead_messages where lead_messages.lead_id = known.id
      order by lead_messages.created_at desc limit 30
    ) as message
  ),
  agency as (
    select settings.facts ->> 'name' as name, jsonb_path_query_first(settings.texts, '$.*.mailSignature') #>> '{}' as signature
    from public.agency_settings as settings order by settings.id desc limit 1
  ),
  texts as (
    select left(messages.message, 20000) as words from messages
    union
    select unnest(array[leads.name, leads.message]) from known join public.leads on leads.id = known.id
    union
    select unnest(array[profiles.full_name, profiles.reply_signature])
    from public.profiles where profiles.id in (select messages.author_id from messages)
    union
    select unnest(array[agency.name, agency.signature]) from agency
  )
  select jsonb_build_object(
    'is_answer', exists (select from proven where proven.id is not null),
    'texts', coalesce((select jsonb_agg(texts.words) from texts where texts.words is not null), '[]')
  );
$$;
grant execute on function public.answered_by_mail(text[], text[], text) to service_role;

-- supabase/schemas/54-mail-in/receive-mail.sql
-- `mail` is the result of server/mail-in/read-mail.ts; `raw` is the mail in base64, null for a large one that was
-- stored by store_mail_part. The same mail is stored once, whichever way it came: a second call returns the first row.
-- Null if a daily limit is reached. A bounce marks the address of its lead as bounced; a mail from a person clears the
-- mark.
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
  -- When the server began to read it, at most a minute ago.
  new_mail.received_at := least(now(), greatest(now() - interval '1 minute', coalesce(new_mail.received_at, now())));
  place := private.place_of_mail(mail);
  if place.lead_id is not null then
    -- The lock serializes this mail and an erasure of the lead.
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
    -- The lock serializes this mail and an erasure of the lead.
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
    perform private.set_address_bounced_at((select leads.email from public.leads where leads.id = new_mail.lead_id), now());
  end if;
  if new_mail.state in ('joined', 'guess') then
    new_mail.message_id := private.add_mail_message(new_mail, place.lead_id);
  end if;
  if kind = 'person' and new_mail.sender_check is distinct from 'unconfirmed' then
    perform private.set_address_bounced_at(new_mail.from_address, null);
  end if;
  insert into public.received_mails select new_mail.*;
  perform private.notify_staff(case when new_mail.state = 'triage' then 'mail' else 'answer' end, new_mail.lead_id)
  where new_mail.state in ('joined', 'guess', 'triage');
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
-- Files beyond 100 files or 100 MB in a thread are not offered for download; the stored mail still contains them.
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
-- Stores a part of a mail that is too large for one call. Parts whose mail does not follow are deleted after a day.
create function public.store_mail_part(mail uuid, part integer, content text) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.mail_parts (mail_id, part, bytes) values (mail, part, decode(content, 'base64'))
  on conflict do nothing;
$$;
grant execute on function public.store_mail_part(uuid, integer, text) to service_role;
-- A part of the original mail in base64, for agents and owners; null after the last part.
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
-- The original mail in parts of 4 MB, so that API calls and values in memory stay small.
create table private.mail_parts (
  mail_id uuid not null,
  part smallint not null check (part between 0 and 15),
  bytes bytea not null check (octet_length(bytes) between 1 and 4194304),
  stored_at timestamptz not null default now(),
  primary key (mail_id, part)
);
alter table private.mail_parts alter column bytes set storage external;
create index mail_parts_age on private.mail_parts (stored_at);
-- Deletes the original of a mail that was deleted, or whose text an erasure changed: the original still contains it.
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
-- Mail in triage has a target time like a lead. If it cannot be computed, the mail is still stored.
create function private.set_mail_target() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.state <> 'triage' then
    new.target_at := null;
    new.escalate_at := null;
  elsif tg_op = 'INSERT' or old.state <> 'triage' then
    new.target_at := private.answer_target(new.received_at);
    new.escalate_at := new.target_at;
  end if;
  return new;
exception
  when others then
    raise warning 'no target for a received mail: %', sqlstate;
    return new;
end;
$$;
-- Deletes the mail of an erased lead. Automatic mail refers to no message, so no cascade deletes it.
create function private.erase_received_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.received_mails where received_mails.lead_id = new.id;
  return null;
end;
$$;
-- Deletes dismissed mail and automatic mail without a lead after 90 days, and mail in triage after the retention time
-- of leads. Mail in a thread is deleted with its lead. The server calls it every hour.
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
-- Moves a mail to the thread of a lead; for the lead that was guessed, this confirms the guess. The lead is refreshed
-- at the end, because the wait begins at the arrival of the mail, and the mail refers to its message only then. If owners
-- were notified that the mail waits, they are not notified again of the same wait.
create function public.join_received_mail(mail uuid, lead uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept_mail public.received_mails := private.mail_for_staff(mail);
  address text;
begin
  select lower(leads.email) into address from public.leads where leads.id = lead and leads.erased_at is null;
  if address is null then
    raise exception 'This lead no longer exists.' using errcode = 'PT404', hint = 'Search again.';
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
  perform private.refresh_leads_needing_reply(array[lead]);
  update public.leads_needing_reply as waiting set escalate_at = null
  where waiting.lead_id = lead and waiting.since = kept_mail.received_at
    and kept_mail.target_at <= now() and kept_mail.escalate_at is null;
  perform private.notify_staff('answer', lead);
end;
$$;
grant execute on function public.join_received_mail(uuid, uuid) to authenticated, service_role;
-- Returns a mail to triage, after a wrong guess or a dismissal.
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
    raise exception 'This email is already in a conversation.' using errcode = '22023', hint = 'Move it to Emails to sort first.';
  end if;
  update public.received_mails set state = 'dismissed', reason = 'staff' where received_mails.id = mail;
end;
$$;
grant execute on function public.dismiss_received_mail(uuid) to authenticated, service_role;
-- Creates a lead of the sender, with the time of the mail and the mail as its thread. Returns the lead.
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
  insert into public.leads (name, email, created_at)
  values (
    left(case when char_length(name) >= 2 then name else rpad(split_part(kept_mail.from_address, '@', 1), 2, '.') end, 100),
    kept_mail.from_address,
    kept_mail.received_at
  )
  returning id into lead;
  perform public.join_received_mail(mail, lead);
  return lead;
end;
$$;
grant execute on function public.make_lead_of_mail(uuid) to authenticated, service_role;

-- supabase/schemas/60-booking/book-consultation.sql
-- Returns `outcome`: booked (with the token of its page), held (looks like spam; quarantined for staff) or taken
-- (nothing is stored). The same submission is booked once.
create function public.book_consultation(slot timestamptz, fields jsonb, zone text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  lead public.leads := private.new_lead(fields);
  admitted record;
  booking public.bookings;
begin
  if not public.booking_is_open() then
    raise exception 'Online booking is off.' using errcode = 'PT404';
  end if;
  if slot is null or octet_length(zone) > 200 then
    raise exception 'Choose a time.' using errcode = '22023';
  end if;
  perform private.lock_bookings_shared();
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
      -- Rolls back the lead that was inserted for this booking.
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
  perform private.add_booking_message(booking.lead_id, private.words_of_booking(lead, booking.lead_id, slot));
  perform private.queue_booking_mails(booking, 'booked', true);
  return jsonb_build_object('outcome', 'booked', 'token', private.booking_token(booking.id));
end;
$$;
grant execute on function public.book_consultation(timestamptz, jsonb, text) to anon, authenticated, service_role;
-- What the page of a booking shows, without names; no row for an invalid token.
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
-- Times that cannot be booked: absences, events. The reason is for staff.
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
alter table public.booking_blocks enable row level security, force row level security;
grant delete, select, insert (ends_at, reason, starts_at) on public.booking_blocks to authenticated;
-- Agents and owners read blocked times and their reasons.
create policy "agents read" on public.booking_blocks for select to authenticated using ((select public.can_handle_leads()));
-- Agents and owners block times.
create policy "agents insert" on public.booking_blocks for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Agents and owners unblock times.
create policy "agents delete" on public.booking_blocks for delete to authenticated
  using ((select public.can_handle_leads()));
create trigger audit_created after insert on public.booking_blocks referencing new table as added
  for each statement execute function private.audit_rows('leads', '20');
create trigger audit_deleted after delete on public.booking_blocks referencing old table as removed
  for each statement execute function private.audit_rows('leads', '20');
-- At most 500 blocks that are not over. A block is deleted a year after its end.
create function private.receive_booking_block() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.reason) > 2000 then
    perform private.raise_check_violation('booking_blocks', 'booking_blocks_reason_length');
  end if;
  new.reason := private.clean_text(new.reason);
  perform private.lock_bookings();
  delete from public.booking_blocks where booking_blocks.ends_at < now() - interval '1 year';
  if (select count(*) from public.booking_blocks where booking_blocks.ends_at > now()) >= 500 then
    raise exception 'You''ve reached the limit of 500 blocked times.' using errcode = 'P0001', hint = 'Unblock some first.';
  end if;
  return new;
end;
$$;

-- supabase/schemas/60-booking/booking-settings.sql
-- The free consultation: calls that visitors book on /book, in business hours (20-agency/business-hours.sql), one at a
-- time. Visitors use only the functions of book-consultation.sql.
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
comment on column public.booking_settings.is_open is 'null: not decided yet, and open in local mode only';
comment on column public.booking_settings.notice_hours is 'minimum time between a booking and its call';
comment on column public.booking_settings.buffer_minutes is 'kept free after each call';
alter table public.booking_settings enable row level security, force row level security;
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
-- Exclusive for changes of bookings and bookings by staff. Bookings by visitors share it (lock_bookings_shared).
create function private.lock_bookings() returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('bookings', 0)) $$;
create function private.lock_bookings_shared() returns void
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
-- Deletes the bookings of an erased lead; the times are free again.
create function private.erase_bookings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.bookings where bookings.lead_id = new.id;
  return null;
end;
$$;

-- supabase/schemas/60-booking/change-booking.sql
-- Returns `moved`, `taken` (the slot is taken, or was never offered) or `closed` (the call is over or cancelled).
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
-- A line in the thread about what the visitor did.
create function private.add_booking_message(lead uuid, words text) returns void
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
-- Half hours at which a call can start; `besides` is a booking that is ignored because it is to be moved. `limit 1`: a
-- table of one row is never analyzed, and the planner assumes some 2,000 rows. A day with a clock change has 50 half
-- hours.
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
-- Slots that a visitor may choose now: after the notice period, within the horizon.
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
-- Whether a visitor may choose this slot now.
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
-- Slots for visitors; with the token of a booking, for moving it.
create function public.consultation_slots(token text default null) returns table (starts_at timestamptz)
  language sql stable security definer set search_path = '' rows 200
as $$
  select offered.starts_at
  from private.offered_slots((select own.id from private.booking_of(token) as own)) as offered
  limit 2000;
$$;
grant execute on function public.consultation_slots(text) to anon, authenticated, service_role;
-- Slots for colleagues, without the notice period; with a booking, for moving it.
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
-- Books a call for a lead, also while online booking is closed; a retry returns the same booking. The lead gets the
-- mails that a visitor who books gets, and needs no reply any more.
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
    raise exception 'This lead no longer exists.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
  select * into booking from public.bookings as known
  where known.lead_id = lead and known.starts_at = slot and known.state = 'booked';
  if booking.id is not null then
    return booking.id;
  end if;
  if not exists (select from public.free_slots_for() as free where free.starts_at = slot) then
    raise exception 'This time isn''t available.' using errcode = 'P0001', hint = 'Choose another one.';
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
    raise exception 'Someone just took that time.' using errcode = 'P0001', hint = 'Choose another one.';
  elsif outcome = 'closed' then
    raise exception 'This consultation has ended or was cancelled.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
grant execute on function public.move_booking(uuid, timestamptz) to authenticated, service_role;
-- Mails the visitor. Does nothing for a cancelled booking.
create function public.cancel_booking(booking uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  perform private.lock_bookings();
  if not private.cancel_call(booking, false)
    and not exists (select from public.bookings where bookings.id = booking and bookings.state = 'cancelled')
  then
    raise exception 'This consultation has ended or was deleted.' using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
grant execute on function public.cancel_booking(uuid) to authenticated, service_role;
-- Sets the outcome of a call that has begun: done, missed, or booked to undo that.
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
    raise exception 'This consultation was cancelled or hasn''t started yet.'
      using errcode = 'P0001', hint = 'Refresh the list.';
  end if;
end;
$$;
grant execute on function public.finish_booking(uuid, text) to authenticated, service_role;

-- supabase/schemas/70-privacy/contacts.sql
create type private.contacts as (emails text[], phones text[]);
-- Normalizes what was entered: addresses in lower case, phone numbers as digits.
create function private.read_contacts(given text[]) returns private.contacts
  language plpgsql immutable set search_path = ''
as $$
declare
  found private.contacts := row(array[]::text[], array[]::text[]);
  contact text;
  address text;
begin
  if given is null or cardinality(given) not between 1 and 20 then
    raise exception 'Enter an email address or a phone number.' using errcode = '22023';
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
      raise exception '"%" isn''t an email address or a phone number.', left(contact, 40)
        using errcode = '22023', hint = 'Enter the whole address, or the number with its area code.';
    end if;
  end loop;
  return found;
end;
$$;
-- A regular expression for these addresses and numbers in a text, with any separators between digits.
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
-- Index keys of the contacts in a text: the word before @ and the label after it; the last seven digits of a number.
-- They only find candidates; private.contact_pattern() decides.
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
-- A condition that finds candidate rows through the table's index of contact_keys ($3: the keys); empty for a table
-- without such an index.
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
-- Erases a person; for owners. Idempotent. Names of a former account are erased from the audit log before all else,
-- because they are found by its email.
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
-- `known` are leads that belong to the person under another address; rows newer than `until` stay. Returns counts and,
-- in `remains`, what has to be erased by hand.
create function private.erase_contacts(wanted private.contacts, known uuid[], until timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  source private.person_sources;
  erased private.erased_in_source;
  ids uuid[] := '{}';
  counts jsonb := '{}';
  remains jsonb := '{}';
begin
  for source in
    select * from private.person_sources where person_sources.erase is not null order by person_sources.place, person_sources.name
  loop
    execute format('select * from %s($1, $2, $3)', source.erase) into erased using wanted, known || ids, until;
    counts := counts || coalesce(erased.counts, '{}');
    remains := remains || coalesce(erased.remains, '{}');
    ids := ids || coalesce(erased.ids, '{}');
  end loop;
  counts := counts || jsonb_build_object('mentions', private.erase_mentions(wanted, until));
  return counts || jsonb_build_object(
    'leadIds', to_jsonb(ids),
    'remains', remains || jsonb_build_object('published', (
      select coalesce(jsonb_agg(to_jsonb(mention)), '[]') from private.find_mentions(wanted, 'published', '{}') as mention
    ))
  );
end;
$$;
-- Replaces the person's addresses and numbers in all columns of reach `words`, in rows that are not newer than `until`.
-- Each table is searched once, through its index of contact_keys if it has one. Returns the number of changed texts.
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
      -- A name first: the audit log copies it when another column changes.
      array_agg(data.column_name order by data.column_name <> 'name', data.column_name) as names,
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
-- Replaces contacts in all strings and keys of JSON; a number that is a contact becomes the string "[erased]".
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
comment on column private.erasures.key is 'identifies the contact key of the hashes';
comment on column private.erasures.is_stored is 'the server has stored it outside of the database';
create index erasures_unstored on private.erasures (id) where not is_stored;
create trigger audit_erasure after insert on private.erasures
  for each row execute function private.audit_erasure();
-- Differs from the hash in the do-not-contact list.
create function private.erasure_hash(contact text) returns text
  language sql stable set search_path = ''
as $$ select private.contact_hash('erased', contact) $$;
-- Every address and number in columns of reach `words` and in accounts.
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
-- For the server: erasures that it has not stored yet, the oldest first.
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
-- Applies those of `given` that this database does not know, because an older backup was restored. Returns how many
-- were `applied`, and `partly` how many of them have hashes of another key, so that only their leads are found. Rows
-- newer than an erasure stay.
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
  -- One pass over all texts, for any number of erasures.
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
-- Which of these contacts were erased, and when.
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
-- Each lookup is in the audit log, which does not contain the person.
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
-- All data of a person. Lists have at most 500 rows; `counts` has the totals.
create function private.data_of_person(contacts text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted private.contacts;
  source private.person_sources;
  found private.found_in_source;
  own uuid[] := '{}';
  counts jsonb := '{}';
  result jsonb := '{}';
begin
  perform private.require_owner();
  wanted := private.read_contacts(contacts);
  for source in
    select * from private.person_sources where person_sources.find is not null order by person_sources.place, person_sources.name
  loop
    execute format('select * from %s($1, $2)', source.find) into found using wanted, own;
    result := result || jsonb_build_object(source.name, found.rows);
    counts := counts || coalesce(found.counts, '{}');
    own := own || found.ids;
  end loop;
  return result || jsonb_build_object(
    'emails', to_jsonb(wanted.emails),
    'phones', to_jsonb(wanted.phones),
    'counts', counts,
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
-- Rows outside of `own` whose columns of this reach contain one of the contacts: for each table, their number and the
-- first 20 IDs.
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
-- Corrects the given fields in all leads of the person, and returns the number of leads. If the person is on the
-- do-not-contact list, a new address is added to it.
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
    raise exception 'Enter at least one correction.'
      using errcode = '22023', hint = 'Fill in the name, email, phone or company.';
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

-- supabase/schemas/70-privacy/person-sources.sql
-- Where a person's data is. Each concept registers its sources in its data.sql, with a function that finds and one that
-- erases, so that find-person.sql and erase-person.sql depend on no table of another concept.
-- supabase/tests/personal-data.test.ts fails for a table with rows of persons that is in no source.
create table private.person_sources (
  -- Its key in the result of find_person().
  name text primary key,
  -- The position in the order of the sources. Those that need the IDs of leads come after the leads.
  place smallint not null,
  -- The tables whose rows it finds or erases; a trigger may do so when the lead is erased.
  tables text[] not null,
  -- A function of the contacts and the IDs found so far that returns private.found_in_source.
  find text,
  -- A function of the contacts, the IDs that are known or erased so far, and the time after which rows stay, that
  -- returns private.erased_in_source.
  erase text
);
-- `rows` is an array, `counts` are totals by name.
create type private.found_in_source as (rows jsonb, ids uuid[], counts jsonb);
-- `remains` is what has to be erased by hand, by name.
create type private.erased_in_source as (counts jsonb, ids uuid[], remains jsonb);

-- supabase/schemas/70-privacy/personal-data.sql
-- Every column that can contain text, and how an erasure treats it. The data.sql of each concept registers its columns;
-- supabase/tests/personal-data.test.ts fails for one that is missing. `reach` is:
--   none       it cannot name a person: a kind, a state, a key, a hash that cannot be computed
--   row        deleted or emptied with its row, if that belongs to the person (private.erase_contacts)
--   words      like `row`; in other rows, addresses and phone numbers of the person are replaced
--   published  content that staff wrote: listed after an erasure, to be edited by hand
--   account    deleted with the account; that of a team member is listed
--   expires    not readable here, and deleted when it expires
create table private.personal_data (
  table_name text not null,
  column_name text not null,
  reach text not null check (reach in ('none', 'row', 'words', 'published', 'account', 'expires')),
  primary key (table_name, column_name)
);
-- For data.sql. `columns` is a list of names that are separated by spaces.
create function private.register_personal_data(of_table text, reach text, columns text) returns void
  language sql volatile set search_path = ''
as $$
  insert into private.personal_data (table_name, column_name, reach)
  select of_table, listed.name, register_personal_data.reach from regexp_split_to_table(columns, '\s+') as listed (name)
  on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;
$$;

-- supabase/schemas/70-privacy/privacy-incidents.sql
-- The register of privacy incidents (Law 25), for owners.
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
comment on column public.privacy_incidents.is_serious is
  'a real risk of significant harm, so people and commissioners must be notified';
create index privacy_incidents_newest on public.privacy_incidents (noticed_on desc, id desc);
create index privacy_incidents_author on public.privacy_incidents (created_by) where created_by is not null;
alter table public.privacy_incidents enable row level security, force row level security;
grant select, insert (is_serious, noticed_on, risk, told_on, told, what, whose), update (is_serious, noticed_on, risk,
  told_on, told, what, whose) on public.privacy_incidents to authenticated;
-- Owners read incidents. The law requires that they are kept, so only the server deletes them, after five years.
create policy "owners read" on public.privacy_incidents for select to authenticated
  using ((select public.is_owner()));
-- Owners record incidents.
create policy "owners insert" on public.privacy_incidents for insert to authenticated
  with check ((select public.is_owner()));
-- Owners add who was notified, and when.
create policy "owners update" on public.privacy_incidents for update to authenticated
  using ((select public.is_owner()));
create function private.clean_privacy_incident() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.what), octet_length(new.whose), octet_length(new.risk), octet_length(new.told)) > 20000 then
    perform private.raise_check_violation('privacy_incidents', 'privacy_incidents_what_length');
  end if;
  new.what := private.clean_text(new.what);
  new.whose := private.clean_text(new.whose);
  new.risk := private.clean_text(new.risk);
  new.told := private.clean_text(new.told);
  return new;
end;
$$;

-- supabase/schemas/70-privacy/privacy-requests.sql
-- The register of people's requests about their data, for owners. Each is due within 30 days.
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
alter table public.privacy_requests enable row level security, force row level security;
grant delete, select, insert (contact, done_on, kind, note, received_on, response), update (contact, done_on, kind,
  note, received_on, response) on public.privacy_requests to authenticated;
-- Only owners handle requests. They may delete one, such as one that was entered twice.
create policy "owners" on public.privacy_requests for all to authenticated
  using ((select public.is_owner())) with check ((select public.is_owner()));
create function private.clean_privacy_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.contact), octet_length(new.note), octet_length(new.response)) > 20000 then
    perform private.raise_check_violation('privacy_requests', 'privacy_requests_response_length');
  end if;
  new.contact := private.clean_text(new.contact);
  new.note := private.clean_text(new.note);
  new.response := private.clean_text(new.response);
  return new;
end;
$$;
create function private.requests_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row(
    coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(request)) order by request.received_on desc), '[]'),
    coalesce(array_agg(request.id), '{}'), jsonb_build_object('requests', count(*))
  )::private.found_in_source
  from public.privacy_requests as request
  where private.is_contact(request.contact, wanted);
$$;
-- Requests stay as proof that they were handled; an erasure empties their texts.
create function private.erase_requests_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
begin
  update public.privacy_requests as request
  set contact = '[erased]', note = null, response = case when request.response is not null then '[erased]' end
  where private.is_contact(request.contact, wanted) and request.created_at <= until;
  return null;
end;
$$;

-- supabase/schemas/70-privacy/retention.sql
-- How many leads and other rows were erased on each day.
create table private.retention_log (
  day date primary key default current_date,
  leads integer not null default 0,
  clients integer not null default 0,
  quarantined integer not null default 0,
  registers integer not null default 0
);
-- Months until leads are erased; null: never, or not confirmed by an owner yet.
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
    raise exception 'Enter 1 to 120 months, or leave it blank.' using errcode = '22023';
  end if;
  update public.settings set retention_months = months, retention_waits = false where settings.id;
end;
$$;
grant execute on function public.set_retention_months(integer) to authenticated, service_role;
-- After an upgrade, the months that would apply and what they would erase; null once an owner has decided.
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
-- What would be erased now with this number of months: counts up to 1,001, and the first 20 leads.
create function public.preview_retention(months integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if months is null then
    return '{"leads": 0, "clients": 0, "quarantined": 0, "first": []}';
  end if;
  if months not between 1 and 120 then
    raise exception 'Enter 1 to 120 months, or leave it blank.' using errcode = '22023';
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
-- Leads whose last contact (the newest message, or the request) is more than `months` ago, for clients seven years; the
-- oldest first.
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
-- Erases expired leads. Also deletes privacy requests two years after they were answered, and incidents and log
-- entries after five years. The server calls it every hour.
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
-- Deletes rows that strangers or restarts could add without limit, at most `most` of each kind. The server calls it
-- every hour. The limits of all tables: docs/bounds.md.
create function public.delete_expired_rows(most integer default 10000) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Possible spam, after the 24 months that the privacy page states.
  delete from public.quarantined_leads
  where quarantined_leads.id in (
    select old.id from public.quarantined_leads as old
    where old.created_at < now() - interval '24 months'
    order by old.created_at
    limit most
  );
  -- The server makes one at each start without an owner.
  delete from public.owner_links where owner_links.expires_at < now() - interval '1 day';
  delete from private.recovery_guesses where recovery_guesses.since < now() - interval '15 minutes';
  -- Accounts whose address was never confirmed, except invited ones.
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
-- Accessibility feedback from /accessibility (Accessible Canada Act), anonymous if the visitor wishes. Staff respond to
-- it; only figures are published.
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
comment on column public.accessibility_feedback.response is 'what staff responded or changed';
comment on column public.accessibility_feedback.responded_at is 'time of the first response; set by the database';
comment on column public.accessibility_feedback.acknowledged_at is
  'when the acknowledgement was sent; null: no address, or not yet';
create index accessibility_feedback_newest on public.accessibility_feedback (created_at desc, id desc);
create index accessibility_feedback_open on public.accessibility_feedback (created_at, id) where responded_at is null;
alter table public.accessibility_feedback enable row level security, force row level security;
grant insert (message, name, page, reply_to) on public.accessibility_feedback to anon;
grant delete, select, insert (message, name, page, reply_to), update (response) on public.accessibility_feedback to
  authenticated;
-- Everyone may report a barrier.
create policy "everybody inserts" on public.accessibility_feedback for insert to anon, authenticated with check (true);
-- Agents and owners, as for leads: reports may contain names and addresses.
create policy "agents read" on public.accessibility_feedback for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners respond to reports.
create policy "agents answer" on public.accessibility_feedback for update to authenticated
  using ((select public.can_handle_leads()));
-- Only owners delete reports (spam, or at a visitor's request), because that changes the published figures.
create policy "owners delete" on public.accessibility_feedback for delete to authenticated
  using ((select public.is_owner()));
create trigger audit_answered after update of response on public.accessibility_feedback
  for each row when (old.response is distinct from new.response) execute function private.audit_feedback();
create trigger audit_deleted after delete on public.accessibility_feedback
  for each row execute function private.audit_feedback();
-- The same report within a day is stored once. More than 60 reports in ten minutes or 1,000 in a day, from all
-- visitors, are rejected.
create function private.receive_feedback() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if greatest(octet_length(new.message), octet_length(new.page), octet_length(new.name), octet_length(new.reply_to))
    > 20000 then
    perform private.raise_check_violation('accessibility_feedback', 'accessibility_feedback_message_length');
  end if;
  new.message := private.clean_text(new.message);
  new.page := private.clean_text(new.page);
  new.name := private.clean_text(new.name);
  new.reply_to := private.clean_text(new.reply_to);
  -- Serialized, so that the same report is recognized if it arrives twice at once.
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
-- Keeps the time of the first response, and stores the author of the newest one.
create function private.receive_feedback_response() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.response := private.clean_text(new.response);
  if new.response is null then
    raise exception 'Enter an answer.' using errcode = 'P0001', hint = 'Say what you told them or changed.';
  end if;
  new.responded_at := coalesce(old.responded_at, now());
  new.responded_by := auth.uid();
  return new;
end;
$$;
-- For /accessibility: the last 12 months. `median_days` is the median time to the first response; null if there is
-- none.
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
-- Deletes reports five years after their response. The server calls it every hour.
create function public.delete_expired_feedback() returns void
  language sql security definer set search_path = ''
as $$
  delete from public.accessibility_feedback where accessibility_feedback.responded_at < now() - interval '5 years';
$$;
grant execute on function public.delete_expired_feedback() to service_role;
-- Acknowledges the report, at most once a day to an address, because anyone can enter it. If a mail cannot be queued,
-- the report is still stored.
create function private.queue_report_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify_staff('report');
  if private.is_mail_address(new.reply_to) and not exists (
    select from public.accessibility_feedback as earlier
    where earlier.id <> new.id
      and earlier.created_at > now() - interval '1 day'
      and lower(earlier.reply_to) = lower(new.reply_to)
  ) then
    insert into private.outbox (kind, report_id) values ('acknowledgement', new.id);
  end if;
  return null;
exception
  when others then
    raise warning 'no mail could be queued for a report of a barrier: %', sqlstate;
    return null;
end;
$$;
-- The reports of a person (70-privacy/person-sources.sql).
create function private.reports_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row(
    coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(report)) order by report.created_at desc), '[]'),
    coalesce(array_agg(report.id), '{}'), jsonb_build_object('reports', count(*))
  )::private.found_in_source
  from public.accessibility_feedback as report
  where private.is_contact(report.reply_to, wanted);
$$;
-- Reports stay for the published figures, without texts. Queued mail about them is deleted.
create function private.erase_reports_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
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
  return row(jsonb_build_object('reports', cardinality(report_ids)), null, null)::private.erased_in_source;
end;
$$;

-- supabase/schemas/90-realtime/channels.sql
-- Agents and owners receive the inbox channel. No policy lets an account send messages, and config.toml allows only
-- private channels.
create policy "agents receive the inbox" on realtime.messages for select to authenticated
  using ((select realtime.topic()) = 'inbox' and (select public.can_handle_leads()));
-- Agents and owners receive the channel that shows who has a lead open; no one may send broadcasts to it.
create policy "agents see each other" on realtime.messages for select to authenticated
  using ((select realtime.topic()) = 'inbox-presence' and (select public.can_handle_leads()));
-- Agents and owners publish their presence in it, which is not stored.
create policy "agents appear to each other" on realtime.messages for insert to authenticated
  with check (
    extension = 'presence'
    and (select realtime.topic()) = 'inbox-presence'
    and (select public.can_handle_leads())
  );
-- An account receives only its own channel, while its session is active.
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
-- A hosted project may not allow a trigger on auth.sessions. The dashboard then notices an ended session when its tab
-- is shown.
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
-- A link that no browser runs as a script or reads as another site: absolute http(s), mailto, tel, or a path of this
-- site. Not allowed: `//host`, a backslash (browsers read it as a slash), white space and control characters (browsers
-- remove some of them before they parse).
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
-- Trims like JavaScript's String.trim(), makes line ends LF, and returns null for an empty value. \v is the letter v in
-- PostgreSQL 15.
create function private.clean_text(value text) returns text
  language sql immutable parallel safe
  return nullif(
    btrim(
      replace(replace(value, e'\r\n', e'\n'), e'\r', e'\n'),
      e' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
        '\u2028\u2029\u202f\u205f\u3000\ufeff'
    ),
    ''
  );
grant execute on function private.clean_text(text) to anon, authenticated, service_role;
-- Removes characters without width (direction marks, joiners, soft hyphens), which come with copied text.
create function private.visible_text(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(value, '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g');
grant execute on function private.visible_text(text) to anon, authenticated, service_role;
-- The HTML standard's rule for type=email; the domain must contain a dot and may have letters of any script.
create function private.is_email(value text) returns boolean
  language sql immutable parallel safe
  return value ~ (
    '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+'
    '@([A-Za-z0-9\u00b7-\U0010ffff]([A-Za-z0-9\u00b7-\U0010ffff-]{0,61}[A-Za-z0-9\u00b7-\U0010ffff])?[.])+'
    '[A-Za-z0-9\u00b7-\U0010ffff]([A-Za-z0-9\u00b7-\U0010ffff-]{0,61}[A-Za-z0-9\u00b7-\U0010ffff])?$'
  ) and value !~ '[\s\u1680\u2000-\u206f\u3000\ufeff]';
-- Whether mail can be sent to the value. The accessibility form also accepts a phone number.
create function private.is_mail_address(value text) returns boolean
  language sql immutable set search_path = ''
as $$ select coalesce(private.is_email(value) and char_length(value) <= 254, false) $$;
-- Whether the value is an existing date, such as "2026-12-24".
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
-- Raises the error of a table's check from a trigger. Checks run after triggers, so a trigger that reads a whole text
-- measures its bytes first: a message of 10 MB took up to 3 seconds otherwise.
create function private.raise_check_violation(relation text, "constraint" text) returns void
  language plpgsql set search_path = ''
as $$
begin
  raise check_violation using
    message = format('new row for relation "%s" violates check constraint "%s"', relation, "constraint"),
    schema = 'public', table = relation, constraint = "constraint";
end;
$$;
-- Limits the size of a column of content. A trigger and not a check, because a check (even one that is not validated)
-- rejects every update of an older row, so an oversized record could not be unpublished. Only a changed value is
-- measured.
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

-- supabase/schemas/00-foundations/request-address.sql
-- The network address of the request: IPv4 in full, IPv6 as its first 64 bits, as the site's server writes it; null if
-- it is unknown. Hosted Supabase gets it from Cloudflare; elsewhere the last proxy appends it to x-forwarded-for.
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
  -- inet_send() begins with four bytes of metadata; each group is two bytes.
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

-- supabase/schemas/00-foundations/row-triggers.sql
create function private.set_updated_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
-- Notifies page cache, mail worker and erasures of a changed table. For each row, because any account may send a statement that
-- changes no row, and that must not empty the cache. PostgreSQL sends equal notifications once per transaction. They arrive after
-- the response of a function call: the server that handles the call reads response.changed_tables before it responds.
create function private.notify_table_changed() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  changed constant text := format('%s.%s', tg_table_schema, tg_table_name);
  known constant text[] := string_to_array(current_setting('response.changed_tables', true), ',');
begin
  perform pg_notify('table_changed', changed);
  if changed = any (known) is not true then
    perform set_config('response.changed_tables', array_to_string(known || changed, ','), true);
  end if;
  return null;
end;
$$;

-- supabase/schemas/10-access/accounts-of-person.sql
create function private.accounts_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row((
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'email', users.email, 'name', profiles.full_name, 'role', staff.role, 'created_at', users.created_at,
      'last_sign_in_at', users.last_sign_in_at
    ))), '[]')
    from auth.users
    left join public.profiles on profiles.id = users.id
    left join public.staff on staff.user_id = users.id
    where lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones)
  ), '{}', null)::private.found_in_source;
$$;
-- The account of a team member is not deleted but returned in `remains`: an owner removes it under Team.
create function private.erase_accounts_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language sql volatile set search_path = ''
as $$
  with gone as (
    delete from auth.users
    where (lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones))
      and users.created_at <= until
      and not exists (select from public.staff where staff.user_id = users.id)
    returning 1
  )
  select row(jsonb_build_object('accounts', count(*)), null, jsonb_build_object('team', (
    select coalesce(jsonb_agg(users.email), '[]') from auth.users
    join public.staff on staff.user_id = users.id
    where lower(users.email) = any (wanted.emails) or private.phone_digits(users.phone) = any (wanted.phones)
  )))::private.erased_in_source
  from gone;
$$;

-- supabase/schemas/10-access/profiles.sql
-- Those who handle leads read colleagues' names, for "sent by".
create policy "colleagues" on public.profiles for select to authenticated
  using (id in (select private.colleague_ids()));
-- The session must have used the account's second factor.
create policy "second factor shown" on public.profiles as restrictive for all to authenticated
  using ((select private.session_has_required_aal())) with check ((select private.session_has_required_aal()));
-- The session must be active: a token outlives a sign-out.
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
-- Writes one entry, for the caller unless `account` is given.
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
-- Erases a person (70-privacy/person-sources.sql); `known` are the erased leads.
create function private.erase_audit_log_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
declare
  email text;
begin
  foreach email in array case when wanted.emails = '{}' then array[null] else wanted.emails end loop
    perform private.erase_from_audit_log(known, email);
  end loop;
  return null;
end;
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
  'format of the description: plain or markdown; HTML in it is shown as text';
comment on column public.apps.published_at is 'while it is in the future, only staff see the row';
create index apps_published on public.apps (created_at desc, id desc) where is_published;
create index apps_newest on public.apps (created_at desc, id desc);
create index apps_scheduled on public.apps (published_at) where is_published and published_at is not null;
alter table public.apps enable row level security, force row level security;
grant select on public.apps to anon;
grant delete, select, insert (category, demo_url, description, feature_chips, id, is_published, locale, logo_alt,
  logo_url, name, platforms, published_at, short_pitch, slug, text_format), update (category, demo_url, description,
  feature_chips, is_published, locale, logo_alt, logo_url, name, platforms, published_at, short_pitch, slug,
  text_format) on public.apps to authenticated;
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
create trigger audit_changed after update on public.apps referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.apps referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.apps referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');
create trigger notify_truncated after truncate on public.apps
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/30-content/case-studies.sql
-- Case studies: a client's problem, what the agency did, and the results.
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
comment on column public.case_studies.client is 'the client''s name, or a description of a client who is not named';
comment on column public.case_studies.problem is 'plain text';
comment on column public.case_studies.body is 'what was done, in markdown; HTML in it is shown as text';
comment on column public.case_studies.results is 'one line each, with the number first: "63% more calls"';
comment on column public.case_studies.service_ids is 'services; deleted ones and drafts are not shown';
comment on column public.case_studies.published_at is 'while it is in the future, only staff see the row';
create index case_studies_published on public.case_studies (published_at desc nulls last, id desc) where is_published;
create index case_studies_newest on public.case_studies (published_at desc nulls last, id desc);
create index case_studies_services on public.case_studies using gin (service_ids) where is_published;
create index case_studies_scheduled on public.case_studies (published_at) where is_published and published_at is not null;
alter table public.case_studies enable row level security, force row level security;
grant select on public.case_studies to anon;
grant delete, select, insert (body, client, cover_alt, cover_url, excerpt, id, is_published, locale, problem,
  published_at, results, service_ids, slug, title), update (body, client, cover_alt, cover_url, excerpt,
  is_published, locale, problem, published_at, results, service_ids, slug, title) on public.case_studies to
  authenticated;
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
-- one leaves a row without record_id, so that its page is "gone" (410). Rows refer to the record and not to its new
-- slug, so no redirect leads to another one.
create table public.former_slugs (
  kind text not null,
  slug text not null,
  record_id uuid,
  created_at timestamptz not null default now(),
  primary key (kind, slug),
  constraint former_slugs_slug_format check (private.is_slug(slug)),
  constraint former_slugs_kind_known foreign key (kind) references private.content_types (table_name)
);
comment on column public.former_slugs.kind is 'table of the record';
comment on column public.former_slugs.record_id is 'null once the record is deleted';
create index former_slugs_record on public.former_slugs (record_id);
alter table public.former_slugs enable row level security, force row level security;
grant select on public.former_slugs to anon, authenticated;
-- Everyone reads the old slugs of records that they may read.
create policy "everybody reads of case studies they may read" on public.former_slugs for select to anon, authenticated
  using (
    kind = 'case_studies' and exists (select from public.case_studies where case_studies.id = former_slugs.record_id)
  );

-- supabase/schemas/30-content/posts.sql
-- Blog posts.
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
comment on column public.posts.body is 'markdown; HTML in it is shown as text';
comment on column public.posts.published_at is 'while it is in the future, only staff see the row';
-- Posts without a date come last.
create index posts_published on public.posts (published_at desc nulls last, id desc) where is_published;
create index posts_newest on public.posts (published_at desc nulls last, id desc);
alter table public.posts enable row level security, force row level security;
grant select on public.posts to anon;
grant delete, select, insert (body, cover_alt, cover_url, excerpt, id, is_published, locale, published_at, slug,
  title), update (body, cover_alt, cover_url, excerpt, is_published, locale, published_at, slug, title) on
  public.posts to authenticated;
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
create trigger audit_changed after update on public.posts referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.posts referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.posts referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');
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
-- Redirects, which editors make. They are looked up only if the site has no page at an address.
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
  -- A path of this site or an absolute http(s) address. No value of a request is inserted into it.
  constraint redirects_target_safe check (private.is_safe_url(target) and target ~* '^(https?://|/)'),
  constraint redirects_status_known check (status in (301, 302))
);
comment on column public.redirects.from_path is 'lower case, without query; compared case-insensitively';
comment on column public.redirects.target is 'a path of this site, or an http(s) address';
create index redirects_newest on public.redirects (created_at desc, id desc);
create index redirects_targets on public.redirects (lower(regexp_replace(target, '[?#].*$', '')));
alter table public.redirects enable row level security, force row level security;
grant delete, select, insert (from_path, id, status, target), update (from_path, status, target) on public.redirects
  to authenticated;
-- Staff of every role read redirects; visitors use find_redirect.
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
create trigger audit_changed after update on public.redirects referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.redirects referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.redirects referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');
create trigger notify_truncated after truncate on public.redirects
  for each statement execute function private.notify_table_changed();
-- Deletes paths that contain an address or number of the person (70-privacy/person-sources.sql).
create function private.erase_missed_paths_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.missed_paths where missed_paths.path ~* private.contact_pattern(wanted);
  return null;
end;
$$;

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
  'list of {name, price, unit?, addon?}; price in Canadian dollars, 0: paid by results; addon: not counted for the starting price';
comment on column public.services.text_format is
  'format of the description: plain or markdown; HTML in it is shown as text';
-- Policies compare it with now(), so no job has to publish anything.
comment on column public.services.published_at is 'while it is in the future, only staff see the row';
create index services_published on public.services (created_at desc, id desc) where is_published;
create index services_newest on public.services (created_at desc, id desc);
create index services_category on public.services (category_id);
create index services_scheduled on public.services (published_at) where is_published and published_at is not null;
alter table public.services enable row level security, force row level security;
grant select on public.services to anon;
grant delete, select, insert (category_id, description, feature_chips, hero_image_alt, hero_image_url, id,
  is_published, locale, name, pricing_json, published_at, short_pitch, slug, text_format), update (category_id,
  description, feature_chips, hero_image_alt, hero_image_url, is_published, locale, name, pricing_json, published_at,
  short_pitch, slug, text_format) on public.services to authenticated;
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
create trigger audit_changed after update on public.services referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_created after insert on public.services referencing new table as added
  for each statement execute function private.audit_rows('content', '20');
create trigger audit_deleted after delete on public.services referencing old table as removed
  for each statement execute function private.audit_rows('content', '20');
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
alter table public.media enable row level security, force row level security;
grant delete, select, insert (alt, id, kind, service_id, url), update (alt, kind, service_id, url) on public.media to
  authenticated;
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
create trigger audit_changed after update on public.media referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '1');
create trigger audit_created after insert on public.media referencing new table as added
  for each statement execute function private.audit_rows('content', '1');
create trigger audit_deleted after delete on public.media referencing old table as removed
  for each statement execute function private.audit_rows('content', '1');
create trigger notify_truncated after truncate on public.media
  for each statement execute function private.notify_table_changed();

-- supabase/schemas/32-media/partners.sql
-- Companies that the agency works with, shown on the home page.
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
alter table public.partners enable row level security, force row level security;
grant select on public.partners to anon;
grant delete, select, insert (id, logo_ground, logo_url, name, sort_order), update (logo_ground, logo_url, name,
  sort_order) on public.partners to authenticated;
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
create trigger audit_changed after update on public.partners referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '1');
create trigger audit_created after insert on public.partners referencing new table as added
  for each statement execute function private.audit_rows('content', '1');
create trigger audit_deleted after delete on public.partners referencing old table as removed
  for each statement execute function private.audit_rows('content', '1');
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
-- Editors and owners remove pictures that no content shows any more.
create policy "editors remove unused pictures" on storage.objects for delete to authenticated
  using (
    bucket_id = 'pictures' and (select public.can_edit_content()) and not private.is_picture_used(name)
  );

-- supabase/schemas/40-leads/leads-of-person.sql
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
-- At most 500 leads, with at most 500 messages and 500 notes each.
create function private.leads_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language plpgsql stable set search_path = ''
as $$
declare
  lead_ids constant uuid[] := private.lead_ids_of(wanted);
begin
  return row(
    (
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
    lead_ids,
    jsonb_build_object(
      'leads', cardinality(lead_ids),
      'messages', (select count(*) from public.lead_messages where lead_id = any (lead_ids)),
      'queued', (
        select count(*) from private.outbox
        join public.lead_messages as reply on reply.id = outbox.message_id
        where reply.lead_id = any (lead_ids)
      )
    )
  )::private.found_in_source;
end;
$$;
-- Other addresses and numbers of the leads that were found.
create function private.further_contacts_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row(
    to_jsonb(array(
      select distinct lower(lead.email) from public.leads as lead
      where lead.id = any (further_contacts_of_person.known) and lead.email is not null and lower(lead.email) <> all (wanted.emails)
      union
      select distinct on (private.phone_digits(lead.phone)) lead.phone from public.leads as lead
      where lead.id = any (further_contacts_of_person.known) and lead.phone is not null
        and private.phone_digits(lead.phone) <> all (wanted.phones)
      limit 20
    )),
    '{}', null
  )::private.found_in_source;
$$;
create function private.erase_leads_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
declare
  lead_ids constant uuid[] := array(
    select leads.id from public.leads
    where leads.id = any (private.lead_ids_of(wanted) || known) and leads.created_at <= until
  );
  remains constant jsonb := jsonb_build_object('customers', array(
    select distinct leads.stripe_customer_id from public.leads
    where leads.id = any (lead_ids) and leads.stripe_customer_id is not null
  ));
  counts constant jsonb := jsonb_build_object(
    'messages', (select count(*) from public.lead_messages where lead_id = any (lead_ids)),
    'queued', (
      select count(*) from private.outbox
      join public.lead_messages as reply on reply.id = outbox.message_id
      where reply.lead_id = any (lead_ids)
    )
  );
begin
  return row(counts || jsonb_build_object('leads', private.erase_leads(lead_ids)), lead_ids, remains)::private.erased_in_source;
end;
$$;

-- supabase/schemas/40-leads/leads.sql
-- Leads: requests of visitors, and leads that colleagues add. What happens at an insert: 42-intake/receive-lead.sql.
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
  -- The browser counts UTF-16 units, the database code points. A text never has more code points than units, so the
  -- maximum is never stricter here. Two units, the minimum, can be one code point of four bytes.
  constraint leads_name_length check (
    char_length(name) <= 100 and (char_length(name) >= 2 or octet_length(name) >= 4)
  ),
  -- The forms check an address in full; here it only has to look like one.
  constraint leads_email_format check (email ~ '^[^@\s]+@[^@\s]+$'),
  constraint leads_email_length check (char_length(email) <= 255),
  constraint leads_company_length check (char_length(company) <= 200),
  constraint leads_phone_length check (char_length(phone) <= 20),
  constraint leads_message_length check (char_length(message) <= 2000),
  -- The site offers five values and can show others, so only the size is limited.
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
  -- A person who calls may have no email address; a visitor must enter one.
  constraint leads_reachable check (email is not null or (origin = 'staff' and phone is not null))
);
comment on column public.leads.submission_key is
  'made in the browser for each submission: the same key and content are one lead';
comment on column public.leads.address_hash is 'keyed hash of the visitor''s network address';
comment on column public.leads.network_hash is
  'of a lead sent through the API: keyed hash of its IPv6 network (48 bits)';
comment on column public.leads.content_hash is 'sha-256 of the fields and the service, lower case hex';
comment on column public.leads.landing_path is
  'path of the first page of the visit; without scripts, the page of the form';
comment on column public.leads.referrer_host is 'host of the referring site; null: none, this site, or unknown';
comment on column public.leads.campaign_source is 'utm_source of the first page';
comment on column public.leads.campaign_medium is 'utm_medium of the first page';
comment on column public.leads.campaign_name is 'utm_campaign of the first page';
comment on column public.leads.consent_text is 'what the person agreed to, word for word; null: nothing';
comment on column public.leads.consent_version is 'language and hash of the text, such as "en-CA.1x8k2p"';
comment on column public.leads.consent_at is 'when the form with the checked box arrived; source_path is its page';
-- An erased lead remains without personal data, so that counts stay correct (70-privacy/erase-person.sql).
comment on column public.leads.erased_at is 'when its personal data was erased';
-- When a colleague last decided that no reply is needed, with a status that is not open or with mark_answered
-- (docs/decisions/0062-nobody-waits-unnoticed.md).
comment on column public.leads.handled_at is 'messages up to this time need no reply while the status is not open';
-- Leads that colleagues add: docs/decisions/0068-one-person.md.
comment on column public.leads.origin is
  'site: a signed form of the site; api: any other caller; staff: added by a colleague; null: the server';
comment on column public.leads.email is 'null: added by a colleague with a phone number only';
comment on column public.leads.channel is 'of a lead that a colleague added: how the person contacted us';
comment on column public.leads.asked_for_contact is
  'of a lead that a colleague added: whether the person asked to be contacted, an implied consent for six months';
comment on column public.leads.created_by is 'the colleague who added it; null if the account was deleted';
-- A bounced address is marked on all of its leads until a mail from it arrives, or a colleague corrects or clears it.
comment on column public.leads.email_bounced_at is
  'when a mail to the address bounced; null: none did, or the address has worked since';
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
-- For lists by assignee and status, for which neither index alone is selective.
create index leads_assignee_by_status on public.leads (assignee_id, status, created_at desc, id desc);
-- A lookup in a hash index reads one page; in the primary key of 100,000 rows it reads three
-- (docs/decisions/0069-cost-at-100000-leads.md).
create index leads_by_id on public.leads using hash (id);
create index leads_contacts on public.leads
  using gin (private.contact_keys(name, email, company, phone, message)) with (fastupdate = off);
-- Contains few rows, so that each new lead and message can check it cheaply.
create index leads_bounced on public.leads (lower(email)) where email_bounced_at is not null;
alter table public.leads enable row level security, force row level security;
grant insert (company, email, message, name, phone, service_id) on public.leads to anon;
grant select, update (assignee_id, last_reply_at, reply_count, status, stripe_customer_id, stripe_synced_at), insert
  (company, email, message, name, phone, service_id) on public.leads to authenticated;
-- Everyone may insert a lead.
create policy "everybody inserts" on public.leads for insert to anon, authenticated with check (true);
-- Agents and owners read leads: personal data, so not every role.
create policy "agents read" on public.leads for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners set the status, the assignee, reply counters and billing IDs.
create policy "agents update" on public.leads for update to authenticated
  using ((select public.can_handle_leads()));
create trigger check_assignee before update of assignee_id on public.leads
  for each row when (new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id)
  execute function private.check_assignee();
create trigger count_replies before update of reply_count on public.leads
  for each row execute function private.count_replies();
-- One of the two triggers fires. `current_user` is checked here: inside the functions it is their owner.
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
create trigger set_bounced_at before insert or update of email on public.leads
  for each row execute function private.set_bounced_at();
create trigger set_handled_at before update of status on public.leads
  for each row when (old.status is distinct from new.status) execute function private.set_handled_at();
create trigger copy_lead_at after update of created_at on public.leads
  for each row when (old.created_at is distinct from new.created_at) execute function private.copy_lead_at();
create trigger drop_rows_of_erased_lead after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.drop_rows_of_erased_lead(
    'private.outbox', 'public.lead_follow_ups', 'public.lead_notes', 'public.lead_reads'
  );
create trigger erase_bookings after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_bookings();
create trigger erase_conversation after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_conversation();
create trigger erase_received_mails after update of erased_at on public.leads
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.erase_received_mails();
create trigger update_needing_reply after update of status, created_at, handled_at on public.leads
  for each row when (
    old.status is distinct from new.status or old.created_at is distinct from new.created_at
    or old.handled_at is distinct from new.handled_at
  )
  execute function private.update_leads_needing_reply();
-- Not for leads that are restored from quarantine, imported or added by hand: the database's owner inserts those.
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
create trigger process_new_leads_of_caller after insert on public.leads
  referencing new table as added
  for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.process_new_leads('caller');
create trigger process_new_leads_of_server after insert on public.leads
  referencing new table as added
  for each statement when (current_user not in ('anon', 'authenticated'))
  execute function private.process_new_leads('server');

-- supabase/schemas/42-intake/lead-origin.sql
-- Sets the submission key, the source, the consent and the spam score. A caller has no grant to set these columns.
create function private.set_lead_origin(lead public.leads, form text default 'lead') returns public.leads
  language plpgsql stable set search_path = ''
as $$
declare
  facts jsonb;
  address text;
  scored record;
begin
  lead.content_hash := private.hash_lead_content(lead);
  facts := private.read_lead_facts(form, lead.content_hash);
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
-- Hashes the fields and the service of a lead, each with its length in bytes, so that different leads have different
-- texts. The site's server makes the same hash (hash-lead-content.server.ts).
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
-- Ignores values that the checks of leads would reject, and paths that contain a token; the site's server sends no
-- path of a private page.
create function private.set_lead_source(lead public.leads, given jsonb) returns public.leads
  language plpgsql immutable set search_path = ''
as $$
declare
  landing constant text := left(given ->> 'landing', 200);
  host constant text := lower(given ->> 'referrer');
begin
  lead.landing_path := case
    when landing ~ '^/[!-~]*$' and landing !~* '[0-9a-f]{32}' then landing
  end;
  lead.referrer_host := case when host ~ '^[a-z0-9._-]{1,253}$' then host end;
  lead.campaign_source := private.plain_campaign(given ->> 'utm_source');
  lead.campaign_medium := private.plain_campaign(given ->> 'utm_medium');
  lead.campaign_name := private.plain_campaign(given ->> 'utm_campaign');
  return lead;
end;
$$;
-- Stores the consent that the site's server signed. Incomplete or oversized values are ignored.
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
-- Quarantine: leads that may be spam, until staff restore them. The server deletes them after 24 months
-- (70-privacy/retention.sql); accounts cannot delete them. The table has the columns and checks of a visitor's lead, so
-- that a row can become a lead.
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
comment on column public.quarantined_leads.network_hash is
  'of a lead sent through the API: keyed hash of its IPv6 network (48 bits)';
comment on column public.quarantined_leads.origin is
  'site: a signed form of the site; api: any other caller; null: the server';
comment on column public.quarantined_leads.submission_key is
  'made in the browser for each submission: the same key and content are one lead';
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
alter table public.quarantined_leads enable row level security, force row level security;
grant select on public.quarantined_leads to authenticated;
-- Agents and owners read the quarantine: personal data, so not every role.
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
-- Finds and erases a person (70-privacy/person-sources.sql).
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
create function private.quarantined_leads_of_person(wanted private.contacts, known uuid[])
  returns private.found_in_source
  language plpgsql stable set search_path = ''
as $$
declare
  waiting_ids constant uuid[] := private.quarantined_ids_of(wanted);
begin
  return row(
    (
      select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(lead)) order by lead.created_at desc), '[]')
      from (
        select * from public.quarantined_leads as waiting
        where waiting.id = any (waiting_ids) order by waiting.created_at desc limit 500
      ) as lead
    ),
    waiting_ids, jsonb_build_object('quarantined', cardinality(waiting_ids))
  )::private.found_in_source;
end;
$$;
create function private.erase_quarantined_leads_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language sql volatile set search_path = ''
as $$
  with gone as (
    delete from public.quarantined_leads as lead
    where lead.id = any (private.quarantined_ids_of(wanted) || known) and lead.created_at <= until
    returning lead.id
  )
  select row(jsonb_build_object('quarantined', count(*)), coalesce(array_agg(gone.id), '{}'), null)::private.erased_in_source
  from gone;
$$;

-- supabase/schemas/42-intake/quarantined-messages.sql
-- Quarantined answers from conversation pages. Each has a row in quarantined_leads; this table adds its thread and the
-- full text, which may be longer than the message of a lead.
create table private.quarantined_messages (
  id uuid primary key references public.quarantined_leads (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  quarantined_at timestamptz not null default now(),
  message text not null,
  constraint quarantined_messages_message_length check (char_length(message) <= 5000)
);
create index quarantined_messages_lead on private.quarantined_messages (lead_id, quarantined_at);

-- supabase/schemas/42-intake/receive-lead.sql
-- Trims texts, makes line ends LF and empty values null (P-143); an empty status becomes 'new'. A value over 10,000
-- bytes is rejected before anything reads it; the limit allows four bytes a character, and white space that is removed.
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
        perform private.raise_check_violation('leads', format('leads_%s_length', field));
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
-- A lead keeps the name of its service if the service is renamed or deleted (G-46).
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
-- Whether this submission is already stored: the same key with the same content or, if the browser made no key (no
-- scripts), the same content within ten minutes. The lock serializes two that arrive at once.
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
-- More than 60 leads a minute from one address, 240 from an IPv6 network, 600 without an address or in local mode. If
-- the count fails, the lead is accepted.
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
-- More than 5 leads in ten minutes from one address, more than 20 from an IPv6 network (which many people may share) or
-- through the API without an address, and every lead through the API while it is busy.
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
-- The entries of a person (70-privacy/person-sources.sql). An erasure keeps them.
create function private.opt_outs_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language sql stable set search_path = ''
as $$
  select row((
    select coalesce(jsonb_agg(jsonb_build_object('email', email, 'since', opt_out.since, 'byLink', opt_out.by_link)), '[]')
    from unnest(wanted.emails) as email
    join private.do_not_contact as opt_out on opt_out.address_hash = private.hash_mail_address(email)
  ), '{}', null)::private.found_in_source;
$$;

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
-- The hexadecimal form of a short term as a regular expression. Null for a term that leads_search can look up, and for
-- the two symbols of every address.
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
-- Follow-ups: a day on which a lead is due again, for all colleagues. Until then the lead stays in its lists.
create table public.lead_follow_ups (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  due_on date not null,
  due_at timestamptz not null default now(),
  set_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  lead_at timestamptz not null default now()
);
comment on column public.lead_follow_ups.due_at is 'when the agency opens on that day, or on the next open one';
comment on column public.lead_follow_ups.lead_at is 'created_at of the lead, for the order of lists';
create index lead_follow_ups_due on public.lead_follow_ups (due_at, lead_id);
create index lead_follow_ups_set_by on public.lead_follow_ups (set_by);
create index lead_follow_ups_lead on public.lead_follow_ups using hash (lead_id);
create index lead_follow_ups_newest on public.lead_follow_ups (lead_at desc, lead_id desc) include (due_at);
alter table public.lead_follow_ups enable row level security, force row level security;
grant delete, select, insert (due_on, lead_id), update (due_on, lead_id) on public.lead_follow_ups to authenticated;
-- Agents and owners see when a lead is due.
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
-- When each colleague last read a lead.
create table public.lead_reads (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  read_at timestamptz not null default now(),
  is_unread boolean not null default false,
  primary key (user_id, lead_id)
);
comment on column public.lead_reads.is_unread is 'marked as unread by hand';
create index lead_reads_lead on public.lead_reads (lead_id);
-- A hash index has one column, so both IDs are joined.
create index lead_reads_reader on public.lead_reads using hash ((user_id::text || lead_id::text));
alter table public.lead_reads enable row level security, force row level security;
grant select on public.lead_reads to authenticated;
-- An account reads what it has read, while it handles leads.
create policy "own reads" on public.lead_reads for select to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));

-- supabase/schemas/46-work/leads-needing-reply.sql
-- Leads that need a reply: the newest message is not from staff, and the status is New or In Conversation, or the
-- message came after handled_at. `since` is the first message after the last reply, or the time of the lead. Triggers
-- keep the table: the longest waits need an index, and writing a message must change no row of leads (G-10).
-- Columns of the lead are copied, so that each list is read through one index
-- (docs/decisions/0069-cost-at-100000-leads.md).
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
comment on column public.leads_needing_reply.assignee_id is 'copied from the lead';
comment on column public.leads_needing_reply.target_at is 'when the target for a reply passes; null: not computed';
comment on column public.leads_needing_reply.escalate_at is 'when someone is notified next; null: no one any more';
comment on column public.leads_needing_reply.status is 'copied from the lead';
comment on column public.leads_needing_reply.lead_at is 'created_at of the lead, for the order of lists';
create index leads_needing_reply_longest on public.leads_needing_reply (since, lead_id);
create index leads_needing_reply_assignee on public.leads_needing_reply (assignee_id, since, lead_id);
create index leads_needing_reply_target on public.leads_needing_reply (target_at);
create index leads_needing_reply_escalate on public.leads_needing_reply (escalate_at) where escalate_at is not null;
create index leads_needing_reply_status on public.leads_needing_reply (status, since, lead_id);
create index leads_needing_reply_lead on public.leads_needing_reply using hash (lead_id);
create index leads_needing_reply_newest on public.leads_needing_reply (lead_at desc, lead_id desc)
  include (target_at, assignee_id, status);
alter table public.leads_needing_reply enable row level security, force row level security;
grant select on public.leads_needing_reply to authenticated;
revoke all on public.leads_needing_reply from service_role;
grant select on public.leads_needing_reply to service_role;
-- Agents and owners read which leads need a reply; other staff get only their number, from count_leads_needing_reply.
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
-- Internal notes on a lead: agents and owners read them (policy "agents read"), no other role does. They are not
-- messages, so nothing that mails, shows or counts messages includes them. Mentioned colleagues are notified by mail
-- and in the inbox.
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
comment on column public.lead_notes.mentions is 'mentioned accounts that could handle leads at that time';
comment on column public.lead_notes.edited_at is 'when its author last changed it';
-- An event is a note and not a message, because it needs no reply and is not shown to the prospect.
comment on column public.lead_notes.is_event is
  'an event of a consultation, written by the database; the author is null if it was the visitor';
create index lead_notes_thread on public.lead_notes (lead_id, created_at, id);
create index lead_notes_author on public.lead_notes (author_id);
create index lead_notes_lead on public.lead_notes using hash (lead_id);
create index lead_notes_contacts on public.lead_notes
  using gin (private.contact_keys(note)) with (fastupdate = off);
alter table public.lead_notes enable row level security, force row level security;
grant delete, select, insert (lead_id, mentions, note), update (mentions, note) on public.lead_notes to authenticated;
-- Agents and owners read notes.
create policy "agents read" on public.lead_notes for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners write notes, as themselves.
create policy "agents insert" on public.lead_notes for insert to authenticated
  with check ((select public.can_handle_leads()));
-- Authors change their own notes while they handle leads; no one changes an event.
create policy "writers update" on public.lead_notes for update to authenticated
  using (not is_event and author_id = (select auth.uid()) and (select public.can_handle_leads()));
-- Authors delete their own notes, owners all of them.
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
create trigger update_mentions_on_insert after insert on public.lead_notes
  for each row when (new.mentions <> '{}') execute function private.update_mentions();
create trigger update_mentions_on_update after update of mentions on public.lead_notes
  for each row when (old.mentions <> new.mentions) execute function private.update_mentions();

-- supabase/schemas/52-conversation/conversations.sql
-- The page on which a prospect reads and answers their conversation, opened by the link in mails
-- (docs/decisions/0065-mail-to-the-prospect.md). A lead has a row only if one of these columns has a value.
create table private.conversations (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  link_version integer not null default 0,
  link_renewed_at timestamptz,
  acknowledged_at timestamptz
);
comment on column private.conversations.link_version is
  'part of the signature of links; raising it invalidates earlier links';
comment on column private.conversations.link_renewed_at is 'when the prospect last requested a new link';
comment on column private.conversations.acknowledged_at is 'when the acknowledgement was queued';
create index conversations_acknowledged on private.conversations (acknowledged_at) where acknowledged_at is not null;

-- supabase/schemas/54-mail-in/mails-of-person.sql
-- The newest 500 mails from the person or in threads of their leads, without texts that are messages of a thread.
create function private.mails_of_person(wanted private.contacts, known uuid[]) returns private.found_in_source
  language plpgsql stable set search_path = ''
as $$
declare
  mail_ids constant uuid[] := array(
    select mail.id from public.received_mails as mail where lower(mail.from_address) = any (wanted.emails)
    union
    select mail.id from public.received_mails as mail where mail.lead_id = any (known)
  );
begin
  return row(
    (
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
    mail_ids, jsonb_build_object('mails', cardinality(mail_ids))
  )::private.found_in_source;
end;
$$;
-- Deletes mail from the person that is in no thread. Mail in the thread of another lead stays; the person's addresses
-- and numbers in it are replaced (private.erase_mentions).
create function private.erase_mails_of_person(wanted private.contacts, known uuid[], until timestamptz)
  returns private.erased_in_source
  language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.received_mails as mail
  where lower(mail.from_address) = any (wanted.emails) and mail.received_at <= until and mail.message_id is null;
  return null;
end;
$$;

-- supabase/schemas/60-booking/book-consultation.sql
-- Like leads, bookings that look like spam are quarantined (`is_held`) and reserve no time; only the flood limit
-- rejects one. The limits count bookings of one network address, of one email address, and of all visitors in an hour.
create function private.admit_booking(lead public.leads, out lead_kept public.leads, out is_held boolean)
  language plpgsql volatile set search_path = ''
as $$
declare
  is_local constant boolean := coalesce((select settings.local_mode from public.settings), false);
begin
  lead_kept := private.set_lead_origin(private.clean_lead(lead), 'booking');
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
-- The newest open lead of this address from the last 180 days, or a new one; returns its ID.
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
-- What the visitor entered that differs from their existing lead; null for a new lead.
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
-- Booked calls. The name, address and message of the visitor are in the lead. `held_until` includes the buffer at the
-- time of booking, so that a longer buffer later causes no conflict.
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
comment on column public.bookings.version is 'number of moves and cancellations: the SEQUENCE of its calendar file';
comment on column public.bookings.visitor_zone is 'time zone of the visitor''s browser; null: not known';
comment on column public.bookings.address_hash is 'keyed hash of the visitor''s network address';
comment on column public.bookings.by_staff is 'a colleague booked it for the lead';
create index bookings_start on public.bookings (starts_at, id);
create index bookings_lead on public.bookings (lead_id);
create index bookings_newest on public.bookings (created_at);
alter table public.bookings enable row level security, force row level security;
grant select on public.bookings to authenticated;
-- Agents and owners, as for leads. They change bookings through functions, which also mail the visitor.
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
-- Serializes bookings of one person or network address, so that the limits count correctly.
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
-- Queues the mail to the visitor, with a reminder a day before the call. `event` is booked, moved or cancelled. Staff
-- are not notified of a colleague's change, and nothing is mailed to a lead without an address.
create function private.queue_booking_mails(booking public.bookings, event text, tells_staff boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  facts constant jsonb := jsonb_build_object(
    'booking', booking.id, 'startsAt', booking.starts_at, 'endsAt', booking.ends_at, 'version', booking.version,
    'visitorZone', booking.visitor_zone, 'byStaff', booking.by_staff, 'token', private.booking_token(booking.id)
  );
  remind_at constant timestamptz := booking.starts_at - interval '24 hours';
begin
  perform private.drop_booking_mails(booking);
  if exists (select from public.leads where leads.id = booking.lead_id and leads.email is not null) then
    insert into private.outbox (kind, lead_id, details, drop_after)
    values ('booking-' || event, booking.lead_id, facts, booking.ends_at);
    if event <> 'cancelled' and remind_at > now() + interval '2 hours' then
      insert into private.outbox (kind, lead_id, details, next_try_at, drop_after)
      values ('booking-reminder', booking.lead_id, facts, remind_at, booking.starts_at);
    end if;
  end if;
  if tells_staff then
    perform private.notify_staff('booking', booking.lead_id);
  end if;
end;
$$;
-- Deletes the waiting mails of a booking, because their content is no longer correct.
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
  for each row execute function private.notify_table_changed();

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
alter table public.app_media enable row level security, force row level security;
grant select on public.app_media to anon;
grant delete, select, insert (alt, app_id, id, kind, sort_order, url), update (alt, app_id, kind, sort_order, url) on
  public.app_media to authenticated;
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
create trigger audit_changed after update on public.app_media referencing old table as removed new table as added
  for each statement execute function private.audit_rows('content', '1');
create trigger audit_created after insert on public.app_media referencing new table as added
  for each statement execute function private.audit_rows('content', '1');
create trigger audit_deleted after delete on public.app_media referencing old table as removed
  for each statement execute function private.audit_rows('content', '1');
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
-- The preview functions run with the rights of their owner, because policies cannot see the token.
create function public.preview_services(token text) returns setof public.services
  language sql stable security definer set search_path = '' rows 1
as $$ select * from public.services where services.id = private.read_preview_token('services', token) $$;
grant execute on function public.preview_services(text) to anon, authenticated, service_role;
create function public.preview_app_media(token text) returns setof public.app_media
  language sql stable security definer set search_path = '' rows 10
as $$
  select * from public.app_media
  where app_media.app_id = private.read_preview_token('apps', token)
  order by app_media.sort_order, app_media.id
$$;
grant execute on function public.preview_app_media(text) to anon, authenticated, service_role;

-- supabase/schemas/40-leads/add-lead.sql
-- A lead from `fields`, cleaned and with a checked address. Unknown keys are ignored.
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
comment on column public.lead_messages.transport_id is 'Message-ID of the mail that carried it';
comment on column public.lead_messages.delivery_state is
  'recorded: not sent, or not yet; sent: a mail server accepted it; failed: given up; null: not a mail';
comment on column public.lead_messages.delivery_problem is 'why it has not been sent, for staff to read';
comment on column public.lead_messages.channel is 'how a message came that a colleague logged by hand; otherwise null';
comment on column public.lead_messages.bounced_at is 'when a mail server reported that this reply cannot be delivered';
create index lead_messages_author on public.lead_messages (author_id);
create index lead_messages_failed on public.lead_messages (created_at) where delivery_state = 'failed';
create index lead_messages_transport on public.lead_messages (transport_id) where transport_id is not null;
create index lead_messages_thread on public.lead_messages (lead_id, created_at, id) include (author_id);
create index lead_messages_contacts on public.lead_messages
  using gin (private.contact_keys(message, delivery_problem, transport_id)) with (fastupdate = off);
alter table public.lead_messages enable row level security, force row level security;
grant select, insert (lead_id, message, sender_type) on public.lead_messages to authenticated;
-- Agents and owners read threads.
create policy "agents read" on public.lead_messages for select to authenticated
  using ((select public.can_handle_leads()));
-- Agents and owners write into threads, as themselves.
create policy "agents insert" on public.lead_messages for insert to authenticated
  with check ((select public.can_handle_leads()));
-- One of the two triggers fires. `current_user` is checked here: inside the function it is the function's owner.
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
create trigger clear_bounced_on_answer after insert on public.lead_messages
  referencing new table as added for each statement execute function private.clear_bounced_on_answer();
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
-- Mentions that were not read yet.
create table public.lead_mentions (
  note_id uuid not null references public.lead_notes (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (note_id, user_id)
);
create index lead_mentions_user on public.lead_mentions (user_id, lead_id);
create index lead_mentions_lead on public.lead_mentions (lead_id);
alter table public.lead_mentions enable row level security, force row level security;
grant delete, select on public.lead_mentions to authenticated;
-- Agents and owners read who mentions them.
create policy "own mentions" on public.lead_mentions for select to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));
-- Agents and owners delete their own mentions when they have read them.
create policy "own mentions read" on public.lead_mentions for delete to authenticated
  using (user_id = (select auth.uid()) and (select public.can_handle_leads()));

-- supabase/schemas/50-outbox/outbox.sql
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  message_id uuid unique references public.lead_messages (id) on delete cascade,
  colleague_id uuid references auth.users (id) on delete cascade,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz,
  queued_at timestamptz not null default now(),
  report_id uuid references public.accessibility_feedback (id) on delete cascade,
  kind text not null,
  lead_id uuid references public.leads (id) on delete cascade,
  details jsonb not null default '{}',
  unique_key text unique,
  not_before timestamptz,
  drop_after timestamptz,
  in_order_at timestamptz,
  constraint outbox_kind_length check (char_length(kind) between 1 and 50),
  constraint outbox_unique_key_length check (char_length(unique_key) <= 200),
  constraint outbox_details_object check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 16384),
  constraint outbox_recipient check (
    case kind
      when 'reply' then num_nulls(message_id, lead_id, in_order_at) = 0 and num_nonnulls(colleague_id, report_id) = 0
      when 'acknowledgement' then report_id is not null and num_nonnulls(colleague_id, lead_id, message_id) = 0
      else num_nonnulls(message_id, report_id) = 0 and num_nonnulls(colleague_id, lead_id) > 0
    end
  )
);
comment on column private.outbox.report_id is 'of a report of a barrier, for who wrote it';
-- `kind` selects the function in site/app/mail/start-outbox-worker.ts that writes the mail. A new kind needs no column
-- and no change of claim_mail: private.queue_mail stores its data in `details`.
comment on column private.outbox.lead_id is 'of a mail about a lead: to its colleague, or without one to the lead';
comment on column private.outbox.details is 'what its writer needs to know besides; what is read when it is sent need not be here';
comment on column private.outbox.unique_key is 'while a mail with this key waits, no other one is queued';
comment on column private.outbox.not_before is 'set where it waits longer than any retry';
comment on column private.outbox.drop_after is 'it is of no use later';
comment on column private.outbox.in_order_at is 'mail to one lead that has this leaves in its order; one that waits holds back those after it';
create index outbox_due on private.outbox (next_try_at);
create index outbox_colleague on private.outbox (colleague_id) where colleague_id is not null;
-- At most one acknowledgement of a report.
create unique index outbox_acknowledgement on private.outbox (report_id) where report_id is not null;
create index outbox_lead on private.outbox (lead_id) where lead_id is not null;
create trigger refuse_mail_without_address before insert on private.outbox
  for each row when (new.colleague_id is null and new.lead_id is not null)
  execute function private.refuse_mail_without_address();
create trigger refuse_unwanted_mail before insert on private.outbox
  for each row execute function private.refuse_unwanted_mail();
create trigger set_mail_time before insert on private.outbox
  for each row execute function private.set_mail_time();
create trigger retry_earlier_replies after insert on private.outbox
  for each row when (new.in_order_at is not null) execute function private.retry_earlier_replies();
-- Notifies the servers that listen; the others poll every few seconds.
create trigger notify_changed after insert on private.outbox
  for each row execute function private.notify_table_changed();
create function private.can_be_undone(mail private.outbox) returns boolean
  language sql stable
  return mail.attempts = 0 and mail.details ? 'status' and mail.queued_at > now() - interval '1 minute';

-- supabase/schemas/51-staff-mail/digests.sql
-- Deletes the notifications of a sent digest. Those of a failed one stay, and owners see the reason (failed_notices).
create function private.settle_digest(mail private.outbox, outcome text, problem text, transport_id text) returns void
  language sql volatile set search_path = ''
as $$
  delete from private.staff_notifications as item where item.mail_id = mail.id and settle_digest.outcome in ('sent', 'recorded');
  update private.staff_mail as state
  set problem = settle_digest.problem, failed_at = case when settle_digest.problem is not null then now() end
  where state.colleague_id = mail.colleague_id and settle_digest.outcome <> 'later';
$$;

-- supabase/schemas/51-staff-mail/staff-notifications.sql
-- Notifications of staff by mail: a row for each colleague until it is sent (docs/decisions/0092-mail-to-staff.md).
create table private.staff_notifications (
  colleague_id uuid references auth.users (id) on delete cascade,
  kind text not null,
  lead_id uuid references public.leads (id) on delete cascade,
  at timestamptz not null default now(),
  mail_id uuid references private.outbox (id) on delete set null,
  constraint staff_notifications_once unique nulls not distinct (colleague_id, kind, lead_id),
  constraint staff_notifications_kind_known check (kind in ('lead', 'answer', 'assigned', 'booking', 'mention', 'late', 'mail', 'report'))
);
comment on column private.staff_notifications.colleague_id is 'null: there was no one to notify';
comment on column private.staff_notifications.lead_id is 'null: reports, or emails to sort';
create index staff_notifications_lead on private.staff_notifications (lead_id);
create index staff_notifications_mail on private.staff_notifications (mail_id);
create trigger notify_changed after insert on private.staff_notifications
  for each row execute function private.notify_table_changed();

-- supabase/schemas/54-mail-in/received-mails.sql
-- Received mail. The server reads each mail (server/mail-in), and receive_mail decides where it belongs. The original
-- is kept in mail_parts (docs/decisions/0063-mail-in.md).
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
  target_at timestamptz,
  escalate_at timestamptz,
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
comment on column public.received_mails.reason is
  'why it has its state, as a code of receive_mail, match_mail or the server';
comment on column public.received_mails.is_other_address is 'it came from another address than the lead''s';
comment on column public.received_mails.folds is
  'quotes and signatures in the body, as pairs of line numbers from 0: the first line, and the first line after it';
comment on column public.received_mails.is_cut is
  'the text is longer than fits here, or the mail was too large to be stored';
comment on column public.received_mails.mail_id is 'its Message-ID';
comment on column public.received_mails.content_key is
  'hash by which the same mail is recognized, whichever way it came';
-- The sender is checked by server/mail-in/sender/check-sender.ts (docs/decisions/0063-mail-in.md).
comment on column public.received_mails.sender_check is
  'confirmed: signed or sent by the domain in From; unconfirmed: not, or against its rules; unchecked: DNS did not answer; null: not examined';
comment on column public.received_mails.target_at is 'in triage: when the target for a reply passes';
comment on column public.received_mails.escalate_at is
  'when owners are notified that it waits; null: never, or already notified';
create unique index received_mails_once on public.received_mails (content_key);
create index received_mails_lead on public.received_mails (lead_id) where lead_id is not null;
create index received_mails_message on public.received_mails (message_id) where message_id is not null;
create index received_mails_newest on public.received_mails (state, received_at desc, id desc);
create index received_mails_sender on public.received_mails (lower(from_address));
create index received_mails_contacts on public.received_mails
  using gin (private.contact_keys(from_address, from_name, subject, body, mail_id)) with (fastupdate = off);
-- For the daily limits.
create index received_mails_of_strangers on public.received_mails (received_at) include (size_bytes) where lead_id is null;
create index received_mails_target on public.received_mails (target_at) where state = 'triage';
create index received_mails_escalate on public.received_mails (escalate_at) where escalate_at is not null;
alter table public.received_mails enable row level security, force row level security;
grant select on public.received_mails to authenticated;
revoke all on public.received_mails from service_role;
grant select on public.received_mails to service_role;
-- Agents and owners read received mail.
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
create trigger set_mail_target before insert or update of state on public.received_mails
  for each row execute function private.set_mail_target();
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
comment on table public.received_files is 'attachments; their content is in mail_parts';
comment on column public.received_files.media_type is 'detected from the content, not from the mail';
comment on column public.received_files.refused is 'why it cannot be downloaded; null: it can';
alter table public.received_files enable row level security, force row level security;
grant select on public.received_files to authenticated;
revoke all on public.received_files from service_role;
grant select on public.received_files to service_role;
-- Agents and owners read attachments.
create policy "agents read" on public.received_files for select to authenticated
  using ((select public.can_handle_leads()));

-- supabase/schemas/54-mail-in/triage.sql
-- Returns the mail and locks it; for agents and owners.
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
    raise exception 'This email no longer exists.' using errcode = 'PT404', hint = 'Refresh the list.';
  end if;
  return kept_mail;
end;
$$;
-- Removes a mail from its thread and puts it into triage.
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
-- No row for an invalid token, or 30 days after the call. Both sides are hashed, so that the time of the comparison
-- reveals nothing.
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

-- supabase/schemas/60-booking/booking-blocks.sql
alter publication supabase_realtime add table public.bookings, public.booking_blocks;

-- supabase/schemas/80-feedback/accessibility-feedback.sql
create function private.settle_acknowledgement(mail private.outbox, outcome text, problem text, transport_id text)
  returns void
  language sql volatile set search_path = ''
as $$
  update public.accessibility_feedback set acknowledged_at = now()
  where accessibility_feedback.id = mail.report_id and settle_acknowledgement.outcome in ('sent', 'recorded');
$$;

-- supabase/schemas/90-realtime/publication.sql
alter publication supabase_realtime add table
  public.leads, public.lead_messages, public.quarantined_leads, public.lead_notes, public.lead_follow_ups,
  public.received_mails;

-- supabase/schemas/50-outbox/claim-mail.sql
-- Whether a mail can be claimed. Mail with in_order_at waits for earlier mail to the same lead until that is settled:
-- a problem with the recipient affects all of it.
create function private.is_due(mail private.outbox) returns boolean
  language sql stable set search_path = ''
as $$
  select (mail.next_try_at <= now() or mail.next_try_at > greatest(now(), mail.not_before) + interval '5 hours')
    and (mail.lease is null or mail.leased_until <= now() or mail.leased_until > now() + interval '11 minutes')
    and not exists (
      select from private.outbox as earlier
      where earlier.lead_id = mail.lead_id
        and (earlier.in_order_at, earlier.message_id) < (mail.in_order_at, mail.message_id)
    )
$$;
create function private.mail_address(mail private.outbox) returns text
  language sql stable set search_path = ''
as $$
  select case
    when mail.colleague_id is not null then (select users.email from auth.users where users.id = mail.colleague_id)
    when mail.lead_id is not null then (select leads.email from public.leads where leads.id = mail.lead_id)
    else (select report.reply_to from public.accessibility_feedback as report where report.id = mail.report_id)
  end
$$;
-- Applies an outcome: `sent`, `recorded` and `failed` delete the row, `later` keeps it.
create function private.settle_mail(mail private.outbox, outcome text, problem text, transport_id text default null)
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  settle constant text := (select result.settle from private.mail_results as result where result.kind = mail.kind);
begin
  if settle is not null then
    execute format('select %s($1, $2, $3, $4)', settle) using mail, outcome,
      left(case when outcome = 'failed' then coalesce(problem, 'The mail server didn''t accept this email.') else problem end, 300),
      transport_id;
  end if;
  delete from private.outbox where outbox.id = mail.id and outcome <> 'later';
end;
$$;
create function private.settle_reply(mail private.outbox, outcome text, problem text, transport_id text) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.lead_messages
  set delivery_state = case when settle_reply.outcome = 'later' then delivery_state else settle_reply.outcome end,
    delivery_problem = settle_reply.problem, transport_id = coalesce(settle_reply.transport_id, lead_messages.transport_id)
  where lead_messages.id = mail.message_id;
$$;

-- supabase/schemas/51-staff-mail/digests.sql
-- Whether a notification is obsolete: lead handled, read or reassigned, or mail turned off. Late: only if handled.
create function private.is_settled(item private.staff_notifications, available uuid[]) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case
    when private.is_being_sent(item.mail_id) then false
    when item.kind = 'report' then not exists (select from public.accessibility_feedback where responded_at is null)
    when item.lead_id is null then not exists (select from public.received_mails where state = 'triage')
    when item.kind = 'mention' then not exists (
      select from public.lead_mentions as mention
      where mention.user_id = item.colleague_id and mention.lead_id = item.lead_id
    )
    else (
      item.kind <> 'booking'
      and not exists (select from public.leads_needing_reply as waiting where waiting.lead_id = item.lead_id)
    ) or (
      item.kind <> 'late' and (
        exists (
          select from public.lead_reads as known
          where known.user_id = item.colleague_id and known.lead_id = item.lead_id
            and known.read_at >= item.at and not known.is_unread
        )
        or exists (
          select from public.leads
          where leads.id = item.lead_id and leads.assignee_id <> item.colleague_id and leads.assignee_id = any (available)
        )
      )
    )
  end or item.kind <> 'late' and exists (
    select from public.profiles where profiles.id = item.colleague_id and profiles.mail_frequency = 'never'
  );
$$;

-- supabase/schemas/54-mail-in/receive-mail.sql
-- Adds a mail to the thread of a lead, which then needs a reply; its status does not change. If a colleague replied or
-- handled the lead while the mail was in triage, its message gets the current time, so that the lead needs a reply
-- again. A mail without a Message-ID gets one that contains its ID.
create function private.add_mail_message(mail public.received_mails, lead uuid) returns uuid
  language plpgsql volatile set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  is_late constant boolean := exists (
    select from public.lead_messages as reply
    where reply.lead_id = lead and reply.sender_type = 'admin' and reply.created_at > mail.received_at
  ) or exists (
    select from public.leads
    where leads.id = lead and leads.handled_at > mail.received_at and leads.status not in ('new', 'in_conversation')
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
select private.register_personal_data('auth.flow_state', 'expires', 'auth_code code_challenge provider_type
  provider_access_token provider_refresh_token authentication_method');
select private.register_personal_data('auth.identities', 'account', 'provider_id identity_data provider email');
select private.register_personal_data('auth.mfa_amr_claims', 'none', 'authentication_method');
select private.register_personal_data('auth.mfa_challenges', 'expires', 'ip_address otp_code web_authn_session_data');
select private.register_personal_data('auth.mfa_factors', 'account', 'friendly_name secret phone
  web_authn_credential last_webauthn_challenge_data');
select private.register_personal_data('auth.one_time_tokens', 'account', 'token_hash code_hash relates_to');
select private.register_personal_data('auth.provider_flows', 'expires', 'state_hash binding_hash provider nonce
  code_verifier redirect_to');
select private.register_personal_data('auth.refresh_tokens', 'account', 'token user_id parent');
select private.register_personal_data('auth.sessions', 'account', 'user_agent ip tag');
select private.register_personal_data('auth.sign_in_networks', 'account', 'network');
select private.register_personal_data('auth.used_wallet_messages', 'none', 'message_hash');
select private.register_personal_data('auth.users', 'account', 'aud role email encrypted_password confirmation_token
  recovery_token email_change_token_new email_change raw_app_meta_data raw_user_meta_data phone phone_change
  phone_change_token email_change_token_current reauthentication_token');
-- Encrypted with a key that is not in the database, and deleted within a day.
select private.register_personal_data('backend.account_mails', 'expires', 'content');
select private.register_personal_data('backend.account_mails', 'none', 'kind');
select private.register_personal_data('backend.rate_limits', 'expires', 'key');
select private.register_personal_data('private.failed_sign_ins', 'none', 'kind');
select private.register_personal_data('private.recovery_codes', 'none', 'code_hash');
select private.register_personal_data('public.owner_links', 'none', 'token_hash');
select private.register_personal_data('public.profiles', 'account', 'full_name email reply_signature');
select private.register_personal_data('public.profiles', 'none', 'mail_frequency');
select private.register_personal_data('public.server_keys', 'none', 'name value');
select private.register_personal_data('public.settings', 'none', 'sign_up_mode');
select private.register_personal_data('public.staff', 'none', 'role');
insert into public.settings default values on conflict do nothing;
insert into private.person_sources (name, place, tables, find, erase) values
  ('accounts', 60, '{auth.users,public.profiles}', 'private.accounts_of_person', 'private.erase_accounts_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

-- supabase/schemas/15-audit/data.sql
select private.register_personal_data('private.read_counts', 'none', 'relation');
select private.register_personal_data('public.audit_log', 'account', 'account_name network record_name');
select private.register_personal_data('public.audit_log', 'none', 'area action kind record_id details');
insert into private.person_sources (name, place, tables, find, erase) values
  ('auditLog', 80, '{public.audit_log}', null, 'private.erase_audit_log_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

-- supabase/schemas/20-agency/data.sql
select private.register_personal_data('public.agency_settings', 'published', 'facts texts');

-- supabase/schemas/30-content/data.sql
select private.register_personal_data('private.content_types', 'none', 'table_name text_column picture_column
  picture_alt_column');
select private.register_personal_data('public.app_media', 'published', 'url alt');
select private.register_personal_data('public.app_media', 'none', 'kind');
select private.register_personal_data('public.apps', 'published', 'name slug short_pitch description logo_url
  logo_alt category platforms feature_chips demo_url');
select private.register_personal_data('public.apps', 'none', 'locale text_format');
select private.register_personal_data('public.case_studies', 'published', 'slug title excerpt client problem body
  results cover_url cover_alt');
select private.register_personal_data('public.case_studies', 'none', 'locale');
select private.register_personal_data('public.categories', 'published', 'name');
select private.register_personal_data('public.content_versions', 'words', 'record');
select private.register_personal_data('public.content_versions', 'account', 'account_name');
select private.register_personal_data('public.content_versions', 'none', 'kind changed pictures');
select private.register_personal_data('public.deleted_content', 'words', 'name record belongings');
select private.register_personal_data('public.deleted_content', 'account', 'account_name');
select private.register_personal_data('public.deleted_content', 'none', 'kind slug former_slugs pictures');
select private.register_personal_data('public.former_slugs', 'published', 'slug');
select private.register_personal_data('public.former_slugs', 'none', 'kind');
select private.register_personal_data('public.missed_paths', 'row', 'path');
select private.register_personal_data('public.posts', 'published', 'slug title excerpt cover_url cover_alt body');
select private.register_personal_data('public.posts', 'none', 'locale');
select private.register_personal_data('public.redirects', 'published', 'from_path target');
select private.register_personal_data('public.services', 'published', 'name slug short_pitch description
  hero_image_url hero_image_alt feature_chips pricing_json');
select private.register_personal_data('public.services', 'none', 'locale text_format');
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
insert into private.person_sources (name, place, tables, find, erase) values
  ('missedPaths', 70, '{public.missed_paths}', null, 'private.erase_missed_paths_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

-- supabase/schemas/32-media/data.sql
select private.register_personal_data('backend.orphaned_blobs', 'none', 'version account');
select private.register_personal_data('backend.stored_bytes', 'none', 'account');
select private.register_personal_data('public.media', 'published', 'url alt');
select private.register_personal_data('public.media', 'none', 'kind');
select private.register_personal_data('public.partners', 'published', 'name logo_url');
select private.register_personal_data('public.partners', 'none', 'logo_ground');
select private.register_personal_data('storage.buckets', 'none', 'id name allowed_mime_types owner_id');
select private.register_personal_data('storage.objects', 'published', 'name path_tokens user_metadata');
select private.register_personal_data('storage.objects', 'none', 'bucket_id metadata version owner_id');
-- SVG is accepted for logos. It is never shown, but converted to pixels (process-logo.server.ts).
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
select private.register_personal_data('public.lead_messages', 'words', 'message transport_id delivery_problem');
select private.register_personal_data('public.lead_messages', 'none', 'sender_type delivery_state channel');
select private.register_personal_data('public.lead_totals', 'none', 'status');
select private.register_personal_data('public.leads', 'words', 'name email company phone message');
select private.register_personal_data('public.leads', 'row', 'stripe_customer_id content_hash source_path
  score_reasons address_hash network_hash landing_path campaign_medium campaign_name consent_text consent_version');
select private.register_personal_data('public.leads', 'none', 'service_name status locale origin referrer_host
  campaign_source channel');
select private.register_personal_data('public.quarantined_leads', 'words', 'name email company phone message');
select private.register_personal_data('public.quarantined_leads', 'row', 'stripe_customer_id content_hash
  source_path score_reasons address_hash network_hash landing_path referrer_host campaign_medium campaign_name
  consent_text consent_version');
select private.register_personal_data('public.quarantined_leads', 'none', 'service_name status locale origin
  campaign_source');
insert into private.person_sources (name, place, tables, find, erase) values
  ('leads', 10, '{public.leads,public.lead_messages}', 'private.leads_of_person', 'private.erase_leads_of_person'),
  ('alsoKnown', 15, '{}', 'private.further_contacts_of_person', null)
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

-- supabase/schemas/42-intake/data.sql
select private.register_personal_data('private.quarantined_messages', 'words', 'message');
-- Before the leads, whose erasure would delete their quarantined messages without counting them.
insert into private.person_sources (name, place, tables, find, erase) values
  ('quarantined', 5, '{public.quarantined_leads}', 'private.quarantined_leads_of_person',
    'private.erase_quarantined_leads_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

-- supabase/schemas/43-consent/data.sql
select private.register_personal_data('private.contact_key', 'none', 'value');
-- Kept after an erasure, so that the person is not contacted again.
select private.register_personal_data('private.do_not_contact', 'none', 'address_hash');
insert into private.contact_key default values on conflict do nothing;
insert into private.person_sources (name, place, tables, find, erase) values
  ('doNotContact', 65, '{private.do_not_contact}', 'private.opt_outs_of_person', null)
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

-- supabase/schemas/44-search/data.sql
select private.register_personal_data('public.saved_views', 'words', 'name query');

-- supabase/schemas/46-work/data.sql
select private.register_personal_data('public.leads_needing_reply', 'none', 'status');
insert into private.reads_begin default values on conflict do nothing;

-- supabase/schemas/48-notes/data.sql
select private.register_personal_data('public.canned_replies', 'words', 'name body');
select private.register_personal_data('public.lead_notes', 'words', 'note');

-- supabase/schemas/50-outbox/data.sql
select private.register_personal_data('private.mail_results', 'none', 'kind settle');
select private.register_personal_data('private.outbox', 'words', 'details');
select private.register_personal_data('private.outbox', 'none', 'kind unique_key');
insert into private.mail_results (kind, settle) values ('reply', 'private.settle_reply')
on conflict (kind) do update set settle = excluded.settle where mail_results.settle <> excluded.settle;

-- supabase/schemas/51-staff-mail/data.sql
select private.register_personal_data('private.staff_mail', 'words', 'problem');
select private.register_personal_data('private.staff_notifications', 'none', 'kind');
insert into private.mail_results (kind, settle) values ('digest', 'private.settle_digest')
on conflict (kind) do update set settle = excluded.settle where mail_results.settle <> excluded.settle;

-- supabase/schemas/54-mail-in/data.sql
select private.register_personal_data('private.mail_parts', 'row', 'bytes');
select private.register_personal_data('private.mailbox_positions', 'none', 'mailbox');
select private.register_personal_data('public.received_files', 'words', 'name');
select private.register_personal_data('public.received_files', 'none', 'media_type refused');
select private.register_personal_data('public.received_mails', 'words', 'from_address from_name subject body mail_id');
select private.register_personal_data('public.received_mails', 'none', 'state reason way content_key sender_check');
insert into private.person_sources (name, place, tables, find, erase) values
  ('mails', 50, '{public.received_mails,private.mail_parts}', 'private.mails_of_person', 'private.erase_mails_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

-- supabase/schemas/60-booking/data.sql
select private.register_personal_data('public.booking_blocks', 'words', 'reason');
select private.register_personal_data('public.bookings', 'row', 'address_hash');
select private.register_personal_data('public.bookings', 'none', 'state visitor_zone');
insert into public.booking_settings default values on conflict do nothing;
-- A trigger erases bookings with their lead: erase_bookings().
insert into private.person_sources (name, place, tables) values ('bookings', 25, '{public.bookings}')
on conflict (name) do update set place = excluded.place, tables = excluded.tables
where (person_sources.place, person_sources.tables) <> (excluded.place, excluded.tables);

-- supabase/schemas/70-privacy/data.sql
select private.register_personal_data('private.erasures', 'none', 'key address_hashes phone_hashes');
select private.register_personal_data('private.person_sources', 'none', 'name tables find erase');
select private.register_personal_data('private.personal_data', 'none', 'table_name column_name reach');
select private.register_personal_data('public.privacy_incidents', 'words', 'what whose risk told');
select private.register_personal_data('public.privacy_requests', 'words', 'contact note response');
select private.register_personal_data('public.privacy_requests', 'none', 'kind');
insert into private.person_sources (name, place, tables, find, erase) values
  ('requests', 40, '{public.privacy_requests}', 'private.requests_of_person', 'private.erase_requests_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;

-- supabase/schemas/80-feedback/data.sql
select private.register_personal_data('public.accessibility_feedback', 'words', 'message page name reply_to response');
insert into private.person_sources (name, place, tables, find, erase) values
  ('reports', 30, '{public.accessibility_feedback}', 'private.reports_of_person', 'private.erase_reports_of_person')
on conflict (name) do update set
  place = excluded.place, tables = excluded.tables, find = excluded.find, erase = excluded.erase
where person_sources <> excluded;
insert into private.mail_results (kind, settle) values ('acknowledgement', 'private.settle_acknowledgement')
on conflict (kind) do update set settle = excluded.settle where mail_results.settle <> excluded.settle;

-- supabase/schemas/90-realtime/data.sql
select private.register_personal_data('realtime.messages', 'words', 'payload');
select private.register_personal_data('realtime.messages', 'none', 'topic extension event');
