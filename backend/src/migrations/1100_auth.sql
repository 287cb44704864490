-- Accounts, identities, sessions, tokens and factors, under the names and with the main columns of GoTrue, so that dumps,
-- triggers and foreign keys written for a Supabase project work here unchanged. Only the server's own role and hooks
-- reach these tables; callers use /auth/v1. Tokens and codes are hashed, so that reading a row is not enough to use it.

create schema if not exists auth;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.one_time_token_type as enum (
  'confirmation_token',
  'reauthentication_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token'
);

create table auth.users (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  aud varchar(255) default 'authenticated',
  role varchar(255) default 'authenticated',
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255),
  email_change varchar(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  phone text default null unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false,
  -- When mail to the address was last shown to arrive; null while it never was, confirmed at once or not. The default is
  -- for accounts that come with a dump: they were verified where they come from. Our own inserts say null.
  email_verified_at timestamptz default now()
);

-- An address belongs to one account; accounts of a single sign-on provider may repeat it.
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
create index users_instance_id_email_idx on auth.users (instance_id, lower(email::text));
create index users_is_anonymous_idx on auth.users (is_anonymous);

create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);

create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email text_pattern_ops);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  factor_id uuid,
  aal auth.aal_level default 'aal1',
  not_after timestamptz,
  -- GoTrue keeps this one without a time zone, in UTC.
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text
);

create index sessions_user_id_idx on auth.sessions (user_id);
create index user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after desc);

create table auth.refresh_tokens (
  instance_id uuid,
  id bigserial primary key,
  token varchar(255) not null constraint refresh_tokens_token_unique unique,
  user_id varchar(255),
  revoked boolean not null default false,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  parent varchar(255),
  session_id uuid references auth.sessions (id) on delete cascade
);

create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

-- The authentication methods of a session (the token's `amr` claim).
create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  id uuid primary key default gen_random_uuid(),
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);

-- PKCE and implicit flows until their code is exchanged.
create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  -- sha-256 of the code, lower case hex; null until one is handed out.
  auth_code text unique,
  -- Null where the flow is implicit.
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  auth_code_issued_at timestamptz
);

create index flow_state_created_at_idx on auth.flow_state (created_at desc);
create index flow_state_user_id_idx on auth.flow_state (user_id);

-- Links and codes that were sent by message.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  -- sha-256 of the token in the link, lower case hex.
  token_hash text not null constraint one_time_tokens_token_hash_key unique,
  -- Keyed hash of the code that is typed by hand: it is too short for a bare hash. Null once guessed at too often.
  code_hash text,
  wrong_codes smallint not null default 0,
  -- The address or number that the message went to.
  relates_to text not null,
  flow_state_id uuid references auth.flow_state (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- A code is short and is guessed at, so it may live shorter than the link in the same message. Null: as long as that.
  code_expires_at timestamptz,
  -- The newest message counts, the ones before it do not.
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type),
  check (char_length(token_hash) > 0)
);

create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);
create index one_time_tokens_flow_state_id_idx on auth.one_time_tokens (flow_state_id);

-- Second factors and their challenges.
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Base32, as authenticator apps take it.
  secret text,
  phone text,
  last_challenged_at timestamptz,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb,
  -- The newest 30-second step whose code was used: a code works once.
  last_totp_step bigint
);

create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where trim(both from friendly_name) <> '';
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet,
  -- Of a code sent by message, its hash.
  otp_code text,
  web_authn_session_data jsonb
);

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);

-- Sign-ins that are under way at a provider. A state works once, and only in the browser that began it.
create table auth.provider_flows (
  id uuid primary key default gen_random_uuid(),
  -- sha-256 of the state, lower case hex.
  state_hash text not null unique,
  -- sha-256 of the cookie that the browser was given.
  binding_hash text not null,
  provider text not null,
  -- What the provider must repeat, and the secret that goes with our own code challenge.
  nonce text not null,
  code_verifier text not null,
  redirect_to text not null,
  -- The PKCE flow of our client; null where it is implicit.
  flow_state_id uuid references auth.flow_state (id) on delete cascade,
  -- The account that the identity is to be linked with; null at a sign-in.
  linking_user_id uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index provider_flows_created_at_idx on auth.provider_flows (created_at);

-- Wallet messages that were used for a sign-in, by their sha-256: each works once.
create table auth.used_wallet_messages (
  message_hash text primary key,
  used_at timestamptz not null default now()
);

create index used_wallet_messages_used_at_idx on auth.used_wallet_messages (used_at);

-- Default privileges imitate the hosted ones and may have been given on this schema too: take them all back.
revoke all on all tables in schema auth from public, anon, authenticated, service_role;
revoke all on all sequences in schema auth from public, anon, authenticated, service_role;

-- Hooks that are functions run as supabase_auth_admin, as on hosted Supabase: it reaches the tables of
-- auth, and of the project what the project grants it.
grant usage on schema auth, extensions to supabase_auth_admin;
grant all on all tables in schema auth to supabase_auth_admin;
grant all on all sequences in schema auth to supabase_auth_admin;
grant all on all routines in schema auth to supabase_auth_admin;
alter default privileges in schema auth grant all on tables to supabase_auth_admin;
alter default privileges in schema auth grant all on sequences to supabase_auth_admin;
alter default privileges in schema auth grant all on routines to supabase_auth_admin;

do $$
begin
  -- An owner who is not a superuser needs membership to become it.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute 'grant supabase_auth_admin to current_user';
  end if;
exception
  -- Already granted at the same time in another database of the cluster, or not ours to grant: then hooks fail.
  when unique_violation or insufficient_privilege then null;
end
$$;
