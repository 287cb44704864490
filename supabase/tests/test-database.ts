import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type ConnectionParameters, toClientConfig, DatabaseClient } from '@fairlead/backend/database';
import { createBackend } from '@fairlead/backend';
import { startCluster } from '@fairlead/backend/testing';

export const repositoryRoot = join(import.meta.dirname, '..', '..');

/** Named by what they may do. `banned` and `deleted` have an agent's row in staff. */
export const testAccounts = {
  waiting: '00000000-0000-4000-8000-0000000000a1',
  viewer: '00000000-0000-4000-8000-0000000000a2',
  agent: '00000000-0000-4000-8000-0000000000a3',
  editor: '00000000-0000-4000-8000-0000000000a4',
  owner: '00000000-0000-4000-8000-0000000000a5',
  anonymous: '00000000-0000-4000-8000-0000000000a6',
  banned: '00000000-0000-4000-8000-0000000000a7',
  deleted: '00000000-0000-4000-8000-0000000000a8',
} as const;

/** `visitor` has no account, `open` is the waiting account while sign-up is open, `server` uses the secret key. */
export type CallerName = keyof typeof testAccounts | 'visitor' | 'open' | 'server';

const accountsSql = `
  insert into auth.users (id, email, email_confirmed_at, is_anonymous, banned_until, deleted_at, raw_user_meta_data)
  select id, case when name <> 'anonymous' then name || '@fairlead.example' end, now(), name = 'anonymous',
    case when name = 'banned' then now() + interval '1 year' end, case when name = 'deleted' then now() end,
    jsonb_build_object('full_name', initcap(name) || ' Person')
  from jsonb_each_text($1) as account (name, value), lateral (select value::uuid as id) as typed;`;

const staffSql = `
  insert into public.staff (user_id, role)
  select value::uuid, case when key in ('banned', 'deleted') then 'agent' else key end
  from jsonb_each_text($1) where key not in ('waiting', 'anonymous');`;

const addClaims = `
  select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb || $1)::text, true)`;

export interface TestSession {
  /** Returns the rows. */
  query<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns the first column of the first row; throws without a row. */
  value<Value>(sql: string, values?: readonly unknown[]): Promise<Value>;
  /** Returns how many rows a statement read or changed. */
  count(sql: string, values?: readonly unknown[]): Promise<number | null>;
}

/** `query` and `count` run as the owner of the database, and commit. */
export interface TestDatabase extends TestSession {
  /** Runs in a transaction that is rolled back; `before` runs in it as the owner of the database. */
  as<Result>(
    caller: CallerName,
    work: (session: TestSession) => Promise<Result>,
    options?: { before?: string; keep?: boolean; session?: TestSession },
  ): Promise<Result>;
  /** Runs one statement and commits. `claims` are added to the token's; concurrent calls need separate `session`s. */
  call<Row extends QueryResultRow = Record<string, unknown>>(
    caller: CallerName,
    sql: string,
    values?: readonly unknown[],
    options?: { claims?: object; session?: TestSession },
  ): Promise<Row[]>;
  /** Runs one statement, and rolls it back. */
  attempt<Row extends QueryResultRow = Record<string, unknown>>(
    caller: CallerName,
    sql: string,
    values?: readonly unknown[],
    options?: { before?: string; session?: TestSession },
  ): Promise<Row[]>;
  open(): Promise<TestSession>;
  address: string;
}

interface OpenTestDatabase extends TestDatabase {
  close(): Promise<void>;
}

/** A database migrated as by the server; `seeds` are files of supabase/. */
export const productTemplate = (seeds: readonly string[] = []) => ({
  name: ['product', ...seeds].join('_').replaceAll(/\W/g, '_'),
  async prepare(connection: ConnectionParameters): Promise<void> {
    const keys = {
      jwtSecret: 'x'.repeat(40),
      publishableKey: 'sb_publishable_x',
      secretKey: 'sb_secret_x',
    };
    const backend = createBackend({
      connection,
      workdir: repositoryRoot,
      publicUrl: 'http://localhost',
      keys,
    });
    await backend.migrate();
    await backend.seed(seeds.map((file) => join(repositoryRoot, 'supabase', file)));
    await backend.close();
  },
});

/** With the accounts. */
export async function openTestDatabase(seeds: readonly string[] = []): Promise<OpenTestDatabase> {
  const cluster = await startCluster();
  const connection = await cluster.createDatabase(productTemplate(seeds));

  const clients: DatabaseClient[] = [];
  async function open(): Promise<TestSession> {
    const client = new DatabaseClient(toClientConfig(connection));
    clients.push(client);
    await client.connect();
    return testSessionOf(client);
  }

  const main = await open();
  // Callers have a session that the owner never used, because sessions cache what they have looked up.
  const callers = await open();
  await main.query(accountsSql, [testAccounts]);
  await main.query(staffSql, [testAccounts]);

  const as: TestDatabase['as'] = async (
    caller,
    work,
    { before = '', keep = false, session = callers } = {},
  ) => {
    const mode = caller === 'open' ? `update public.settings set sign_up_mode = 'open';` : '';
    await session.query(`begin; ${mode} ${before}`);
    try {
      await session.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
        roleOf(caller),
        JSON.stringify(claimsOf(caller)),
      ]);
      const result = await work(session);
      if (keep) await session.query('commit');
      return result;
    } finally {
      await session.query('rollback');
    }
  };

  return {
    ...main,
    as,
    call: <Row extends QueryResultRow>(
      caller: CallerName,
      sql: string,
      values: readonly unknown[] = [],
      { claims, ...options }: { claims?: object; session?: TestSession } = {},
    ) =>
      as(
        caller,
        async (session) => {
          if (claims) await session.query(addClaims, [JSON.stringify(claims)]);
          return session.query<Row>(sql, values);
        },
        { keep: true, ...options },
      ),
    attempt: (caller, sql, values, options) => as(caller, (session) => session.query(sql, values), options),
    open,
    address: `postgres://${connection.user}:${encodeURIComponent(connection.password)}@${encodeURIComponent(connection.host)}:${connection.port}/${connection.database}`,
    async close() {
      await Promise.all(clients.map((client) => client.end()));
      await cluster.stop();
    },
  };
}

export function testSessionOf(client: DatabaseClient): TestSession {
  return {
    query: async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(sql, [...values])).rows,
    value: async <Value>(sql: string, values: readonly unknown[] = []) => {
      const { rows } = await client.query<QueryResultRow>(sql, [...values]);
      if (!rows[0]) throw new Error(`no row: ${sql}`);
      return Object.values(rows[0])[0] as Value;
    },
    count: async (sql, values = []) => (await client.query(sql, [...values])).rowCount,
  };
}

/** Opens a database for the calling test file before its first test, and closes it after its last. */
export function setUpTestDatabase(seeds: readonly string[] = []): TestDatabase {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(seeds);
  });
  afterAll(() => opened.close());
  return {
    query: (sql, values) => opened.query(sql, values),
    value: (sql, values) => opened.value(sql, values),
    count: (sql, values) => opened.count(sql, values),
    as: (caller, work, options) => opened.as(caller, work, options),
    call: (caller, sql, values, options) => opened.call(caller, sql, values, options),
    attempt: (caller, sql, values, options) => opened.attempt(caller, sql, values, options),
    open: () => opened.open(),
    get address() {
      return opened.address;
    },
  };
}

function roleOf(caller: CallerName): string {
  if (caller === 'visitor') return 'anon';
  return caller === 'server' ? 'service_role' : 'authenticated';
}

function claimsOf(caller: CallerName): Record<string, unknown> {
  const role = roleOf(caller);
  if (caller === 'visitor' || caller === 'server') return { role };
  return { role, sub: testAccounts[caller === 'open' ? 'waiting' : caller] };
}

export async function catchErrorCode(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
    throw error;
  }
}
