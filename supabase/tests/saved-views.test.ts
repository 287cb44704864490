// Tests saved views and canned replies: their owners and limits, with the sort orders that a view may contain.
import { expect, test } from 'vitest';
import { testAccounts, catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError } = database;

test('B-103 a view is its account’s own, a shared one is read by the team, and an account has 20 at most', async () => {
  await call('agent', `insert into saved_views (name, query) values (' Mine ', 'status=new')`);
  await call(
    'agent',
    `insert into saved_views (name, query, is_shared) values ('Ours', 'needs=reply', true)`,
  );
  expect(await call('owner', 'select name, account_id from saved_views')).toEqual([
    { name: 'Ours', account_id: testAccounts.agent },
  ]);
  expect(await call('owner', `update saved_views set name = 'Taken' returning id`)).toEqual([]);
  expect(await call('agent', 'select name from saved_views order by name')).toEqual([
    { name: 'Mine' },
    { name: 'Ours' },
  ]);
  const forged = call('agent', `insert into saved_views (name, query, account_id) values ('x', '', $1)`, [
    testAccounts.owner,
  ]);
  expect(await catchErrorCode(forged)).toBe('42501');
  for (const query of ['status=new#x', 'a\nb', 'x'.repeat(1001)]) {
    expect(await callError('agent', `insert into saved_views (name, query) values ('x', $1)`, [query])).toBe(
      '23514',
    );
  }
  await call(
    'agent',
    `insert into saved_views (name, query) select 'View ' || i, '' from generate_series(1, 18) as i`,
  );
  expect(await callError('agent', `insert into saved_views (name, query) values ('21', '')`)).toBe('P0001');
  await call('owner', `insert into saved_views (name, query) values ('Another account', '')`);
});

test('B-102 canned replies have a name each, and there are 200 at most', async () => {
  await call('agent', `insert into canned_replies (name, body) values (' Hours ', 'Nine to five')`);
  expect(await call('owner', 'select name from canned_replies')).toEqual([{ name: 'Hours' }]);
  expect(await callError('owner', `insert into canned_replies (name, body) values ('HOURS', 'x')`)).toBe(
    '23505',
  );
  expect(await callError('owner', `insert into canned_replies (name, body) values ('Empty', ' ')`)).toBe(
    '23502',
  );
  await call(
    'owner',
    `insert into canned_replies (name, body) select 'Reply ' || i, 'x' from generate_series(1, 199) as i`,
  );
  expect(await callError('owner', `insert into canned_replies (name, body) values ('201', 'x')`)).toBe(
    'P0001',
  );
  const rows = await database.query(
    `select action, record_name, amount from audit_log where kind = 'canned_replies' order by created_at, id`,
  );
  expect(rows).toMatchObject([
    { action: 'created', record_name: 'Hours' },
    { action: 'created', amount: 199 },
  ]);
});

test('B-103 the oldest first and the longest wait first, page by page; only for those who handle leads', async () => {
  await database.query(
    `insert into leads (name, email, status, created_at)
     select 'Sorted ' || i, 's' || i || '@s.example', case when i % 2 = 0 then 'contacted' else 'new' end,
       '2026-01-01'::timestamptz + i / 2 * interval '1 hour'
     from generate_series(1, 6) as i`,
  );
  async function pages(sort: string): Promise<string[]> {
    const names: string[] = [];
    let after: [unknown, unknown] = [null, null];
    for (;;) {
      const rows = await call(
        'agent',
        `select found.id, found.sorted_at, leads.name
         from sorted_leads($1, 'sorted', after_at => $2, after_id => $3, page_size => 2) as found
         join leads on leads.id = found.id order by found.sorted_at, found.id`,
        [sort, ...after],
      );
      const last = rows.at(-1);
      if (!last) return names;
      names.push(...rows.map((row) => String(row['name'])));
      after = [last['sorted_at'], last['id']];
    }
  }
  const oldest = await pages('oldest');
  expect(oldest.map((name) => Math.floor(Number(name.slice(7)) / 2))).toEqual([0, 1, 1, 2, 2, 3]);
  expect(new Set(oldest).size).toBe(6);
  expect(await pages('waiting')).toEqual(['Sorted 1', 'Sorted 3', 'Sorted 5']);
  expect(await pages('nonsense')).toEqual([]);
  expect(await call('editor', `select * from sorted_leads('oldest')`)).toEqual([]);
});
