import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createConversationCalls, messageTextsOf } from './create-conversation-calls.ts';
import { queuedMailLeadId, createOutboxCalls } from './queued-mail.ts';
import { testAccounts, catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callValue } = database;
const { begin, claim, named, write } = createOutboxCalls(database);
const { beginThread, tokenOf, read, send, age } = createConversationCalls(database);

beforeEach(async () => {
  await begin();
  await beginThread();
});

describe('B-108 an answer on the page', () => {
  test('is a message of the prospect: they wait again, and staff are notified', async () => {
    const token = await tokenOf();
    await write('Thursday works.');
    await database.query('delete from private.outbox');
    expect(
      await database.query('select from leads_needing_reply where lead_id = $1', [queuedMailLeadId]),
    ).toHaveLength(0);
    expect(await send(token, '  Fine.\r\nAna ')).toBe('sent');
    const rows = await database.query(
      `select message, sender_type, author_id, delivery_state from lead_messages order by created_at desc limit 1`,
    );
    expect(rows).toEqual([
      { message: 'Fine.\nAna', sender_type: 'lead', author_id: null, delivery_state: null },
    ]);
    expect(
      await database.query('select from leads_needing_reply where lead_id = $1', [queuedMailLeadId]),
    ).toHaveLength(1);
    expect(await named()).toEqual({ agent: ['Ana Roy'], owner: ['Ana Roy'] });
  });

  test('only the assignee is notified of an answer', async () => {
    await database.query(`update leads set assignee_id = $1 where id = $2`, [
      testAccounts.agent,
      queuedMailLeadId,
    ]);
    await send(await tokenOf(), 'Hello');
    expect(await named()).toEqual({ agent: ['Ana Roy'] });
  });

  test('sent twice is one: with its key at any time, without one within ten minutes; other words are another', async () => {
    const token = await tokenOf();
    const key = randomUUID();
    for (const [text, given] of [
      ['Hello', key],
      ['Hello', key],
      ['Hello', null],
      ['Hello', randomUUID()],
      ['Hello again', key],
    ] as const)
      expect(await send(token, text, given)).toBe('sent');
    expect(messageTextsOf(await read(token))?.slice(1)).toEqual(['Hello', 'Hello again']);
    await age('1 day');
    expect(await send(token, 'Hello', key)).toBe('sent');
    expect(messageTextsOf(await read(token))).toHaveLength(3);
    expect(await send(token, 'Hello', null)).toBe('sent');
    expect(messageTextsOf(await read(token))).toHaveLength(4);
  });

  test('the same answer sent twice at once is stored once', async () => {
    const token = await tokenOf();
    const key = randomUUID();
    const sessions = await Promise.all([database.open(), database.open()]);
    await Promise.all(
      sessions.map((session) =>
        call('visitor', 'select answer_conversation($1, $2, $3)', [token, 'Hello', key], { session }),
      ),
    );
    expect(messageTextsOf(await read(token))).toHaveLength(2);
  });

  test('a colleague with the link answers as the prospect, and keeps their own rights after it', async () => {
    const token = await tokenOf();
    await database.as('agent', async (session) => {
      await session.query(`select answer_conversation($1, 'Hello')`, [token]);
      const rows = await session.query(
        'select auth.uid() as id, (select author_id from lead_messages) as author',
      );
      expect(rows).toEqual([{ id: testAccounts.agent, author: null }]);
    });
  });

  test('of one conversation at most ten in ten minutes and fifty a day; empty and endless ones are rejected', async () => {
    const token = await tokenOf();
    for (const text of ['', ' \n ', 'x'.repeat(5001), 'x'.repeat(50_000)])
      expect(await catchErrorCode(send(token, text))).toBe('22023');
    for (let n = 0; n < 10; n++) await send(token, `Hello ${n}`);
    expect(await catchErrorCode(send(token, 'One more'))).toBe('PT429');
    await database.query(`update lead_messages set created_at = created_at - interval '11 minutes'`);
    expect(await send(token, 'One more')).toBe('sent');
  });
});

test('B-106 a reply carries what was written before it, newest first, and never a note', async () => {
  await write('First');
  await claim();
  await database.query(
    `insert into lead_messages (lead_id, message, sender_type, author_id, created_at)
     values ($1, 'A note', 'admin', $2, now()), ($1, $3, 'lead', null, now() + interval '1 second')`,
    [queuedMailLeadId, testAccounts.agent, 'é'.repeat(30_000)],
  );
  const id = await database.value<string>(
    `insert into lead_messages (lead_id, message, sender_type, delivery_state, created_at)
     values ($1, 'Second', 'admin', 'recorded', now() + interval '2 seconds') returning id`,
    [queuedMailLeadId],
  );
  const found = await callValue<{ earlier: { message: string }[] }>(
    'server',
    'select conversation_for_mail($1, $2)',
    [queuedMailLeadId, id],
  );
  expect(found.earlier.map(({ message }) => message.slice(0, 10))).toEqual([
    'é'.repeat(10),
    'First',
    'Could you ',
  ]);
  expect(found.earlier[0]?.message).toHaveLength(20_000);
});
