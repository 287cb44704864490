import type { Pool, QueryResult } from 'pg';
import { expect } from 'vitest';
import {
  type SqlRequestContext,
  type RunSqlAsCallerOptions,
  runSqlAsCaller,
} from '../src/database/run-sql-as-caller.ts';
import { migrateDatabase } from '../src/database/migrate-database.ts';
import { readMigrations, toMigration } from '../src/database/migration-files.ts';
import { createPool } from '../src/database/pool.ts';
import { startCluster } from './cluster.ts';

const schema = `
  do $$ begin create role impatient nologin; exception when duplicate_object then null; end $$;
  grant impatient to authenticator; alter role impatient set statement_timeout = '20ms';
  grant usage on schema public to impatient;
  create table public.notes (id bigint generated always as identity primary key, owner text not null, tag text);
  alter table public.notes enable row level security;
  create policy own on public.notes using (owner = auth.jwt() ->> 'sub') with check (owner = auth.jwt() ->> 'sub');
  create table public.parents (id int primary key);
  create table public.children (parent int references public.parents deferrable initially deferred);
  insert into public.notes (owner) select 'user-' || (i % 50) from generate_series(1, 500) i;`;

export interface Callers {
  owner: Pool;
  /** Four connections, shared by all callers. */
  pool: Pool;
  /** Runs as caller n: user-(n % 50), path /things/n, header x-number n. */
  run(
    n: number,
    role: string,
    text: string,
    values?: unknown[],
    options?: RunSqlAsCallerOptions,
  ): Promise<QueryResult[]>;
  whoAmI(n: number, role: string): Promise<unknown>;
  /** Reads as caller n, and fails if the session has anything of another caller. */
  readAndCheck(n: number): Promise<void>;
  stop(): Promise<void>;
}

export function contextOf(n: number): SqlRequestContext {
  return {
    method: 'GET',
    path: `/things/${n}`,
    headers: { 'x-number': String(n) },
    searchPath: 'public, extensions',
  };
}

const whoAmI = `
  select current_user::text as role, auth.jwt() ->> 'sub' as sub, current_setting('request.path') as path,
    current_setting('request.headers')::json ->> 'x-number' as number,
    current_setting('statement_timeout') as timeout, (select count(*)::int from public.notes) as seen`;

/** Starts with 500 notes of 50 users. */
export async function startCallers(): Promise<Callers> {
  const cluster = await startCluster();
  const connection = await cluster.createDatabase();
  const own = await readMigrations(new URL('../src/migrations', import.meta.url).pathname);
  await migrateDatabase(connection, [
    { source: 'backend', migrations: own.filter(({ file }) => file.endsWith('_roles_and_schemas.sql')) },
    { source: 'project', migrations: [toMigration('1_test.sql', schema)] },
  ]);
  const owner = createPool(connection, { max: 2 });
  const pool = createPool(connection, { max: 4, restingRole: 'authenticator' });

  function run(
    n: number,
    role: string,
    text: string,
    values: unknown[] = [],
    options: RunSqlAsCallerOptions = {},
  ): Promise<QueryResult[]> {
    const caller = { role, claims: { sub: `user-${n % 50}`, role } };
    return runSqlAsCaller(pool, caller, contextOf(n), [{ text, values }], options);
  }

  async function readWhoAmI(n: number, role: string): Promise<unknown> {
    const [result] = await run(n, role, whoAmI);
    return result?.rows[0];
  }

  return {
    owner,
    pool,
    run,
    whoAmI: readWhoAmI,
    async readAndCheck(n) {
      const role = n % 2 === 0 ? 'anon' : 'authenticated';
      expect(await readWhoAmI(n, role)).toEqual({
        role,
        sub: `user-${n % 50}`,
        path: `/things/${n}`,
        number: String(n),
        timeout: role === 'anon' ? '3s' : '8s',
        seen: 10,
      });
    },
    async stop() {
      await Promise.all([pool.end(), owner.end()]);
      await cluster.stop();
    },
  };
}
