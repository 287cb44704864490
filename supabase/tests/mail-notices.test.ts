import { beforeEach, expect, test } from 'vitest';
import { createOutboxCalls } from './queued-mail.ts';
import { createReceivedMailCalls } from './received-mail.ts';
import { setUpAtNoon } from './set-up-at-noon.ts';
import { testAccounts, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, receive, tokenOf, addLead } = createReceivedMailCalls(database);
const staff = ['agent@fairlead.example', 'owner@fairlead.example'];
const { begin, claim, named, digestOf, report, pass } = createOutboxCalls(database);

setUpAtNoon(database);
beforeEach(async () => {
  await begin();
  await database.query('delete from received_mails; delete from leads');
});

test('B-92 staff are notified of an answer by mail, once for several, and of mail without a lead', async () => {
  const lead = await addLead('ana@roy.example');
  const token = await tokenOf(lead);
  await receive({ tokens: [token] });
  await receive({ tokens: [token], mail_id: '<second@roy.example>', body: 'And one more thing.' });
  const mails = await claim();
  for (const mail of mails) {
    expect((await digestOf(mail)).entries).toMatchObject([
      { lead, kinds: ['answer'], name: 'Ana Roy', words: 'And one more thing.' },
    ]);
    await report(mail, 'sent');
  }
  await receive({
    from_address: 'stranger@far.example',
    from_name: 'Cy Dow',
    mail_id: '<third@far.example>',
  });
  await pass('1 hour');
  const later = await claim();
  expect(later.map(({ to_address: to }) => to).toSorted()).toEqual(staff);
  for (const mail of later)
    expect((await digestOf(mail)).entries).toMatchObject([{ lead: null, kinds: ['mail'], name: 'Cy Dow' }]);
});

test('B-92 B-250 when a colleague adds an email to a lead, its assignee is notified and the colleague is not', async () => {
  const lead = await addLead('ana@roy.example');
  await database.query('update leads set assignee_id = $1 where id = $2', [testAccounts.owner, lead]);
  const { id } = await receive({ from_address: 'stranger@far.example' });
  await database.query('delete from private.staff_notifications');
  await call('agent', 'select join_received_mail($1, $2)', [id, lead]);
  expect(await named()).toEqual({ owner: ['Ana Roy'] });
});

test('B-92 automatic mail notifies no one', async () => {
  const lead = await addLead('ana@roy.example');
  await receive({ tokens: [await tokenOf(lead)], kind: 'auto-reply' });
  expect(await named()).toEqual({});
});
