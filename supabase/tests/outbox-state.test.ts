import { beforeEach, expect, test } from 'vitest';
import { setUpTestDatabase } from './test-database.ts';
import { createOutboxCalls } from './queued-mail.ts';

const database = setUpTestDatabase();
const { call, callError } = database;
const { begin, claim, report, sendLead, write } = createOutboxCalls(database);

beforeEach(() => begin());

async function state(caller: 'owner' | 'server' = 'owner'): Promise<unknown> {
  const [row] = await call(caller, 'select * from public.outbox_state()');
  return row;
}

test('the state of the outbox counts waiting mails, their age, and mails that were given up', async () => {
  expect(await state()).toEqual({ waiting: 0, oldest_seconds: 0, failed: 0 });
  await write('Hello');
  await database.query(`update private.outbox set queued_at = now() - interval '3 hours'`);
  expect(await state('server')).toEqual({ waiting: 1, oldest_seconds: 10_800, failed: 0 });
  for (const mail of await claim()) await report(mail, 'refused');
  expect(await state()).toEqual({ waiting: 0, oldest_seconds: 0, failed: 1 });
  await database.query(`update lead_messages set created_at = now() - interval '8 days'`);
  expect(await state()).toEqual({ waiting: 0, oldest_seconds: 0, failed: 0 });
});

test('a digest that is due waits, and counts once it was given up; news that are not due do not wait', async () => {
  await sendLead();
  expect(await state()).toMatchObject({ waiting: 0, failed: 0 });
  const mails = await claim();
  expect(await state()).toMatchObject({ waiting: 2, failed: 0 });
  for (const mail of mails) await report(mail, 'refused');
  expect(await state()).toMatchObject({ waiting: 0, failed: 2 });
});

test.each(['visitor', 'waiting', 'viewer', 'agent', 'editor', 'open', 'anonymous'] as const)(
  'the state of the mail is for owners, not for %s',
  async (caller) => {
    expect(await callError(caller, 'select public.outbox_state()')).toBe('42501');
  },
);
