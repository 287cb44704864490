import { expect, test } from 'vitest';
import { startCallers } from '../../wire-tests/callers.ts';
import { Random } from '../../wire-tests/rest/fuzz/random.ts';
import { setUp } from '../../wire-tests/set-up.ts';
import { fuzzRounds } from '../../wire-tests/target.ts';

const callers = setUp(startCallers);

async function readAsService(n: number): Promise<void> {
  expect(await callers.whoAmI(n, 'service_role')).toMatchObject({
    role: 'service_role',
    path: `/things/${n}`,
    timeout: '2min',
    seen: 500,
  });
}

async function writeAndRollBack(n: number): Promise<void> {
  const sql = `insert into public.notes (owner, tag) values ($1, 'rolled back')`;
  await callers.run(n, 'authenticated', sql, [`user-${n % 50}`], { beforeCommit: () => 'rollback' });
}

async function writeAndRefuse(n: number): Promise<void> {
  const sql = `insert into public.notes (owner, tag) values ($1, 'refused')`;
  function beforeCommit(): never {
    throw new Error('refused by the service');
  }
  await expect(callers.run(n, 'authenticated', sql, [`user-${n % 50}`], { beforeCommit })).rejects.toThrow(
    'refused by the service',
  );
}

async function cancel(n: number): Promise<void> {
  const controller = new AbortController();
  const running = callers.run(n, 'authenticated', 'select pg_sleep(30)', [], { signal: controller.signal });
  setTimeout(() => controller.abort(), n % 7);
  await expect(running).rejects.toThrow(/aborted/);
}

function failing(role: string, sql: string, code: string): (n: number) => Promise<void> {
  return (n) => expect(callers.run(n, role, sql)).rejects.toMatchObject({ code });
}

const kinds: { weight: number; ask: (n: number) => Promise<void> }[] = [
  { weight: 300, ask: (n) => callers.readAndCheck(n) },
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

test('no request gets data of another: over a thousand mixed and failing requests on 4 connections', async () => {
  const random = new Random(20261120);
  const total = kinds.reduce((sum, kind) => sum + kind.weight, 0);
  const asks = Array.from({ length: fuzzRounds(1_000, 4_000) }, () => {
    let ticket = random.below(total);
    return kinds.find(({ weight }) => (ticket -= weight) < 0)?.ask ?? callers.readAndCheck;
  });
  const failures: string[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    while (next < asks.length) {
      const n = next++;
      await asks[n]?.(n).catch((error: unknown) => failures.push(String(error)));
    }
  }
  // Many more callers than connections, so that connections are reused by other callers all the time.
  await Promise.all(Array.from({ length: 64 }, worker));
  expect(failures).toEqual([]);

  const { rows: kept } = await callers.owner.query('select count(*)::int as count from public.notes');
  expect(kept).toEqual([{ count: 500 }]);
  expect((await callers.owner.query('select * from public.children')).rows).toEqual([]);
  await expectCleanSessions();
}, 60_000);

async function expectCleanSessions(): Promise<void> {
  const clients = await Promise.all([1, 2, 3, 4].map(() => callers.pool.connect()));
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
