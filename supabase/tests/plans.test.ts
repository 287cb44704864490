// Tests that lists, charts and search read through their indexes at 100,000 leads (`npm run audit -- tests`; at a fifth
// of them in `npm test`).
import { beforeAll, describe, expect, test } from 'vitest';
import { isWholeMatrix } from '@fairlead/backend/testing/target';
import { explain } from './count-pages-read.ts';
import { dropIndexes } from './filled-inbox.ts';
import { setUpTestDatabase, type CallerName, type TestSession } from './test-database.ts';

const database = setUpTestDatabase();
const leads = isWholeMatrix ? 100_000 : 20_000;
/** When the lead at this share of the list was created. */
const timeAt = (share: number) => `now() - interval '${share * leads} minutes'`;
const firstPageClause = 'order by created_at desc, id desc limit 51';

beforeAll(async () => {
  const indexes = await dropIndexes(database, ['leads', 'lead_messages']);
  await database.query('set session_replication_role = replica');
  await database.query(
    `insert into leads (name, email, company, status, created_at)
     select 'Person ' || md5(i::text), substr(md5((i * 7)::text), 1, 10) || '@company' || (i % 5000) || '.example',
       case when i % 3 > 0 then 'Company ' || md5((i % 9000)::text) end,
       case i % ($1 / 50) when 0 then 'qualified' else (array['new', 'contacted', 'not_interested'])[1 + i % 3] end,
       now() - i * interval '1 minute'
     from generate_series(1, $1::integer) as i`,
    [leads],
  );
  await database.query(
    `insert into lead_messages (lead_id, message, sender_type, created_at)
     select id, 'Hello', case when created_at < ${timeAt(0.6)} then 'admin' else 'lead' end,
       created_at + interval '1 hour' from leads`,
  );
  await database.query(
    `insert into leads_needing_reply (lead_id, since, lead_at, status)
     select id, created_at, created_at, status from leads where created_at >= ${timeAt(0.6)}`,
  );
  await database.query(
    `insert into services (name, slug, is_published, created_at)
     select 'Service ' || i, 'service-' || i, i % 10 > 0, now() - i * interval '1 hour' from generate_series(1, 5000) as i`,
  );
  await database.query(
    `insert into posts (title, slug, is_published, published_at)
     select 'Post ' || i, 'post-' || i, i % 10 > 0, now() - i * interval '1 hour' from generate_series(1, 5000) as i`,
  );
  await database.query('set session_replication_role = origin');
  for (const made of indexes) await database.query(made);
  await database.query('vacuum analyze');
}, 120_000);

interface Seen {
  plan: string;
  /** The largest number of rows that any step read from a table and discarded. */
  wasted: number;
}

async function readPlan(session: TestSession, sql: string): Promise<Seen> {
  const plan = await explain(session, sql);
  const removed = plan.matchAll(/Rows Removed by (?:Filter|Index Recheck): (\d+)/g);
  return { plan, wasted: Math.max(0, ...[...removed].map((match) => Number(match[1]))) };
}

function planOf(caller: CallerName, sql: string): Promise<Seen> {
  return database.as(caller, (session) => readPlan(session, sql));
}

/** Title, caller, query, and the index through which it must read its page. */
const listPlans: [string, CallerName, string, string][] = [
  ['leads, newest first', 'agent', `select * from public.leads ${firstPageClause}`, 'leads_newest'],
  [
    'leads of a status',
    'agent',
    `select * from public.leads where status = 'qualified' ${firstPageClause}`,
    'leads_newest_by_status',
  ],
  [
    'leads that need a reply, the longest wait first',
    'agent',
    `select * from public.leads_needing_reply order by since, lead_id limit 6`,
    'leads_needing_reply_longest',
  ],
  [
    'leads that need a reply, a later page',
    'agent',
    `select * from public.leads_needing_reply
     where since >= ${timeAt(0.5)}
       and (since > ${timeAt(0.5)}
         or (since = ${timeAt(0.5)} and lead_id > gen_random_uuid()))
     order by since, lead_id limit 6`,
    'leads_needing_reply_longest',
  ],
  // The query of sorted_leads.
  [
    'leads, oldest first',
    'agent',
    `select id, created_at from public.leads order by created_at, id limit 51`,
    'leads_newest',
  ],
  [
    'leads of a status, oldest first, a later page',
    'agent',
    `select id, created_at from public.leads
     where status = 'qualified' and (created_at, id) > (${timeAt(0.5)}, gen_random_uuid())
     order by created_at, id limit 51`,
    'leads_newest_by_status',
  ],
  [
    'leads by their wait, a later page',
    'agent',
    `select waiting.lead_id, waiting.since
     from public.leads_needing_reply as waiting join public.leads on leads.id = waiting.lead_id
     where (waiting.since, waiting.lead_id) > (${timeAt(0.5)}, gen_random_uuid())
     order by waiting.since, waiting.lead_id limit 51`,
    'leads_needing_reply_longest',
  ],
  [
    'a thread',
    'agent',
    `select * from public.lead_messages where lead_id = (select id from public.leads limit 1) order by created_at, id`,
    'lead_messages_thread',
  ],
  [
    'services, published',
    'visitor',
    `select * from public.services where is_published ${firstPageClause}`,
    'services_published',
  ],
  ['services, all', 'viewer', `select * from public.services ${firstPageClause}`, 'services_newest'],
  [
    'one service',
    'visitor',
    `select * from public.services where slug = 'service-77' and is_published`,
    'services_slug',
  ],
  [
    'posts, published',
    'visitor',
    `select * from public.posts where is_published order by published_at desc nulls last, id desc limit 51`,
    'posts_published',
  ],
];

describe(`G-9 every list reads its page through an index, at ${leads} leads`, () => {
  test.each(listPlans)('%s', async (_title, caller, sql, index) => {
    const { plan, wasted } = await planOf(caller, sql);
    expect(plan).toContain(index);
    expect(wasted).toBeLessThan(100);
  });

  test('threads of a whole page are one index lookup each', async () => {
    const { plan } = await planOf(
      'agent',
      `select m.* from public.lead_messages m
       where m.lead_id in (select id from public.leads ${firstPageClause}) order by m.created_at, m.id`,
    );
    expect(plan).toContain('lead_messages_thread');
    expect(plan).not.toContain('Seq Scan on lead_messages');
  });
});

describe('G-9 the charts of the overview count through their index alone', () => {
  test.each(['leads_by_day', 'leads_by_service', 'leads_by_source'])('%s', async (name) => {
    const plan = await database.as(
      'viewer',
      async (session) => {
        const body = await session.value<string>(`select prosrc as body from pg_proc where proname = $1`, [
          name,
        ]);
        await session.query(`set local role none`);
        return explain(session, body);
      },
      { session: await database.open() },
    );
    expect(plan).toContain('Index Only Scan using leads_newest');
    expect(plan).not.toContain('Seq Scan on leads');
  });
});

describe('G-35 a policy checks the caller once per statement', () => {
  test.each([
    ['leads', 'can_handle_leads'],
    ['lead_messages', 'can_handle_leads'],
    ['services', 'is_staff'],
    ['posts', 'is_staff'],
  ])('%s', async (table, helper) => {
    const calls = await database.as(
      'agent',
      async (session) => {
        const n = await session.value<string>(`select count(*) as n from public.${table}`);
        expect(Number(n)).toBeGreaterThanOrEqual(5000);
        return Number(
          await session.value<string>(`select pg_stat_get_xact_function_calls($1::regproc) as calls`, [
            `public.${helper}`,
          ]),
        );
      },
      // A separate session, because these counters outlive a transaction.
      { before: `set local track_functions = 'all';`, session: await database.open() },
    );
    expect(calls).toBe(1);
  });

  test('the plan of leads has the check as an InitPlan', async () => {
    const { plan } = await planOf('agent', `select * from public.leads ${firstPageClause}`);
    expect(plan).toMatch(/InitPlan/);
    expect(plan).not.toMatch(/Filter:.*can_handle_leads/);
  });
});

describe('B-15 the search of leads', () => {
  /** The plan of the query inside search_leads, which `explain` of the call does not show. */
  async function searchPlan(term: string): Promise<Seen> {
    return database.as(
      'agent',
      async (session) => {
        await session.query(`set local role none`);
        const patterns = await session.query<{ p: string; short: string | null }>(
          `select private.lead_search_pattern($1) as p, private.short_search_pattern($1) as short`,
          [term],
        );
        const short = patterns[0]?.short;
        return readPlan(
          session,
          `select id, created_at from public.leads
           where private.lead_search_text(name, email, company) like '${patterns[0]?.p}'
             ${short ? `and private.lead_search_hex(name, email, company) ~ '${short}'` : ''} ${firstPageClause}`,
        );
      },
      { session: await database.open() },
    );
  }

  test.each([['f0e1d2'], ['nobody of that name'], ['company4999.example']])(
    'B-15 a search for a rare term uses the trigram index: %s',
    async (term) => {
      const { plan, wasted } = await searchPlan(term);
      expect(plan).toContain('leads_search');
      expect(wasted).toBeLessThan(2000);
    },
  );

  test.each([['zq'], ['--'], ['&'], ['z'], ['q\u0301'], ['日']])(
    'B-15 a search for a short term without matches reads almost no rows: %s',
    async (term) => {
      const { plan, wasted } = await searchPlan(term);
      expect(plan).toContain('leads_search_short');
      expect(wasted).toBeLessThan(500);
    },
  );

  test.each([['example'], ['ab'], ['a'], ['@']])(
    'B-15 a search for a common or short term stops at a full page: %s',
    async (term) => {
      const { plan, wasted } = await searchPlan(term);
      expect(plan).toContain('leads_newest');
      expect(wasted).toBeLessThan(5000);
    },
  );

  test.each(['oldest', 'waiting'])(
    'B-103 a deep page of leads sorted by %s returns in time',
    async (sort) => {
      const rows = await database.attempt<{ n: number }>(
        'agent',
        `select count(*)::int as n from public.sorted_leads($1, after_at => ${timeAt(0.4)})`,
        [sort],
      );
      expect(rows).toEqual([{ n: 50 }]);
    },
  );

  test('B-15 deep pages and totals of 100,000 leads return in time', async () => {
    const found = await database.as('agent', async (session) => {
      const rows = await session.query<{ n: number; total: number }>(
        `select count(*)::int as n, public.count_leads('example') as total
         from public.search_leads('example', null, ${timeAt(0.9)}, null)`,
      );
      return rows[0];
    });
    expect(found).toEqual({ n: 50, total: 1001 });
  });
});
