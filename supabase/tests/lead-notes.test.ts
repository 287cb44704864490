import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCall, type Call } from './call.ts';
import { accounts, errorCode, openTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let call: Call;
const lead = '1ead0000-0000-4000-8000-000000000001';

beforeAll(async () => {
  database = await openTestDatabase();
  call = openCall(database);
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.query('delete from leads');
  await database.query('delete from private.outbox');
  await database.query(`insert into leads (id, name, email) values ($1, 'Ana Roy', 'ana@roy.example')`, [
    lead,
  ]);
});

const write = (note: string, mentions: readonly string[] = []) =>
  call('agent', 'insert into lead_notes (lead_id, note, mentions) values ($1, $2, $3)', [
    lead,
    note,
    mentions,
  ]);

async function queued(): Promise<unknown[]> {
  const { rows } = await database.query(
    'select kind, colleague_id, details from private.outbox order by kind',
  );
  return rows;
}

describe('B-96 internal notes', () => {
  test('a note is no message: it is not mailed, not counted, and the lead waits on', async () => {
    await write(' Call before noon ');
    const { rows } = await database.query(
      `select (select note from lead_notes) as note, (select author_id from lead_notes) as author,
        (select count(*)::int from lead_messages) as messages, (select reply_count from leads) as replies,
        (select count(*)::int from leads_needing_reply) as waiting`,
    );
    expect(rows).toEqual([
      { note: 'Call before noon', author: accounts.agent, messages: 0, replies: 0, waiting: 1 },
    ]);
    expect(await queued()).toEqual([]);
  });

  test('who is mentioned gets one mail without words of the note and a mark until it is read', async () => {
    await write('Can you take this?', [accounts.owner, accounts.agent, accounts.viewer]);
    await write('Can you take this?', [accounts.owner]);
    expect(await queued()).toEqual([
      { kind: 'mention', colleague_id: accounts.owner, details: { author: 'Agent Person' } },
    ]);
    const { rows: notes } = await database.query<{ mentions: string[] }>('select mentions from lead_notes');
    expect(notes.map(({ mentions }) => mentions.toSorted())).toEqual([[accounts.agent, accounts.owner]]);
    expect(await call('owner', 'select mentions from work_counts()')).toEqual([{ mentions: 1 }]);
    expect(await call('owner', `select id from search_leads('', need => 'mention')`)).toEqual([{ id: lead }]);
    expect(await call('agent', 'select mentions from work_counts()')).toEqual([{ mentions: 0 }]);
    await call('owner', 'select mark_leads_read($1)', [[lead]]);
    expect(await call('owner', 'select mentions from work_counts()')).toEqual([{ mentions: 0 }]);
  });

  test('an empty note and one on an erased lead are rejected; an erased lead keeps none', async () => {
    expect(await errorCode(write(' \n '))).toBe('23502');
    await write('Private', [accounts.owner]);
    await database.query('select private.erase_leads($1)', [[lead]]);
    expect((await database.query('select from lead_notes')).rowCount).toBe(0);
    expect(await queued()).toEqual([]);
    expect(await errorCode(write('Later'))).toBe('P0001');
  });
});

describe('B-96 a message noted down by hand', () => {
  const log = (isIncoming: boolean, at: string | null = null, message = 'Spoke on the phone') =>
    call('agent', `select log_message($1, 'phone', $2, $3, $4)`, [lead, isIncoming, message, at]);
  const state = async () =>
    (
      await database.query(
        `select status, reply_count, (select count(*)::int from leads_needing_reply) as waiting,
          (select count(*)::int from private.outbox) as mails from leads`,
      )
    ).rows[0];

  test('what we said answers, without mail; what they said makes the lead wait, whatever its status', async () => {
    await log(false);
    expect(await state()).toEqual({ status: 'contacted', reply_count: 1, waiting: 0, mails: 0 });
    await log(true, null, 'They called back');
    expect(await state()).toEqual({ status: 'contacted', reply_count: 1, waiting: 1, mails: 0 });
    await call('agent', 'select mark_answered($1)', [lead]);
    expect(await state()).toMatchObject({ status: 'contacted', waiting: 0 });
    await call('agent', `update leads set status = 'not_interested' where id = $1`, [lead]);
    await log(true, null, 'They changed their mind');
    expect(await state()).toMatchObject({ status: 'not_interested', waiting: 1 });
  });

  test('it stands at its time; a retry is one; a time to come is rejected', async () => {
    const at = new Date(Date.now() - 3_600_000).toISOString();
    await log(false, at);
    await log(false, at);
    const { rows } = await database.query('select created_at, channel, delivery_state from lead_messages');
    expect(rows).toEqual([{ created_at: new Date(at), channel: 'phone', delivery_state: null }]);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await errorCode(log(false, later))).toBe('22023');
    expect(await errorCode(call('viewer', `select log_message($1, 'phone', true, 'x')`, [lead]))).toBe(
      '42501',
    );
  });
});
