-- Accounts that come with a dump were proved where they come from: only a row that says null, as ours do, is unproved.

alter table auth.users alter column email_proved_at set default now();
