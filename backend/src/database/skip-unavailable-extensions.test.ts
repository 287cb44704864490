import { expect, test } from 'vitest';
import { skipUnavailableExtensions } from './apply-migrations.ts';

const available = new Set(['pgcrypto', 'uuid-ossp']);

function passOver(sql: string): ReturnType<typeof skipUnavailableExtensions> {
  return skipUnavailableExtensions(sql, (name) => available.has(name));
}

const dump = `-- A dump; with a semicolon.
SET statement_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
/* and
   a longer word */
CREATE SCHEMA IF NOT EXISTS "pgsodium";
CREATE EXTENSION IF NOT EXISTS "pgsodium" WITH SCHEMA "pgsodium";
COMMENT ON SCHEMA "public" IS 'it''s; standard';
create extension
  if not exists pg_graphql;
COMMENT ON EXTENSION pg_graphql IS 'pg_graphql: GraphQL; support';
drop extension if exists "pg_net";
CREATE EXTENSION IF NOT EXISTS "pgcrypto" WITH SCHEMA "extensions";
CREATE EXTENSION IF NOT EXISTS "pg_cron" WITH SCHEMA "pg_catalog";
create table a (n int);
create extension if not exists supabase_vault;
`;

test('hosted extensions in the preamble of a dump are blanked out; every line keeps its number', () => {
  const { sql, names } = passOver(dump);
  expect(names).toEqual(['pgsodium', 'pg_graphql', 'pg_net']);
  expect(sql.split('\n').map((line) => line.trimEnd())).toEqual(
    dump
      .split('\n')
      .map((line) => (/"pgsodium" WITH|pg_graphql|^create extension$|"pg_net"/.test(line) ? '' : line)),
  );
});

test('extensions that the file uses, other ones and available ones stay', () => {
  for (const sql of [
    "create extension pg_net;\ncreate function f() returns void as $$ select net.http_post('x') $$ language sql;",
    'create extension if not exists postgis;',
    'create extension pgcrypto;',
    'create extension constructor;',
    '',
    'create extension pg_graphql',
  ]) {
    expect(passOver(sql)).toEqual({ sql, names: [] });
  }
});
