import { beforeEach, describe, expect, test } from 'vitest';
import { createConversationCalls } from './create-conversation-calls.ts';
import { setUpAtNoon } from './set-up-at-noon.ts';
import { createOutboxCalls } from './queued-mail.ts';
import { testAccounts, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { begin, claim, named, report, sendLead, write, pass, waiting } = createOutboxCalls(database);
const { tokenOf, send } = createConversationCalls(database);

setUpAtNoon(database);
beforeEach(async () => {
  await begin();
  await database.query(`update profiles set mail_frequency = 'hourly', away_from = null, away_until = null`);
});

const assign = (account: string | null) => database.query('update leads set assignee_id = $1', [account]);

describe('G-36 B-250 no lead waits unseen', () => {
  const away = (who: string[]) =>
    database.query(
      `update profiles set away_from = private.business_day(now()), away_until = private.business_day(now()) where id = any ($1)`,
      [who],
    );

  test('on days away others are notified, also of what was not mailed yet; when everyone is away, the owners', async () => {
    await assign(testAccounts.agent);
    await send(await tokenOf(), 'Hello');
    await away([testAccounts.agent]);
    expect(await named()).toEqual({ owner: ['Ana Roy'] });
    await begin();
    await away([testAccounts.agent, testAccounts.owner]);
    await sendLead();
    expect(await named()).toEqual({ owner: ['Bo Lind'] });
    await database.query('update profiles set away_from = away_from - 2, away_until = away_until - 2');
    await sendLead('visitor', 'Cy Dow');
    expect(await named()).toEqual({ agent: ['Cy Dow'] });
  });

  test('an account that lost the role is no longer notified, and others are instead; without a recipient, notifications wait', async () => {
    const ban = (until: string | null) =>
      database.query('update auth.users set banned_until = $1 where id = any ($2)', [
        until,
        [testAccounts.agent, testAccounts.owner],
      ]);
    await ban('infinity');
    await sendLead();
    expect(await named()).toEqual({});
    await ban(null);
    expect(await named()).toEqual({ agent: ['Bo Lind'], owner: ['Bo Lind'] });
    await begin();
    await assign(testAccounts.agent);
    await send(await tokenOf(), 'Hello');
    for (const mail of await claim()) await report(mail, 'later');
    await database.query(`update staff set role = 'viewer' where user_id = $1`, [testAccounts.agent]);
    expect(await named()).toEqual({ owner: ['Ana Roy'] });
    await database.query(`update staff set role = 'agent' where user_id = $1`, [testAccounts.agent]);
  });

  test('a new lead is added to the digest that waits, which is then sent like a new one, at once and with all its attempts', async () => {
    await sendLead();
    const first = await claim();
    for (const mail of first) await report(mail, 'later');
    await database.query(`update private.outbox set attempts = 11, next_try_at = now() + interval '4 hours'`);
    await sendLead('visitor', 'Cy Dow');
    const grown = await claim();
    expect(grown.map(({ names }) => names)).toEqual([
      ['Bo Lind', 'Cy Dow'],
      ['Bo Lind', 'Cy Dow'],
    ]);
    const ids = first.map(({ id }) => id);
    for (const { id } of grown) expect(ids).not.toContain(id);
    for (const mail of grown) await report(mail, 'later');
    expect(await waiting()).toBe(2);
  });

  test('an answer that comes while a digest of its lead is being sent is in the next one', async () => {
    const token = await tokenOf();
    await send(token, 'Hello');
    const [one, two] = await claim();
    if (!one || !two) throw new Error('no digests');
    await send(token, 'And another thing');
    for (const mail of [one, two]) await report(mail, 'sent');
    await pass('1 hour');
    expect(await named()).toEqual({ agent: ['Ana Roy'], owner: ['Ana Roy'] });
  });

  test('two servers that claim at once make one digest for each', async () => {
    const sessions = [await database.open(), await database.open()];
    await sendLead();
    const claimed = await Promise.all(sessions.map((session) => claim(10, session)));
    const rest = await claim();
    const to = [...claimed.flat(), ...rest].map(({ to_address: address }) => address);
    expect(to.toSorted()).toEqual(['agent@fairlead.example', 'owner@fairlead.example']);
  });

  test('a lead, an answer and a booking are stored also when no one can be notified', async () => {
    const token = await tokenOf();
    await database.query(`alter table private.staff_notifications rename to gone`);
    try {
      await sendLead('visitor', 'Cy Dow');
      expect(await send(token, 'Hello')).toBe('sent');
    } finally {
      await database.query(`alter table private.gone rename to staff_notifications`);
    }
    expect(await database.query(`select from leads where name = 'Cy Dow'`)).toHaveLength(1);
    expect(await database.query('select from lead_messages')).toHaveLength(1);
    await write('Thursday works.');
    expect((await claim()).map(({ kind }) => kind)).toEqual(['reply']);
  });
});
