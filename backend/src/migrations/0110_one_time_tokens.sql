-- What a message or a redirect hands out to be shown again once: tokens of links, codes, and the states of PKCE flows.
-- GoTrue's names; what lies here is hashed, so that reading it is not enough to use it.

create type auth.code_challenge_method as enum ('s256', 'plain');

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

create type auth.one_time_token_type as enum (
  'confirmation_token',
  'reauthentication_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token'
);

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
  -- The newest message counts, the ones before it do not.
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type),
  check (char_length(token_hash) > 0)
);

create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);
create index one_time_tokens_flow_state_id_idx on auth.one_time_tokens (flow_state_id);

-- When the account last showed that mail to its address arrives; null while it never did, confirmed at once or not.
alter table auth.users add column email_proved_at timestamptz;

revoke all on auth.flow_state, auth.one_time_tokens from public, anon, authenticated, service_role;
