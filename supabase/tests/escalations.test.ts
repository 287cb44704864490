import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCall, type Call } from './call.ts';
import { mailsOf } from './received-mail.ts';
import { accounts, openTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let call: Call;
const { receive, tokenOf } = mailsOf(() => database);
const hour = new Date().getUTCHours() - 12;
/** About noon there. */
const timeZone = hour === 0 ? 'Etc/GMT' : `Etc/GMT${hour > 0 ? '+' : ''}${hour}`;
const openingHours = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, ['00:00', '23:59']]),
);

beforeAll(async () => {
  database = await openTestDatabase();
  call = openCall(database);
  await database.query('insert into agency_settings (facts) values ($1)', [
    { openingHours, timeZone, holidays: 'none' },
  ]);
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.query('delete from received_mails; delete from leads');
  await database.query('delete from private.outbox');
  await database.query('delete from private.late_notices');
});

const add = (age: string, assignee: string | null = null, isSample = false) =>
  database.query(
    `insert into leads (name, email, created_at, assignee_id, is_sample)
     values ('Ana Roy', 'ana@roy.example', now() - $1::interval, $2, $3)`,
    [age, assignee, isSample],
  );
const escalate = async () => (await call('server', 'select escalate_waiting_leads() as leads'))[0]?.['leads'];
const mails = async () =>
  (
    await database.query<{ colleague_id: string; count: string; wait: number }>(
      `select colleague_id, details ->> 'count' as count,
         round(extract(epoch from next_try_at - now()) / 60)::int as wait
       from private.outbox where kind = 'late-leads' order by colleague_id`,
    )
  ).rows;

test('B-24 owners are told once of leads that nobody is responsible for; samples and those in time are nothing', async () => {
  await add('5 hours');
  await add('6 hours');
  await add('1 hour');
  await add('9 hours', null, true);
  expect([await escalate(), await escalate()]).toEqual([2, 0]);
  expect(await mails()).toEqual([{ colleague_id: accounts.owner, count: '2', wait: 0 }]);
  // a colleague's note about the same wait, or a second message, tells nobody again
  await database.query(
    `insert into lead_messages (lead_id, message, sender_type) select id, 'And?', 'lead' from leads`,
  );
  expect(await escalate()).toBe(0);
});

test('B-24 who is responsible is told first, and the owners when nothing happens for another hour', async () => {
  await add('5 hours', accounts.agent);
  await escalate();
  expect((await mails()).map(({ colleague_id: who }) => who)).toEqual([accounts.agent]);
  const { rows } = await database.query<{ minutes: number }>(
    'select round(extract(epoch from escalate_at - now()) / 60)::int as minutes from leads_needing_reply',
  );
  expect(rows).toEqual([{ minutes: 60 }]);
  await database.query('update leads_needing_reply set escalate_at = now()');
  await escalate();
  await escalate();
  expect((await mails()).map(({ colleague_id: who }) => who)).toEqual([accounts.agent, accounts.owner]);
});

test('B-24 what passes meanwhile joins a mail that still waits, and a further mail comes 15 minutes later', async () => {
  await add('5 hours');
  await escalate();
  await add('5 hours');
  await escalate();
  expect(await mails()).toEqual([{ colleague_id: accounts.owner, count: '2', wait: 0 }]);
  await database.query('delete from private.outbox');
  await add('5 hours');
  await escalate();
  expect(await mails()).toEqual([{ colleague_id: accounts.owner, count: '1', wait: 15 }]);
});

test('B-24 a step that is cut off told nobody, and the next one does', async () => {
  await add('5 hours');
  await database.query('begin');
  await database.query('select escalate_waiting_leads()');
  await database.query('rollback');
  expect(await mails()).toEqual([]);
  expect(await escalate()).toBe(1);
  expect(await mails()).toHaveLength(1);
});

test('B-24 an answer in time tells nobody', async () => {
  await add('5 hours');
  await database.query(
    `insert into lead_messages (lead_id, message, sender_type) select id, 'Yes', 'admin' from leads`,
  );
  expect(await escalate()).toBe(0);
});

/** As if it had come then. */
async function receiveStranger(body: string, age: string): Promise<string> {
  const { id } = await receive({ from_address: 'stranger@far.example', body });
  await database.query(
    `update received_mails
     set received_at = now() - $2::interval, target_at = private.answer_target(now() - $2::interval),
       escalate_at = private.answer_target(now() - $2::interval)
     where id = $1`,
    [id, age],
  );
  return id;
}
const waitingMails = async () =>
  (await call('agent', 'select mails, late_mails, waiting from work_counts()'))[0];

test('B-24 emails to sort have the same target from their arrival, and owners are told once when it passes', async () => {
  await database.query('delete from private.outbox');
  const { id } = await receive({ from_address: 'stranger@far.example' });
  const { rows } = await database.query(
    `select target_at = private.add_business_minutes(received_at, 240) as as_a_lead, escalate_at = target_at as escalates
     from received_mails where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ as_a_lead: true, escalates: true }]);
  expect(await escalate()).toBe(0);
  await receiveStranger('A request', '5 hours');
  await receiveStranger('Another one', '5 hours');
  expect(await waitingMails()).toEqual({ mails: 3, late_mails: 2, waiting: 0 });
  expect([await escalate(), await escalate()]).toEqual([2, 0]);
  const { rows: queued } = await database.query(
    `select colleague_id, details from private.outbox where kind = 'late-leads'`,
  );
  expect(queued).toEqual([{ colleague_id: accounts.owner, details: { count: 0, mails: 2 } }]);
  await add('5 hours');
  expect(await escalate()).toBe(1);
  expect((await database.query(`select details from private.outbox where kind = 'late-leads'`)).rows).toEqual(
    [{ details: { count: 1, mails: 2 } }],
  );
});

test('B-24 an email that was sorted, dismissed or is of a machine waits for nobody; one that is sorted again does', async () => {
  await add('1 hour');
  const [lead] = (await database.query<{ id: string }>('select id from leads')).rows;
  await receive({ kind: 'auto-reply', body: 'Away' });
  await receive({ tokens: [await tokenOf(lead?.id ?? '')], body: 'Yes' });
  const sorted = await receiveStranger('A request', '5 hours');
  const dismissed = await receiveStranger('An offer', '5 hours');
  await call(
    'agent',
    `select join_received_mail('${sorted}', '${lead?.id}'), dismiss_received_mail('${dismissed}')`,
  );
  expect(await waitingMails()).toMatchObject({ mails: 0, late_mails: 0 });
  await database.query('delete from leads_needing_reply');
  expect(await escalate()).toBe(0);
  await call('agent', `select return_mail_to_triage('${dismissed}')`);
  expect(await waitingMails()).toMatchObject({ mails: 1, late_mails: 1 });
  expect(await escalate()).toBe(1);
});

test('B-24 another target moves that of emails to sort, which has not passed', async () => {
  const { id } = await receive({ from_address: 'stranger@far.example' });
  await database.query(
    'insert into agency_settings (facts, based_on) select $1, max(id) from agency_settings',
    [{ openingHours, timeZone, holidays: 'none', answerHours: 2 }],
  );
  const { rows } = await database.query(
    `select target_at = private.add_business_minutes(received_at, 120) as moved from received_mails where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ moved: true }]);
});
