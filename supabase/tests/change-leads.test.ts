import { beforeEach, describe, expect, test } from 'vitest';
import { readAuditEntries, readDatabaseTime } from './audit-entries.ts';
import { testAccounts, catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError } = database;
const unknown = '1ead0000-0000-4000-8000-00000000ffff';
const idOf = (place: number) => `1ead0000-0000-4000-8000-${String(place).padStart(12, '0')}`;
const ids = (count: number) => Array.from({ length: count }, (_, place) => idOf(place + 1));

beforeEach(async () => {
  await database.query('delete from leads');
});

async function addLeads(count: number): Promise<void> {
  await database.query(
    `insert into leads (id, name, email, created_at)
     select id, 'Ana Roy', 'ana@roy.example', now() - interval '1 hour' from unnest($1::uuid[]) as id`,
    [ids(count)],
  );
}

const contact = (leads: string[], caller: 'agent' | 'viewer' | 'visitor' = 'agent') =>
  call(caller, `select * from change_leads($1, status => 'contacted')`, [leads]);
const undo = (former: unknown[]) =>
  call('agent', `select restore_leads($1, status => 'contacted') as id`, [JSON.stringify(former)]);
const leads = () => database.query('select id, status, assignee_id from leads order by id');
const waiting = () => database.column<string>('select lead_id from leads_needing_reply order by 1');

describe('B-99 changing many leads at once', () => {
  test('get a status and a colleague by the rules of one; undo gives each its former values, and waits go on', async () => {
    await addLeads(3);
    await database.query(`update leads set status = 'qualified', assignee_id = $2 where id = $1`, [
      idOf(3),
      testAccounts.owner,
    ]);
    await database.query(
      `insert into lead_messages (lead_id, sender_type, message) values ($1, 'visitor', 'And the price?')`,
      [idOf(3)],
    );
    expect(await waiting()).toEqual(ids(3));
    const since = await readDatabaseTime(database);
    const change = `status => 'contacted', assignee => '${testAccounts.agent}'`;
    const former = await call('agent', `select * from change_leads($1, ${change})`, [
      [...ids(3), idOf(1), unknown],
    ]);
    expect(former).toHaveLength(3);
    expect(await leads()).toEqual(
      ids(3).map((id) => ({ id, status: 'contacted', assignee_id: testAccounts.agent })),
    );
    expect(await waiting()).toEqual([]);
    expect(await call('agent', 'select status, total::int from lead_totals where total > 0')).toEqual([
      { status: 'contacted', total: 3 },
    ]);
    expect(await readAuditEntries(database, since)).toContainEqual(
      expect.objectContaining({ who: 'Agent Person', action: 'status' }),
    );

    const restored = await call('agent', `select restore_leads($1, ${change}) as id`, [
      JSON.stringify(former),
    ]);
    expect(restored).toHaveLength(3);
    expect(await leads()).toEqual([
      { id: idOf(1), status: 'new', assignee_id: null },
      { id: idOf(2), status: 'new', assignee_id: null },
      { id: idOf(3), status: 'qualified', assignee_id: testAccounts.owner },
    ]);
    expect(await waiting()).toEqual(ids(3));
  });

  test('undo leaves what a colleague changed since, what was so before and what was erased', async () => {
    await addLeads(4);
    await database.query(`update leads set status = 'contacted' where id = $1`, [idOf(1)]);
    const former = await contact(ids(4));
    expect(former.map(({ is_changed }) => is_changed)).toEqual([false, true, true, true]);
    await call('owner', `update leads set status = 'not_interested' where id = $1`, [idOf(2)]);
    await database.query('select private.erase_leads($1)', [[idOf(3)]]);
    expect(await undo(former)).toEqual([{ id: idOf(4) }]);
    expect((await leads()).map(({ status }) => status as string)).toEqual([
      'contacted',
      'not_interested',
      expect.any(String),
      'new',
    ]);
    expect(await undo(former)).toEqual([]);
    expect(await contact([idOf(3), unknown])).toEqual([]);
  });

  test('are taken from everyone; undo gives none to a colleague who left since', async () => {
    await addLeads(2);
    await database.query('update leads set assignee_id = case when id = $1 then $2 else $3 end::uuid', [
      idOf(1),
      testAccounts.owner,
      testAccounts.agent,
    ]);
    const former = await call('owner', 'select * from change_leads($1, unassign => true)', [ids(2)]);
    expect((await leads()).map(({ assignee_id }) => assignee_id as unknown)).toEqual([null, null]);
    await database.query(`update staff set role = 'editor' where user_id = $1`, [testAccounts.agent]);
    await call('owner', 'select restore_leads($1, unassign => true)', [JSON.stringify(former)]);
    await database.query(`update staff set role = 'agent' where user_id = $1`, [testAccounts.agent]);
    expect((await leads()).map(({ assignee_id }) => assignee_id as unknown)).toEqual([
      testAccounts.owner,
      null,
    ]);
  });

  test('are changed by those who handle leads, in full or not at all', async () => {
    await addLeads(2);
    const before = await leads();
    for (const caller of ['viewer', 'visitor'] as const) {
      expect(await catchErrorCode(contact(ids(2), caller))).toBe('42501');
      expect(await callError(caller, `select restore_leads('[]', status => 'new')`)).toBe('42501');
    }
    for (const change of [
      `assignee => '${testAccounts.viewer}', status => 'contacted'`,
      `status => '${'x'.repeat(51)}'`,
    ]) {
      expect(await callError('agent', `select change_leads($1, ${change})`, [ids(2)])).toBe('23514');
    }
    expect(await callError('agent', 'select change_leads($1)', [ids(2)])).toBe('22023');
    expect(await leads()).toEqual(before);
  });

  test('are 200 at most, which take under three seconds', async () => {
    await addLeads(200);
    expect(await catchErrorCode(contact([...ids(200), unknown]))).toBe('P0001');
    const started = performance.now();
    const former = await contact(ids(200));
    expect(performance.now() - started).toBeLessThan(3000);
    expect(former.filter(({ is_changed }) => is_changed)).toHaveLength(200);
    expect(await undo(former)).toHaveLength(200);
    expect(await catchErrorCode(undo([...former, ...former]))).toBe('P0001');
  });
});
