import { beforeEach, describe, expect, test } from 'vitest';
import { noonFacts } from './set-up-at-noon.ts';
import { catchErrorCode, saveAgencyFacts, setUpTestDatabase, testAccounts } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callValue } = database;
const lead = '1ead0000-0000-4000-8000-000000000001';
const { timeZone } = noonFacts;

beforeEach(async () => {
  await database.query('delete from leads');
  await saveAgencyFacts(database, noonFacts);
});

async function add(age: string, values: { assignee?: string; status?: string } = {}): Promise<void> {
  await database.query(
    `insert into leads (id, name, email, created_at, assignee_id, status)
     values ($1, 'Ana Roy', 'ana@roy.example', now() - $2::interval, $3, $4)`,
    [lead, age, values.assignee ?? null, values.status ?? 'new'],
  );
}

const work = async () => (await call('agent', 'select * from lead_work($1)', [[lead]]))[0];

describe('B-24 how long a lead waits, in business hours, and until when it should have an answer', () => {
  test('the wait, and the target of the settings', async () => {
    await add('150 minutes');
    expect(await work()).toMatchObject({ waiting_minutes: 150, is_late: false });
    await database.query('delete from leads');
    await add('240 minutes');
    expect(await work()).toMatchObject({ is_late: true });
    await saveAgencyFacts(database, { ...noonFacts, answerHours: 8 });
    expect(await call('agent', 'select late from work_counts()')).toEqual([{ late: 1 }]);
  });

  test('B-94 a wait has the assignee and the status of its lead, from its first moment and after a change', async () => {
    const wait = () => call('agent', 'select assignee_id, status from leads_needing_reply');
    await add('1 hour', { assignee: testAccounts.owner, status: 'in_conversation' });
    expect(await wait()).toEqual([{ assignee_id: testAccounts.owner, status: 'in_conversation' }]);
    await database.query(`update leads set assignee_id = null, status = 'new'`);
    expect(await wait()).toEqual([{ assignee_id: null, status: 'new' }]);
  });

  test('a changed response-time target applies to leads that are not late yet', async () => {
    await add('2 hours');
    await saveAgencyFacts(database, { ...noonFacts, answerHours: 1 });
    expect(await work()).toMatchObject({ is_late: true });
  });

  test('the targets of many are those of each, over nights, weekends, holidays and changes of the clock', async () => {
    await saveAgencyFacts(database, { timeZone: 'America/Vancouver', holidays: 'bc' });
    await database.query(
      `insert into leads (name, email, created_at)
       select 'Lead ' || i, 'x@y.example', now() - i * interval '31 hours 7 minutes' from generate_series(1, 250) as i`,
    );
    const rows = await database.query(
      `select count(*)::int as all,
         count(*) filter (where target_at = private.add_business_minutes(since, 240))::int as right
       from leads_needing_reply`,
    );
    expect(rows).toEqual([{ all: 250, right: 250 }]);
    const seen = await call(
      'agent',
      'select waiting_since as since, waiting_minutes as minutes from lead_work(array(select id from leads limit 200))',
    );
    const wrong = await database.query(
      `select * from jsonb_to_recordset($1) as seen (since timestamptz, minutes integer)
       where abs(minutes - private.business_minutes_between(since, now())) > 1`,
      [JSON.stringify(seen)],
    );
    expect([seen.length, wrong]).toEqual([200, []]);
  });

  test('a lead of more than a year ago is late, and takes no more time', async () => {
    await add('3 years');
    expect(await work()).toMatchObject({ is_late: true });
  });

  test('a lead that writes again keeps the beginning of its wait; a reply ends the wait', async () => {
    await add('5 hours');
    await database.query('update leads_needing_reply set is_assignee_told = true');
    await database.query(
      `insert into lead_messages (lead_id, message, sender_type) values ($1, 'And?', 'lead')`,
      [lead],
    );
    const rows = await database.query('select is_assignee_told from leads_needing_reply');
    expect(rows).toEqual([{ is_assignee_told: true }]);
    await database.query(
      `insert into lead_messages (lead_id, message, sender_type, created_at) values ($1, 'Yes', 'admin', clock_timestamp())`,
      [lead],
    );
    expect(await work()).toMatchObject({ waiting_since: null, waiting_minutes: null, is_late: false });
  });

  test('the counts of own and unassigned leads follow the assignee', async () => {
    await add('1 hour', { assignee: testAccounts.agent });
    const counts = () => call('agent', 'select mine, unassigned from work_counts()');
    expect(await counts()).toEqual([{ mine: 1, unassigned: 0 }]);
    await call('agent', 'update leads set assignee_id = null where id = $1', [lead]);
    expect(await counts()).toEqual([{ mine: 0, unassigned: 1 }]);
    expect(await call('viewer', 'select mine from work_counts()')).toEqual([]);
  });

  test('B-149 privacy requests due within a week are counted for owners, reports without a response for all', async () => {
    await database.query(`insert into accessibility_feedback (message) values ('The menu does not open.')`);
    await database.query(
      `insert into privacy_requests (kind, contact, received_on)
       select 'access', 'ana@roy.example', (now() at time zone $1)::date - days from unnest(array[22, 23, 40]) as days`,
      [timeZone],
    );
    const counts = (who: 'owner' | 'agent') => call(who, 'select requests, reports from work_counts()');
    expect(await counts('agent')).toEqual([{ requests: 0, reports: 1 }]);
    expect(await counts('owner')).toEqual([{ requests: 2, reports: 1 }]);
    await database.query(`update privacy_requests set done_on = received_on, response = 'Sent'`);
    await call('agent', `update accessibility_feedback set response = 'Fixed'`);
    expect(await counts('owner')).toEqual([{ requests: 0, reports: 0 }]);
  });
});

describe('B-97 follow-up days', () => {
  const set = (day: string) =>
    call(
      'agent',
      `insert into lead_follow_ups (lead_id, due_on) values ($1, ${day})
       on conflict (lead_id) do update set due_on = excluded.due_on returning due_at`,
      [lead],
    );
  const today = `(now() at time zone '${timeZone}')::date`;

  test('a lead is due in lists and numbers on its follow-up day, and stays in all other lists before', async () => {
    await add('1 hour');
    await set(`${today} + 1`);
    expect(await work()).toMatchObject({ is_due: false });
    expect(await call('agent', `select id from search_leads('', need => 'due')`)).toEqual([]);
    expect(await call('agent', `select id from search_leads('', only_needing_reply => true)`)).toHaveLength(
      1,
    );
    await set(today);
    expect(await work()).toMatchObject({ is_due: true });
    expect(await call('agent', `select id from search_leads('', need => 'due')`)).toEqual([{ id: lead }]);
    expect(
      await call('owner', `select due, count_leads('', need => 'due') as counted from work_counts()`),
    ).toEqual([{ due: 1, counted: 1 }]);
    await call(
      'agent',
      `insert into lead_messages (lead_id, message, sender_type) values ($1, 'Hello', 'admin')`,
      [lead],
    );
    expect(await work()).toMatchObject({ is_due: false, follow_up_on: null });
  });

  test('a follow-up on a closed day is due when the agency next opens', async () => {
    await add('1 hour');
    await saveAgencyFacts(database, { timeZone: 'America/Vancouver' });
    const rows = await database.query<{ due: string }>(
      `select to_char(private.business_morning(date '2027-01-01') at time zone 'America/Vancouver', 'YYYY-MM-DD HH24:MI') as due`,
    );
    expect(rows).toEqual([{ due: '2027-01-04 09:00' }]);
  });

  test('yesterday is rejected, and who handles no leads sets nothing', async () => {
    await add('1 hour');
    expect(await catchErrorCode(set(`${today} - 1`))).toBe('23514');
    const denied = call('editor', `insert into lead_follow_ups (lead_id, due_on) values ($1, ${today})`, [
      lead,
    ]);
    expect(await catchErrorCode(denied)).toBe('42501');
  });
});

describe('B-98 what each colleague has read', () => {
  test('a lead is unread until it is read, for each by themselves, and again with news of others', async () => {
    await database.query(`update private.reads_begin set at = now() - interval '1 day'`);
    await database.query(`update auth.users set created_at = now() - interval '2 days'`);
    await add('1 hour');
    const unread = (caller: 'agent' | 'owner') =>
      callValue(caller, 'select is_unread from lead_work($1)', [[lead]]);
    expect([await unread('agent'), await unread('owner')]).toEqual([true, true]);
    await call('agent', 'select mark_leads_read($1)', [[lead]]);
    expect([await unread('agent'), await unread('owner')]).toEqual([false, true]);
    await call('agent', `insert into lead_notes (lead_id, note) values ($1, 'Mine')`, [lead]);
    expect(await unread('agent')).toBe(false);
    await call('owner', `insert into lead_notes (lead_id, note) values ($1, 'Theirs')`, [lead]);
    expect(await unread('agent')).toBe(true);
    await call('agent', 'select mark_leads_read($1)', [[lead]]);
    await call('agent', 'select mark_leads_read($1, false)', [[lead]]);
    expect(await unread('agent')).toBe(true);
  });

  test('B-121 a colleague who replies or writes a note has read the lead and its mentions', async () => {
    const mine = async () =>
      (await call('agent', 'select is_unread, mentions_me from lead_work($1)', [[lead]]))[0];
    await add('1 hour');
    const mention = () =>
      call('owner', `insert into lead_notes (lead_id, note, mentions) values ($1, gen_random_uuid(), $2)`, [
        lead,
        [testAccounts.agent],
      ]);
    for (const written of [
      `insert into lead_messages (lead_id, message, sender_type) values ($1, 'Hello', 'admin')`,
      `insert into lead_notes (lead_id, note) values ($1, 'On it')`,
    ]) {
      await mention();
      await call('agent', 'select mark_leads_read($1, false)', [[lead]]);
      expect(await mine()).toEqual({ is_unread: true, mentions_me: true });
      await call('agent', written, [lead]);
      expect(await mine()).toEqual({ is_unread: false, mentions_me: false });
    }
  });

  test('a new account begins with nothing unread', async () => {
    await add('1 hour');
    await database.query(`update auth.users set created_at = now() where id = $1`, [testAccounts.agent]);
    expect(await work()).toMatchObject({ is_unread: false });
  });
});
