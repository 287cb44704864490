import { beforeEach, expect, test } from 'vitest';
import { setUpTestDatabase, type CallerName } from './test-database.ts';
import { queuedMailLeadId, createOutboxCalls } from './queued-mail.ts';

const database = setUpTestDatabase();
const { begin, claim, named, sendLead, write, waiting } = createOutboxCalls(database);

beforeEach(() => begin());

/** The last of the browser's calls for a reply. */
async function finish(caller: CallerName = 'agent'): Promise<void> {
  await database.call(
    caller,
    `update public.leads set last_reply_at = now(), reply_count = 1, status = 'contacted' where id = $1`,
    [queuedMailLeadId],
  );
}

function undo(message: string, caller: CallerName = 'agent'): Promise<unknown> {
  return database.as(
    caller,
    async (session) => {
      const id = await session.value<string>('select id from public.lead_messages where message = $1', [
        message,
      ]);
      return session.query('select public.undo_reply($1)', [id]);
    },
    { keep: true },
  );
}

async function readLead(): Promise<unknown> {
  const rows = await database.query(
    `select leads.status, leads.reply_count, leads.last_reply_at is not null as replied,
       exists (select from leads_needing_reply where lead_id = leads.id) as waits,
       (select count(*)::int from lead_messages where lead_id = leads.id) as messages,
       exists (select from lead_follow_ups where lead_id = leads.id and due_at <= now() + interval '4 days') as due
     from leads where id = $1`,
    [queuedMailLeadId],
  );
  return rows[0];
}

const untouched = { status: 'new', reply_count: 0, replied: false, waits: true, messages: 0, due: true };

async function makeDue(): Promise<void> {
  await database.query(
    'insert into lead_follow_ups (lead_id, due_on) values ($1, private.business_day(now()))',
    [queuedMailLeadId],
  );
  await database.query(`update lead_follow_ups set due_at = now() - interval '3 days' where lead_id = $1`, [
    queuedMailLeadId,
  ]);
}

test('B-148 a reply leaves ten seconds after it was written', async () => {
  await write('One');
  const rows = await database.query<{ seconds: number }>(
    'select extract(epoch from next_try_at - queued_at)::int as seconds from private.outbox',
  );
  expect(rows).toEqual([{ seconds: 10 }]);
  expect(await database.attempt('server', 'select from public.claim_mail()')).toEqual([]);
});

test('B-148 a reply that was undone leaves nothing: lead, follow-up and wait are as before, and no mail waits', async () => {
  await makeDue();
  await database.query(`update leads set status = 'in_conversation' where id = $1`, [queuedMailLeadId]);
  const before = await readLead();
  expect(before).toEqual({ ...untouched, status: 'in_conversation' });
  await write('One');
  await finish();
  expect(await readLead()).toMatchObject({ status: 'contacted', reply_count: 1, waits: false, due: false });
  await undo('One');
  expect(await readLead()).toEqual(before);
  expect(await waiting()).toBe(0);
});

test('B-148 after an undo, colleagues still get the notifications that a digest dropped because of the reply', async () => {
  await sendLead();
  const id = await database.value<string>(`select id from leads where name = 'Bo Lind'`);
  await write('One', 'agent', 'admin', id);
  await database.query('select private.queue_digests()');
  expect(await database.query('select from private.staff_notifications')).toEqual([]);
  await undo('One');
  expect(await named()).toEqual({ owner: ['Bo Lind'] });
});

test('B-148 after an undo, those who were notified that the lead is late are not notified again', async () => {
  const wait = async () => {
    const rows = await database.query(
      'select since, is_assignee_told, escalate_at from leads_needing_reply where lead_id = $1',
      [queuedMailLeadId],
    );
    return rows[0];
  };
  for (const escalation of ['null', `now() + interval '20 minutes'`]) {
    await database.query(
      `update leads_needing_reply set is_assignee_told = true, escalate_at = ${escalation}`,
    );
    const before = await wait();
    await write('One');
    await finish();
    expect(await wait()).toBeUndefined();
    await undo('One');
    expect(await wait()).toEqual(before);
  }
});

test('B-148 an undone reply that a colleague has followed keeps what the colleague’s reply did', async () => {
  await write('One');
  await finish();
  await write('Two', 'owner');
  await finish('owner');
  await undo('One');
  expect(await readLead()).toMatchObject({
    status: 'contacted',
    reply_count: 1,
    replied: true,
    waits: false,
  });
  expect((await claim()).map(({ body }) => body)).toEqual(['Two']);
});

test('B-148 two replies undone in either order leave nothing', async () => {
  for (const order of [
    ['One', 'Two'],
    ['Two', 'One'],
  ]) {
    await begin();
    await makeDue();
    for (const message of ['One', 'Two']) {
      await write(message);
      await finish();
    }
    for (const message of order) await undo(message);
    expect(await readLead()).toEqual(untouched);
    expect(await waiting()).toBe(0);
  }
});

test('B-148 behind a mail server that is down a reply shows on the page of its conversation, and stays', async () => {
  await write('One');
  await database.query(`update private.outbox set queued_at = now() - interval '2 minutes'`);
  const rows = await database.query(
    `select part.message from private.conversation_messages($1, null, 10) as part`,
    [queuedMailLeadId],
  );
  expect(rows).toEqual([{ message: 'One' }]);
  await expect(undo('One')).rejects.toThrow('already been sent');
});

test('B-148 a reply that was sent, or written by a colleague, cannot be undone', async () => {
  await write('One');
  await expect(undo('One', 'owner')).rejects.toThrow('already been sent');
  await claim();
  await expect(undo('One')).rejects.toThrow('already been sent');
  await database.query(`update lead_messages set delivery_state = 'failed'; delete from private.outbox`);
  await database.call('agent', 'select public.retry_reply(id) from lead_messages');
  await expect(undo('One')).rejects.toThrow('already been sent');
  expect(await readLead()).toMatchObject({ messages: 1 });
});

test('B-148 the page of the conversation shows a reply once it can no longer be undone', async () => {
  await write('One');
  const messages = () =>
    database.query(`select part.message from private.conversation_messages($1, null, 10) as part`, [
      queuedMailLeadId,
    ]);
  expect(await messages()).toEqual([]);
  await claim();
  expect(await messages()).toEqual([{ message: 'One' }]);
});
