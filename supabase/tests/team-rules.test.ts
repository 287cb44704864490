import { beforeEach, describe, expect, test } from 'vitest';
import { testAccounts, setUpTestDatabase, catchErrorCode, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError } = database;

beforeEach(() => database.query(`update settings set require_second_factor = false`));

describe('G-53 a second factor for all staff', () => {
  test('G-53 an owner can require a second factor only after using one in this session', async () => {
    const statement = `select public.require_second_factor(true)`;
    await expect(call('owner', statement)).rejects.toThrow(
      'Set up two-step verification for yourself first.',
    );
    expect(await callError('owner', statement, [], { claims: { aal: 'aal2' } })).toBeNull();
    expect(await callError('owner', `select public.require_second_factor(false)`)).toBe('42501');
  });

  test('G-53 required, staff rows are closed below aal2, also to accounts without any factor', async () => {
    await database.query(`update settings set require_second_factor = true`);
    const statement = `select public.my_roles() as roles, public.must_set_up_factor() as must`;
    for (const caller of ['viewer', 'agent', 'editor', 'owner'] as const) {
      expect(await call(caller, statement)).toEqual([{ roles: [], must: true }]);
      expect(await call(caller, `select id from public.leads`)).toEqual([]);
      const [high] = await call(caller, statement, [], { claims: { aal: 'aal2' } });
      expect(high).toEqual({ roles: [caller], must: false });
    }
    expect(await call('waiting', statement)).toEqual([{ roles: [], must: false }]);
    const own = await call('agent', `select id from public.profiles where id = auth.uid()`);
    expect(own).toHaveLength(1);
  });
});

describe('G-4 what an account is notified of', () => {
  test('G-4 an account can receive on its own channel only, and cannot send on it', async () => {
    const sent = `
      delete from realtime.messages;
      insert into realtime.messages (topic, extension, event, private)
      values ('account:${testAccounts.agent}', 'broadcast', 'session-ended', true);`;
    const received = (caller: CallerName, topic: string) =>
      database.as(
        caller,
        async (session) => {
          await session.query(`select set_config('realtime.topic', $1, true)`, [topic]);
          return (await session.query(`select event from realtime.messages`)).length;
        },
        { before: sent },
      );
    expect(await received('agent', `account:${testAccounts.agent}`)).toBe(1);
    expect(await received('agent', `account:${testAccounts.owner}`)).toBe(0);
    expect(await received('owner', `account:${testAccounts.agent}`)).toBe(0);
    const speak = call(
      'agent',
      `insert into realtime.messages (topic, extension, private) values ('account:${testAccounts.agent}', 'broadcast', true)`,
    );
    expect(await catchErrorCode(speak)).toBe('42501');
  });

  test('G-4 an ended session, a changed role and a changed rule notify the account', async () => {
    const readMessages = () =>
      database.query(
        `select count(*) filter (where event = 'session-ended')::int as ended,
           count(*) filter (where event = 'access-changed')::int as changed
         from realtime.messages where topic = $1`,
        [`account:${testAccounts.viewer}`],
      );
    await database.query(`delete from realtime.messages`);
    await database.query(`insert into auth.sessions (user_id) values ($1), ($1)`, [testAccounts.viewer]);
    await call('owner', `select public.give_role($1, 'agent')`, [testAccounts.viewer]);
    await database.query(`update settings set require_second_factor = true`);
    await database.query(`delete from auth.sessions where user_id = $1`, [testAccounts.viewer]);
    expect(await readMessages()).toEqual([{ ended: 1, changed: 2 }]);
    await database.query(`update staff set role = 'viewer' where user_id = $1`, [testAccounts.viewer]);
  });
});
