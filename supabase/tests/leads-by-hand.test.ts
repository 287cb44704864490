import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { readAuditEntries, readDatabaseTime } from './audit-entries.ts';
import { policyCallers } from './policy-matrix.ts';
import { createOutboxCalls } from './queued-mail.ts';
import { testAccounts, catchErrorCode, setUpTestDatabase, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const { begin, named, write, delivery } = createOutboxCalls(database);

beforeAll(async () => {
  await database.query(
    `insert into services (id, name, slug) values ('50000000-0000-4000-8000-000000000001', 'Audit', 'audit')`,
  );
});

const call = {
  lead: '1ead0000-0000-4000-8000-0000000000b1',
  name: ' Bo Lind ',
  email: null as string | null,
  phone: '604-555-0199' as string | null,
  company: '' as string | null,
  message: 'Wants a quote\r\nby Friday',
  service: '50000000-0000-4000-8000-000000000001' as string | null,
  channel: 'phone' as string | null,
  asked_for_contact: true as boolean | null,
  came_at: '2000-01-01' as string | null,
};

/** Adds a lead as a colleague, dated an hour ago unless another time is given. */
function add(fields: Partial<typeof call> = {}, caller: CallerName = 'agent', keep = false) {
  const given = { ...call, came_at: new Date(Date.now() - 3_600_000).toISOString(), ...fields };
  return database.as(
    caller,
    async (session) => {
      const { lead, service, channel, asked_for_contact: asked, came_at: cameAt, ...fields } = given;
      const values = [lead, fields, service, channel, asked, cameAt];
      await session.query('select add_lead($1, $2, $3, $4, $5, $6)', values);
      await session.query('reset role');
      const rows = await session.query<Record<string, unknown>>('select * from leads where id = $1', [
        given.lead,
      ]);
      return rows[0] ?? {};
    },
    { keep },
  );
}

describe('B-105 a lead that a colleague adds', () => {
  test('B-105 is cleaned like a visitor’s, and contains how it arrived, who added it and when', async () => {
    const lead = await add();
    expect(lead).toMatchObject({
      name: 'Bo Lind',
      email: null,
      company: null,
      message: 'Wants a quote\nby Friday',
      service_name: 'Audit',
      status: 'new',
      origin: 'staff',
      channel: 'phone',
      asked_for_contact: true,
      created_by: testAccounts.agent,
      score: 0,
      score_reasons: [],
    });
    expect(Date.now() - Number(lead['created_at'])).toBeGreaterThan(3_500_000);
  });

  test('B-105 is one lead when it is sent twice, and replaces no other', async () => {
    await database.as('agent', async (session) => {
      const sql = `select add_lead('${call.lead}', '{"name": "Bo Lind", "email": "bo@lind.example"}', null, 'other', false)`;
      await session.query(sql);
      await session.query(sql);
      expect(await session.query('select from leads')).toHaveLength(1);
    });
    await database.query(
      `insert into leads (id, name, email) values ('${call.lead}', 'Ana Roy', 'ana@roy.example')`,
    );
    expect(await catchErrorCode(add())).toBe('23505');
    await database.query('delete from leads');
  });

  test.each([
    ['a name of one character', { name: 'a' }, '23514'],
    ['a name of 101', { name: 'n'.repeat(101) }, '23514'],
    ['an address without a host', { email: 'a@' }, '23514'],
    ['neither address nor number', { phone: null, email: ' ' }, 'P0001'],
    ['an extension for a number', { phone: 'ext 12345' }, 'P0001'],
    ['a number of 21 characters', { phone: '6'.repeat(21) }, '23514'],
    ['a message of 2,001', { message: 'm'.repeat(2001) }, '23514'],
    ['a message of a megabyte', { message: 'm'.repeat(1_000_000) }, '23514'],
    ['a way that is not known', { channel: 'fax' }, '23514'],
    ['no way', { channel: null }, '23514'],
    ['no word on whether they asked', { asked_for_contact: null }, '23514'],
    ['a service that is not there', { service: randomUUID() }, '23503'],
    ['tomorrow', { came_at: new Date(Date.now() + 86_400_000).toISOString() }, 'P0001'],
    ['two years ago', { came_at: new Date(Date.now() - 2 * 365 * 86_400_000).toISOString() }, 'P0001'],
    ['no time', { came_at: null }, 'P0001'],
  ])('B-105 a lead added by a colleague is rejected: %s', async (_title, fields, code) => {
    expect(await catchErrorCode(add(fields))).toBe(code);
  });

  test.each(policyCallers)(
    'B-105 a caller of kind %s can add a lead if it may read leads',
    async (caller) => {
      const mayAdd = ['agent', 'owner', 'open'].includes(caller);
      expect(await catchErrorCode(add({}, caller))).toBe(mayAdd ? null : '42501');
    },
  );

  test('B-105 the channel of a visitor’s lead cannot be set, and its address is required', async () => {
    const insert = (columns: string, values: string, caller: CallerName) =>
      database.callError(caller, `insert into leads (${columns}) values (${values})`);
    expect(await insert('name, email, channel', `'Bo Lind', 'b@l.example', 'phone'`, 'agent')).toBe('42501');
    expect(await insert('name, phone', `'Bo Lind', '604-555-0199'`, 'visitor')).toBe('23502');
    expect(await insert('name, phone', `'Bo Lind', '604-555-0199'`, 'server')).toBe('23502');
    expect(await insert('name, email, channel', `'Bo Lind', 'b@l.example', 'phone'`, 'server')).toBe('23514');
  });

  test('B-105 is in the audit log without its text, and found by its name', async () => {
    const since = await readDatabaseTime(database);
    await add({}, 'agent', true);
    expect(await readAuditEntries(database, since)).toEqual([
      { who: 'Agent Person', action: 'created', kind: 'leads', details: ['phone'] },
    ]);
    expect(await database.call('agent', `select from search_leads('bo lin')`)).toHaveLength(1);
    await database.query('delete from leads');
  });

  test('B-105 an erasure reaches it by its number, and nothing keeps the way it came from counting', async () => {
    await add({}, 'agent', true);
    await database.as('owner', async (session) => {
      await session.query(`select erase_person(array['+1 604 555 0199'])`);
      await session.query('reset role');
      const rows = await session.query<Record<string, unknown>>('select * from leads');
      expect(rows).toMatchObject([{ name: 'Erased', phone: null, message: null, channel: 'phone' }]);
    });
    const sources = await database.attempt<{ kind: string }>('viewer', 'select kind from leads_by_source()');
    expect(sources).toEqual([{ kind: 'staff' }]);
    await database.query('delete from leads');
  });
});

describe('B-105 mail about a lead that a colleague added', () => {
  test('B-105 colleagues are notified, but not who added it; the person gets nothing', async () => {
    await begin();
    await add({ email: 'bo@lind.example' }, 'agent', true);
    expect(Object.keys(await named())).toEqual(['owner']);
    await database.query('delete from private.outbox; delete from private.staff_mail');
    await database.query('delete from private.staff_notifications');
    await add({ lead: randomUUID() }, 'agent', true);
    await add({ lead: randomUUID() }, 'owner', true);
    const notices = await named();
    expect(
      Object.entries(notices)
        .map(([to, names]) => [to, names.length])
        .toSorted(),
    ).toEqual([
      ['agent', 1],
      ['owner', 1],
    ]);
  });

  test('B-105 a reply to a lead without an address is not mailed, and is marked so', async () => {
    await begin();
    await database.query('delete from leads');
    await add({}, 'agent', true);
    await write('Hello', 'agent', 'admin', call.lead);
    expect(await delivery()).toMatchObject([
      { state: 'failed', problem: 'Not sent: there is no email address.' },
    ]);
    const refuse = database.attempt('agent', `select set_do_not_contact('${call.lead}', true)`);
    await expect(refuse).rejects.toThrow('no email address');
  });

  test.each([
    [true, 'recorded'],
    [false, 'failed'],
  ])(
    'B-105 B-66 a person on the do-not-contact list gets a reply only if they asked for one: %s',
    async (asked, state) => {
      await begin();
      await database.query('delete from leads');
      await add({ email: 'bo@lind.example', asked_for_contact: asked }, 'agent', true);
      await database.call('agent', `select set_do_not_contact('${call.lead}', true)`);
      await write('Hello', 'agent', 'admin', call.lead);
      expect(await delivery()).toMatchObject([{ state }]);
      await database.query('delete from private.do_not_contact');
    },
  );
});

test('B-105 a request of the same address or number is known before a lead is added', async () => {
  await database.query('delete from leads');
  await database.query(
    `insert into leads (name, email, phone, created_at) values
       ('Ana Roy', 'ana@roy.example', null, '2026-01-01'), ('Ana Roy', 'ana@roy.example', '604-555-0112', '2026-02-01')`,
  );
  const known = (caller: CallerName, email: string | null, phone: string | null) =>
    database.as(caller, async (session) => {
      const rows = await session.query<Record<string, unknown>>('select * from known_requests($1, $2)', [
        email,
        phone,
      ]);
      return rows.map(({ total, created_at: at, name }) => [
        total,
        (at as Date).toISOString().slice(0, 10),
        name,
      ]);
    });
  expect(await known('agent', ' ANA@roy.example ', null)).toEqual([[2, '2026-02-01', 'Ana Roy']]);
  expect(await known('agent', 'nobody@roy.example', '+1 604 555 0112')).toEqual([
    [1, '2026-02-01', 'Ana Roy'],
  ]);
  expect(await known('agent', null, '')).toEqual([]);
  expect(await known('editor', 'ana@roy.example', null)).toEqual([]);
});
