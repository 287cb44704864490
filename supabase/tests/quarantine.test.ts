import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setUpTestDatabase, catchErrorCode } from './test-database.ts';
import {
  sampleLead,
  sendSignedLead,
  testHeaderKey,
  signLeadHeader,
  sendLeads,
  type SentLead,
  storeTestHeaderKey,
  spamLead,
} from './sent-lead.ts';

const database = setUpTestDatabase();
const isLocal = `update public.settings set local_mode = true;`;

storeTestHeaderKey(database);

const person = (i: number): SentLead => ({ ...sampleLead, email: `person${i}@roy.example` });
const many = (count: number, send: (i: number) => { lead: SentLead; header?: string }) =>
  Array.from({ length: count }, (_, i) => send(i));

describe('G-51 limits and quarantine', () => {
  const ofOneAddress = (i: number) => ({ lead: person(i), header: signLeadHeader(person(i)) });

  test('G-51 the sixth of one address in ten minutes is quarantined; another address is not', async () => {
    const elsewhere = { lead: sampleLead, header: signLeadHeader(sampleLead, { address: 'c'.repeat(32) }) };
    const { leads, quarantined } = await sendLeads(database, [...many(6, ofOneAddress), elsewhere]);
    expect(leads).toHaveLength(6);
    expect(quarantined).toMatchObject([
      { email: 'person5@roy.example', score_reasons: ['too many messages in a short time'] },
    ]);
  });

  test('G-51 API calls without an address have their own limit, which does not affect the forms', async () => {
    const earlier = `insert into public.leads (name, email, origin) select 'Bot', 'bot@bot.example', 'api' from generate_series(1, 20);`;
    const { leads, quarantined } = await sendLeads(database, [{ lead: person(1) }, ofOneAddress(2)], {
      before: earlier,
    });
    expect([leads.length, quarantined.length]).toEqual([21, 1]);
    expect(quarantined[0]).toMatchObject({ email: 'person1@roy.example', origin: 'api' });
  });

  const via = (address: string) => ({ from: { 'x-forwarded-for': `192.0.2.1, ${address}` } });

  test('G-51 one API caller who sends too many is quarantined, then rejected; others are not', async () => {
    const flood = `insert into public.leads (name, email, origin, address_hash)
      select 'Bot', 'bot@bot.example', 'api', left(encode(extensions.hmac('address 203.0.113.7', '${testHeaderKey}', 'sha256'), 'hex'), 32)
      from generate_series(1, COUNT);`;
    const own = { lead: person(1), ...via('203.0.113.7') };
    const others = [
      { lead: person(2), ...via('203.0.113.8') },
      { lead: person(3), ...via('2001:db8:0:7:ffff::1') },
      { lead: person(4), from: { 'x-forwarded-for': '203.0.113.7', 'cf-connecting-ip': '198.51.100.4' } },
      { lead: person(5), from: { 'x-forwarded-for': 'no address' } },
    ];
    const { leads, quarantined } = await sendLeads(database, [own, ...others], {
      before: flood.replace('COUNT', '5'),
    });
    expect([leads.length, quarantined.map(({ email }) => email)]).toEqual([9, ['person1@roy.example']]);
    const flooded = { before: flood.replace('COUNT', '60') };
    expect(await catchErrorCode(sendLeads(database, [own], flooded))).toBe('PT429');
    expect((await sendLeads(database, others, flooded)).leads).toHaveLength(64);
  });

  test('G-51 the forms and the api of one address count together, IPv6 by its network', async () => {
    const signed = (key: string) =>
      createHmac('sha256', testHeaderKey).update(`address ${key}`).digest('hex').slice(0, 32);
    for (const [key, address] of [
      ['203.0.113.9', '203.0.113.9'],
      ['2001:db8:0:a0::/64', '2001:db8:0:a0:1:2:3:4'],
    ] as const) {
      const form = (i: number) => ({
        lead: person(i),
        header: signLeadHeader(person(i), { address: signed(key) }),
      });
      const { quarantined } = await sendLeads(database, [
        ...many(5, form),
        { lead: person(9), ...via(address) },
      ]);
      expect(quarantined.map(({ email }) => email)).toEqual(['person9@roy.example']);
    }
  });

  test('G-51 the leads of many API callers together are quarantined, and none is lost', async () => {
    const earlier = `insert into public.leads (name, email, origin, address_hash)
      select 'Bot', 'bot@bot.example', 'api', lpad(i::text, 32, '0') from generate_series(1, 100) as i;`;
    const sent = [{ lead: person(1), ...via('203.0.113.7') }, ofOneAddress(2)];
    const { leads, quarantined } = await sendLeads(database, sent, { before: earlier });
    expect([leads.length, quarantined.map(({ email }) => email)]).toEqual([101, ['person1@roy.example']]);
  });

  test('G-51 one caller with an IPv6 network of 48 bits is quarantined by network; others are not', async () => {
    const email = (i: number) => `person${i}@roy.example`;
    const kept = await database.as('visitor', async (session) => {
      const send = async (i: number, headers: object) => {
        await session.query(
          `select set_config('request.headers', $1, true), set_config('leads.sent', '0', true)`,
          [JSON.stringify(headers)],
        );
        await session.query(`insert into public.leads (name, email) values ('Bo Lind', $1)`, [email(i)]);
      };
      for (let i = 0; i < 110; i++) await send(i, via(`2001:db8:7:${i.toString(16)}::1`).from);
      await send(110, via('203.0.113.8').from);
      await send(111, via('2001:db8:8:1::1').from);
      await session.query('reset role');
      const rows = await session.column<string>('select email from public.leads');
      return rows.sort();
    });
    const first = Array.from({ length: 20 }, (_, i) => email(i));
    expect(kept).toEqual([...first, email(110), email(111)].sort());
  });

  test('G-51 the flood ceiling of an IPv6 network is 240 a minute, whatever its addresses', async () => {
    const flood = (count: number) => ({
      before: `insert into public.leads (name, email, origin, address_hash, network_hash)
        select 'Bot', 'bot@bot.example', 'api', lpad(i::text, 32, '0'),
          left(encode(extensions.hmac('address 2001:db8:7::/48', '${testHeaderKey}', 'sha256'), 'hex'), 32)
        from generate_series(1, ${count}) as i;`,
    });
    const sent = { lead: person(1), ...via('2001:db8:7:ffff::1') };
    expect(await catchErrorCode(sendLeads(database, [sent], flood(240)))).toBe('PT429');
    expect((await sendLeads(database, [sent], flood(239))).quarantined).toHaveLength(1);
    expect(
      await catchErrorCode(sendLeads(database, [{ lead: person(2), ...via('2001:db8:8::1') }], flood(240))),
    ).toBeNull();
  });

  test('G-51 a lead that the site scores as automatic is quarantined, and in no list and no total', async () => {
    const { leads, quarantined } = await sendSignedLead(database, sampleLead, {
      score: 5,
      reasons: ['trap'],
    });
    expect(leads).toEqual([]);
    expect(quarantined).toMatchObject([
      { name: sampleLead.name, message: sampleLead.message, score: 5, score_reasons: ['trap'] },
    ]);
    expect(await database.query('select * from lead_totals where total > 0')).toEqual([]);
  });

  test('G-51 in local mode nothing is held back: the score is stored, the lead is a lead', async () => {
    const header = signLeadHeader(spamLead, { score: 5 });
    const { leads, quarantined } = await sendLeads(
      database,
      [{ lead: spamLead, header }, ...many(9, ofOneAddress)],
      {
        before: isLocal,
      },
    );
    expect([leads.length, quarantined.length]).toEqual([10, 0]);
    expect(leads.find(({ message }) => message === spamLead.message)).toMatchObject({ score: 10 });
  });

  test.each([
    ['60 a minute of one address', '', 'a'.repeat(32), 60],
    ['600 in local mode', isLocal, 'a'.repeat(32), 600],
    ['600 of the api without an address', '', null, 600],
  ] as const)(
    'G-51 the flood ceiling is %s: rejected as 429, one fewer is kept',
    async (_, mode, address, most) => {
      const send = (count: number) =>
        sendLeads(
          database,
          [
            address === null
              ? { lead: sampleLead }
              : { lead: sampleLead, header: signLeadHeader(sampleLead, { address }) },
          ],
          {
            before: `${mode} insert into public.leads (name, email, origin, address_hash)
          select 'Bot', 'bot@bot.example', ${address === null ? `'api', null` : `'site', '${address}'`} from generate_series(1, ${count});`,
          },
        );
      expect(await catchErrorCode(send(most))).toBe('PT429');
      const { leads, quarantined } = await send(most - 1);
      expect(leads.length + quarantined.length).toBe(most);
    },
  );

  test('a quarantined lead passes the checks of a lead', async () => {
    const long = { ...spamLead, name: 'n'.repeat(101) };
    expect(await catchErrorCode(sendSignedLead(database, long, { score: 9 }))).toBe('23514');
  });

  test('G-51 leads from staff who handle leads are not quarantined', async () => {
    const { leads } = await sendLeads(database, [{ lead: spamLead }], { caller: 'agent' });
    expect(leads).toHaveLength(1);
  });
});

describe('B-11 restoring a lead from quarantine', () => {
  const id = '5a5a0000-0000-4000-8000-000000000001';
  const before = `insert into public.quarantined_leads (id, name, email, score, origin, created_at)
    values ('${id}', 'Ana Roy', 'ana@roy.example', 6, 'site', '2026-11-01');`;
  const restore = `select public.restore_quarantined_lead('${id}')`;

  test.each(['agent', 'owner', 'open'] as const)(
    'B-11 the %s restores a lead with its id, time and score, and it is counted',
    async (caller) => {
      const found = await database.as(
        caller,
        async (session) => {
          await session.query(restore);
          await session.query('reset role');
          return session.query(
            `select id, score, origin, created_at = '2026-11-01' as is_dated, (select total from public.lead_totals where status = 'new')::int as total,
             (select count(*) from public.quarantined_leads)::int as held from public.leads`,
          );
        },
        { before },
      );
      expect(found).toEqual([{ id, score: 6, origin: 'site', is_dated: true, total: 1, held: 0 }]);
    },
  );

  test.each(['visitor', 'waiting', 'viewer', 'editor', 'anonymous', 'banned'] as const)(
    'B-11 a caller of kind %s may not restore a lead',
    async (caller) => {
      expect(await database.callError(caller, restore, [], { before })).toBe('42501');
    },
  );

  test('B-11 a repetition is reported, and creates no second lead', async () => {
    const twice = database.as(
      'agent',
      async (session) => {
        await session.query(restore);
        await session.query(restore);
      },
      { before },
    );
    expect(await catchErrorCode(twice)).toBe('P0001');
  });

  test('a quarantined lead has the columns of a lead, so that nothing is lost on the way', async () => {
    const columns = (table: string) =>
      database.query(
        `select attname, atttypid, attnotnull or attname = 'email' as is_required from pg_attribute
           where attrelid = $1::regclass and attnum > 0 order by attname`,
        [table],
      );
    expect(await columns('public.quarantined_leads')).toEqual(await columns('public.leads'));
  });
});
