import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lead, outboxOf } from './queued-mail.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
const { begin, claim, report, waiting } = outboxOf(() => database);

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(begin);

const agent = `(select id from auth.users where email = 'agent@fairlead.example')`;

async function queue(values: string): Promise<unknown> {
  const { rows } = await database.query<{ queued: boolean }>(
    `select private.queue_mail(${values}) as queued`,
  );
  return rows[0]?.queued;
}

test('a mail of a new kind goes to the lead, or to a colleague about one, with its details', async () => {
  await queue(`'welcome', lead => '${lead}', details => '{"day":"Monday"}'`);
  await queue(`'mention', colleague => ${agent}, lead => '${lead}'`);
  const mails = await claim();
  expect(mails.map(({ kind, to_address, details }) => [kind, to_address, details]).toSorted()).toEqual([
    ['mention', 'agent@fairlead.example', {}],
    ['welcome', 'ana@roy.example', { day: 'Monday' }],
  ]);
  for (const mail of mails) await report(mail, 'sent', '<x@y>');
  expect(await waiting()).toBe(0);
});

test('two with one key are one mail while the first one waits', async () => {
  const mail = `'late', colleague => ${agent}, lead => '${lead}', unique_key => 'late:${lead}'`;
  expect([await queue(mail), await queue(mail)]).toEqual([true, false]);
  expect(await claim()).toHaveLength(1);
});

test('a mail without a recipient is rejected', async () => {
  await expect(queue(`'welcome'`)).rejects.toThrow('outbox_recipient');
});

test('what waits about a lead is dropped when it is erased', async () => {
  await queue(`'welcome', lead => '${lead}'`);
  await database.query(`select private.erase_leads(array['${lead}']::uuid[])`);
  expect(await waiting()).toBe(0);
});
