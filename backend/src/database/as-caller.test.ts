import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster } from '../../wire-tests/cluster.ts';
import type { Cluster } from '../../wire-tests/cluster.ts';
import { runAsCaller } from './as-caller.ts';
import type { RequestFacts, RunOptions } from './as-caller.ts';
import { migrate } from './migrate.ts';
import { toMigration, readMigrations } from './migration-files.ts';
import { createPool } from './pool.ts';

const schema = `
  create role impatient nologin; grant impatient to authenticator; alter role impatient set statement_timeout = '20ms';
  grant usage on schema public to impatient;
  create table public.notes (id bigint generated always as identity primary key, owner text not null, tag text);
  alter table public.notes enable row level security;
  create policy own on public.notes using (owner = auth.jwt() ->> 'sub') with check (owner = auth.jwt() ->> 'sub');
  create table public.parents (id int primary key);
  create table public.children (parent int references public.parents deferrable initially deferred);
  insert into public.notes (owner) select 'user-' || (i % 50) from generate_series(1, 500) i;`;

let cluster: Cluster;
let owner: Pool;
let pool: Pool;

beforeAll(async () => {
  cluster = await startCluster();
  const connection = await cluster.createDatabase();
  const own = await readMigrations(new URL('../migrations', import.meta.url).pathname);
  await migrate(connection, [
    { source: 'backend', migrations: own.filter((migration) => migration.version === '0001') },
    { source: 'project', migrations: [toMigration('1_test.sql', schema)] },
  ]);
  owner = createPool(connection, { max: 2 });
  pool = createPool(connection, { max: 4, restingRole: 'authenticator' });
}, 30_000);

afterAll(async () => {
  await Promise.all([pool.end(), owner.end()]);
  await cluster.stop();
});

function facts(n: number): RequestFacts {
  return {
    method: 'GET',
    path: `/things/${n}`,
    headers: { 'x-number': String(n) },
    searchPath: 'public, extensions',
  };
}

function run(
  n: number,
  role: string,
  text: string,
  values: unknown[] = [],
  options: RunOptions = {},
): ReturnType<typeof runAsCaller> {
  const caller = { role, claims: { sub: `user-${n % 50}`, role } };
  return runAsCaller(pool, caller, facts(n), [{ text, values }], options);
}

const whoAmI = `
  select current_user::text as role, auth.jwt() ->> 'sub' as sub, current_setting('request.path') as path,
    current_setting('request.headers')::json ->> 'x-number' as number,
    current_setting('statement_timeout') as timeout, (select count(*)::int from public.notes) as seen`;

async function readAndCheck(n: number): Promise<void> {
  const role = n % 2 === 0 ? 'anon' : 'authenticated';
  const [result] = await run(n, role, whoAmI);
  const expected = {
    role,
    sub: `user-${n % 50}`,
    path: `/things/${n}`,
    number: String(n),
    timeout: '8s',
    seen: 10,
  };
  expect(result?.rows).toEqual([expected]);
}

async function readAsService(n: number): Promise<void> {
  const [result] = await run(n, 'service_role', whoAmI);
  expect(result?.rows[0]).toMatchObject({
    role: 'service_role',
    path: `/things/${n}`,
    timeout: '2min',
    seen: 500,
  });
}

async function writeAndRollBack(n: number): Promise<void> {
  const sql = `insert into public.notes (owner, tag) values ($1, 'rolled back')`;
  await run(n, 'authenticated', sql, [`user-${n % 50}`], { settle: () => 'rollback' });
}

async function writeAndRefuse(n: number): Promise<void> {
  const sql = `insert into public.notes (owner, tag) values ($1, 'refused')`;
  function settle(): never {
    throw new Error('refused by the service');
  }
  await expect(run(n, 'authenticated', sql, [`user-${n % 50}`], { settle })).rejects.toThrow(
    'refused by the service',
  );
}

async function cancel(n: number): Promise<void> {
  const controller = new AbortController();
  const running = run(n, 'authenticated', 'select pg_sleep(30)', [], { signal: controller.signal });
  setTimeout(() => controller.abort(), n % 7);
  await expect(running).rejects.toThrow(/aborted/);
}

function failing(role: string, sql: string, code: string): (n: number) => Promise<void> {
  return (n) => expect(run(n, role, sql)).rejects.toMatchObject({ code });
}

const kinds: { weight: number; ask: (n: number) => Promise<void> }[] = [
  { weight: 300, ask: readAndCheck },
  { weight: 60, ask: readAsService },
  { weight: 80, ask: failing('anon', 'selec', '42601') },
  { weight: 80, ask: failing('authenticated', 'select 1 / 0', '22012') },
  {
    weight: 80,
    ask: failing('authenticated', `insert into public.notes (owner) values ('somebody else')`, '42501'),
  },
  { weight: 40, ask: failing('anon', 'select 1; select 2', '42601') },
  { weight: 40, ask: failing('anon', 'commit; reset role', '42601') },
  { weight: 40, ask: failing('postgres', 'select 1', '22023') },
  { weight: 40, ask: failing('nobody-known', 'select 1', '22023') },
  { weight: 40, ask: failing('service_role', 'insert into public.children values (1)', '23503') },
  { weight: 10, ask: failing('impatient', 'select pg_sleep(10)', '57014') },
  { weight: 60, ask: writeAndRollBack },
  { weight: 60, ask: writeAndRefuse },
  { weight: 8, ask: cancel },
];

/** Numbers from a fixed beginning, so a failure can be repeated. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('nothing of one request is ever seen by another: 4,000 mixed and failing requests on 4 connections', async () => {
  const random = makeRandom(20261120);
  const total = kinds.reduce((sum, kind) => sum + kind.weight, 0);
  const asks = Array.from({ length: 4_000 }, () => {
    let ticket = random() * total;
    return kinds.find(({ weight }) => (ticket -= weight) < 0)?.ask ?? readAndCheck;
  });
  const failures: string[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    while (next < asks.length) {
      const n = next++;
      await asks[n]?.(n).catch((error: unknown) => failures.push(String(error)));
    }
  }
  // Many more callers than connections, so that every connection passes from hand to hand all the time.
  await Promise.all(Array.from({ length: 64 }, worker));
  expect(failures).toEqual([]);

  const { rows: kept } = await owner.query('select count(*)::int as count from public.notes');
  expect(kept).toEqual([{ count: 500 }]);
  expect((await owner.query('select * from public.children')).rows).toEqual([]);
  await expectCleanSessions();
}, 60_000);

async function expectCleanSessions(): Promise<void> {
  const clients = await Promise.all([1, 2, 3, 4].map(() => pool.connect()));
  try {
    for (const client of clients) {
      const { rows } = await client.query(`
        select current_user::text as role, current_setting('statement_timeout') as timeout,
          nullif(current_setting('request.jwt.claims', true), '') as claims,
          nullif(current_setting('request.path', true), '') as path,
          (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks`);
      expect(rows).toEqual([{ role: 'authenticator', timeout: '0', claims: null, path: null, locks: 0 }]);
      expect(client.getTransactionStatus()).toBe('I');
    }
  } finally {
    for (const client of clients) client.release();
  }
}

test('a killed connection answers 503 and is not used again', async () => {
  const running = run(1, 'authenticated', `select pg_sleep(5), 'to be killed'`);
  // Killed from outside, as soon as it is seen running.
  for (;;) {
    const killed = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%to be killed%' and pid <> pg_backend_pid()`,
    );
    if (killed.rowCount !== 0) break;
  }
  await expect(running).rejects.toMatchObject({ status: 503, code: 'database_unavailable' });
  await Promise.all(Array.from({ length: 20 }, (_item, n) => readAndCheck(n)));
});

test('connections that were killed while idle are replaced without an error reaching a caller', async () => {
  await owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  // The first request on a dead connection may be the one that finds out: it is told 503, never wrong data.
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_item, n) => readAndCheck(n)));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 503 });
  }
  await Promise.all(Array.from({ length: 50 }, (_item, n) => readAndCheck(n)));
});

test('a session that is outside its transaction can do nothing', async () => {
  await expect(pool.query('select * from public.notes')).rejects.toMatchObject({ code: '42501' });
});

test('a prepared statement survives a change of its table', async () => {
  await owner.query(
    'create table public.changing (a int); grant select on public.changing to anon; insert into public.changing values (1)',
  );
  const statement = { text: 'select * from public.changing', values: [], name: 'changing' };
  const caller = { role: 'anon', claims: {} };
  async function readAll(): Promise<unknown[]> {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => runAsCaller(pool, caller, facts(n), [statement])),
    );
    return answers.map(([result]) => result?.rows);
  }
  expect(await readAll()).toEqual(Array(4).fill([{ a: 1 }]));
  await owner.query('alter table public.changing add column b int default 2');
  expect(await readAll()).toEqual(Array(4).fill([{ a: 1, b: 2 }]));
});

test('read only transactions refuse to write', async () => {
  const insert = `insert into public.notes (owner) values ('user-1')`;
  await expect(run(1, 'authenticated', insert, [], { readOnly: true })).rejects.toMatchObject({
    code: '25006',
  });
});

test('settle sees the results and its word decides', async () => {
  const insert = `insert into public.notes (owner, tag) values ('user-1', 'settled') returning tag`;
  const seen: unknown[] = [];
  await run(1, 'authenticated', insert, [], {
    settle(results) {
      seen.push(results[0]?.rows);
      return 'commit';
    },
  });
  expect(seen).toEqual([[{ tag: 'settled' }]]);
  const { rowCount } = await owner.query(`select from public.notes where tag = 'settled'`);
  expect(rowCount).toBe(1);
});
