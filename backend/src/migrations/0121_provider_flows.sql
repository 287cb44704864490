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
  -- The account that the identity is to be linked with; null where somebody signs in.
  linking_user_id uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index provider_flows_created_at_idx on auth.provider_flows (created_at);

revoke all on auth.provider_flows from public, anon, authenticated, service_role;
