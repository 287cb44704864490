import { beforeEach, expect, test } from 'vitest';
import { hashTexts } from '../../site/app/lead/hash-lead-content.server.ts';
import { readAuditEntries, readDatabaseTime } from './audit-entries.ts';
import { createConversationCalls, messageTextsOf } from './create-conversation-calls.ts';
import { queuedMailLeadId, createOutboxCalls } from './queued-mail.ts';
import { signLeadHeader, type SignedLeadFacts, storeTestHeaderKey } from './sent-lead.ts';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callValue } = database;
const { begin } = createOutboxCalls(database);
const { tokenOf, read } = createConversationCalls(database);
const key = '0c000000-0000-4000-8000-000000000001';
const long = `Casino ${'x'.repeat(4900)}`;

storeTestHeaderKey(database);
beforeEach(async () => {
  await begin();
  await database.query('delete from quarantined_leads');
});

/** Sends it like the site's server. */
const send = (token: string, text: string, facts: Partial<SignedLeadFacts>) =>
  callValue<string>('visitor', 'select answer_conversation($1, $2, $3)', [token, text, key], {
    headers: {
      'x-lead-facts': signLeadHeader({}, { form: 'answer', content: hashTexts([token, text]), ...facts }),
    },
  });

const held = () =>
  call<{ id: string; name: string; message: string; score_reasons: string[] }>(
    'owner',
    'select id, name, message, score_reasons from quarantined_leads',
  );

test('B-128 a suspicious answer waits in quarantine, once; restored, all its words are in its thread as the lead’s', async () => {
  const token = await tokenOf();
  for (let n = 0; n < 2; n++) expect(await send(token, long, { score: 5, reasons: ['spam'] })).toBe('sent');
  expect(messageTextsOf(await read(token))).not.toContain(long);
  const [found, ...others] = await held();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ name: 'Ana Roy', message: long.slice(0, 2000) });
  expect(found?.score_reasons).toEqual(['an answer in a conversation', 'spam']);
  const since = await readDatabaseTime(database);
  await call('agent', 'select restore_quarantined_lead($1)', [found?.id]);
  expect(messageTextsOf(await read(token))).toContain(long);
  const rows = await database.query(
    `select sender_type, author_id from lead_messages where message like 'Casino%'`,
  );
  expect(rows).toEqual([{ sender_type: 'lead', author_id: null }]);
  expect(await held()).toEqual([]);
  expect((await readAuditEntries(database, since)).map((entry) => Object.values(entry).join(' '))).toEqual([
    'Agent Person restored leads',
  ]);
  expect(await send(token, long, { score: 5 })).toBe('sent');
  expect(await held()).toEqual([]);
});

test('B-241 a header that was signed for another form is ignored for an answer', async () => {
  const token = await tokenOf();
  for (const form of ['lead', 'booking'] as const) await send(token, `By ${form}`, { form, score: 5 });
  expect(await held()).toEqual([]);
  expect(messageTextsOf(await read(token))).toEqual(expect.arrayContaining(['By lead', 'By booking']));
});

test('B-128 an ordinary answer, also with a link and without the signed header, is in the thread at once', async () => {
  const token = await tokenOf();
  await send(token, 'See https://roy.example', { score: 2 });
  await call('visitor', 'select answer_conversation($1, $2)', [token, 'By phone, please.']);
  expect(messageTextsOf(await read(token))).toEqual(
    expect.arrayContaining(['See https://roy.example', 'By phone, please.']),
  );
  expect(await held()).toEqual([]);
});

test('B-128 held answers count among the ten in ten minutes, and go with an erased person', async () => {
  const token = await tokenOf();
  for (let n = 0; n < 10; n++) await send(token, `Casino ${n}`, { score: 5 });
  await expect(send(token, 'Casino again', { score: 0 })).rejects.toMatchObject({ code: 'PT429' });
  await database.query(`update leads set email = 'other@roy.example' where id = $1`, [queuedMailLeadId]);
  await database.query('select private.erase_leads(array[$1::uuid])', [queuedMailLeadId]);
  expect(await held()).toEqual([]);
});
