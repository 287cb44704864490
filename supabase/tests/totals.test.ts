import { beforeEach, describe, expect, test } from 'vitest';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();

beforeEach(async () => {
  await database.query('truncate leads cascade');
});

async function kept(): Promise<Record<string, number>> {
  const rows = await database.query<{ status: string; total: string }>(
    `select status, total from lead_totals where total <> 0 order by status`,
  );
  return Object.fromEntries(rows.map(({ status, total }) => [status, Number(total)]));
}

async function counted(): Promise<Record<string, number>> {
  const rows = await database.query<{ status: string; total: string }>(
    `select status, count(*) as total from leads group by status order by status`,
  );
  return Object.fromEntries(rows.map(({ status, total }) => [status, Number(total)]));
}

function addLeads(count: number, status = 'new') {
  return database.query(
    `insert into leads (name, email, status) select 'Lead ' || i, i || '@x.example', $2 from generate_series(1, $1) as i`,
    [count, status],
  );
}

describe('G-9 P-99 the totals of leads by status', () => {
  test('after inserts, updates, deletes and truncate', async () => {
    await addLeads(10);
    await addLeads(3, 'qualified');
    expect(await kept()).toEqual({ new: 10, qualified: 3 });
    await database.query(`update leads set status = 'contacted' where email < '5'`);
    await database.query(`update leads set phone = '1'`);
    await database.query(`delete from leads where status = 'qualified'`);
    expect(await kept()).toEqual(await counted());
    await database.query('truncate leads cascade');
    expect(await kept()).toEqual({});
  });

  test('a lead with an empty status counts as new', async () => {
    await addLeads(2, 'qualified');
    await database.query(`update leads set status = null`);
    expect(await kept()).toEqual({ new: 2 });
  });

  test('leads of a transaction that is rolled back are not counted', async () => {
    await database.attempt(
      'visitor',
      `insert into public.leads (name, email) values ('Ana Roy', 'ana@roy.example')`,
    );
    expect(await kept()).toEqual({});
  });

  test('many sessions at once lose none and do not block each other for good', async () => {
    await addLeads(40);
    const sessions = await Promise.all(Array.from({ length: 8 }, () => database.open()));
    await Promise.all(
      sessions.map(async (session, n) => {
        for (let round = 0; round < 10; round += 1) {
          await session.query(`insert into leads (name, email) values ('Lead', $1)`, [
            `${n}-${round}@y.example`,
          ]);
          // Both directions in one statement, each between the same two counters.
          await session.query(
            `update leads set status = case status when 'new' then 'contacted' else 'new' end
             where email = any($1)`,
            [Array.from({ length: 5 }, (_, i) => `${n * 5 + i + 1}@x.example`)],
          );
        }
        await session.query(`delete from leads where email = $1`, [`${n}-0@y.example`]);
      }),
    );
    expect(await kept()).toEqual(await counted());
    expect(Object.values(await kept()).reduce((sum, total) => sum + total, 0)).toBe(40 + 8 * 9);
  });
});
