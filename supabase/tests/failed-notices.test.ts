import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCall, type Call } from './call.ts';
import { accounts, openTestDatabase, errorCode, type TestDatabase } from './test-database.ts';
import { outboxOf } from './queued-mail.ts';

let database: TestDatabase;
let call: Call;
const { begin, claim, report, sendLead, pass, waiting } = outboxOf(() => database);

beforeAll(async () => {
  database = await openTestDatabase();
  call = openCall(database);
});

afterAll(() => database.close());

beforeEach(async () => {
  await begin();
  await database.query('delete from private.failed_notices');
});

function failed() {
  return call('owner', 'select colleague, lead_count, problem from public.failed_notices() order by 1');
}

async function failNotices(): Promise<void> {
  await sendLead();
  for (const mail of await claim()) await report(mail, 'refused');
}

test('G-36 owners see whom a notice did not reach and why; what fails later joins it', async () => {
  await failNotices();
  await pass('5 minutes');
  await failNotices();
  expect(await failed()).toEqual([
    { colleague: 'Agent Person', lead_count: 2, problem: 'Not now.' },
    { colleague: 'Owner Person', lead_count: 2, problem: 'Not now.' },
  ]);
});

test('G-36 sent again by an owner it is one mail each, and no longer a failure', async () => {
  await failNotices();
  await Promise.all([
    call('owner', 'select public.retry_notices()'),
    call('owner', 'select public.retry_notices()'),
  ]);
  expect(await failed()).toEqual([]);
  expect((await claim()).map(({ lead_count }) => lead_count)).toEqual([1, 1]);
});

test('G-36 a colleague who may no longer read leads is not notified, and no mail waits for them', async () => {
  await failNotices();
  await database.query(`update staff set role = 'viewer' where user_id = $1`, [accounts.agent]);
  try {
    expect((await failed()).map(({ colleague }) => colleague)).toEqual(['Owner Person']);
    await call('owner', 'select public.retry_notices()');
    expect(await waiting()).toBe(1);
  } finally {
    await database.query(`update staff set role = 'agent' where user_id = $1`, [accounts.agent]);
  }
});

test.each(['visitor', 'waiting', 'viewer', 'agent', 'editor', 'open'] as const)(
  'notices that failed are for owners, not for %s',
  async (caller) => {
    expect(await errorCode(call(caller, 'select public.failed_notices()'))).toBe('42501');
    expect(await errorCode(call(caller, 'select public.retry_notices()'))).toBe('42501');
  },
);
