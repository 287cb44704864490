import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  sampleLead,
  signLeadHeader,
  type SignedLeadFacts,
  type SentLead,
  storeTestHeaderKey,
} from './sent-lead.ts';
import {
  insertRow,
  saveAgencyFacts,
  setUpTestDatabase,
  type CallerName,
  type TestSession,
} from './test-database.ts';

const database = setUpTestDatabase();
const { call } = database;

storeTestHeaderKey(database);
beforeAll(() => turn('sent'));
beforeEach(async () => {
  await database.query('delete from leads; delete from quarantined_leads; delete from private.outbox');
});

const turn = (acknowledgement: 'sent' | 'off') => saveAgencyFacts(database, { acknowledgement });

/** Sends it like the site, unless `facts` is null: then without its header. */
async function send(
  lead: SentLead,
  facts: Partial<SignedLeadFacts> | null = {},
  caller: CallerName = 'visitor',
  options: { session?: TestSession } = {},
): Promise<void> {
  const address = randomUUID().replaceAll('-', '');
  const headers = facts && { 'x-lead-facts': signLeadHeader(lead, { address, ...facts }) };
  await database.as(caller, (session) => insertRow(session, 'leads', lead), {
    headers: headers ?? {},
    keep: true,
    ...options,
  });
}

async function queued(): Promise<(string | undefined)[]> {
  return database.column<string>(
    `select leads.email from private.outbox join leads on leads.id = outbox.lead_id
     where outbox.kind = 'received' order by 1`,
  );
}

test('B-106 a person who sends a form gets one mail that it arrived, and no second one for the same form', async () => {
  const key = randomUUID();
  await send(sampleLead, { key });
  await send(sampleLead, { key });
  expect(await queued()).toEqual(['ana@roy.example']);
  const rows = await database.query('select from private.conversations where acknowledged_at is not null');
  expect(rows).toHaveLength(1);
});

test('B-106 an address gets one a day, however it is written', async () => {
  await send(sampleLead);
  await send({ ...sampleLead, email: 'ANA@roy.example', message: 'Another' });
  expect(await queued()).toEqual(['ana@roy.example']);
  await database.query(`update private.conversations set acknowledged_at = now() - interval '25 hours'`);
  await send({ ...sampleLead, message: 'A third' });
  expect(await queued()).toEqual(['ana@roy.example', 'ana@roy.example']);
});

test('B-106 two forms of one address at the same time are one mail', async () => {
  const sessions = [await database.open(), await database.open()];
  await Promise.all(
    sessions.map((session, n) => send({ ...sampleLead, message: `Form ${n}` }, {}, 'visitor', { session })),
  );
  expect(await queued()).toHaveLength(1);
});

test('B-106 a suspect gets none, held back or in local mode; nor when staff restore the request', async () => {
  await send(sampleLead, { score: 5 });
  const rows = await database.query<{ id: string }>('select id from quarantined_leads');
  expect(rows).toHaveLength(1);
  await call('agent', 'select restore_quarantined_lead($1)', [rows[0]?.id]);
  await database.query('update settings set local_mode = true');
  await send({ ...sampleLead, message: 'In local mode' }, { score: 6 });
  await database.query('update settings set local_mode = false');
  expect(await database.query('select from leads')).toHaveLength(2);
  expect(await queued()).toEqual([]);
});

test('B-106 a lead that is imported, made by hand or sent without our forms gets none', async () => {
  await send(sampleLead, null);
  await send({ ...sampleLead, message: 'By hand' }, null, 'agent');
  await send({ ...sampleLead, message: 'Imported' }, null, 'server');
  expect(await database.query('select from leads')).toHaveLength(3);
  expect(await queued()).toEqual([]);
});

test('B-106 no request is acknowledged by mail until an owner turns it on', async () => {
  await turn('off');
  await send(sampleLead);
  await turn('sent');
  expect(await queued()).toEqual([]);
});

test('B-106 at most sixty an hour, because anyone can enter any address', async () => {
  await database.query(
    `with made as (
       insert into leads (name, email) select 'Bo', n || '@lind.example' from generate_series(1, 60) as n returning id
     )
     insert into private.conversations (lead_id, acknowledged_at) select id, now() from made`,
  );
  await send(sampleLead);
  expect(await queued()).toEqual([]);
});

test('B-106 a mail that cannot be queued does not prevent the lead', async () => {
  await database.query('alter table private.outbox rename to gone');
  try {
    await send(sampleLead);
  } finally {
    await database.query('alter table private.gone rename to outbox');
  }
  expect(await database.query('select from leads')).toHaveLength(1);
});
