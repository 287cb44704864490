import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts, openTestDatabase, type TestDatabase } from './test-database.ts';
import { outboxOf } from './queued-mail.ts';

let database: TestDatabase;
const { begin, claim, report, sendLead, write, pass, delivery, waiting } = outboxOf(() => database);

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

beforeEach(() => begin());

describe('G-36 notices of new leads', () => {
  test('G-36 one notice for each owner and agent, and the next one five minutes later with the rest', async () => {
    await sendLead();
    const first = await claim();
    expect(first.map((mail) => [mail.to_address, mail.lead_count]).sort()).toEqual([
      ['agent@fairlead.example', 1],
      ['owner@fairlead.example', 1],
    ]);
    for (const mail of first) expect(await report(mail, 'sent')).toBe(true);
    await sendLead();
    await sendLead('waiting');
    await sendLead('agent');
    expect(await claim()).toEqual([]);
    await pass('4 minutes 50 seconds');
    expect(await claim()).toEqual([]);
    await pass('10 seconds');
    expect((await claim()).map((mail) => mail.lead_count)).toEqual([3, 3]);
  });

  test('G-36 a notice holds a number and nobody’s name', async () => {
    await sendLead();
    const [mail] = await claim();
    expect(JSON.stringify(mail)).not.toMatch(/Bo Lind|lind\.example/);
  });

  test('a notice that could not be sent grows, instead of becoming two', async () => {
    await sendLead();
    const [one, two] = await claim();
    if (!one || !two) throw new Error('no notices');
    await report(one, 'later');
    await report(two, 'sent');
    await sendLead();
    await sendLead();
    await pass('6 minutes');
    const next = await claim();
    expect(next.map((mail) => [mail.to_address, mail.lead_count]).sort()).toEqual(
      [
        [one.to_address, 3],
        [two.to_address, 2],
      ].sort(),
    );
    // It says something else now, so it is another mail.
    expect(next.map(({ id }) => id)).not.toContain(one.id);
  });

  test('G-36 what has grown is tried at once, and as often as a new one: the earlier attempts were for another mail', async () => {
    await sendLead();
    for (const mail of await claim()) await report(mail, 'later');
    await database.query(`update private.outbox set attempts = 11, next_try_at = now() + interval '4 hours'`);
    await sendLead();
    await pass('5 minutes');
    const grown = await claim();
    expect(grown.map(({ lead_count }) => lead_count)).toEqual([2, 2]);
    for (const mail of grown) await report(mail, 'later');
    expect(await waiting()).toBe(2);
  });

  test('no notice for what the server itself inserts, nor for a quarantined lead', async () => {
    await sendLead('server');
    await database.query(`insert into quarantined_leads (name, email) values ('Di Spam', 'di@spam.example')`);
    expect(await claim()).toEqual([]);
  });

  test('an account that lost the role gets no more notices; without a recipient, leads wait', async () => {
    const banned = `update auth.users set banned_until = $1 where id in ('${accounts.agent}', '${accounts.owner}')`;
    await database.query(banned, ['infinity']);
    await sendLead();
    expect(await claim()).toEqual([]);
    await database.query(banned, [null]);
    const proved = `update auth.users set email_confirmed_at = $1 where id = '${accounts.agent}'`;
    await database.query(proved, [null]);
    const [unproved, ...more] = await claim();
    expect([unproved?.to_address, more]).toEqual(['owner@fairlead.example', []]);
    await database.query(proved, [new Date()]);
    await database.query('delete from private.outbox');
    await sendLead();
    await pass('5 minutes');
    const mails = await claim();
    expect(mails).toHaveLength(2);
    for (const mail of mails) await report(mail, 'later');
    await database.query(`update staff set role = 'viewer' where user_id = $1`, [accounts.agent]);
    await pass('1 day');
    expect((await claim()).map(({ to_address }) => to_address)).toEqual(['owner@fairlead.example']);
    await database.query(`update staff set role = 'agent' where user_id = $1`, [accounts.agent]);
  });

  test('leads that nobody can be notified of wait up to a bound, and each is stored', async () => {
    await database.query(
      `with made as (insert into public.leads (name, email) select 'Wait ' || n, 'wait@lind.example' from generate_series(1, 999) n returning id)
       insert into private.pending_lead_notices (lead_id) select id from made`,
    );
    for (const name of ['Di One', 'Di Two', 'Di Three']) await sendLead('visitor', name);
    const { rows } = await database.query('select count(*)::int as count from private.pending_lead_notices');
    expect(rows).toEqual([{ count: 1000 }]);
    expect((await database.query(`select from leads where name like 'Di %'`)).rowCount).toBe(3);
    expect((await claim()).map((mail) => mail.lead_count)).toEqual([1000, 1000]);
    await database.query(`delete from leads where name like 'Wait %' or name like 'Di %'`);
  });

  test('a lead is stored also when its notice cannot be', async () => {
    await database.query(`alter table private.pending_lead_notices rename to gone`);
    try {
      await sendLead('visitor', 'Cy Dow');
    } finally {
      await database.query(`alter table private.gone rename to pending_lead_notices`);
    }
    expect((await database.query(`select from leads where name = 'Cy Dow'`)).rowCount).toBe(1);
  });
});

describe('a recovery code that was used', () => {
  test('is mailed to its account alone, whatever its role, beside all notices of leads; once, and not to owners', async () => {
    await database.query(`insert into private.outbox (colleague_id) values ($1)`, [accounts.viewer]);
    await sendLead();
    const mails = await claim();
    const [notice] = mails.filter(({ lead_count: count }) => count === null);
    expect([mails.length, notice?.to_address, notice?.message_id]).toEqual([
      3,
      'viewer@fairlead.example',
      null,
    ]);
    for (const mail of mails) expect(await report(mail, mail === notice ? 'refused' : 'later')).toBe(true);
    expect((await database.query('select from private.failed_notices')).rowCount).toBe(0);
    await database.query(`insert into private.outbox (colleague_id) values ($1)`, [accounts.agent]);
    await sendLead();
    await pass('5 minutes');
    expect((await claim()).map(({ lead_count: count }) => count).toSorted()).toEqual([2, 2, null]);
    const [other] = await claim();
    expect(other).toBeUndefined();
  });
});

describe('G-11 replies', () => {
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
        author_name: 'Agent Person',
        earlier_ids: [],
      },
    ]);
  });

  test('G-11 recorded, then sent, with the Message-IDs of what went before for the next one', async () => {
    await write('One');
    expect(await delivery()).toEqual([{ state: 'recorded', problem: null, id: null }]);
    const [one] = await claim();
    expect(one && (await report(one, 'sent', '<one@fairlead.example>'))).toBe(true);
    expect(await delivery()).toEqual([{ state: 'sent', problem: null, id: '<one@fairlead.example>' }]);
    await write('Two');
    const [two] = await claim();
    expect(two?.earlier_ids).toEqual(['<one@fairlead.example>']);
    expect(two && (await report(two, 'recorded', '<two@fairlead.example>'))).toBe(true);
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
      const { rows } = await database.query<{ seconds: number }>(
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
    await database.as('agent', (session) => session.query(retry), { keep: true });
    await database.as('owner', (session) => session.query(retry), { keep: true });
    expect(await delivery()).toEqual([{ state: 'recorded', problem: null, id: null }]);
    const [retried, ...more] = await claim();
    expect(more).toEqual([]);
    expect(retried && (await report(retried, 'refused'))).toBe(true);
    expect((await delivery())[0]).toMatchObject({ state: 'failed' });
  });

  test('G-11 two replies leave in their order: the second waits for the first, and brings its next try forward', async () => {
    await write('One');
    await write('Two');
    const [one, ...none] = await claim();
    expect([one?.body, none]).toEqual(['One', []]);
    expect(await claim()).toEqual([]);
    expect(one && (await report(one, 'later'))).toBe(true);
    expect(await claim()).toEqual([]);
    await write('Three');
    const [retried] = await claim();
    expect(retried?.body).toBe('One');
    expect(retried && (await report(retried, 'sent', '<one@x>'))).toBe(true);
    const [two] = await claim();
    expect([two?.body, two?.earlier_ids]).toEqual(['Two', ['<one@x>']]);
    expect(two && (await report(two, 'refused'))).toBe(true);
    const [three] = await claim();
    expect([three?.body, three?.earlier_ids]).toEqual(['Three', ['<one@x>']]);
    // Given up, and sent again by hand: now the older one goes first.
    await write('Four');
    expect(three && (await report(three, 'later'))).toBe(true);
    await database.as(
      'agent',
      (session) =>
        session.query(`select public.retry_reply(id) from public.lead_messages where message = 'Two'`),
      { keep: true },
    );
    expect((await claim()).map(({ body }) => body)).toEqual(['Two']);
  });

  test('a deleted lead takes its mail along', async () => {
    await write('One');
    const [mail] = await claim();
    await database.query(`delete from leads`);
    expect(await waiting()).toBe(0);
    expect(mail && (await report(mail, 'sent'))).toBe(false);
  });
});
