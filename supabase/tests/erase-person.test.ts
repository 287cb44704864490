import { beforeAll, expect, test } from 'vitest';
import {
  findPersonTraces,
  furtherLeadFields,
  otherPerson,
  plantedPerson,
  plantPerson,
} from './planted-person.ts';
import { testAccounts, catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError, callValue } = database;

beforeAll(async () => {
  await plantPerson(database);
});

const contacts = [plantedPerson.email, plantedPerson.phone];
const find = async (given: string[] = contacts) => {
  return callValue<Record<string, unknown>>('owner', 'select find_person($1) as found', [given]);
};
const charts = async () => {
  const rows: unknown[] = [];
  for (const name of [
    'leads_by_day',
    'leads_by_source',
    'leads_by_service',
    'accessibility_feedback_figures',
  ])
    rows.push(await call('owner', `select * from ${name}()`));
  const totals = await database.query('select * from lead_totals order by status');
  return [...rows, totals];
};

test('B-71 B-115 only owners find, correct and erase a person', async () => {
  for (const caller of ['visitor', 'waiting', 'viewer', 'agent', 'editor', 'open', 'anonymous'] as const) {
    for (const name of ['find_person', 'correct_person', 'erase_person']) {
      expect(await callError(caller, `select ${name}($1)`, [contacts])).toBe('42501');
    }
  }
});

test.each([[[]], [['Perpetua']], [['a b@c.example']], [['12345']], [Array(21).fill('a@b.example')]])(
  'B-71 a contact that is neither an address nor a number is rejected: %j',
  async (given) => {
    expect(await catchErrorCode(find(given as string[]))).toBe('22023');
  },
);

test('B-71 a person is found by any spelling, in every text column of the catalog', async () => {
  const rows = await database.column<string>(
    `select table_name || ' ' || column_name as column from private.personal_data where reach in ('row', 'words') order by 1`,
  );
  const planted = await findPersonTraces(database);
  expect(rows.filter((column) => !planted.includes(column))).toEqual([]);

  const found = await find([' Perpetua@ZZYZXOVA.example ']);
  expect(found['counts']).toEqual({
    leads: 1,
    messages: 1,
    quarantined: 1,
    reports: 0,
    requests: 1,
    mails: 1,
    queued: 1,
  });
  expect(found['leads']).toMatchObject([
    { name: plantedPerson.name, messages: [{ message: plantedPerson.words }] },
  ]);
  expect(found['mails']).toMatchObject([
    { from_address: plantedPerson.email, text: plantedPerson.words, in_a_conversation: false },
  ]);
  expect(found['alsoKnown']).toEqual([plantedPerson.phone]);
  expect(found['accounts']).toMatchObject([{ email: plantedPerson.email }]);
  const byPhone = await find(['416 555 0142']);
  expect(byPhone['counts']).toMatchObject({ leads: 1, quarantined: 1, reports: 1 });
  expect(byPhone['alsoKnown']).toEqual([plantedPerson.email]);
  const withoutPhone = await find([otherPerson.email]);
  expect(withoutPhone['alsoKnown']).not.toContain(null);
  const mentions = (byPhone['mentions'] as { table_name: string; total: number; ids: string[] }[]).map(
    ({ table_name: table, total }) => [table, total],
  );
  expect(mentions).toEqual([
    ['private.outbox', 2],
    ['private.staff_mail', 1],
    ['public.accessibility_feedback', 1],
    ['public.booking_blocks', 1],
    ['public.canned_replies', 1],
    ['public.content_autosaves', 1],
    ['public.content_versions', 2],
    ['public.deleted_content', 1],
    ['public.lead_messages', 1],
    ['public.lead_notes', 1],
    ['public.leads', 1 + furtherLeadFields.length],
    ['public.privacy_incidents', 1],
    ['public.privacy_requests', 1],
    ['public.received_files', 2],
    ['public.received_mails', 2],
    ['realtime.messages', 1],
  ]);
  expect(byPhone['published']).toMatchObject([{ table_name: 'public.posts', total: 1 }]);
});

test('B-71 no one else is found: an address within another one, a number within another one', async () => {
  await database.query(
    `insert into leads (name, email, message, phone) values
       ('Ina', 'a.perpetua@zzyzxova.example', 'Mine', '1 416 555 01423')`,
  );
  expect((await find())['counts']).toMatchObject({ leads: 1 });
  await database.query(`delete from leads where name = 'Ina'`);
});

test('B-72 a correction reaches all leads of the person, and who opted out stays refused', async () => {
  await call('agent', 'select set_do_not_contact($1, true)', [plantedPerson.leadId]);
  const correct = (given: string[], values: string) =>
    call('owner', `select correct_person($1, ${values})`, [given]);
  expect(await correct(contacts, `name => ' Pia ', email => 'pia@other.example'`)).toEqual([
    { correct_person: 2 },
  ]);
  expect((await find(['pia@other.example']))['doNotContact']).toMatchObject([{ byLink: false }]);
  expect(await catchErrorCode(correct(['pia@other.example'], `email => 'nothing'`))).toBe('23514');
  expect(await catchErrorCode(correct(['pia@other.example'], `name => ' '`))).toBe('22023');
  await correct(['pia@other.example'], `name => '${plantedPerson.name}', email => '${plantedPerson.email}'`);
  expect((await find())['counts']).toMatchObject({ leads: 1, quarantined: 1 });
});

test('B-73 an erasure leaves a tombstone that counts, and nothing else but what it names', async () => {
  const before = await charts();
  expect(await callValue('owner', 'select erase_person($1)', [contacts])).toMatchObject({
    leads: 1,
    messages: 1,
    queued: 1,
    quarantined: 1,
    reports: 1,
    accounts: 1,
    remains: {
      customers: [plantedPerson.customer],
      team: [],
      published: [{ table_name: 'public.posts', total: 1 }],
    },
  });
  // Content is not erased, because staff must edit it; its newest version has the same text.
  expect(await findPersonTraces(database)).toEqual(['public.posts body']);
  const found = await find();
  expect(found['counts']).toEqual({
    leads: 0,
    messages: 0,
    quarantined: 0,
    reports: 0,
    requests: 0,
    mails: 0,
    queued: 0,
  });
  expect(found['mentions']).toEqual([]);
  expect(await charts()).toEqual(before);
  const rows = await database.query(
    `select name, email, status, erased_at is not null as erased, referrer_host, campaign_source from leads where id = $1`,
    [plantedPerson.leadId],
  );
  expect(rows).toEqual([
    {
      name: 'Erased',
      email: 'erased@erased.invalid',
      status: 'new',
      erased: true,
      referrer_host: 'news.example',
      campaign_source: 'spring',
    },
  ]);
  expect(await call('agent', `select id from search_leads('perpetua')`)).toEqual([]);
  expect(
    await call('agent', `select lead_id from leads_needing_reply where lead_id = $1`, [plantedPerson.leadId]),
  ).toEqual([]);
  // The rest of other people's texts is kept.
  const kept = await database.query('select name, email, message from leads where id = $1', [
    otherPerson.leadId,
  ]);
  expect(kept).toEqual([{ name: 'Joan', email: otherPerson.email, message: 'Ask [erased] or [erased]' }]);
});

test('B-73 an erased lead cannot be replied to or billed, and a second erasure finds nothing', async () => {
  const write = `insert into lead_messages (lead_id, message, sender_type) values ($1, 'Hello', 'admin')`;
  expect(await callError('agent', write, [plantedPerson.leadId])).toBe('P0001');
  const bill = `update leads set stripe_customer_id = 'cus_new' where id = $1`;
  expect(await callError('agent', bill, [plantedPerson.leadId])).toBe('P0001');
  expect(await callValue('owner', 'select erase_person($1)', [contacts])).toMatchObject({
    leads: 0,
    quarantined: 0,
    mentions: 0,
  });
});

test('B-73 mail about a report that still waits is dropped with the report', async () => {
  await database.query(`
    insert into accessibility_feedback (id, message, reply_to)
    values ('feedbacc-0000-4000-8000-000000000001', 'No way past the menu', 'Rita@roy.example');
    insert into private.outbox (kind, report_id) values ('acknowledgement', 'feedbacc-0000-4000-8000-000000000001')`);
  await call('owner', `select erase_person(array['rita@roy.example'])`);
  expect(await database.query('select from private.outbox where report_id is not null')).toEqual([]);
});

test('B-73 a colleague with that address stays, and is named', async () => {
  expect(await callValue('owner', `select erase_person(array['AGENT@fairlead.example'])`)).toMatchObject({
    accounts: 0,
    remains: { team: ['agent@fairlead.example'] },
  });
  expect(await database.query('select from staff where user_id = $1', [testAccounts.agent])).toHaveLength(1);
});

test('B-73 an account that is found by its phone number alone leaves no address in the audit log', async () => {
  await database.query(`
    insert into auth.users (id, email, phone, created_at)
    values ('feedbacc-0000-4000-8000-000000000002', 'unnamed@yale.example', '16045550177', now() - interval '1 day')`);
  expect(await callValue('owner', `select erase_person(array['+1 604 555 0177'])`)).toMatchObject({
    accounts: 1,
  });
  expect(
    await database.query(`select from audit_log where audit_log::text like '%unnamed@yale.example%'`),
  ).toEqual([]);
});
