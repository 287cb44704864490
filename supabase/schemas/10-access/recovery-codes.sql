-- Recovery codes: ten one-time codes for an account that lost its second factor. Only hashes are stored; 120 random
-- bits need no salt and no slow hash. The API reaches these tables only through three functions.
create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of account:code, lower case hex.
  code_hash text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash),
  constraint recovery_codes_code_hash_format check (code_hash ~ '^[0-9a-f]{64}$')
);

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
