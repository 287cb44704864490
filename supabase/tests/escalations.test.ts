import { beforeEach, expect, test } from 'vitest';
import { createReceivedMailCalls } from './received-mail.ts';
import { noonFacts, setUpAtNoon } from './set-up-at-noon.ts';
import { createOutboxCalls } from './queued-mail.ts';
import { saveAgencyFacts, testAccounts, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callValue } = database;
const { receive, tokenOf } = createReceivedMailCalls(database);
const { begin, named, claim, report, digestOf, pass } = createOutboxCalls(database);

setUpAtNoon(database);

beforeEach(async () => {
  await database.query('delete from received_mails; delete from leads');
  await begin();
  await database.query('delete from leads');
});

const add = (age: string, assignee: string | null = null, isSample = false, name = `Ana ${age}`) =>
  database.query(
    `insert into leads (name, email, created_at, assignee_id, is_sample)
     values ($4, 'ana@roy.example', now() - $1::interval, $2, $3)`,
    [age, assignee, isSample, name],
  );
const escalate = () => callValue('server', 'select escalate_waiting_leads() as leads');
const away = (account: string, isAway: boolean) =>
  database.query(
    `update profiles set away_from = private.business_day(now()) - 1, away_until = private.business_day(now()) + case when $2 then 0 else -1 end
     where id = $1`,
    [account, isAway],
  );

test('B-24 owners are notified once of leads without an assignee; not of samples or leads within the target', async () => {
  await add('5 hours');
  await add('6 hours');
  await add('1 hour');
  await add('9 hours', null, true);
  expect([await escalate(), await escalate()]).toEqual([2, 0]);
  const [mail, ...others] = await claim();
  expect([mail?.to_address, mail?.names, others]).toEqual([
    'owner@fairlead.example',
    ['Ana 6 hours', 'Ana 5 hours'],
    [],
  ]);
  const { entries } = await digestOf(mail);
  expect(entries.map(({ kinds, is_late: isLate, minutes }) => [kinds, isLate, minutes > 290])).toEqual([
    [['late'], true, true],
    [['late'], true, true],
  ]);
  await report(mail, 'sent');
  // a colleague's note about the same wait, or a second message, notifies no one again
  await database.query(
    `insert into lead_messages (lead_id, message, sender_type) select id, 'And?', 'lead' from leads`,
  );
  expect(await escalate()).toBe(0);
});

test('B-24 the assignee is notified first, and the owners when nothing happens for another hour', async () => {
  await add('5 hours', testAccounts.agent);
  await escalate();
  expect(await named()).toEqual({ agent: ['Ana 5 hours'] });
  const rows = await database.query<{ minutes: number }>(
    'select round(extract(epoch from escalate_at - now()) / 60)::int as minutes from leads_needing_reply',
  );
  expect(rows).toEqual([{ minutes: 60 }]);
  await database.query('update leads_needing_reply set escalate_at = now()');
  await escalate();
  await escalate();
  expect(await named()).toEqual({ owner: ['Ana 5 hours'] });
});

test('B-250 a late lead is mailed with any preference, even if the dashboard is open, and after the mails of the day', async () => {
  await database.query(`update profiles set mail_frequency = 'never' where id = $1`, [testAccounts.agent]);
  await call('agent', 'select note_presence()');
  await database.query(
    `update private.staff_mail
     set queued = 5, queued_on = private.business_day(now()), queued_at = now() - interval '15 minutes'`,
  );
  await add('5 hours', testAccounts.agent);
  await escalate();
  expect(await named()).toEqual({ agent: ['Ana 5 hours'] });
  await database.query(`update profiles set mail_frequency = 'hourly'`);
});

test('B-250 late leads of an absent assignee go to the owners at once, of an absent owner to those available, and to the owners when everyone is away', async () => {
  await away(testAccounts.agent, true);
  await add('5 hours', testAccounts.agent, false, 'Of the agent');
  await escalate();
  expect(await named()).toEqual({ owner: ['Of the agent'] });
  await away(testAccounts.agent, false);
  await away(testAccounts.owner, true);
  await add('5 hours', null, false, 'Unassigned');
  await escalate();
  expect(await named()).toEqual({ agent: ['Unassigned'] });
  await away(testAccounts.agent, true);
  await database.query('delete from leads; delete from private.staff_mail');
  await add('5 hours', testAccounts.agent, false, 'Of who is away');
  await escalate();
  expect(await named()).toEqual({ owner: ['Of who is away'] });
  await database.query('update profiles set away_from = null, away_until = null');
});

test('B-24 a lead whose target passes is added to a queued mail, and further ones are bundled for an hour', async () => {
  await add('5 hours');
  await escalate();
  const [mail] = await claim();
  await report(mail, 'later');
  await add('6 hours');
  await escalate();
  const [joined] = await claim();
  expect(joined?.names).toEqual(['Ana 6 hours', 'Ana 5 hours']);
  await report(joined, 'sent');
  await add('7 hours');
  await escalate();
  await pass('30 minutes');
  expect(await named()).toEqual({});
  await add('8 hours');
  await escalate();
  await pass('29 minutes');
  expect(await named()).toEqual({});
  await pass('1 minute');
  expect(await named()).toEqual({ owner: ['Ana 8 hours', 'Ana 7 hours'] });
});

test('B-24 a step that is interrupted notifies no one, and the next one does', async () => {
  await add('5 hours');
  await database.query('begin');
  await database.query('select escalate_waiting_leads()');
  await database.query('rollback');
  expect(await named()).toEqual({});
  expect(await escalate()).toBe(1);
  expect(Object.keys(await named())).toEqual(['owner']);
});

test('B-24 no one is notified of a lead that was answered in time', async () => {
  await add('5 hours');
  await database.query(
    `insert into lead_messages (lead_id, message, sender_type) select id, 'Yes', 'admin' from leads`,
  );
  expect(await escalate()).toBe(0);
});

/** With the time of arrival set to then. */
async function receiveStranger(body: string, age: string): Promise<string> {
  const { id } = await receive({ from_address: 'stranger@far.example', body });
  await database.query(
    `update received_mails
     set received_at = now() - $2::interval, target_at = private.answer_target(now() - $2::interval),
       escalate_at = private.answer_target(now() - $2::interval)
     where id = $1`,
    [id, age],
  );
  return id;
}
const waitingMails = async () =>
  (await call('agent', 'select mails, late_mails, waiting from work_counts()'))[0];

test('B-24 emails to sort have the same target from their arrival, and owners are notified once when it passes', async () => {
  const { id } = await receive({ from_address: 'stranger@far.example' });
  const rows = await database.query(
    `select target_at = private.add_business_minutes(received_at, 240) as as_a_lead, escalate_at = target_at as escalates
     from received_mails where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ as_a_lead: true, escalates: true }]);
  expect(await escalate()).toBe(0);
  const late = [
    await receiveStranger('A request', '5 hours'),
    await receiveStranger('Another one', '5 hours'),
  ];
  expect(await waitingMails()).toEqual({ mails: 3, late_mails: 2, waiting: 0 });
  expect([await escalate(), await escalate()]).toEqual([2, 0]);
  const notices = await database.query<{ mail: string }>(
    `select colleague_id as to, lead_id, received_mail_id as mail from private.staff_notifications where kind = 'late'`,
  );
  expect(notices.toSorted((a, b) => a.mail.localeCompare(b.mail))).toEqual(
    late.toSorted().map((mail) => ({ to: testAccounts.owner, lead_id: null, mail })),
  );
  const all = ['Ana Roy', 'Ana Roy', 'Ana Roy'];
  expect(await named()).toEqual({ agent: all, owner: all });
});

test('B-288 an email that nobody sorts is named when it arrives and once when it is late, not whenever others are', async () => {
  const wordsByName = async () => {
    const mails = (await claim(20)).filter(({ kind }) => kind === 'digest');
    const names: Record<string, string[]> = {};
    for (const mail of mails) {
      const { entries } = await digestOf(mail);
      names[mail.to_address.split('@')[0] ?? ''] = entries.map(
        ({ words, kinds }) => `${words} ${kinds.toSorted().join()}`,
      );
      await report(mail, 'sent');
    }
    return names;
  };
  await receiveStranger('First', '3 hours');
  expect(await wordsByName()).toEqual({ agent: ['First mail'], owner: ['First mail'] });
  await database.query(`update received_mails set target_at = now(), escalate_at = now()`);
  await escalate();
  await pass('15 minutes');
  expect(await wordsByName()).toEqual({ owner: ['First late'] });
  for (const other of ['Second', 'Third']) {
    await receiveStranger(other, '5 hours');
    await escalate();
    await pass('59 minutes');
    expect((await wordsByName())['owner']).toBeUndefined();
    await pass('1 minute');
    expect((await wordsByName())['owner']).toEqual([`${other} late,mail`]);
  }
  expect(await escalate()).toBe(0);
});

test('B-288 on a busy day an owner gets at most one mail an hour, each late lead is named once, and then the usual digests', async () => {
  const day = { mails: 0, names: [] as string[] };
  // a lead or an email passes its target every ten minutes for eight hours
  for (let step = 0; step < 48; step++) {
    if (step % 4 === 0) await receiveStranger(`Mail ${step}`, '5 hours');
    else await add('5 hours', null, false, `Lead ${step}`);
    await escalate();
    for (const mail of await claim(20)) {
      const { entries } = await digestOf(mail);
      await report(mail, 'sent');
      if (!mail.to_address.startsWith('owner')) continue;
      day.mails++;
      day.names.push(...entries.map(({ lead, name, words }) => (lead === null ? (words ?? '') : name)));
    }
    await pass('10 minutes');
  }
  expect(day.mails).toBeLessThanOrEqual(8);
  expect(new Set(day.names).size).toBe(day.names.length);
  expect(day.names.length).toBeGreaterThanOrEqual(42);
});

test('B-24 an email that was sorted, dismissed or is automatic no longer waits; one that is returned to triage does', async () => {
  await add('1 hour');
  const id = await database.value<string>('select id from leads');
  await receive({ kind: 'auto-reply', body: 'Away' });
  await receive({ tokens: [await tokenOf(id)], body: 'Yes' });
  const sorted = await receiveStranger('A request', '5 hours');
  const dismissed = await receiveStranger('An offer', '5 hours');
  await call(
    'agent',
    `select join_received_mail('${sorted}', '${id}'), dismiss_received_mail('${dismissed}')`,
  );
  expect(await waitingMails()).toMatchObject({ mails: 0, late_mails: 0 });
  await database.query('delete from leads_needing_reply');
  expect(await escalate()).toBe(0);
  await call('agent', `select return_mail_to_triage('${dismissed}')`);
  expect(await waitingMails()).toMatchObject({ mails: 1, late_mails: 1 });
  expect(await escalate()).toBe(1);
});

test('B-24 owners who were notified of an email to sort are not notified again once it is sorted', async () => {
  await add('1 hour');
  const id = await database.value<string>('select id from leads');
  await database.query('delete from leads_needing_reply');
  const joined = await receiveStranger('A request', '5 hours');
  const made = await receiveStranger('Another one', '5 hours');
  expect(await escalate()).toBe(2);
  await call('agent', `select join_received_mail('${joined}', '${id}'), make_lead_of_mail('${made}')`);
  expect(await waitingMails()).toMatchObject({ mails: 0, waiting: 2 });
  expect(await escalate()).toBe(0);
  const inTime = await receiveStranger('A third one', '5 hours');
  await call('agent', `select make_lead_of_mail('${inTime}')`);
  expect(await escalate()).toBe(1);
});

test('B-24 a changed response-time target applies to emails to sort whose target has not passed', async () => {
  const { id } = await receive({ from_address: 'stranger@far.example' });
  await saveAgencyFacts(database, { ...noonFacts, answerHours: 2 });
  const rows = await database.query(
    `select target_at = private.add_business_minutes(received_at, 120) as moved from received_mails where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ moved: true }]);
});
