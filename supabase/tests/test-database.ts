import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type ConnectionParameters, toClientConfig, DatabaseClient } from '@fairlead/backend/database';
import { createBackend } from '@fairlead/backend';
import { startCluster, type Cluster } from '@fairlead/backend/testing';

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

export interface TestSession {
  /** Returns the rows. */
  query<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns the first column of all rows. */
  column<Value>(sql: string, values?: readonly unknown[]): Promise<Value[]>;
  /** Returns the first column of the first row; throws without a row. */
  value<Value>(sql: string, values?: readonly unknown[]): Promise<Value>;
  /** Returns how many rows a statement read or changed. */
  count(sql: string, values?: readonly unknown[]): Promise<number | null>;
}

interface CallerOptions {
  /** Runs first, as the owner of the database. */
  before?: string;
  /** Added to the token's. */
  claims?: object;
  /** Headers of the request. */
  headers?: object;
  /** Concurrent calls need separate ones. */
  session?: TestSession;
}

type CallArguments = [
  caller: CallerName,
  sql: string,
  values?: readonly unknown[],
  options?: CallerOptions & { keep?: boolean },
];

/** `query`, `column`, `value` and `count` run as the owner of the database, and commit. */
export interface TestDatabase extends TestSession {
  /** Runs in a transaction that is rolled back, unless `keep` is set. */
  as<Result>(
    caller: CallerName,
    work: (session: TestSession) => Promise<Result>,
    options?: CallerOptions & { keep?: boolean },
  ): Promise<Result>;
  /** Runs one statement and commits. */
  call<Row extends QueryResultRow = Record<string, unknown>>(...args: CallArguments): Promise<Row[]>;
  /** Like `call`, but returns the first column of the first row. */
  callValue<Value>(...args: CallArguments): Promise<Value>;
  /** Like `call`, but returns the code of the error; null if there is none. */
  callError(...args: CallArguments): Promise<string | null>;
  /** Runs one statement, and rolls it back. */
  attempt<Row extends QueryResultRow = Record<string, unknown>>(...args: CallArguments): Promise<Row[]>;
  /** Opens another session of the owner. */
  open(): Promise<TestSession>;
  address: string;
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

/** With the accounts, once it was started. */
export function createTestDatabase(
  seeds: readonly string[] = [],
): TestDatabase & { start(): Promise<void>; close(): Promise<void> } {
  let cluster: Cluster;
  let connection: ConnectionParameters;
  let main: DatabaseClient;
  // Callers have a session that the owner never used, because sessions cache what they have looked up.
  let callers: TestSession;
  const clients: DatabaseClient[] = [];

  async function connect(): Promise<DatabaseClient> {
    const client = new DatabaseClient(toClientConfig(connection));
    clients.push(client);
    await client.connect();
    return client;
  }

  const as: TestDatabase['as'] = async (
    caller,
    work,
    { before = '', claims, headers, keep = false, session = callers } = {},
  ) => {
    const mode = caller === 'open' ? `update public.settings set sign_up_mode = 'open';` : '';
    await session.query(`begin; ${mode} ${before}`);
    try {
      await session.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
        roleOf(caller),
        { ...claimsOf(caller), ...claims },
      ]);
      if (headers) await session.query(`select set_config('request.headers', $1, true)`, [headers]);
      const result = await work(session);
      if (keep) await session.query('commit');
      return result;
    } finally {
      await session.query('rollback');
    }
  };

  const call: TestDatabase['call'] = (caller, sql, values, options) =>
    as(caller, (session) => session.query(sql, values), { keep: true, ...options });

  return {
    ...testSessionOf(() => main),
    as,
    call,
    callValue: (caller, sql, values, options) =>
      as(caller, (session) => session.value(sql, values), { keep: true, ...options }),
    callError: (...args) => catchErrorCode(call(...args)),
    attempt: (caller, sql, values, options) => as(caller, (session) => session.query(sql, values), options),
    async open() {
      const client = await connect();
      return testSessionOf(() => client);
    },
    get address() {
      return `postgres://${connection.user}:${encodeURIComponent(connection.password)}@${encodeURIComponent(connection.host)}:${connection.port}/${connection.database}`;
    },
    async start() {
      cluster = await startCluster();
      connection = await cluster.createDatabase(productTemplate(seeds));
      main = await connect();
      callers = await this.open();
      await main.query(accountsSql, [testAccounts]);
      await main.query(staffSql, [testAccounts]);
    },
    async close() {
      await Promise.all(clients.map((client) => client.end()));
      await cluster.stop();
    },
  };
}

export function testSessionOf(client: () => DatabaseClient): TestSession {
  const query = async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
    (await client().query<Row>(sql, [...values])).rows;
  const column = async <Value>(sql: string, values?: readonly unknown[]) =>
    (await query(sql, values)).map((row) => Object.values(row)[0] as Value);
  return {
    query,
    column,
    value: async <Value>(sql: string, values?: readonly unknown[]) => {
      const found = await column<Value>(sql, values);
      if (found.length === 0) throw new Error(`no row: ${sql}`);
      return found[0] as Value;
    },
    count: async (sql, values = []) => (await client().query(sql, [...values])).rowCount,
  };
}

/** Opens a database for the calling test file before its first test, and closes it after its last. */
export function setUpTestDatabase(seeds: readonly string[] = []): TestDatabase {
  const database = createTestDatabase(seeds);
  beforeAll(() => database.start());
  afterAll(() => database.close());
  return database;
}

/** Saves a version of the agency's details. */
export async function saveAgencyFacts(session: TestSession, facts: object): Promise<void> {
  await session.query(
    'insert into agency_settings (facts, based_on) select $1, max(id) from agency_settings',
    [facts],
  );
}

export async function insertRow(session: TestSession, table: string, row: object): Promise<void> {
  const columns = Object.keys(row);
  const values = columns.map((_, n) => `$${n + 1}`);
  await session.query(
    `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`,
    Object.values(row),
  );
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
