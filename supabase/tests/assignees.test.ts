import { beforeEach, describe, expect, test } from 'vitest';
import { testAccounts, catchErrorCode, setUpTestDatabase, type CallerName } from './test-database.ts';
import { resetToOneLead, queuedMailLeadId } from './queued-mail.ts';

const database = setUpTestDatabase();

beforeEach(() => resetToOneLead(database));

const assign = (caller: CallerName, account: string | null) =>
  database.call(caller, 'update leads set assignee_id = $1 where id = $2 returning id', [
    account,
    queuedMailLeadId,
  ]);

async function assignee(): Promise<string | null> {
  return database.value<string | null>('select assignee_id from leads');
}

describe('B-34 who is responsible for a lead', () => {
  test('agents and owners assign it to an owner, an agent or no one', async () => {
    for (const [caller, account] of [
      ['agent', testAccounts.agent],
      ['owner', testAccounts.owner],
      ['agent', null],
    ] as const) {
      await assign(caller, account);
      expect(await assignee()).toBe(account);
    }
  });

  test.each(['waiting', 'viewer', 'editor'] as const)(
    'a caller of kind %s cannot assign a lead',
    async (caller) => {
      expect(await assign(caller, testAccounts.agent)).toEqual([]);
      expect(await assignee()).toBeNull();
    },
  );

  test.each(['waiting', 'viewer', 'editor', 'anonymous', 'banned', 'deleted'] as const)(
    'a lead cannot be assigned to an account that is %s',
    async (name) => {
      expect(await catchErrorCode(assign('agent', testAccounts[name]))).toBe('23514');
    },
  );

  test('agents and owners read the names of all who may be assigned; others read none', async () => {
    const listed = async (caller: CallerName) =>
      (await database.attempt<{ name: string }>(caller, 'select * from lead_colleagues()')).map(
        ({ name }) => name,
      );
    expect(await listed('agent')).toEqual(['Agent Person', 'Owner Person']);
    expect(await listed('viewer')).toEqual([]);
    expect(await listed('open')).toContain('Waiting Person');
  });

  test.each([
    ['leaves the team', 'delete from staff where user_id = $1'],
    ['becomes an editor', `update staff set role = 'editor' where user_id = $1`],
    ['is banned', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
  ])('a colleague who %s is unassigned from all leads, with entries in the audit log', async (_, sql) => {
    await assign('owner', testAccounts.agent);
    await database.query('begin');
    await database.query(sql, [testAccounts.agent]);
    const after = await assignee();
    await database.query('rollback');
    expect(after).toBeNull();
    const rows = await database.query(
      `select action, details from audit_log where record_id = $1 order by id desc limit 1`,
      [queuedMailLeadId],
    );
    expect(rows).toEqual([{ action: 'changed', details: ['assignee_id'] }]);
  });

  test('once sign-up is no longer open, accounts without a role are responsible for nothing', async () => {
    await database.query(`update settings set sign_up_mode = 'open'`);
    await assign('agent', testAccounts.waiting);
    expect(await assignee()).toBe(testAccounts.waiting);
    await database.query(`update settings set sign_up_mode = 'approval'`);
    expect(await assignee()).toBeNull();
  });

  test('the leads of a colleague and unassigned ones, and their numbers', async () => {
    await database.query(
      `insert into leads (name, email, assignee_id) select 'Lead ' || i, 'x@y.example', $1 from generate_series(1, 3) as i`,
      [testAccounts.agent],
    );
    const found = await database.as('agent', async (session) => {
      const rows = await session.query(
        `select (select count(*)::int from search_leads('', assignee => $1)) as mine, count_leads('', assignee => $1) as counted,
          (select count(*)::int from search_leads('', only_unassigned => true)) as nobodys,
          count_leads('', only_unassigned => true) as counted_nobodys`,
        [testAccounts.agent],
      );
      return rows[0];
    });
    expect(found).toEqual({ mine: 3, counted: 3, nobodys: 1, counted_nobodys: 1 });
  });
});
