import { beforeEach, describe, expect, test } from 'vitest';
import { readAuditEntries, readDatabaseTime } from './audit-entries.ts';
import { resetToOneLead, queuedMailLeadId } from './queued-mail.ts';
import { testAccounts, catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError, callValue } = database;

beforeEach(async () => {
  await database.query('delete from leads');
  await database.query('delete from private.outbox; delete from private.staff_notifications');
  await resetToOneLead(database);
});

const write = (note: string, mentions: readonly string[] = []) =>
  call('agent', 'insert into lead_notes (lead_id, note, mentions) values ($1, $2, $3)', [
    queuedMailLeadId,
    note,
    mentions,
  ]);

/** The notifications of colleagues, as if none had been mailed before. */
async function queued(): Promise<unknown[]> {
  await database.query('delete from private.staff_mail');
  await database.query('select private.queue_digests()');
  return database.query('select kind, colleague_id from private.staff_notifications order by kind');
}

describe('B-96 internal notes', () => {
  test('a note is no message: it is not mailed, not counted, and the lead waits on', async () => {
    await write(' Call before noon ');
    const rows = await database.query(
      `select (select note from lead_notes) as note, (select author_id from lead_notes) as author,
        (select count(*)::int from lead_messages) as messages, (select reply_count from leads) as replies,
        (select count(*)::int from leads_needing_reply) as waiting`,
    );
    expect(rows).toEqual([
      { note: 'Call before noon', author: testAccounts.agent, messages: 0, replies: 0, waiting: 1 },
    ]);
    expect(await queued()).toEqual([]);
  });

  test('a mentioned colleague gets one mail without words of the note, and a mark until the note is read', async () => {
    await write('Can you take this?', [testAccounts.owner, testAccounts.agent, testAccounts.viewer]);
    await write('Can you take this?', [testAccounts.owner]);
    expect(await queued()).toEqual([{ kind: 'mention', colleague_id: testAccounts.owner }]);
    const notes = await database.query<{ mentions: string[] }>('select mentions from lead_notes');
    expect(notes.map(({ mentions }) => mentions.toSorted())).toEqual([
      [testAccounts.agent, testAccounts.owner],
    ]);
    expect(await call('owner', 'select mentions from work_counts()')).toEqual([{ mentions: 1 }]);
    expect(await call('owner', `select id from search_leads('', need => 'mention')`)).toEqual([
      { id: queuedMailLeadId },
    ]);
    expect(await call('agent', 'select mentions from work_counts()')).toEqual([{ mentions: 0 }]);
    await call('owner', 'select mark_leads_read($1)', [[queuedMailLeadId]]);
    expect(await call('owner', 'select mentions from work_counts()')).toEqual([{ mentions: 0 }]);
  });

  test('an empty note and one on an erased lead are rejected; an erased lead keeps none', async () => {
    expect(await catchErrorCode(write(' \n '))).toBe('23502');
    await write('Private', [testAccounts.owner]);
    await database.query('select private.erase_leads($1)', [[queuedMailLeadId]]);
    expect(await database.query('select from lead_notes')).toHaveLength(0);
    expect(await queued()).toEqual([]);
    expect(await catchErrorCode(write('Later'))).toBe('P0001');
  });
});

describe('B-120 a note is changed and deleted', () => {
  const note = async () =>
    (await database.query('select note, mentions, edited_at is not null as is_edited from lead_notes'))[0];

  test('a note is changed only by its writer and deleted by the writer or an owner; the audit log names who, and the lead', async () => {
    const since = await readDatabaseTime(database);
    await write('Call him');
    await call('owner', `update lead_notes set note = 'Mine'`);
    await call('agent', `update lead_notes set note = note`);
    expect(await note()).toEqual({ note: 'Call him', mentions: [], is_edited: false });
    await call('agent', `update lead_notes set note = ' Call her\n'`);
    expect(await note()).toEqual({ note: 'Call her', mentions: [], is_edited: true });
    expect(await callError('agent', `update lead_notes set note = ' '`)).toBe('23502');
    await call('owner', 'delete from lead_notes');
    await write('Call her');
    await call('agent', 'delete from lead_notes');
    expect(await readAuditEntries(database, since)).toEqual([
      { kind: 'lead_notes', who: 'Agent Person', action: 'changed' },
      { kind: 'lead_notes', who: 'Owner Person', action: 'deleted' },
      { kind: 'lead_notes', who: 'Agent Person', action: 'deleted' },
    ]);
  });

  test('a colleague whom it then mentions is notified once; one whom it no longer mentions has no mark and no mail', async () => {
    const mentionsOfOwner = () => callValue('owner', 'select mentions from work_counts()');
    await write('Who takes this?');
    await call('agent', `update lead_notes set mentions = $1`, [[testAccounts.owner, testAccounts.viewer]]);
    await call('agent', `update lead_notes set note = 'Can you take this?'`);
    expect(await queued()).toHaveLength(1);
    expect([await mentionsOfOwner(), (await note())?.mentions]).toEqual([1, [testAccounts.owner]]);
    await call('agent', `update lead_notes set mentions = '{}'`);
    expect([await mentionsOfOwner(), await queued()]).toEqual([0, []]);
    await call('agent', `update lead_notes set mentions = $1`, [[testAccounts.owner]]);
    await call('agent', 'delete from lead_notes');
    expect([await mentionsOfOwner(), await queued()]).toEqual([0, []]);
  });

  test('notes that are deleted with their lead have no entry in the audit log', async () => {
    const since = await readDatabaseTime(database);
    await write('Private', [testAccounts.owner]);
    await call('agent', `update lead_notes set note = 'Private, too'`);
    await call('owner', `select erase_person(array['ana@roy.example'])`);
    expect(await database.query('select from lead_notes')).toHaveLength(0);
    await call('server', 'delete from leads');
    const rows = await database.query(
      `select action, record_id from audit_log where kind = 'lead_notes' and created_at > $1`,
      [since],
    );
    expect(rows).toEqual([{ action: 'changed', record_id: null }]);
  });
});

describe('B-96 a message noted down by hand', () => {
  const log = (isIncoming: boolean, at: string | null = null, message = 'Spoke on the phone') =>
    call('agent', `select log_message($1, 'phone', $2, $3, $4)`, [queuedMailLeadId, isIncoming, message, at]);
  const state = async () =>
    (
      await database.query(
        `select status, reply_count, (select count(*)::int from leads_needing_reply) as waiting,
          (select count(*)::int from private.outbox) as mails from leads`,
      )
    )[0];

  test('our message counts as a reply, without mail; theirs makes the lead wait, with any status', async () => {
    await log(false);
    expect(await state()).toEqual({ status: 'contacted', reply_count: 1, waiting: 0, mails: 0 });
    await log(true, null, 'They called back');
    expect(await state()).toEqual({ status: 'contacted', reply_count: 1, waiting: 1, mails: 0 });
    await call('agent', 'select mark_answered($1)', [queuedMailLeadId]);
    expect(await state()).toMatchObject({ status: 'contacted', waiting: 0 });
    await call('agent', `update leads set status = 'not_interested' where id = $1`, [queuedMailLeadId]);
    await log(true, null, 'They changed their mind');
    expect(await state()).toMatchObject({ status: 'not_interested', waiting: 1 });
  });

  test('a message added by hand is sorted by its time; a retry adds no second one, and a future time is rejected', async () => {
    const at = new Date(Date.now() - 3_600_000).toISOString();
    await log(false, at);
    await log(false, at);
    const rows = await database.query('select created_at, channel, delivery_state from lead_messages');
    expect(rows).toEqual([{ created_at: new Date(at), channel: 'phone', delivery_state: null }]);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await catchErrorCode(log(false, later))).toBe('22023');
    expect(await callError('viewer', `select log_message($1, 'phone', true, 'x')`, [queuedMailLeadId])).toBe(
      '42501',
    );
  });
});
