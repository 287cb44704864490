-- Messages about accounts until they are sent or expire, so that a killed process loses none.

create schema if not exists backend;

create table backend.account_mails (
  id bigint generated always as identity primary key,
  -- For the log, e.g. "recovery"; never personal.
  kind text not null,
  -- Recipient and text hold personal data and one-time tokens: encrypted with a key that is not in here.
  content bytea not null,
  attempts int not null default 0,
  -- A process that claims a message moves this ahead; if it dies, the next one claims it then.
  next_attempt_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create index account_mails_next_attempt_at on backend.account_mails (next_attempt_at, id);

-- Only the server's own role reads it.
revoke all on backend.account_mails from public, anon, authenticated, service_role;
