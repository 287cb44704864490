-- A code is short and is guessed at, so it may live shorter than the link in the same message. Null: as long as that.

alter table auth.one_time_tokens add column code_expires_at timestamptz;
