import { beforeEach, describe, expect, test } from 'vitest';
import { setUpAtNoon } from './set-up-at-noon.ts';
import { createOutboxCalls } from './queued-mail.ts';
import { testAccounts, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { begin, claim, report, sendLead, pass } = createOutboxCalls(database);

setUpAtNoon(database);
beforeEach(() => begin());

describe('B-250 a digest that could not be sent', () => {
  test('does not go to who has left the team since', async () => {
    await sendLead();
    const mails = await claim();
    for (const mail of mails) await report(mail, 'later');
    await database.query('delete from staff where user_id = $1', [testAccounts.agent]);
    await pass('1 hour');
    expect((await claim()).map(({ to_address: to }) => to)).toEqual(['owner@fairlead.example']);
    await database.query(`insert into staff (user_id, role) values ($1, 'agent')`, [testAccounts.agent]);
  });

  test('to an address that refuses mail is tried again after four hours', async () => {
    await database.query(`update profiles set mail_frequency = 'immediately'`);
    await sendLead();
    for (const mail of await claim()) await report(mail, 'refused');
    await pass('3 hours 50 minutes');
    expect(await claim()).toEqual([]);
    await pass('20 minutes');
    expect(await claim()).toHaveLength(2);
  });
});
