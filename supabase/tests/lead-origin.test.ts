import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { insertRow, setUpTestDatabase, catchErrorCode } from './test-database.ts';
import {
  sampleLead,
  sendSignedLead,
  signLeadHeader,
  sendLeads,
  storeTestHeaderKey,
  spamLead,
} from './sent-lead.ts';

const database = setUpTestDatabase();

storeTestHeaderKey(database);

describe('G-36 the header that the site signs', () => {
  test('G-36 the values of the signed header are stored: key, page, score, address, origin', async () => {
    const key = randomUUID();
    const { leads, quarantined } = await sendSignedLead(database, sampleLead, {
      key,
      path: '/services/audit',
      score: 2,
      reasons: ['fast'],
      address: 'b'.repeat(32),
    });
    expect(quarantined).toEqual([]);
    expect(leads).toMatchObject([
      {
        origin: 'site',
        submission_key: key,
        source_path: '/services/audit',
        score: 2,
        score_reasons: ['fast'],
        address_hash: 'b'.repeat(32),
      },
    ]);
  });

  test.each([
    ['while it is accepted', 'infinity', 'site'],
    ['after its end', '2020-01-01', 'api'],
  ])('G-36 a header signed with the key before a rotation, %s', async (_, end, origin) => {
    const before = `insert into public.server_keys (name, value, valid_until)
      values ('lead_header_previous', repeat('o', 64), '${end}');`;
    const header = signLeadHeader(sampleLead, {}, 'o'.repeat(64));
    expect((await sendLeads(database, [{ lead: sampleLead, header }], { before })).leads).toMatchObject([
      { origin },
    ]);
  });

  const other = { ...sampleLead, message: 'Something else' };
  const good = signLeadHeader(sampleLead);
  test.each<[string, string | null]>([
    ['is missing', null],
    ['is empty', ''],
    ['is noise', 'noise'],
    ['is noise of the right shape', `!!!.${'0'.repeat(64)}`],
    ['has no signature', good.slice(0, good.indexOf('.'))],
    ['has a changed payload', `${Buffer.from('{"score":0}').toString('base64')}.${good.split('.')[1]}`],
    ['was signed by another deployment', signLeadHeader(sampleLead, {}, 'x'.repeat(64))],
    ['was signed for another content', signLeadHeader(other)],
    ['(B-241) was signed for a booking', signLeadHeader(sampleLead, { form: 'booking' })],
    ['(B-241) was signed for an answer', signLeadHeader(sampleLead, { form: 'answer' })],
  ])('G-36 a lead whose header %s is stored as sent through the API', async (_, header) => {
    const { leads, quarantined } = await sendLeads(database, [{ lead: sampleLead, header }]);
    expect([leads.length, quarantined.length]).toEqual([1, 0]);
    expect(leads[0]).toMatchObject({
      name: sampleLead.name,
      message: sampleLead.message,
      origin: 'api',
      submission_key: null,
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ['a key that is none', { key: 'no uuid' }],
    ['a score that is no number', { score: 'x' }],
    ['reasons that are no list', { reasons: 'fast' }],
  ])('G-36 a lead whose signed header has %s is stored', async (_, facts) => {
    const { leads } = await sendSignedLead(database, sampleLead, facts);
    expect(leads).toMatchObject([{ name: sampleLead.name, message: sampleLead.message }]);
  });

  test('G-36 without a key in the database, or without its settings, the lead is stored', async () => {
    for (const before of [
      'delete from public.server_keys;',
      'delete from public.settings;',
      'drop table public.quarantined_leads cascade;',
      'drop table public.server_keys;',
    ]) {
      const sent = database.as(
        'visitor',
        (session) =>
          session.count(`insert into public.leads (name, email) values ('Ana Roy', 'ana@roy.example')`),
        { before },
      );
      expect([before, await sent]).toEqual([before, 1]);
    }
  });

  test('G-36 a lead without a header counts as sent through the API, and is scored', async () => {
    const { leads } = await sendLeads(database, [{ lead: sampleLead }]);
    expect(leads).toMatchObject([{ origin: 'api', score: 1, source_path: null, address_hash: null }]);
    const { quarantined } = await sendLeads(database, [{ lead: spamLead }]);
    expect(quarantined).toMatchObject([{ origin: 'api', score: 6, email: sampleLead.email }]);
  });

  test.each([
    'origin',
    'submission_key',
    'source_path',
    'landing_path',
    'referrer_host',
    'campaign_source',
    'score',
    'score_reasons',
    'address_hash',
    'content_hash',
  ])('G-36 neither a visitor nor staff can set %s', async (column) => {
    for (const caller of ['visitor', 'owner'] as const) {
      const run = database.attempt(
        caller,
        `insert into public.leads (name, email, ${column}) values ('Ana Roy', 'a@b.example', default)`,
      );
      expect(await catchErrorCode(run)).toBe('42501');
    }
  });
});

describe('G-50 a retry creates no second lead', () => {
  test('G-50 same key and same content is one; a quarantined lead sent again is one', async () => {
    const header = signLeadHeader(sampleLead);
    expect(
      (
        await sendLeads(database, [
          { lead: sampleLead, header },
          { lead: sampleLead, header },
        ])
      ).leads,
    ).toHaveLength(1);
    const held = signLeadHeader(spamLead, { score: 5 });
    const { leads, quarantined } = await sendLeads(database, [
      { lead: spamLead, header: held },
      { lead: spamLead, header: held },
    ]);
    expect([leads.length, quarantined.length]).toEqual([0, 1]);
  });

  test('G-50 same key with other content, and other keys with the same content, are leads of their own', async () => {
    const key = randomUUID();
    const other = { ...sampleLead, message: 'Something else' };
    const sendings = [
      { lead: sampleLead, header: signLeadHeader(sampleLead, { key }) },
      { lead: other, header: signLeadHeader(other, { key }) },
      { lead: sampleLead, header: signLeadHeader(sampleLead) },
    ];
    expect((await sendLeads(database, sendings)).leads).toHaveLength(3);
  });

  test('G-50 without scripts, the same content is one lead within ten minutes, and another one later', async () => {
    const header = signLeadHeader(sampleLead, { key: null });
    const twice = [
      { lead: sampleLead, header },
      { lead: sampleLead, header },
    ];
    expect((await sendLeads(database, twice)).leads).toHaveLength(1);
    const earlier = (minutes: number) =>
      `insert into public.leads (name, email, message, origin, content_hash, created_at)
       select 'Ana Roy', 'ana@roy.example', 'x', 'site',
         private.hash_lead_content(jsonb_populate_record(null::public.leads, '{"name":"Ana Roy","email":"ana@roy.example","message":"Bonjour, é"}')), now() - interval '${minutes} minutes';`;
    expect(
      (await sendLeads(database, [{ lead: sampleLead, header }], { before: earlier(9) })).leads,
    ).toHaveLength(1);
    expect(
      (await sendLeads(database, [{ lead: sampleLead, header }], { before: earlier(11) })).leads,
    ).toHaveLength(2);
  });

  test('G-50 two equal leads that arrive at once are stored as one', async () => {
    const headers = { 'x-lead-facts': signLeadHeader(sampleLead) };
    const sessions = [await database.open(), await database.open()];
    await Promise.all(
      sessions.map((session) =>
        database.as('visitor', () => insertRow(session, 'public.leads', sampleLead), {
          headers,
          keep: true,
          session,
        }),
      ),
    );
    expect(await database.count('delete from public.leads')).toBe(1);
  });
});
