// Tests where a received mail belongs, and that none is added to a wrong thread.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createReceivedMailCalls } from './received-mail.ts';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { callValue } = database;
const { call, receive, tokenOf, addLead, thread, mailOf, reply } = createReceivedMailCalls(database);

beforeEach(async () => void (await database.query('delete from received_mails; delete from leads')));

describe('B-90 to which thread a received mail is added', () => {
  test('B-90 the token decides, marks the lead as waiting and changes no status', async () => {
    const lead = await addLead('ana@roy.example', 'in_conversation');
    const newer = await addLead('ana@roy.example');
    await reply(lead);
    const result = await receive({ tokens: [await tokenOf(lead)] });
    expect(result).toMatchObject({ state: 'joined', lead_id: lead, is_new: true });
    expect(await thread(newer)).toEqual([]);
    expect(await thread(lead)).toMatchObject([{}, { message: 'Yes, please.', sender_type: 'lead' }]);
    const rows = await database.query(
      'select leads.status, lead_id from leads left join leads_needing_reply on lead_id = id where id = $1',
      [lead],
    );
    expect(rows).toEqual([{ status: 'in_conversation', lead_id: lead }]);
  });

  test('B-90 a forged token is never accepted, and no guess is made for it', async () => {
    const lead = await addLead('ana@roy.example');
    const token = await tokenOf(lead);
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    const ofOther = (await tokenOf(randomUUID())).slice(32);
    for (const forged of [wrong, token.slice(0, 32) + ofOther, token.slice(0, 32), 'not a token: x'])
      expect(await receive({ tokens: [forged] }), forged).toMatchObject({ state: 'triage', lead_id: null });
    expect(await thread(lead)).toEqual([]);
  });

  test('B-90 a token used from another address joins and is marked', async () => {
    const lead = await addLead('ana@roy.example');
    const { id } = await receive({ tokens: [await tokenOf(lead)], from_address: 'ana@home.example' });
    expect(await mailOf(id)).toMatchObject({ state: 'joined', lead_id: lead, is_other_address: true });
  });

  test('B-90 a token that contradicts the thread of its sender, and two tokens of unknown senders, are in triage', async () => {
    const [ana, bo] = [await addLead('ana@roy.example'), await addLead('bo@lind.example')];
    await reply(ana, '<r1@agency.example>');
    const tokens = [await tokenOf(bo)];
    expect(await receive({ tokens, mail_ids: ['<r1@agency.example>'] })).toMatchObject({ state: 'triage' });
    expect(
      await receive({ tokens: [...tokens, await tokenOf(ana)], from_address: 'c@c.example' }),
    ).toMatchObject({ state: 'triage' });
    expect([...(await thread(bo))]).toEqual([]);
  });

  test('B-90 without a token the mails that it answers decide, also one that was never noted as sent', async () => {
    const lead = await addLead('ana@roy.example');
    const unnoted = await reply(lead);
    await reply(lead, '<r2@agency.example>');
    expect(await receive({ mail_ids: ['<r2@agency.example>'] })).toMatchObject({
      state: 'joined',
      lead_id: lead,
    });
    expect(await receive({ mail_ids: [`<reply-${unnoted}@agency.example>`] })).toMatchObject({
      state: 'joined',
    });
    expect(await receive({ mail_ids: ['<x@y.example>', `<lead-${lead}@agency.example>`] })).toMatchObject({
      state: 'joined',
    });
  });

  test('B-90 otherwise the only open lead of the sender, as a guess; several leads, and an unknown sender, are in triage', async () => {
    const only = await addLead('Ana@Roy.example');
    await addLead('ana@roy.example', 'not_interested', new Date(Date.now() + 1000));
    expect(await receive({ body: 'One' })).toMatchObject({ state: 'guess', lead_id: only });
    expect(await receive({ from_address: 'x@y.example' })).toMatchObject({ state: 'triage', lead_id: null });
    const second = await addLead('ana@roy.example', 'contacted', new Date(Date.now() - 86_400_000));
    const { id } = await receive({ body: 'Which of them?' });
    expect(await mailOf(id)).toMatchObject({ state: 'triage', reason: 'several-leads', lead_id: null });
    const tokens = [await tokenOf(second)];
    expect(await receive({ body: 'This one.', tokens })).toMatchObject({ state: 'joined', lead_id: second });
  });

  test('B-90 the headers of a mail determine what it replies to, and the texts that it may quote', async () => {
    const lead = await addLead('ana@roy.example');
    await reply(lead, '<r7@agency.example>');
    const known = (tokens: string[], mailIds: string[], sender: string) =>
      callValue('server', 'select answered_by_mail($1, $2, $3) as found', [tokens, mailIds, sender]);
    const texts = expect.arrayContaining(['Hello', 'Ana Roy']) as unknown;
    expect(await known([await tokenOf(lead)], [], 'x@y.example')).toEqual({ is_answer: true, texts });
    expect(await known([], ['<r7@agency.example>'], 'x@y.example')).toEqual({ is_answer: true, texts });
    expect(await known([], [], 'Ana@Roy.example')).toEqual({ is_answer: false, texts });
    expect(await known(['forged'], ['<x@y.example>'], 'x@y.example')).toEqual({
      is_answer: false,
      texts: [],
    });
  });

  test('B-90 a colleague’s own mail and a lead that was erased are in no thread', async () => {
    const lead = await addLead('ana@roy.example');
    const tokens = [await tokenOf(lead)];
    expect(await receive({ tokens, from_address: 'agent@fairlead.example' })).toMatchObject({
      state: 'triage',
    });
    await call('owner', `select erase_person(array['ana@roy.example'])`);
    expect(await receive({ tokens, body: 'After' })).toMatchObject({ state: 'triage', lead_id: null });
  });
});

describe('B-117 mail whose sender could not be confirmed', () => {
  const forged = { sender_check: 'unconfirmed' };

  test('B-117 is in no thread by its address or by what it answers, and waits in triage', async () => {
    const lead = await addLead('ana@roy.example');
    await reply(lead, '<r5@agency.example>');
    for (const given of [{}, { mail_ids: ['<r5@agency.example>'] }]) {
      const { id } = await receive({ ...forged, ...given });
      expect(await mailOf(id)).toMatchObject({ state: 'triage', reason: 'unconfirmed', lead_id: null });
    }
    const machine = await receive({ ...forged, kind: 'auto-reply' });
    expect(machine).toMatchObject({ state: 'machine', lead_id: null });
    expect(await thread(lead)).toHaveLength(1);
  });

  test('B-117 stays in the thread of a signed token; unchecked ones go as confirmed ones do', async () => {
    const lead = await addLead('ana@roy.example');
    const { id } = await receive({ ...forged, tokens: [await tokenOf(lead)] });
    expect(await mailOf(id)).toMatchObject({ state: 'joined', sender_check: 'unconfirmed' });
    for (const sender_check of ['unchecked', 'confirmed'])
      expect(await receive({ sender_check })).toMatchObject({ state: 'guess', lead_id: lead });
  });
});

describe('B-91 mail that needs no reply', () => {
  test('B-91 twice is one, by two ways too, and at the same moment', async () => {
    const lead = await addLead('ana@roy.example');
    const same = { content_key: 'a'.repeat(64), tokens: [await tokenOf(lead)] };
    const session = await database.open();
    const both = await Promise.all([
      receive({ ...same, way: 'imap' }),
      session.query<{ result: { is_new: boolean } }>(`select receive_mail($1) as result`, [
        JSON.stringify({
          ...same,
          id: randomUUID(),
          kind: 'person',
          way: 'webhook',
          mail_ids: [],
          from_address: 'ana@roy.example',
          size_bytes: 3,
        }),
      ]),
    ]);
    expect([both[0].is_new, both[1][0]?.result.is_new].sort()).toEqual([false, true]);
    expect(await thread(lead)).toHaveLength(1);
  });

  test('B-91 an automatic answer is kept with its lead and needs no reply', async () => {
    const lead = await addLead('ana@roy.example', 'in_conversation');
    await reply(lead);
    const { id } = await receive({ kind: 'auto-reply', tokens: [await tokenOf(lead)] });
    expect(await mailOf(id)).toMatchObject({ state: 'machine', lead_id: lead, message_id: null });
    expect(await thread(lead)).toHaveLength(1);
    expect(await database.query('select from leads_needing_reply where lead_id = $1', [lead])).toEqual([]);
  });

  test('B-91 a bounce marks its message as failed, with the reason, and the address as bad', async () => {
    const lead = await addLead('ana@roy.example');
    const message = await reply(lead, '<r3@agency.example>');
    const bounce = {
      kind: 'bounce',
      from_address: 'mailer-daemon@roy.example',
      problem: 'It came back (5.1.1).',
    };
    const { id } = await receive({ ...bounce, mail_ids: ['<r3@agency.example>'] });
    expect(await mailOf(id)).toMatchObject({ state: 'bounce', lead_id: lead });
    const rows = await database.query(
      'select delivery_state, delivery_problem, bounced_at from lead_messages where id = $1',
      [message],
    );
    expect(rows).toMatchObject([{ delivery_state: 'failed', delivery_problem: 'It came back (5.1.1).' }]);
    expect(rows[0]?.['bounced_at']).not.toBeNull();
  });

  test('B-91 a forged bounce marks no message as failed', async () => {
    const lead = await addLead('ana@roy.example');
    await reply(lead, '<r4@agency.example>');
    await receive({
      kind: 'bounce',
      problem: 'No',
      mail_ids: ['<other@agency.example>'],
      from_address: 'mailer-daemon@x.example',
    });
    expect(await database.query(`select from lead_messages where delivery_state = 'failed'`)).toEqual([]);
  });
});
