-- Wallet messages that have signed somebody in, by their sha-256: each does so once.

create table auth.used_wallet_messages (
  message_hash text primary key,
  used_at timestamptz not null default now()
);

create index used_wallet_messages_used_at_idx on auth.used_wallet_messages (used_at);

revoke all on auth.used_wallet_messages from public, anon, authenticated, service_role;
