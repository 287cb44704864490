import { beforeEach, describe, expect, test } from 'vitest';
import { createConversationCalls } from './create-conversation-calls.ts';
import { setUpAtNoon } from './set-up-at-noon.ts';
import { queuedMailLeadId, createOutboxCalls } from './queued-mail.ts';
import { testAccounts, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call } = database;
const { begin, claim, digestOf, named, report, sendLead, write, pass, waiting } = createOutboxCalls(database);
const { tokenOf, send } = createConversationCalls(database);

setUpAtNoon(database);
beforeEach(async () => {
  await begin();
  await database.query(`update profiles set mail_frequency = 'hourly', away_from = null, away_until = null`);
});

const choose = (frequency: string, account: string = testAccounts.agent) =>
  database.query('update profiles set mail_frequency = $1 where id = $2', [frequency, account]);
const assign = (account: string | null) => database.query('update leads set assignee_id = $1', [account]);

describe('G-36 B-250 what a digest contains', () => {
  test('owners and agents get the name, company, first words and waiting time of a new lead; the queued mail contains none of them', async () => {
    await database.query('delete from leads');
    await call('visitor', `insert into leads (name, email, company, message) values ($1, $2, $3, $4)`, [
      'Bo Lind',
      'bo@lind.example',
      'Lind Dental',
      'x'.repeat(500),
    ]);
    const mails = await claim();
    expect(mails.map(({ to_address: to }) => to).toSorted()).toEqual([
      'agent@fairlead.example',
      'owner@fairlead.example',
    ]);
    const [mail] = mails;
    expect((await digestOf(mail)).entries).toMatchObject([
      { name: 'Bo Lind', company: 'Lind Dental', words: 'x'.repeat(200), kinds: ['lead'], minutes: 0 },
    ]);
    const rows = await database.query('select to_jsonb(outbox)::text as mail from private.outbox');
    expect(JSON.stringify(rows)).not.toMatch(/Lind/);
  });

  test('a digest has no entry for the colleague who caused it, nor for imported or quarantined leads', async () => {
    await sendLead('server');
    await database.query(`insert into quarantined_leads (name, email) values ('Di Spam', 'di@spam.example')`);
    expect(await named()).toEqual({});
    await sendLead('agent', 'Of the agent');
    expect(await named()).toEqual({ owner: ['Of the agent'] });
  });

  test('no leads of colleagues, unless they are away or have left', async () => {
    await assign(testAccounts.agent);
    await send(await tokenOf(), 'Hello');
    expect(await named()).toEqual({ agent: ['Ana Roy'] });
    await begin();
    await assign(testAccounts.agent);
    await database.query(`update profiles set away_from = private.business_day(now()) where id = $1`, [
      testAccounts.agent,
    ]);
    await send(await tokenOf(), 'Hello');
    expect(await named()).toEqual({ owner: ['Ana Roy'] });
  });

  test('a colleague who is assigned a lead before the digest is due is notified instead of the previous assignee', async () => {
    await sendLead();
    await database.query(`update leads set assignee_id = $1 where name = 'Bo Lind'`, [testAccounts.owner]);
    expect(await named()).toEqual({ owner: ['Bo Lind'] });
  });

  test('a colleague who is assigned a waiting lead by another is notified; one who takes it is not', async () => {
    await call('owner', 'update leads set assignee_id = $1', [testAccounts.owner]);
    expect(await named()).toEqual({});
    await call('owner', 'update leads set assignee_id = $1', [testAccounts.agent]);
    await call('owner', `update leads set status = 'in_conversation'`);
    const [mail, ...others] = await claim();
    expect([mail?.to_address, others]).toEqual(['agent@fairlead.example', []]);
    const { entries } = await digestOf(mail);
    expect(entries).toMatchObject([{ name: 'Ana Roy', kinds: ['assigned'] }]);
    await begin();
    await write('Thursday works.');
    await database.query('delete from private.outbox');
    await call('owner', 'update leads set assignee_id = $1', [testAccounts.agent]);
    expect(await named()).toEqual({});
  });

  test('a lead has one entry with everything new; a mention names its writer, and contains no word of the note', async () => {
    await send(await tokenOf(), 'Hello');
    await call('owner', 'insert into lead_notes (lead_id, note, mentions) values ($1, $2, $3)', [
      queuedMailLeadId,
      'Can you take this?',
      [testAccounts.agent],
    ]);
    const mails = await claim();
    const [mail] = mails.filter(({ to_address: to }) => to.startsWith('agent'));
    const { entries, total } = await digestOf(mail);
    expect([entries.length, total]).toEqual([1, 1]);
    expect(entries[0]?.kinds.toSorted()).toEqual(['answer', 'mention']);
    expect(entries[0]).toMatchObject({ words: 'Hello', mentioned_by: 'Owner Person' });
    expect(JSON.stringify(entries)).not.toContain('Can you take this?');
  });

  test('leads that were answered, read, erased or undone since are left out, and an empty digest is not sent', async () => {
    await database.query('delete from leads');
    for (const name of ['Answered', 'Erased', 'Read', 'Kept']) await sendLead('visitor', name);
    const idOf = (name: string) => `(select id from leads where name = '${name}')`;
    await database.query(
      `insert into lead_messages (lead_id, message, sender_type) values (${idOf('Answered')}, 'Yes', 'admin')`,
    );
    await call('agent', `select mark_leads_read(array[${idOf('Read')}])`);
    await database.query(`select private.erase_leads(array[${idOf('Erased')}])`);
    const mails = await claim();
    for (const mail of mails) await report(mail, 'later');
    const names = Object.fromEntries(
      mails.map(({ to_address: to, names: found }) => [to.split('@')[0], found]),
    );
    expect(names).toEqual({ agent: ['Kept'], owner: ['Read', 'Kept'] });
    await database.query(`select private.erase_leads(array[${idOf('Kept')}, ${idOf('Read')}])`);
    await pass('1 day');
    expect(await claim()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('the longest wait comes first; of very many it shows thirty and counts all', async () => {
    await database.query('delete from leads');
    await database.query(
      `with added as (
         insert into leads (name, email, created_at)
         select 'Wait ' || n, 'wait@lind.example', now() - make_interval(mins => n) from generate_series(1, 1200) as n returning id
       )
       select private.notify_staff('lead', id) from added`,
    );
    const [mail] = await claim(1);
    const { entries, total } = await digestOf(mail);
    expect([entries.length, total]).toEqual([30, 1000]);
    const minutes = entries.map(({ minutes: waited }) => waited);
    expect(minutes).toEqual(minutes.toSorted((a, b) => b - a));
  });

  test('B-400 leads past their target come first; only leads that a digest named are removed, the others are in the next digest', async () => {
    await database.query('delete from leads');
    await choose('never', testAccounts.owner);
    await choose('immediately');
    await database.query(
      `with added as (
         insert into leads (name, email, created_at)
         select 'Wait ' || n, 'wait@lind.example', now() - make_interval(mins => n) from generate_series(1, 65) as n
         returning id, name
       )
       select private.notify_staff(case when name in ('Wait 1', 'Wait 2') then 'late' else 'lead' end, id, array[$1::uuid])
       from added`,
      [testAccounts.agent],
    );
    const seen: (string[] | null)[] = [];
    // A digest that could not be sent names the same again.
    const [failing] = await claim();
    await report(failing, 'later');
    await pass('1 hour');
    for (let n = 0; n < 3; n += 1) {
      const [mail, ...others] = await claim();
      expect(others).toEqual([]);
      seen.push(mail?.names ?? []);
      await report(mail, 'sent');
      await pass('1 hour');
    }
    expect(seen[0]).toEqual(failing?.names);
    expect(seen.map((names) => names?.length)).toEqual([30, 30, 5]);
    expect(seen[0]?.slice(0, 3)).toEqual(['Wait 2', 'Wait 1', 'Wait 65']);
    expect(new Set(seen.flat()).size).toBe(65);
    expect(await claim()).toEqual([]);
    expect(await database.query('select from private.staff_notifications')).toEqual([]);
  });
});

describe('G-36 B-250 when it is sent', () => {
  test('by default the first digest leaves at once, the next ones an hour apart, at most five a day and three before the afternoon', async () => {
    const sent: string[] = [];
    for (let hour = 0; hour < 6; hour++) {
      await sendLead('visitor', `Hour ${hour}`);
      for (const mail of await claim()) {
        if (mail.to_address.startsWith('agent')) sent.push(mail.names?.join(' ') ?? '');
        await report(mail, 'sent');
      }
      await pass('59 minutes');
      expect(await claim()).toEqual([]);
      await pass('1 minute');
    }
    expect(sent).toEqual(['Hour 0', 'Hour 1', 'Hour 2']);
    // the others are sent on another day, and none is lost
    await database.query('update private.staff_mail set queued_on = queued_on - 1');
    expect((await named())['agent']).toEqual(['Hour 3', 'Hour 4', 'Hour 5']);
  });

  test.each([
    ['09:30', 2],
    ['12:30', 3],
    ['14:30', 4],
    ['18:30', 5],
    ['23:59', 5],
    ['03:00', 1],
  ])('with the choice %s, a colleague gets at most %i digests a day', async (time, most) => {
    const due = async (queued: number) => {
      await database.query(
        `insert into private.staff_mail (colleague_id, queued_on, queued_at, queued)
         select $1, moment::date, (moment - interval '1 hour') at time zone zone, $2
         from private.business_settings(), (select current_date + $3::time as moment) as local
         on conflict (colleague_id) do update
         set queued_on = excluded.queued_on, queued_at = excluded.queued_at, queued = excluded.queued`,
        [testAccounts.agent, queued, time],
      );
      return database.value<boolean>(
        `select private.is_digest_due($1, false, (current_date + $2::time) at time zone zone) as due
         from private.business_settings()`,
        [testAccounts.agent, time],
      );
    };
    expect(await due(most - 1)).toBe(true);
    expect(await due(most)).toBe(false);
  });

  test('at once where someone wishes so, five minutes apart; never where not, but for what is late', async () => {
    await choose('immediately');
    await choose('never', testAccounts.owner);
    for (let n = 0; n < 8; n++) {
      await sendLead('visitor', `Lead ${n}`);
      const [mail, ...others] = await claim();
      expect([mail?.to_address, mail?.names, others]).toEqual(['agent@fairlead.example', [`Lead ${n}`], []]);
      await report(mail, 'sent');
      await pass('5 minutes');
    }
  });

  test('once a day in the morning where someone wishes so, with all that waits', async () => {
    await choose('never', testAccounts.owner);
    await choose('daily');
    await sendLead();
    expect(await named()).toEqual({ agent: ['Bo Lind'] });
    await database.query('delete from private.outbox; delete from private.staff_notifications');
    await sendLead('visitor', 'Cy Dow');
    await pass('10 hours');
    expect(await named()).toEqual({});
    await pass('14 hours');
    expect(await named()).toEqual({ agent: ['Cy Dow'] });
  });

  test('a digest is not sent while the colleague has the dashboard open in front, but two minutes later if the lead still waits', async () => {
    await call('agent', 'select note_presence()');
    await call('viewer', 'select note_presence()');
    await sendLead();
    const [mail, ...others] = await claim();
    expect([mail?.to_address, others]).toEqual(['owner@fairlead.example', []]);
    await report(mail, 'sent');
    await pass('2 minutes 1 second');
    expect(await named()).toEqual({ agent: ['Bo Lind'] });
    expect(await database.query('select from private.staff_mail')).toHaveLength(2);
  });
});
