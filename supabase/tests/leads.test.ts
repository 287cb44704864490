import { beforeAll, describe, expect, test } from 'vitest';
import type { LeadInsert } from '../../site/app/lead/hash-lead-content.server.ts';
import { insertRow, setUpTestDatabase, catchErrorCode, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const lead = '1ead0000-0000-4000-8000-000000000001';
const service = '50000000-0000-4000-8000-000000000001';

beforeAll(async () => {
  await database.query(
    `insert into services (id, name, slug, is_published) values ($1, 'Audit', 'audit', true)`,
    [service],
  );
  await database.query(`insert into leads (id, name, email) values ($1, 'Ana Roy', 'ana@roy.example')`, [
    lead,
  ]);
});

/** Sends as a visitor, reads with the secret key, then rolls back. */
function sendLead(fields: Partial<LeadInsert>): Promise<Record<string, unknown>> {
  return database.as('visitor', async (session) => {
    await insertRow(session, 'public.leads', { name: 'Ana Roy', email: 'ana@roy.example', ...fields });
    await session.query(`set local role service_role`);
    const rows = await session.query<Record<string, unknown>>(
      `select * from public.leads order by created_at desc, id limit 1 offset 0`,
    );
    return rows.find(({ id }) => id !== lead) ?? {};
  });
}

describe('P-143 the fields of a lead as they are stored', () => {
  test('P-143 values are trimmed as the browser trims, line ends are LF, nothing is null', async () => {
    expect(
      await sendLead({
        name: '\u00a0 Ana Roy\t\u3000',
        email: ' ana@roy.example\n',
        company: '  ',
        phone: '',
        message: '\ufeff one\r\ntwo\rthree\n\u2028',
      }),
    ).toMatchObject({
      name: 'Ana Roy',
      email: 'ana@roy.example',
      company: null,
      phone: null,
      message: 'one\ntwo\nthree',
    });
  });

  test('G-37 a new lead has status new, no replies, no billing id', async () => {
    expect(await sendLead({})).toMatchObject({
      status: 'new',
      reply_count: 0,
      last_reply_at: null,
      stripe_customer_id: null,
      service_id: null,
      service_name: null,
    });
  });

  test('P-143 G-46 a service adds its name; an unknown one is rejected as a reference', async () => {
    expect(await sendLead({ service_id: service })).toMatchObject({
      service_id: service,
      service_name: 'Audit',
    });
    expect(await catchErrorCode(sendLead({ service_id: lead }))).toBe('23503');
  });
});

describe('P-134…P-140 limits are never tighter than the browser counts', () => {
  const astral = '🙂'; // one code point, two UTF-16 units
  const accepted: [string, Partial<LeadInsert>][] = [
    ['P-135 a name of 100', { name: 'n'.repeat(100) }],
    ['P-135 a name of 50 astral characters, 100 for the browser', { name: astral.repeat(50) }],
    ['P-134 a name of two', { name: 'Ng' }],
    ['P-134 a name of one astral character, two for the browser', { name: astral }],
    ['P-137 an e-mail of 255', { email: `${'e'.repeat(250)}@x.ca` }],
    ['P-138 a company of 200', { company: 'c'.repeat(200) }],
    ['P-139 a phone of 20', { phone: '5'.repeat(20) }],
    ['P-140 a message of 2000', { message: 'm'.repeat(2000) }],
    ['P-143 a message of 2000 with line ends sent as CRLF', { message: 'ab\r\n'.repeat(666) + 'cd' }],
    ['P-140 a message of 1000 astral characters, 2000 for the browser', { message: astral.repeat(1000) }],
  ];
  const rejected: [string, Partial<LeadInsert>][] = [
    ['P-134 a name of one', { name: ' a ' }],
    ['P-135 a name of 101', { name: 'n'.repeat(101) }],
    ['P-136 an e-mail without a host', { email: 'a@' }],
    ['P-136 an e-mail with a space', { email: 'a b@c.d' }],
    ['P-137 an e-mail of 256', { email: `${'e'.repeat(251)}@x.ca` }],
    ['P-138 a company of 201', { company: 'c'.repeat(201) }],
    ['P-139 a phone of 21', { phone: '5'.repeat(21) }],
    ['P-140 a message of 2001', { message: 'm'.repeat(2001) }],
  ];

  test.each(accepted)('a lead with %s is stored', async (_title, fields) => {
    expect((await sendLead(fields))['id']).toBeTypeOf('string');
  });
  test.each(rejected)('a lead with %s is rejected by a check', async (_title, fields) => {
    expect(await catchErrorCode(sendLead(fields))).toBe('23514');
  });
  test.each(['name', 'email'] as const)('a lead with an empty %s is rejected', async (field) => {
    expect(await catchErrorCode(sendLead({ [field]: ' \n' }))).toBe('23502');
  });
});

describe('G-36 a visitor cannot reach what is not for visitors', () => {
  test.each(['status', 'reply_count', 'stripe_customer_id', 'created_at', 'id', 'service_name', 'is_sample'])(
    'G-36 a visitor cannot set the column %s',
    async (column) => {
      const run = database.attempt(
        'visitor',
        `insert into public.leads (name, email, ${column}) values ('Ana Roy', 'a@b.example', default)`,
      );
      expect(await catchErrorCode(run)).toBe('42501');
    },
  );

  test('G-36 a visitor or an account sends at most 20 leads in one transaction, the server any number', async () => {
    const send = (caller: CallerName, count: number) =>
      database.attempt(
        caller,
        `insert into public.leads (name, email)
           select 'Ana Roy', 'ana@roy.example' from generate_series(1, ${count})`,
      );
    for (const caller of ['visitor', 'waiting', 'owner'] as const) {
      expect([caller, await catchErrorCode(send(caller, 20))]).toEqual([caller, null]);
      expect([caller, await catchErrorCode(send(caller, 21))]).toEqual([caller, 'P0001']);
    }
    expect(await catchErrorCode(send('server', 100))).toBeNull();
  });

  test('G-36 an insert that returns nothing needs no right to read', async () => {
    const sent = `insert into public.leads (name, email) values ('Ana Roy', 'a@b.example')`;
    expect(await catchErrorCode(database.attempt('visitor', sent))).toBeNull();
    expect(await database.callError('visitor', `${sent} returning id`)).toBe('42501');
  });
});

describe('status', () => {
  test('P-118 any of the five to any; P-99 G-15 empty counts as new, another word is kept', async () => {
    const walk = [
      'new',
      'contacted',
      'in_conversation',
      'qualified',
      'not_interested',
      '',
      null,
      ' ',
      'on hold',
    ];
    const stored = await database.as('agent', async (session) => {
      const seen: unknown[] = [];
      for (const status of walk) {
        await session.query(`update public.leads set status = $1 where id = $2`, [status, lead]);
        seen.push(await session.value(`select status from public.leads where id = $1`, [lead]));
      }
      return seen;
    });
    expect(stored).toEqual([
      'new',
      'contacted',
      'in_conversation',
      'qualified',
      'not_interested',
      'new',
      'new',
      'new',
      'on hold',
    ]);
  });
});

test('G-46 a deleted service leaves its name on the lead; a renamed one does not rewrite it', async () => {
  await database.query('begin');
  await database.query(`update leads set service_id = $1 where id = $2`, [service, lead]);
  await database.query(`update services set name = 'Deep Audit' where id = $1`, [service]);
  await database.query(`delete from services where id = $1`, [service]);
  const rows = await database.query(`select service_id, service_name from leads where id = $1`, [lead]);
  await database.query('rollback');
  expect(rows).toEqual([{ service_id: null, service_name: 'Audit' }]);
});
