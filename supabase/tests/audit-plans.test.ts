import { beforeAll, expect, test } from 'vitest';
import { explain } from './count-pages-read.ts';
import { setUpTestDatabase, type TestSession } from './test-database.ts';

const database = setUpTestDatabase();
const entries = 100_000;
const page = 'order by created_at desc, id desc limit 51';
const agent = `account_id = '00000000-0000-4000-8000-0000000000a3'`;

/** Entries of one person and of one area are rare. */
beforeAll(async () => {
  await database.query(
    `insert into audit_log (created_at, account_id, account_name, area, action, kind)
     select now() - i * interval '1 minute',
       ('00000000-0000-4000-8000-0000000000a' || case when i % 900 = 0 then 3 else 4 + i % 2 end)::uuid, 'Somebody',
       case when i % 1000 = 0 then 'sign_ins' else (array['content', 'leads'])[1 + i % 2] end, 'changed', 'x'
     from generate_series(1, $1) as i`,
    [entries],
  );
  await database.query('vacuum analyze audit_log');
}, 120_000);

function asOwner<Result>(work: (session: TestSession) => Promise<Result>): Promise<Result> {
  return database.as('owner', work);
}

const pages: [title: string, where: string, index: string][] = [
  ['the newest', '', 'audit_log_newest'],
  [
    'a later page of some days',
    `where created_at >= now() - interval '90000 minutes' and created_at <= now() - interval '50000 minutes'
       and (created_at < now() - interval '50000 minutes'
         or (created_at = now() - interval '50000 minutes' and id < gen_random_uuid()))`,
    'audit_log_newest',
  ],
  ['one area', `where area = 'sign_ins'`, 'audit_log_by_area'],
  ['an area without entries', `where area = 'exports'`, 'audit_log_by_area'],
  ['one person', `where ${agent}`, 'audit_log_by_account'],
  // other accounts have many entries in this area, so an index on only the area would read them all
  ['a person where they did nothing', `where ${agent} and area = 'leads'`, 'audit_log_by_account_and_area'],
];

test.each(pages)(
  'B-80 at 100,000 entries a page is read through an index: %s',
  async (_title, where, index) => {
    const plan = await asOwner((session) =>
      explain(session, `select * from public.audit_log ${where} ${page}`),
    );
    expect(plan).toContain(index);
    expect(plan).toContain('InitPlan');
    const wasted = [...plan.matchAll(/Rows Removed by \w+: (\d+)/g)].map((match) => Number(match[1]));
    expect(Math.max(0, ...wasted)).toBeLessThan(100);
  },
);

test('B-80 the people whom it names are found without reading it', async () => {
  const read = await asOwner(async (session) => {
    expect(await session.query('select * from public.audit_accounts()')).toHaveLength(3);
    return Number(
      await session.value<string>(
        `select pg_stat_get_xact_tuples_returned('public.audit_log'::regclass) as reads`,
      ),
    );
  });
  expect(read).toBeLessThan(100);
});
