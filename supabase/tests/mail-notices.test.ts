import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboxOf } from './queued-mail.ts';
import { mailsOf } from './received-mail.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
const { receive, tokenOf, addLead } = mailsOf(() => database);
const { begin, claim } = outboxOf(() => database);

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await begin();
  await database.query('delete from received_mails');
});

const notices = async () => (await claim()).map(({ kind, to_address }) => `${kind} ${to_address}`).toSorted();
const staff = ['agent@fairlead.example', 'owner@fairlead.example'];

test('B-92 staff are told of an answer by mail, once for several, and of mail that belongs nowhere', async () => {
  const lead = await addLead('ana@roy.example');
  const token = await tokenOf(lead);
  await receive({ tokens: [token] });
  await receive({ tokens: [token], mail_id: '<second@roy.example>', body: 'And one more thing.' });
  expect(await notices()).toEqual(staff.map((address) => `answer ${address}`));
  await database.query('delete from private.outbox');
  await receive({ from_address: 'stranger@far.example', mail_id: '<third@far.example>' });
  expect(await notices()).toEqual(staff.map((address) => `triage ${address}`));
});

test('B-92 what a machine wrote notifies nobody', async () => {
  const lead = await addLead('ana@roy.example');
  await receive({ tokens: [await tokenOf(lead)], kind: 'auto-reply' });
  expect(await notices()).toEqual([]);
});
