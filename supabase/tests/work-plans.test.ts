// Tests that at 100,000 leads with 400,000 messages no list costs more than twice what it costs at 1,000 leads (`npm
// run audit -- tests`; a fifth of them in `npm test`, where a scan would exceed the same bounds). Cost is the number of
// pages read, which is the same on every machine.
import { beforeAll, describe, expect, test } from 'vitest';
import { isWholeMatrix } from '@fairlead/backend/testing/target';
import { makeOlderHalfOverdue, addRareLeads, fillInbox } from './filled-inbox.ts';
import { countPagesRead } from './count-pages-read.ts';
import { setUpTestDatabase, type CallerName } from './test-database.ts';
import { leadFilterCases, longListCases, boundedReads, type LeadFilterCase } from './work-reads.ts';

const database = setUpTestDatabase();
const small = new Map<string, number>();
const large = new Map<string, number>();
const most = isWholeMatrix ? 100_000 : 20_000;
/** Pages that any read may use, about 5 MB of memory. */
const few = 700;

const lists = leadFilterCases.flatMap(([title, args]): [title: string, sql: string][] => [
  [`newest: ${title}`, `select * from search_leads(${withTerm(args)})`],
  [`count: ${title}`, `select count_leads(${withTerm(args)})`],
  [`oldest: ${title}`, `select * from sorted_leads('oldest', ${args})`],
  [`longest wait: ${title}`, `select * from sorted_leads('waiting', ${args})`],
]);

function withTerm(args: string): string {
  return args.startsWith('term') ? args : `term => '', ${args}`;
}

async function measure(caller: CallerName | 'program', sql: string): Promise<number> {
  return database.as(caller === 'program' ? 'server' : caller, async (session) => {
    if (caller === 'program') await session.query('reset role');
    // warms up what a session looks up once
    for (let time = 0; time < 2; time += 1) await session.query(sql);
    return countPagesRead(session, sql);
  });
}

async function measureAll(into: Map<string, number>): Promise<void> {
  for (const [title, sql] of lists) into.set(title, await measure('agent', sql));
  for (const [title, caller, sql] of boundedReads) into.set(title, await measure(caller, sql));
}

beforeAll(async () => {
  await fillInbox(database, 1, 1000);
  await addRareLeads(database, 1000);
  await measureAll(small);
  await fillInbox(database, 1001, most);
  await addRareLeads(database, most);
  await measureAll(large);
}, 240_000);

describe('B-94 B-113 B-115 with many leads it costs at most twice what it does at 1,000', () => {
  test.each(lists)('%s', (title) => {
    expect(large.get(title)).toBeLessThanOrEqual(Math.max(2 * (small.get(title) ?? 0), few));
  });

  test.each(boundedReads)('%s', (title, _caller, _sql, floor = few) => {
    expect(large.get(title)).toBeLessThanOrEqual(Math.max(2 * (small.get(title) ?? 0), floor));
  });
});

async function idsOf(sql: string): Promise<string[]> {
  return database.as('agent', (session) => session.column<string>(sql));
}

/** Compares each order and the number with plain queries. */
async function expectSameLeads(...[, args, where]: LeadFilterCase): Promise<void> {
  const plain = `select leads.id from leads left join leads_needing_reply as waiting on waiting.lead_id = leads.id where ${where}`;
  const newest = await idsOf(`${plain} order by leads.created_at desc, leads.id desc limit 50`);
  expect(await idsOf(`select id from search_leads(${withTerm(args)})`)).toEqual(newest);
  const oldest = await idsOf(`${plain} order by leads.created_at, leads.id limit 50`);
  expect(await idsOf(`select id from sorted_leads('oldest', ${args})`)).toEqual(oldest);
  const longest = await idsOf(
    `${plain} and waiting.since is not null order by waiting.since, waiting.lead_id limit 50`,
  );
  expect(await idsOf(`select id from sorted_leads('waiting', ${args})`)).toEqual(longest);
  const [counted] = await idsOf(`select count_leads(${withTerm(args)}) as id`);
  const [total] = await idsOf(`select least(count(*), 1001)::integer as id from (${plain}) as found`);
  expect(counted).toBe(total);
}

test.each(leadFilterCases)('B-94 in every order the list holds the same leads: %s', expectSameLeads);

describe('B-114 a list of thousands of overdue leads', () => {
  beforeAll(() => makeOlderHalfOverdue(database), 60_000);

  test.each(longListCases)('holds the same leads in every order: %s', expectSameLeads);

  test.each(longListCases)('is a bounded read: %s', async (_title, args) => {
    expect(await measure('agent', `select * from search_leads(${withTerm(args)})`)).toBeLessThan(2000);
    expect(await measure('agent', `select * from sorted_leads('oldest', ${args})`)).toBeLessThan(2000);
    // one pass over the leads, for terms that must be compared with all of them
    for (const sql of [
      `select * from sorted_leads('waiting', ${args})`,
      `select count_leads(${withTerm(args)})`,
    ])
      expect(await measure('agent', sql)).toBeLessThan(most / 12);
  });
});
