import { beforeEach, expect, test } from 'vitest';
import { catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError, callValue } = database;

beforeEach(async () => {
  await database.query(`
    delete from leads; delete from quarantined_leads; delete from private.retention_log;
    update settings set retention_months = 24, retention_waits = false;
    insert into leads (name, email, created_at, stripe_customer_id) values
      ('Long gone', 'a@a.example', now() - interval '25 months', null),
      ('Wrote again', 'b@a.example', now() - interval '30 months', null),
      ('Recent', 'c@a.example', now() - interval '23 months', null),
      ('Client', 'd@a.example', now() - interval '6 years', 'cus_1'),
      ('Former client', 'e@a.example', now() - interval '8 years', 'cus_2'),
      ('Client of late', 'f@a.example', now() - interval '8 years', 'cus_3');
    insert into lead_messages (lead_id, message, sender_type, created_at)
      select id, 'Hello', 'admin', now() - interval '2 months' from leads where name in ('Wrote again', 'Client of late');
    insert into quarantined_leads (name, email, created_at) values ('Spam', 's@a.example', now() - interval '13 months');`);
});

const names = () => database.column<string>('select name from leads order by name');
const run = (most = 1000) => call('server', 'select apply_retention($1)', [most]);
const log = () =>
  call(
    'owner',
    'select leads, clients, quarantined, registers, day = current_date as today from retention_log()',
  );

test('B-76 messages from people who don’t become clients are kept for 24 months after the last contact, client records for 7 years', async () => {
  expect(await callValue('owner', 'select preview_retention(24)')).toMatchObject({
    leads: 1,
    clients: 1,
    quarantined: 0,
    first: [{ name: 'Former client' }, { name: 'Long gone' }],
  });
  await run();
  expect(await names()).toEqual(['Client', 'Client of late', 'Erased', 'Erased', 'Recent', 'Wrote again']);
  expect(await log()).toEqual([{ leads: 1, clients: 1, quarantined: 0, registers: 0, today: true }]);
  await run();
  expect(await log()).toHaveLength(1);
});

test('B-76 fewer months reach more, possible spam too; a batch is bounded and the log of a day adds up', async () => {
  await call('owner', 'select set_retention_months(12)');
  await run(1);
  await run(1);
  await run();
  expect(await names()).toEqual(['Client', 'Client of late', 'Erased', 'Erased', 'Erased', 'Wrote again']);
  expect(await log()).toEqual([{ leads: 2, clients: 1, quarantined: 1, registers: 0, today: true }]);
});

test('B-76 while retention is off, nothing is erased automatically', async () => {
  await call('owner', 'select set_retention_months(null)');
  expect(await callValue('owner', 'select preview_retention(null)')).toMatchObject({ leads: 0 });
  await run();
  expect(await names()).not.toContain('Erased');
});

test('B-76 after an upgrade nothing is erased before an owner decides, and the privacy page states this', async () => {
  await database.query('update settings set retention_waits = true');
  expect(await call('visitor', 'select retention_months() as months')).toEqual([{ months: null }]);
  await run();
  expect(await names()).not.toContain('Erased');
  const waiting = () => call('owner', 'select waiting_retention() as due');
  expect(await waiting()).toMatchObject([{ due: { months: 24, leads: 1, clients: 1, quarantined: 0 } }]);
  expect(await callError('agent', 'select waiting_retention()')).toBe('42501');
  await call('owner', 'select set_retention_months(24)');
  expect(await waiting()).toEqual([{ due: null }]);
  await run();
  expect(await names()).toContain('Erased');
});

test('B-76 only owners choose, preview and read the log; the months are public and between 1 and 120', async () => {
  for (const caller of ['visitor', 'viewer', 'agent', 'editor', 'waiting'] as const) {
    for (const name of [
      'set_retention_months(12)',
      'preview_retention(12)',
      'retention_log()',
      'apply_retention()',
    ])
      expect(await callError(caller, `select ${name}`)).toBe('42501');
  }
  expect(await call('visitor', 'select retention_months() as months')).toEqual([{ months: 24 }]);
  for (const months of [0, 121, -1])
    expect(await callError('owner', 'select set_retention_months($1)', [months])).toBe('22023');
});

test('B-75 a request is due after 30 days and deleted two years after its answer; an incident is deleted after five years', async () => {
  const [request] = await call(
    'owner',
    `insert into privacy_requests (kind, contact, received_on) values ('access', ' a@a.example ', '2026-01-01')
     returning contact, due_on::text`,
  );
  expect(request).toEqual({ contact: 'a@a.example', due_on: '2026-01-31' });
  const respond = (on: string) =>
    call('owner', `update privacy_requests set done_on = $1, response = 'Sent a copy'`, [on]);
  expect(await catchErrorCode(respond('2025-12-31'))).toBe('23514');
  await respond('2026-01-02');
  await database.query(`
    update privacy_requests set received_on = current_date - 800, done_on = current_date - 740;
    insert into privacy_incidents (noticed_on, what, whose, is_serious, risk) values
      (current_date - interval '5 years 1 day', 'Old', 'Nobody', false, 'None'),
      (current_date - interval '5 years' + interval '1 day', 'Kept', 'Nobody', false, 'None')`);
  await run();
  expect(await database.query('select from privacy_requests')).toEqual([]);
  expect(await database.query('select what from privacy_incidents')).toEqual([{ what: 'Kept' }]);
  expect(await log()).toMatchObject([{ registers: 2 }]);
});
