import { beforeEach, expect, test } from 'vitest';
import { setUpTestDatabase } from './test-database.ts';
import { createOutboxCalls } from './queued-mail.ts';

const database = setUpTestDatabase();
const { callError } = database;
const { begin, claim, report } = createOutboxCalls(database);

beforeEach(() => begin());

async function mailProblem(problem: string): Promise<void> {
  await database.call('server', 'select public.mail_backup_problem($1)', [problem]);
}

test('each owner gets one mail about a problem with the backups; a newer problem replaces the mail that still waits', async () => {
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

test('only the server may queue a mail about a problem with the backups', async () => {
  for (const caller of ['visitor', 'owner', 'agent'] as const)
    expect(await callError(caller, `select public.mail_backup_problem('x')`)).toBe('42501');
});
