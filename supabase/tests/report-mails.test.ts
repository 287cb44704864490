import { beforeEach, expect, test } from 'vitest';
import { setUpAtNoon } from './set-up-at-noon.ts';
import { createOutboxCalls, type ClaimedTestMail } from './queued-mail.ts';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call } = database;
const { begin, claim, digestOf, report, pass } = createOutboxCalls(database);

setUpAtNoon(database);
beforeEach(async () => {
  await begin();
  await database.query('delete from accessibility_feedback');
});

async function send(message: string, replyTo: string | null = null): Promise<void> {
  await call('visitor', 'insert into accessibility_feedback (message, reply_to) values ($1, $2)', [
    message,
    replyTo,
  ]);
}

const addresses = (mails: ClaimedTestMail[]) => mails.map(({ to_address }) => to_address).toSorted();
const staff = ['agent@fairlead.example', 'owner@fairlead.example'];

test('B-81 a report is mailed to those who answer it, and acknowledged to its writer, once', async () => {
  await send('A barrier', 'Ana@roy.example');
  await send('A barrier', 'Ana@roy.example');
  const mails = await claim();
  expect(addresses(mails)).toEqual(['Ana@roy.example', ...staff]);
  expect(mails.filter(({ kind }) => kind === 'acknowledgement')).toHaveLength(1);
  for (const mail of mails.filter(({ kind }) => kind === 'digest'))
    expect(await digestOf(mail)).toEqual({ entries: [], total: 0, reports: 1 });
  for (const mail of mails) await report(mail, 'sent', '<x@y>');
  await pass('1 day');
  expect(await claim()).toEqual([]);
  const rows = await database.query('select acknowledged_at is not null as done from accessibility_feedback');
  expect(rows).toEqual([{ done: true }]);
});

test('B-81 an acknowledgement that fails is tried again under its own lease, and given up in the end', async () => {
  await send('A barrier', 'ana@roy.example');
  for (let attempt = 1; attempt <= 12; attempt++) {
    const mail = (await claim()).find(({ to_address: to }) => to === 'ana@roy.example');
    if (!mail) throw new Error(`attempt ${attempt} has no mail`);
    await report(mail, 'later');
    await pass('1 day');
  }
  expect(addresses(await claim())).not.toContain('ana@roy.example');
});

test.each(['416-555-0142', 'ana at roy', 'ana@roy', 'a@b.example, c@d.example', null])(
  'B-81 the sender of a report who left %s gets no mail',
  async (replyTo) => {
    await send('A barrier', replyTo);
    expect(addresses(await claim())).toEqual(staff);
  },
);

test('B-81 many reports are few mails: to staff in a digest an hour later, to one address once a day', async () => {
  for (let number = 1; number <= 20; number++) await send(`Barrier ${number}`, 'victim@x.example');
  const first = await claim();
  expect(addresses(first)).toEqual([...staff, 'victim@x.example']);
  for (const mail of first) await report(mail, 'sent');
  await send('Another one', 'VICTIM@x.example');
  await send('And another one', 'victim@x.example');
  expect(await claim()).toEqual([]);
  await pass('1 hour');
  expect(addresses(await claim())).toEqual(staff);
});

test('B-81 a person on the do-not-contact list still gets the confirmation that their report arrived', async () => {
  const token = await database.value<string>(`select unsubscribe_token('ana@roy.example') as token`);
  await call('visitor', 'select unsubscribe($1)', [token]);
  await send('A barrier', 'ana@roy.example');
  expect(addresses(await claim())).toContain('ana@roy.example');
});

test('B-81 a report that was deleted or erased before the mail is sent is not acknowledged', async () => {
  await send('One', 'ana@roy.example');
  await call('owner', `select erase_person(array['ana@roy.example'])`);
  expect(addresses(await claim())).not.toContain('ana@roy.example');
  await send('Two', 'bo@lind.example');
  await database.query('delete from accessibility_feedback');
  expect(await database.query('select from private.outbox where report_id is not null')).toHaveLength(0);
});
