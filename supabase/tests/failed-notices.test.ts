import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { testAccounts, setUpTestDatabase } from './test-database.ts';
import { setUpAtNoon } from './set-up-at-noon.ts';
import { createOutboxCalls } from './queued-mail.ts';

const database = setUpTestDatabase();
const { call, callError } = database;
const { begin, claim, named, report, sendLead, pass } = createOutboxCalls(database);

setUpAtNoon(database);

beforeEach(() => begin());

function failed() {
  return call('owner', 'select colleague, problem from public.failed_notices() order by 1');
}

async function failDigests(name = 'Bo Lind'): Promise<void> {
  await sendLead('visitor', name);
  for (const mail of await claim()) await report(mail, 'refused');
}

test('G-36 owners see whom a digest did not reach and why; its news are in the next one, four hours later', async () => {
  await failDigests();
  expect(await failed()).toEqual([
    { colleague: 'Agent Person', problem: 'Not now.' },
    { colleague: 'Owner Person', problem: 'Not now.' },
  ]);
  await sendLead('visitor', 'Cy Dow');
  await pass('3 hours 59 minutes');
  expect(await claim()).toEqual([]);
  await pass('1 minute');
  const mails = await claim();
  expect(mails.map(({ names }) => names)).toEqual([
    ['Bo Lind', 'Cy Dow'],
    ['Bo Lind', 'Cy Dow'],
  ]);
  for (const mail of mails) await report(mail, 'sent');
  expect(await failed()).toEqual([]);
});

test('G-36 sent again by an owner it is one mail each, at once, and no longer a failure', async () => {
  await failDigests();
  await Promise.all([
    call('owner', 'select public.retry_notices()'),
    call('owner', 'select public.retry_notices()'),
  ]);
  expect(await failed()).toEqual([]);
  expect(await named()).toEqual({ agent: ['Bo Lind'], owner: ['Bo Lind'] });
});

test('G-36 a colleague who may no longer read leads is not notified, and no mail waits for them', async () => {
  await failDigests();
  await database.query(`update staff set role = 'viewer' where user_id = $1`, [testAccounts.agent]);
  onTestFinished(
    async () =>
      void (await database.query(`update staff set role = 'agent' where user_id = $1`, [testAccounts.agent])),
  );
  expect((await failed()).map(({ colleague }) => colleague)).toEqual(['Owner Person']);
  await call('owner', 'select public.retry_notices()');
  expect(await named()).toEqual({ owner: ['Bo Lind'] });
});

test.each(['visitor', 'waiting', 'viewer', 'agent', 'editor', 'open'] as const)(
  'notices that failed are for owners, not for %s',
  async (caller) => {
    expect(await callError(caller, 'select public.failed_notices()')).toBe('42501');
    expect(await callError(caller, 'select public.retry_notices()')).toBe('42501');
  },
);
