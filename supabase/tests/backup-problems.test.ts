import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCall, type Call } from './call.ts';
import { openTestDatabase, errorCode, type TestDatabase } from './test-database.ts';
import { outboxOf } from './queued-mail.ts';

let database: TestDatabase;
let call: Call;
const { begin, claim, report } = outboxOf(() => database);

beforeAll(async () => {
  database = await openTestDatabase();
  call = openCall(database);
});
afterAll(() => database.close());
beforeEach(() => begin());

async function mailProblem(problem: string): Promise<void> {
  await database.as(
    'server',
    (session) => session.query('select public.mail_backup_problem($1)', [problem]),
    {
      keep: true,
    },
  );
}

test('a problem with the backups is one mail for each owner; a newer one replaces what still waits', async () => {
  await mailProblem('the disk is full');
  await mailProblem('the bucket is gone');
  const mails = await claim();
  expect(mails.length).toBeGreaterThan(0);
  for (const mail of mails)
    expect(mail).toMatchObject({ kind: 'backup-problem', details: { problem: 'the bucket is gone' } });
  expect(new Set(mails.map(({ to_address }) => to_address)).size).toBe(mails.length);
  for (const mail of mails) await report(mail, 'sent');
  expect(await claim()).toEqual([]);
});

test('only the server may send one', async () => {
  for (const caller of ['visitor', 'owner', 'agent'] as const)
    expect(await errorCode(call(caller, `select public.mail_backup_problem('x')`))).toBe('42501');
});
