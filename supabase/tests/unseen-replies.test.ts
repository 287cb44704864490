import { beforeEach, expect, test } from 'vitest';
import { setUpTestDatabase, type CallerName, type TestSession } from './test-database.ts';
import { queuedMailLeadId as lead, createOutboxCalls } from './queued-mail.ts';

const database = setUpTestDatabase();
const { begin } = createOutboxCalls(database);

beforeEach(() => begin());

interface ReplyOptions {
  /** the newest message that its author has seen; null: the caller does not name one */
  seen?: string | null | undefined;
  session?: TestSession;
}

async function send(
  caller: CallerName,
  message: string,
  { seen = lead, ...options }: ReplyOptions = {},
): Promise<string | undefined> {
  const headers = seen === null ? {} : { 'x-seen-message': seen };
  const [row] = await database.call<{ id: string }>(
    caller,
    `insert into public.lead_messages (lead_id, message, sender_type) values ($1, $2, 'admin') returning id`,
    [lead, message],
    { headers, ...options },
  );
  return row?.id;
}

function countMails(): Promise<unknown> {
  return database.query('select count(*)::int as mails from private.outbox');
}

const refused = { code: 'P0001', detail: 'colleague_replied' };

test('B-420 if two replies are sent at once, the second one to be stored is refused, and no mail of it is queued', async () => {
  const results = await Promise.allSettled([
    send('agent', 'From the agent', { session: await database.open() }),
    send('owner', 'From the owner', { session: await database.open() }),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject(refused);
  expect(await countMails()).toEqual([{ mails: 1 }]);
});

test('B-420 a reply is stored once its author has seen the colleague’s; one’s own, one that was stored before and a caller that names no message are never refused', async () => {
  const first = await send('agent', 'One');
  await expect(send('owner', 'Two')).rejects.toMatchObject(refused);
  const second = await send('owner', 'Two', { seen: first });
  expect(second).toBeDefined();
  // a retry of a request whose response was lost
  expect(await send('agent', 'One')).toBeUndefined();
  await expect(send('agent', 'Three', { seen: first })).rejects.toMatchObject(refused);
  expect(await send('agent', 'Three', { seen: second })).toBeDefined();
  expect(await send('agent', 'Four', { seen: second })).toBeDefined();
  expect(await send('owner', 'Five', { seen: null })).toBeDefined();
});
