import { expect, test } from 'vitest';
import { contextOf, startCallers } from '../../wire-tests/callers.ts';
import { setUp } from '../../wire-tests/set-up.ts';
import { runSqlAsCaller } from './run-sql-as-caller.ts';

const callers = setUp(startCallers);

test('a killed connection is 503 and not reused', async () => {
  // Awaited from the start: it may fail before the kill is confirmed.
  const running = expect(
    callers.run(1, 'authenticated', `select pg_sleep(5), 'to be killed'`),
  ).rejects.toMatchObject({ status: 503, code: 'database_unavailable' });
  for (;;) {
    const killed = await callers.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%to be killed%' and pid <> pg_backend_pid()`,
    );
    if (killed.rowCount !== 0) break;
  }
  await running;
  await Promise.all(Array.from({ length: 20 }, (_item, n) => callers.readAndCheck(n)));
});

test('connections that were killed while idle are replaced without an error reaching a caller', async () => {
  await callers.owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  // The first request on a dead connection may be 503, but never gets wrong data.
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_item, n) => callers.readAndCheck(n)),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 503 });
  }
  await Promise.all(Array.from({ length: 50 }, (_item, n) => callers.readAndCheck(n)));
});

test('a session outside a transaction has no privileges', async () => {
  await expect(callers.pool.query('select * from public.notes')).rejects.toMatchObject({ code: '42501' });
});

test('a prepared statement survives a change of its table', async () => {
  await callers.owner.query(
    'create table public.changing (a int); grant select on public.changing to anon; insert into public.changing values (1)',
  );
  const statement = { text: 'select * from public.changing', values: [], name: 'changing' };
  const caller = { role: 'anon', claims: {} };
  async function readAll(): Promise<unknown[]> {
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((n) => runSqlAsCaller(callers.pool, caller, contextOf(n), [statement])),
    );
    return outcomes.map(([result]) => result?.rows);
  }
  for (const rows of await readAll()) expect(rows).toEqual([{ a: 1 }]);
  await callers.owner.query('alter table public.changing add column b int default 2');
  for (const rows of await readAll()) expect(rows).toEqual([{ a: 1, b: 2 }]);
});

test('read only transactions reject writes', async () => {
  const insert = `insert into public.notes (owner) values ('user-1')`;
  await expect(callers.run(1, 'authenticated', insert, [], { readOnly: true })).rejects.toMatchObject({
    code: '25006',
  });
});

test('beforeCommit sees the results and decides', async () => {
  const insert = `insert into public.notes (owner, tag) values ('user-1', 'settled') returning tag`;
  const seen: unknown[] = [];
  await callers.run(1, 'authenticated', insert, [], {
    beforeCommit(results) {
      seen.push(results[0]?.rows);
      return 'commit';
    },
  });
  expect(seen).toEqual([[{ tag: 'settled' }]]);
  const { rowCount } = await callers.owner.query(`select from public.notes where tag = 'settled'`);
  expect(rowCount).toBe(1);
});
