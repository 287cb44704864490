-- Attempts that several servers count together (backend/src/limits/rate-limiter.ts). What expired an hour ago is deleted;
-- after a crash the counts begin again.
create unlogged table backend.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
revoke all on backend.rate_limits from public, anon, authenticated, service_role;
