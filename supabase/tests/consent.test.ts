import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestDatabase } from './test-database.ts';
import { sampleLead, sendSignedLead, storeTestHeaderKey } from './sent-lead.ts';

const database = setUpTestDatabase();
const { callValue } = database;

storeTestHeaderKey(database);
beforeAll(async () => {
  await database.query(`
    insert into leads (id, name, email, origin) values
      ('1ead0000-0000-4000-8000-000000000001', 'Ana Roy', 'Ana@Roy.example', 'site'),
      ('1ead0000-0000-4000-8000-000000000002', 'Ana Roy', 'ana@roy.example', null),
      ('1ead0000-0000-4000-8000-000000000003', 'Bo Lind', 'bo@lind.example', null)`);
});

const request = '1ead0000-0000-4000-8000-000000000001';
const imported = '1ead0000-0000-4000-8000-000000000002';
const other = '1ead0000-0000-4000-8000-000000000003';
const refuse = `select public.set_do_not_contact('${request}', true)`;

const tokenOf = (address: string) =>
  callValue<string>('server', 'select public.unsubscribe_token($1)', [address]);

describe('B-66 what a person agreed to', () => {
  const consent = { version: 'en-CA.1', text: 'Email me news.' };

  test('is stored word for word, with its version and time', async () => {
    const { leads } = await sendSignedLead(database, sampleLead, { consent });
    expect(leads.find(({ message }) => message === sampleLead.message)).toMatchObject({
      consent_text: 'Email me news.',
      consent_version: 'en-CA.1',
      consent_at: expect.any(Date),
    });
  });

  test.each<[string, unknown]>([
    ['none', null],
    ['a word', 'yes'],
    ['one without its text', { version: 'en-CA.1' }],
    ['one that is too long', { ...consent, text: 'x'.repeat(501) }],
  ])('%s is not stored as consent, but the lead is stored', async (_, given) => {
    const { leads } = await sendSignedLead(database, sampleLead, { consent: given });
    expect(leads.find(({ message }) => message === sampleLead.message)).toMatchObject({
      consent_text: null,
      consent_version: null,
      consent_at: null,
    });
  });

  test.each(['visitor', 'owner'] as const)('%s cannot write a consent directly', async (caller) => {
    const sql = `insert into public.leads (name, email, consent_text) values ('Ana Roy', 'a@b.example', 'x')`;
    expect(await database.callError(caller, sql)).toBe('42501');
  });
});

describe('B-66 people who asked not to be contacted', () => {
  test('anyone with the link can unsubscribe the person, any number of times; nothing in the link names the person', async () => {
    const token = await tokenOf(' ANA@roy.example');
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(token).toBe(await tokenOf('ana@roy.example'));
    await database.as('visitor', async (session) => {
      for (const given of [token, token]) {
        const rows = await session.query('select public.unsubscribe($1) as known', [given]);
        expect(rows).toEqual([{ known: true }]);
      }
      await session.query('reset role');
      expect(await session.query('select by_link from private.do_not_contact')).toEqual([{ by_link: true }]);
    });
  });

  test.each(['', 'x', '0'.repeat(64), "' or true --"])('the token %j unsubscribes nobody', async (token) => {
    expect(await callValue('visitor', 'select public.unsubscribe($1)', [token])).toBe(false);
  });

  test('a token whose hash was changed unsubscribes nobody', async () => {
    const token = await tokenOf('ana@roy.example');
    const changed = (token.startsWith('0') ? '1' : '0') + token.slice(1);
    expect(await callValue('visitor', 'select public.unsubscribe($1)', [changed])).toBe(false);
  });

  test('by hand, for every lead of that address, and taken back; agents and owners alone', async () => {
    await database.as('agent', async (session) => {
      const optOuts = async () =>
        await session.query<{ lead_id: string; by_link: boolean }>(
          'select lead_id, by_link from public.contact_opt_outs($1) order by 1',
          [[request, imported, other]],
        );
      await session.query(refuse);
      await session.query(refuse);
      expect(await optOuts()).toEqual([
        { lead_id: request, by_link: false },
        { lead_id: imported, by_link: false },
      ]);
      await session.query(`select public.set_do_not_contact('${imported}', false)`);
      expect(await optOuts()).toEqual([]);
    });
    for (const caller of ['viewer', 'editor', 'waiting', 'banned', 'visitor'] as const)
      expect([caller, await database.callError(caller, refuse)]).toEqual([caller, '42501']);
    const seen = await database.attempt(
      'viewer',
      `select from public.contact_opt_outs(array['${request}']::uuid[])`,
      [],
      {
        before: `insert into private.do_not_contact values (private.hash_mail_address('ana@roy.example'), now(), true);`,
      },
    );
    expect(seen).toEqual([]);
    for (const caller of ['visitor', 'owner'] as const)
      expect(await database.callError(caller, `select public.unsubscribe_token('a@b.c')`)).toBe('42501');
  });

  test('the outbox sends the answer to a request, and nothing else; colleagues are notified as always', async () => {
    const states = await database.as('agent', async (session) => {
      await session.query(refuse);
      for (const lead of [request, imported, other])
        await session.query(
          `insert into lead_messages (lead_id, message, sender_type) values ($1, 'Hi', 'admin')`,
          [lead],
        );
      await session.query('reset role');
      await session.query(
        `insert into private.outbox (kind, colleague_id) select 'digest', user_id from staff where role = 'owner'`,
      );
      const rows = await session.query<{
        lead_id: string;
        state: string;
        queued: boolean;
        problem: string;
      }>(
        `select message.lead_id, delivery_state as state, delivery_problem as problem, outbox.id is not null as queued
         from lead_messages as message left join private.outbox on outbox.message_id = message.id
         order by message.lead_id`,
      );
      expect(await session.query('select from private.outbox')).toHaveLength(3);
      return rows;
    });
    const problem = 'Not sent: this person asked not to be contacted.';
    expect(states).toEqual([
      { lead_id: request, state: 'recorded', problem: null, queued: true },
      { lead_id: imported, state: 'failed', problem, queued: false },
      { lead_id: other, state: 'recorded', problem: null, queued: true },
    ]);
  });

  test('a mail that waits is withdrawn when its person unsubscribes; unsubscribing again changes nothing', async () => {
    await database.as('agent', async (session) => {
      const rows = await session.query<{ state: string }>(
        `insert into lead_messages (lead_id, message, sender_type) values ('${imported}', 'Hi', 'admin')
         returning delivery_state as state`,
      );
      expect(rows).toEqual([{ state: 'recorded' }]);
      const now = async () =>
        await session.query(
          `select delivery_state as state from lead_messages where lead_id = '${imported}'`,
        );
      await session.query(refuse);
      expect(await now()).toEqual([{ state: 'failed' }]);
      await session.query(`select public.retry_reply(id) from lead_messages where lead_id = '${imported}'`);
      expect(await now()).toEqual([{ state: 'failed' }]);
    });
  });
});
