/**
 * What our statements and the reading of their results rely on, whatever the defaults of a server, database or role
 * are: sessions that LISTEN are idle on purpose, and quoting relies on standard strings. Compiling a plan (JIT) took
 * ten times as long as running it. The time zone of the machine is not that of responses: it is UTC as hosted, unless
 * the project gave the database or role another one. Not as the startup parameter `options`, which poolers reject.
 */
export const sessionSettings = `set jit = off; set idle_session_timeout = 0; set datestyle = 'ISO';
  set standard_conforming_strings = on;
  select set_config(name, 'UTC', false) from pg_settings
  where name = 'TimeZone' and source not in ('database', 'user', 'database user')`;

/**
 * For migrations and seeds: without what an earlier file changed, and without limits, which are made for requests; but
 * requests queue behind a migration that waits for a lock. `transaction_timeout` exists from PostgreSQL 17 on.
 */
export const migrationSettings = `reset all; ${sessionSettings}; set client_min_messages = warning; set lock_timeout = '60s';
  select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;
