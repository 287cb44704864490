// Tests that every plan of what visitors do, including functions and triggers, costs less than jit_above_cost of a
// stock PostgreSQL, above which it compiles the plan, which is slower than running it. Plans come from auto_explain.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toClientConfig, parseDatabaseUrl, DatabaseClient } from '@fairlead/backend/database';
import { isWholeMatrix } from '@fairlead/backend/testing/target';
import { callableFunctions } from './callable-functions.ts';
import { addRareLeads, fillInbox } from './filled-inbox.ts';
import { sampleLead, signLeadHeader, storeTestHeaderKey } from './sent-lead.ts';
import { testSessionOf, setUpTestDatabase, type CallerName } from './test-database.ts';
import { leadFilterCases, boundedReads } from './work-reads.ts';

/** The default of PostgreSQL. */
const jitAboveCost = 100_000;
/** The additional cost of a disabled scan before PostgreSQL 18. */
const disabledCost = 1e10;
const leads = isWholeMatrix ? 100_000 : 3_000;

const database = setUpTestDatabase(['seed.sql']);
let client: DatabaseClient;
/** The costs of the plans since it was emptied, with their statements. */
let plans: { cost: number; query: string }[] = [];
let booking: string;
let conversation: string;
let slots: string[];

storeTestHeaderKey(database);
beforeAll(async () => {
  await fillInbox(database, 1, leads);
  await addRareLeads(database, leads);
  // Dates the rows back, as only a limited number of inquiries is accepted within an hour.
  await database.query(
    `set session_replication_role = replica; update leads set created_at = created_at - interval '2 days';
     update bookings set created_at = created_at - interval '2 days';
     set session_replication_role = origin`,
  );
  await database.query(
    `insert into booking_blocks (starts_at, ends_at)
     select now() + i * interval '5 hours', now() + i * interval '5 hours' + interval '1 hour' from generate_series(1, 400) as i`,
  );
  await database.query('vacuum analyze');
  await database.query(unanalyzedSmallTables);
  slots = await database.column<string>(`select starts_at::text as at from consultation_slots()`);
  client = new DatabaseClient(toClientConfig(parseDatabaseUrl(database.address)));
  await client.connect();
  client.on('notice', ({ message = '' }) => {
    const [, text] = /^duration: [\d.]+ ms {2}plan:\n(.*)$/s.exec(message) ?? [];
    if (text === undefined) return;
    const found = JSON.parse(text) as { 'Query Text': string; Plan: { 'Total Cost': number } };
    plans.push({ cost: found.Plan['Total Cost'], query: found['Query Text'] });
  });
  await client.query(
    `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
     set auto_explain.log_format = json; set auto_explain.log_level = notice; set client_min_messages = notice`,
  );
  booking = await tokenOf('select book_consultation($1, $2) as result', [slots[0], sampleLead]);
  conversation = await database.value<string>(
    `select conversation_for_mail(id) ->> 'token' as token from leads order by created_at desc limit 1`,
  );
}, 240_000);

afterAll(async () => {
  await client.end();
});

/** As in a real database, because autovacuum never analyzes a table of fewer than 50 rows. */
const unanalyzedSmallTables = `do $$
  declare
    small regclass;
    counted integer;
  begin
    for small in
      select oid from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
    loop
      execute format('select count(*) from (select from %s limit 50) as first', small) into counted;
      if counted < 50 then
        update pg_class set reltuples = -1, relpages = 0, relallvisible = 0 where oid = small;
        delete from pg_statistic where starelid = small;
      end if;
    end loop;
  end $$`;

/** The headers that the site's server sends with a form; each call is another submission. */
function signedHeaders(): Record<string, string> {
  const facts = { form: 'booking', path: '/book' } as const;
  return { 'x-lead-facts': signLeadHeader({ ...sampleLead, service_id: null }, facts) };
}

function run(caller: CallerName, sql: string, values: unknown[] = [], keep = false) {
  plans = [];
  return database.attempt(caller, sql, values, {
    headers: signedHeaders(),
    keep,
    session: testSessionOf(() => client),
  });
}

async function tokenOf(sql: string, values: unknown[]): Promise<string> {
  const [row] = await run('visitor', sql, values, true);
  return (row?.['result'] as { token?: string } | undefined)?.token ?? '';
}

async function expectCheap(caller: CallerName, sql: string, values: unknown[] = []): Promise<void> {
  await run(caller, sql, values);
  expect(plans).not.toEqual([]);
  expect(plans.filter(({ cost }) => cost >= jitAboveCost && cost < disabledCost)).toEqual([]);
}

/** All functions of schema public that visitors may call. */
const calls: Record<string, [sql: string, values?: () => unknown[]]> = {
  accessibility_feedback_figures: ['select * from accessibility_feedback_figures()'],
  answer_conversation: [
    'select answer_conversation($1, $2, $3)',
    () => [conversation, 'Hello', randomUUID()],
  ],
  book_consultation: ['select book_consultation($1, $2)', () => [slots[9], sampleLead]],
  booking_is_open: ['select booking_is_open()'],
  cancel_consultation: ['select cancel_consultation($1)', () => [booking]],
  consultation: ['select * from consultation($1)', () => [booking]],
  consultation_slots: ['select * from consultation_slots($1)', () => [booking]],
  find_redirect: [`select * from find_redirect('/services/former')`],
  move_consultation: ['select move_consultation($1, $2)', () => [booking, slots[20]]],
  preview_app_media: [`select * from preview_app_media('x')`],
  preview_apps: [`select * from preview_apps('x')`],
  preview_case_studies: [`select * from preview_case_studies('x')`],
  preview_posts: [`select * from preview_posts('x')`],
  preview_services: [`select * from preview_services('x')`],
  read_conversation: ['select read_conversation($1)', () => [conversation]],
  renew_conversation: ['select renew_conversation($1)', () => [conversation]],
  retention_months: ['select retention_months()'],
  unsubscribe: ['select unsubscribe($1)', () => [conversation]],
};

test('each function that visitors may call is called here', () => {
  const callable = callableFunctions.anon.flatMap((name) => /^public\.(.+)$/.exec(name)?.[1] ?? []);
  expect(Object.keys(calls)).toEqual(callable);
});

describe('B-132 no query of a visitor is so expensive that an unmodified PostgreSQL compiles it', () => {
  test.each(Object.entries(calls))('%s', (_name, [sql, values]) => expectCheap('visitor', sql, values?.()));

  test('the insert of the contact form is cheap', () =>
    expectCheap('visitor', 'insert into leads (name, email, message) values ($1, $2, $3)', [
      sampleLead.name,
      sampleLead.email,
      sampleLead.message,
    ]));

  test('reading any table that visitors may read is cheap', async () => {
    const rows = await database.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and has_any_column_privilege('anon', oid, 'select')`,
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const { name } of rows) {
      const list = await database.value<string>(
        `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and has_column_privilege('anon', attrelid, attnum, 'select')`,
        [`public.${name}`],
      );
      await run('visitor', `select ${list} from ${name}`);
      expect(plans.filter(({ cost }) => cost >= jitAboveCost && cost < disabledCost)).toEqual([]);
    }
  });
});

describe('no query of the server or of staff is so expensive that PostgreSQL compiles it', () => {
  test.each([
    ['mail that waits', 'select * from claim_mail(10, 60)'],
    ['escalations', 'select escalate_waiting_leads()'],
  ])('%s', (_title, sql) => expectCheap('server', sql));

  test.each(leadFilterCases)('the list of the inbox is cheap: %s', async (_title, args) => {
    await expectCheap('agent', `select * from sorted_leads('oldest', ${args})`);
    await expectCheap('agent', `select * from sorted_leads('waiting', ${args})`);
  });

  test.each(boundedReads)('%s', (_title, caller, sql) =>
    caller === 'program' ? undefined : expectCheap(caller, sql),
  );
});

test('B-132 each function that returns rows declares how many the planner should assume', async () => {
  const rows = await database.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where proretset and prorows = 1000 and pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  );
  expect(rows).toEqual([]);
});

test('a function that disables a way to scan, which costs more than any plan, has JIT off', async () => {
  const rows = await database.query(
    `select oid::regprocedure::text as name from pg_proc
     where array_to_string(proconfig, ' ') ~ 'enable_[a-z]+=off' and not 'jit=off' = any (proconfig)`,
  );
  expect(rows).toEqual([]);
});
