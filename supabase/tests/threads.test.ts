import { beforeEach, describe, expect, test } from 'vitest';
import {
  testAccounts,
  setUpTestDatabase,
  catchErrorCode,
  type CallerName,
  type TestSession,
} from './test-database.ts';

const database = setUpTestDatabase();
const lead = '1ead0000-0000-4000-8000-000000000001';
const other = '1ead0000-0000-4000-8000-000000000002';

beforeEach(async () => {
  await database.query('delete from leads');
  await database.query(
    `insert into leads (id, name, email) values ($1, 'Ana Roy', 'ana@roy.example'), ($2, 'Bo Lind', 'bo@lind.example')`,
    [lead, other],
  );
});

/** Returns the number of rows that were inserted. */
function insertMessage(
  caller: CallerName,
  message: string,
  { to = lead, sender = 'admin', ...options }: { to?: string; sender?: string; session?: TestSession } = {},
) {
  const sql = `insert into public.lead_messages (lead_id, message, sender_type) values ($1, $2, $3)`;
  return database.as(caller, (session) => session.count(sql, [to, message, sender]), {
    keep: true,
    ...options,
  });
}

/** The last of the specification's three calls: the browser writes the count that it read, plus one. */
function writeCount(caller: CallerName, read: number, options: { session?: TestSession } = {}) {
  return database.call(
    caller,
    `update public.leads set reply_count = $1, last_reply_at = now(), status = 'contacted' where id = $2`,
    [read + 1, lead],
    options,
  );
}

async function replyCount(): Promise<number> {
  return database.value<number>(`select reply_count from leads where id = $1`, [lead]);
}

async function thread(): Promise<Record<string, unknown>[]> {
  return database.query<Record<string, unknown>>(
    `select message, sender_type, author_id from lead_messages where lead_id = $1 order by created_at, id`,
    [lead],
  );
}

describe('G-10 the reply count of a lead', () => {
  test('P-116 G-10 insert, read and write of the count by one client add one reply', async () => {
    await insertMessage('agent', 'Hello');
    expect(await replyCount()).toBe(0);
    await writeCount('agent', 0);
    expect(await replyCount()).toBe(1);
  });

  test('G-10 the replies of two colleagues who both read 0 are counted as two', async () => {
    const [one, two] = [await database.open(), await database.open()];
    await Promise.all([
      insertMessage('agent', 'From one', { session: one }),
      insertMessage('owner', 'From two', { session: two }),
    ]);
    await Promise.all([writeCount('agent', 0, { session: one }), writeCount('owner', 0, { session: two })]);
    expect(await replyCount()).toBe(2);
  });

  test('G-10 messages of the lead and a made-up number do not count', async () => {
    await insertMessage('server', 'I wrote back', { sender: 'lead' });
    await writeCount('agent', 41);
    expect(await replyCount()).toBe(0);
  });

  test('G-10 inserting a message does not change the lead', async () => {
    const before = await database.query(`select * from leads where id = $1`, [lead]);
    await insertMessage('agent', 'Hello');
    expect(await database.query(`select * from leads where id = $1`, [lead])).toEqual(before);
  });
});

describe('G-10 a repeated message', () => {
  test('G-10 the same author, lead and text within two minutes is skipped without an error', async () => {
    await insertMessage('agent', 'Hello\nAna');
    const repeated = await insertMessage('agent', ' Hello\r\nAna ');
    expect(repeated).toBe(0);
    expect(await thread()).toHaveLength(1);
  });

  test('G-10 the same message sent twice at once is stored once', async () => {
    const [one, two] = [await database.open(), await database.open()];
    await Promise.all([one, two].map((session) => insertMessage('agent', 'Twice at once', { session })));
    expect(await thread()).toHaveLength(1);
  });

  test('a message with another author, lead, text or a later time is kept', async () => {
    await insertMessage('agent', 'Hello');
    await insertMessage('owner', 'Hello');
    await insertMessage('agent', 'Hello', { to: other });
    await insertMessage('agent', 'Hello!');
    expect(await thread()).toHaveLength(3);
    await database.query(`update lead_messages set created_at = created_at - interval '3 minutes'`);
    await insertMessage('agent', 'Hello');
    expect(await thread()).toHaveLength(4);
  });
});

describe('the author of a message', () => {
  test('G-40 the author is the caller and cannot be claimed', async () => {
    await insertMessage('agent', 'Mine');
    expect(await thread()).toEqual([
      { message: 'Mine', sender_type: 'admin', author_id: testAccounts.agent },
    ]);
    const claimed = database.attempt(
      'agent',
      `insert into public.lead_messages (lead_id, message, sender_type, author_id) values ($1, 'x', 'admin', $2)`,
      [lead, testAccounts.owner],
    );
    expect(await catchErrorCode(claimed)).toBe('42501');
  });

  test('P-114 an empty message is rejected, a very long one is kept', async () => {
    expect(await catchErrorCode(insertMessage('agent', ' \n'))).toBe('23502');
    expect(await catchErrorCode(insertMessage('agent', 'm'.repeat(50_000)))).toBeNull();
  });

  test('G-40 accounts that may handle leads read the names of colleagues; a viewer reads only its own', async () => {
    const names = (caller: 'agent' | 'viewer') =>
      database.as(caller, (session) =>
        session.column<string>(
          `select full_name from public.profiles where id = any($1) order by full_name`,
          [[testAccounts.agent, testAccounts.owner, testAccounts.waiting, testAccounts.viewer]],
        ),
      );
    expect(await names('agent')).toEqual(['Agent Person', 'Owner Person', 'Viewer Person']);
    expect(await names('viewer')).toEqual(['Viewer Person']);
  });
});

test('deleting a lead deletes its thread', async () => {
  await insertMessage('agent', 'Hello');
  await database.query(`delete from leads where id = $1`, [lead]);
  expect(await thread()).toEqual([]);
});

describe('a lead needs a reply while its newest message is not ours and it is New or In Conversation', () => {
  async function waiting(): Promise<Record<string, string>> {
    const rows = await database.query<{ lead_id: string; since: string }>(
      `select lead_id, extract(epoch from since - leads.created_at)::integer || ' s' as since
       from leads_needing_reply join leads on leads.id = lead_id order by lead_id`,
    );
    return Object.fromEntries(rows.map(({ lead_id: id, since }) => [id, since]));
  }

  function write(sender: string, seconds: number) {
    return database.query(
      `insert into lead_messages (lead_id, message, sender_type, created_at)
       select id, $1, $2, created_at + $3 * interval '1 second' from leads where id = $4`,
      [`Word ${seconds}`, sender, seconds, lead],
    );
  }

  function setStatus(status: string) {
    return database.query('update leads set status = $1 where id = $2', [status, lead]);
  }

  test('a lead waits from its own day, then from the first message after the last reply', async () => {
    expect(await waiting()).toEqual({ [lead]: '0 s', [other]: '0 s' });
    await write('lead', 10);
    expect((await waiting())[lead]).toBe('0 s');
    await write('admin', 20);
    expect(await waiting()).toEqual({ [other]: '0 s' });
    await write('lead', 30);
    await write('prospect', 40);
    expect((await waiting())[lead]).toBe('30 s');
    await database.query(`delete from lead_messages where sender_type <> 'admin' and message = 'Word 30'`);
    expect((await waiting())[lead]).toBe('40 s');
    await database.query(`update lead_messages set sender_type = 'admin' where message = 'Word 40'`);
    expect(await waiting()).toEqual({ [other]: '0 s' });
    // a message that is imported in between changes nothing
    await write('lead', 5);
    expect(await waiting()).toEqual({ [other]: '0 s' });
  });

  test('each status decides, and a deleted lead is gone from the list', async () => {
    for (const status of ['contacted', 'in_conversation', 'qualified', '', 'not_interested', 'on_hold']) {
      await setStatus(status);
      expect(Object.keys(await waiting()).includes(lead)).toBe(['in_conversation', ''].includes(status));
    }
    await setStatus('in_conversation');
    await insertMessage('agent', 'Hello');
    expect(await waiting()).toEqual({ [other]: '0 s' });
    await database.query('delete from leads where id = $1', [other]);
    expect(await waiting()).toEqual({});
  });

  test('when a reply and a change of status happen at the same time, the later one sees both', async () => {
    const [one, two] = [await database.open(), await database.open()];
    await setStatus('contacted');
    await one.query('begin');
    await one.query(
      `insert into lead_messages (lead_id, message, sender_type) values ('${lead}', 'x', 'admin')`,
    );
    const change = two.query(`update leads set status = 'in_conversation' where id = '${lead}'`);
    await one.query('commit');
    await change;
    expect(await waiting()).toEqual({ [other]: '0 s' });
  });

  test('G-4 the number is for all staff, the leads for those who handle them', async () => {
    const counts: unknown[] = [];
    for (const caller of ['waiting', 'viewer', 'agent'] as const) {
      const rows = await database.attempt(
        caller,
        `select public.count_leads_needing_reply() as n,
             (select count(*)::int from public.leads_needing_reply) as rows`,
      );
      counts.push(rows[0]);
    }
    expect(counts).toEqual([
      { n: 0, rows: 0 },
      { n: 2, rows: 0 },
      { n: 2, rows: 2 },
    ]);
  });
});
