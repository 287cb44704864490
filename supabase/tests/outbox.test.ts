import { beforeEach, describe, expect, test } from 'vitest';
import { testAccounts, setUpTestDatabase } from './test-database.ts';
import { createOutboxCalls } from './queued-mail.ts';

const database = setUpTestDatabase();
const { begin, claim, report, write, pass, delivery, waiting } = createOutboxCalls(database);

beforeEach(() => begin());

describe('the mail about a used recovery code', () => {
  test('is mailed to its account alone, whatever its role and choice; once, and not to owners', async () => {
    await database.query(`insert into private.outbox (kind, colleague_id) values ('recovery-code', $1)`, [
      testAccounts.viewer,
    ]);
    await database.query(`update profiles set mail_frequency = 'never' where id = $1`, [testAccounts.viewer]);
    const [notice, ...others] = await claim();
    expect([notice?.kind, notice?.to_address, others]).toEqual([
      'recovery-code',
      'viewer@fairlead.example',
      [],
    ]);
    expect(await report(notice, 'refused')).toBe(true);
    expect(await claim()).toEqual([]);
  });
});

describe('G-11 replies in the outbox', () => {
  test('G-11 a colleague’s reply is queued with its transaction; other words and other writers are not', async () => {
    await write('By phone: yes', 'server', 'lead');
    await write('Imported', 'server');
    expect(await waiting()).toBe(0);
    await write('Thursday works.');
    await write('Thursday works.');
    expect(await claim()).toMatchObject([
      {
        to_address: 'ana@roy.example',
        body: 'Thursday works.',
      },
    ]);
  });

  test('G-11 recorded, then sent, with its Message-ID', async () => {
    await write('One');
    expect(await delivery()).toEqual([{ state: 'recorded', problem: null, id: null }]);
    const [one] = await claim();
    expect(await report(one, 'sent', '<one@fairlead.example>')).toBe(true);
    expect(await delivery()).toEqual([{ state: 'sent', problem: null, id: '<one@fairlead.example>' }]);
    await write('Two');
    const [two] = await claim();
    expect(await report(two, 'recorded', '<two@fairlead.example>')).toBe(true);
    expect((await delivery()).map(({ state }) => state)).toEqual(['sent', 'recorded']);
    expect(await waiting()).toBe(0);
  });

  test('G-11 retried with growing delays, then failed; retried by hand once however often it is pressed', async () => {
    await write('One');
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt++) {
      const [mail] = await claim();
      if (!mail) throw new Error(`nothing to claim at try ${attempt}`);
      expect(await report(mail, 'later')).toBe(true);
      const rows = await database.query<{ seconds: number }>(
        `select extract(epoch from next_try_at - now())::float as seconds from private.outbox`,
      );
      if (rows[0]) waits.push(Math.round(rows[0].seconds / 15));
      expect(await claim()).toEqual([]);
      await pass('4 hours');
    }
    expect(waits).toEqual([1, 3, 9, 27, 81, 243, 729, 960, 960, 960, 960]);
    expect(await delivery()).toEqual([{ state: 'failed', problem: 'Not now.', id: null }]);
    expect(await waiting()).toBe(0);
    const retry = `select public.retry_reply((select id from public.lead_messages))`;
    await database.call('agent', retry);
    await database.call('owner', retry);
    expect(await delivery()).toEqual([{ state: 'recorded', problem: null, id: null }]);
    const [retried, ...more] = await claim();
    expect(more).toEqual([]);
    expect(await report(retried, 'refused')).toBe(true);
    expect((await delivery())[0]).toMatchObject({ state: 'failed' });
  });

  test('G-11 replies to a lead are sent in order: the second waits for the first, and makes the server try the first one again', async () => {
    await write('One');
    await write('Two');
    const [one, ...none] = await claim();
    expect([one?.body, none]).toEqual(['One', []]);
    expect(await claim()).toEqual([]);
    expect(await report(one, 'later')).toBe(true);
    expect(await claim()).toEqual([]);
    await write('Three');
    const [retried] = await claim();
    expect(retried?.body).toBe('One');
    expect(await report(retried, 'sent', '<one@x>')).toBe(true);
    const [two] = await claim();
    expect(two?.body).toBe('Two');
    expect(await report(two, 'refused')).toBe(true);
    const [three] = await claim();
    expect(three?.body).toBe('Three');
    // It was given up and is sent again by hand, so now the older one is sent first.
    await write('Four');
    expect(await report(three, 'later')).toBe(true);
    await database.call(
      'agent',
      `select public.retry_reply(id) from public.lead_messages where message = 'Two'`,
    );
    expect((await claim()).map(({ body }) => body)).toEqual(['Two']);
  });

  test('deleting a lead deletes its mails', async () => {
    await write('One');
    const [mail] = await claim();
    await database.query(`delete from leads`);
    expect(await waiting()).toBe(0);
    expect(await report(mail, 'sent')).toBe(false);
  });
});
