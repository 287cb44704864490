import { beforeEach, describe, expect, test } from 'vitest';
import { createConversationCalls, messageTextsOf } from './create-conversation-calls.ts';
import { queuedMailLeadId, createOutboxCalls } from './queued-mail.ts';
import { testAccounts, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError } = database;
const { begin, claim, write } = createOutboxCalls(database);
const { beginThread, tokenOf, read, send, age } = createConversationCalls(database);

const other = '1ead0000-0000-4000-8000-000000000002';

beforeEach(async () => {
  await begin();
  await beginThread();
});

describe('B-107 what the page of a conversation shows', () => {
  test('the request, what was mailed and what they answered, oldest first, with names and without addresses', async () => {
    const token = await tokenOf();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    await write('Thursday works.');
    await claim();
    await send(token, 'Fine with me.');
    const found = await read(token);
    expect(found).toMatchObject({ state: 'open', has_more: false });
    expect(found?.messages).toMatchObject([
      { from_staff: false, author: null, message: 'Could you look at our form?' },
      { from_staff: true, author: 'Agent Person', message: 'Thursday works.' },
      { from_staff: false, author: null, message: 'Fine with me.' },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/@|00a3/);
    expect(found).toEqual(await read(token, 'owner'));
  });

  test('nothing that a colleague only noted, and nothing of another lead', async () => {
    await database.query(
      `insert into leads (id, name, email, message) values ($1, 'Bo', 'ana@roy.example', 'Theirs')`,
      [other],
    );
    await database.query(
      `insert into lead_messages (lead_id, message, sender_type, author_id, delivery_state) values
         ($1, 'Called, left a message', 'admin', $3, null), ($1, 'She rang back', 'lead', $3, null),
         ($2, 'To Bo', 'admin', $3, 'sent')`,
      [queuedMailLeadId, other, testAccounts.agent],
    );
    // As before names were checked.
    await database.query('alter table profiles disable trigger complete_profile');
    await database.query(`update profiles set full_name = 'agent@fairlead.example' where id = $1`, [
      testAccounts.agent,
    ]);
    await database.query('alter table profiles enable trigger complete_profile');
    await write('To Ana');
    await claim();
    const found = await read(await tokenOf());
    expect(messageTextsOf(found)).toEqual(['Could you look at our form?', 'To Ana']);
    expect(found?.messages?.at(-1)?.author).toBeNull();
    await database.query(`update profiles set full_name = 'Agent Person' where id = $1`, [
      testAccounts.agent,
    ]);
  });

  test('the page of a lead that a colleague added does not show what the colleague wrote down', async () => {
    await database.query(
      `insert into leads (id, name, email, message, origin, channel, asked_for_contact)
       values ($1, 'Bo', 'bo@lind.example', 'Sounded angry', 'staff', 'phone', true)`,
      [other],
    );
    await write('To Bo', 'agent', 'admin', other);
    await claim();
    expect(messageTextsOf(await read(await tokenOf(other)))).toEqual(['To Bo']);
  });

  test('the newest hundred, and that there are more', async () => {
    await database.query(
      `insert into lead_messages (lead_id, message, sender_type, created_at)
       select $1, n::text, 'lead', now() - interval '1 day' + n * interval '1 second' from generate_series(1, 150) as n`,
      [queuedMailLeadId],
    );
    const found = await read(await tokenOf());
    expect(found?.has_more).toBe(true);
    expect(messageTextsOf(found)).toHaveLength(100);
    expect([messageTextsOf(found)?.[0], messageTextsOf(found)?.at(-1)]).toEqual(['51', '150']);
  });
});

describe('B-107 who may open a conversation by its link', () => {
  test('a wrong, truncated or capital token is an unknown one, for every call', async () => {
    const token = await tokenOf();
    const last = token.endsWith('0') ? '1' : '0';
    const others = [
      null,
      '',
      'x',
      '0'.repeat(64),
      token.slice(0, -1),
      `${token}0`,
      token.toUpperCase(),
      token.slice(0, -1) + last,
      (token.startsWith('0') ? '1' : '0') + token.slice(1),
      ` ${token}`,
      `${token}\n`,
    ];
    for (const wrong of others) {
      expect([wrong, await read(wrong)]).toEqual([wrong, null]);
      expect([wrong, await send(wrong, 'Hello')]).toEqual([wrong, null]);
      await call('visitor', 'select renew_conversation($1)', [wrong]);
    }
    expect(await database.query('select from lead_messages')).toHaveLength(0);
    expect(await database.query('select from private.outbox')).toHaveLength(0);
  });

  test('a link ends 90 days after the last message, and each message renews it', async () => {
    const token = await tokenOf();
    await write('Hello');
    await age('89 days');
    expect(await read(token)).toMatchObject({ state: 'open' });
    await age('2 days');
    expect(await read(token)).toEqual({ state: 'expired' });
    expect(await send(token, 'Late')).toBe('expired');
    await write('Still there?');
    expect(await read(token)).toMatchObject({ state: 'open' });
  });

  test('with an expired link, a person can ask once for a new one, which is sent to the known address', async () => {
    const token = await tokenOf();
    await age('91 days');
    for (let n = 0; n < 3; n++) await call('visitor', 'select renew_conversation($1)', [token]);
    expect(await claim()).toMatchObject([{ kind: 'conversation-link', to_address: 'ana@roy.example' }]);
    expect(await read(token)).toBeNull();
    const fresh = await tokenOf();
    expect(await read(fresh)).toMatchObject({ state: 'open' });
    await call('visitor', 'select renew_conversation($1)', [fresh]);
    expect(await claim()).toEqual([]);
  });

  test('agents and owners revoke it, also one that waits to be sent; the next mail has another', async () => {
    const token = await tokenOf();
    const revoke = 'select revoke_conversation_links($1)';
    for (const caller of ['visitor', 'waiting', 'viewer', 'editor', 'banned', 'server'] as const)
      expect([caller, await callError(caller, revoke, [queuedMailLeadId])]).toEqual([caller, '42501']);
    await age('91 days');
    await call('visitor', 'select renew_conversation($1)', [token]);
    await call('agent', revoke, [queuedMailLeadId]);
    expect(await claim()).toEqual([]);
    expect(await read(token)).toBeNull();
    expect(await read(await tokenOf())).toMatchObject({ state: 'open' });
    const rows = await database.query(
      `select action, kind, record_id from audit_log where kind = 'conversation_links'`,
    );
    expect(rows).toEqual([{ action: 'revoked', kind: 'conversation_links', record_id: queuedMailLeadId }]);
    expect(await callError('agent', revoke, [other])).toBe('P0001');
  });

  test('an erasure ends it, and what was remembered of it', async () => {
    const token = await tokenOf();
    await database.query(`insert into private.conversations (lead_id, acknowledged_at) values ($1, now())`, [
      queuedMailLeadId,
    ]);
    await database.query(`select private.erase_leads(array['${queuedMailLeadId}']::uuid[])`);
    expect(await read(token)).toBeNull();
    expect(await send(token, 'Hello')).toBeNull();
    expect(await database.query('select from private.conversations')).toHaveLength(0);
  });

  test('only the server creates a link', async () => {
    for (const caller of ['visitor', 'owner'] as const)
      expect(await callError(caller, 'select conversation_for_mail($1)', [queuedMailLeadId])).toBe('42501');
  });
});
