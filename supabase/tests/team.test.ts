import { beforeEach, describe, expect, test } from 'vitest';
import { testAccounts, setUpTestDatabase, catchErrorCode } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError } = database;
const stranger = '00000000-0000-4000-8000-0000000000e1';
const secondOwner = '00000000-0000-4000-8000-0000000000e2';

beforeEach(async () => {
  await database.query(
    `insert into staff (user_id, role) values ($1, 'owner') on conflict (user_id) do update set role = 'owner'`,
    [testAccounts.owner],
  );
  await database.query(`delete from auth.users where id in ($1, $2)`, [stranger, secondOwner]);
  await database.query(`update settings set sign_up_mode = 'approval', require_second_factor = false`);
  await database.query(`update staff set role = 'agent' where user_id = $1`, [testAccounts.agent]);
});

async function one(sql: string, values: unknown[] = []): Promise<Record<string, unknown> | undefined> {
  return (await database.query<Record<string, unknown>>(sql, values))[0];
}

/** An unverified account, as if a stranger registered another person's address. */
async function addStranger(provedAt: string | null = null): Promise<void> {
  await database.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, email_verified_at, phone, phone_confirmed_at,
       email_change)
     values ($1, 'victim@x.example', 'hash', now(), $2, '15550100', now(), 'thief@x.example')`,
    [stranger, provedAt],
  );
  await database.query(`insert into auth.sessions (user_id) values ($1)`, [stranger]);
  await database.query(
    `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
    [stranger],
  );
  await database.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider)
     values ('1', $1, '{"email": "thief@x.example"}', 'github'), ($1::text, $1, '{}', 'email')`,
    [stranger],
  );
}

function left(): Promise<Record<string, unknown> | undefined> {
  return one(
    `select encrypted_password is not null as password, confirmed_at is not null as confirmed, phone, email_change,
       (select count(*)::int from auth.sessions where user_id = users.id) as sessions,
       (select count(*)::int from auth.mfa_factors where user_id = users.id) as factors,
       (select string_agg(provider, ' ') from auth.identities where user_id = users.id) as identities
     from auth.users where id = $1`,
    [stranger],
  );
}

const calls: [string, string, unknown[]][] = [
  ['give_role', 'select public.give_role($1, $2)', [testAccounts.waiting, 'agent']],
  ['give_role to oneself', `select public.give_role(auth.uid(), 'owner')`, []],
  ['remove_from_team', 'select public.remove_from_team($1)', [testAccounts.viewer]],
  ['delete_waiting_account', 'select public.delete_waiting_account($1)', [testAccounts.waiting]],
  ['address_for_link', 'select public.address_for_link($1)', [testAccounts.owner]],
  ['find_account', 'select public.find_account($1)', ['owner@fairlead.example']],
  ['team', 'select public.team()', []],
  ['waiting_accounts', 'select public.waiting_accounts()', []],
  ['team_rules', 'select public.team_rules()', []],
  ['require_second_factor', 'select public.require_second_factor(true)', []],
];

describe('G-4 only owners manage the team', () => {
  test.each(calls)('G-4 %s is denied to every account that is no owner', async (_name, sql, values) => {
    for (const caller of ['visitor', 'waiting', 'viewer', 'agent', 'editor', 'open', 'banned'] as const) {
      expect([caller, await callError(caller, sql, values)]).toEqual([caller, '42501']);
    }
  });

  test('G-4 an owner below the assurance level of its account has no role here', async () => {
    await database.query(
      `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      [testAccounts.owner],
    );
    expect(await callError('owner', 'select public.team()')).toBe('42501');
    expect(await callError('owner', 'select public.team()', [], { claims: { aal: 'aal2' } })).toBeNull();
    await database.query(`delete from auth.mfa_factors where user_id = $1`, [testAccounts.owner]);
  });

  test('G-4 an owner sees team and waiting accounts, page by page, and never anonymous or deleted ones', async () => {
    const team = await call('owner', 'select * from public.team()');
    expect(team[0]).toMatchObject({ email: 'owner@fairlead.example', role: 'owner', has_factor: false });
    expect(team.map(({ role }) => role)).toEqual(['owner', 'editor', 'agent', 'agent', 'viewer']);
    await addStranger();
    const [newest, ...none] = await call('owner', 'select * from public.waiting_accounts(page_size => 1)');
    expect([newest?.['email'], none]).toEqual(['victim@x.example', []]);
    const rest = await call('owner', 'select * from public.waiting_accounts($1, $2)', [
      newest?.['created_at'],
      newest?.['id'],
    ]);
    expect(rest.map(({ email }) => email)).toEqual(['waiting@fairlead.example']);
  });
});

describe('G-5 invitations and the owner of an address', () => {
  test('G-5 approving an unverified address leaves its registrant nothing, and the role waits', async () => {
    await addStranger();
    const given = await call('owner', `select public.give_role($1, 'agent') as cleared`, [stranger]);
    expect(given).toEqual([{ cleared: true }]);
    expect(await left()).toEqual({
      password: false,
      confirmed: false,
      phone: null,
      email_change: '',
      sessions: 0,
      factors: 0,
      identities: 'email',
    });
    const roles = `select set_config('request.jwt.claims', '{"sub": "${stranger}"}', false), public.my_roles() as roles`;
    expect(await one(roles)).toMatchObject({ roles: [] });
    await database.query(`update auth.users set email_confirmed_at = now() where id = $1`, [stranger]);
    expect(await one(roles)).toMatchObject({ roles: ['agent'] });
  });

  test('G-5 a verified address keeps what it has; so does an account that is on the team already', async () => {
    await addStranger('2026-11-20');
    const give = `select public.give_role($1, $2) as cleared`;
    expect(await call('owner', give, [stranger, 'agent'])).toEqual([{ cleared: false }]);
    expect(await left()).toMatchObject({ password: true, sessions: 1, factors: 1 });
    await database.query(`update auth.users set email_verified_at = null where id = $1`, [stranger]);
    expect(await call('owner', give, [stranger, 'editor'])).toEqual([{ cleared: false }]);
  });

  test('G-5 a link is made only for a team member who never had a password', async () => {
    await addStranger();
    const statement = `select public.address_for_link($1) as address`;
    expect(await callError('owner', statement, [stranger])).toBe('P0001');
    await call('server', `select public.give_role($1, 'agent')`, [stranger]);
    expect(await call('owner', statement, [stranger])).toEqual([{ address: 'victim@x.example' }]);
    await database.query(
      `update auth.users set email_confirmed_at = now(), email_verified_at = now(), encrypted_password = 'x' where id = $1`,
      [stranger],
    );
    expect(await callError('owner', statement, [stranger])).toBe('P0001');
  });
});

describe('G-4 the last owner stays', () => {
  test.each([
    ['demoted', `select public.give_role($1, 'agent')`],
    ['removed', `select public.remove_from_team($1)`],
  ])('G-4 never %s, not by itself and not by the secret key', async (_way, sql) => {
    for (const caller of ['owner', 'server'] as const) {
      await expect(call(caller, sql, [testAccounts.owner])).rejects.toThrow(
        "The last owner can't be removed.",
      );
    }
    expect(
      await catchErrorCode(database.query(`delete from auth.users where id = $1`, [testAccounts.owner])),
    ).toBe('P0001');
  });

  test('G-4 two owners who demote each other at once end as one owner', async () => {
    await database.query(`update staff set role = 'owner' where user_id = $1`, [testAccounts.agent]);
    const sessions = [await database.open(), await database.open()] as const;
    const give = `select public.give_role($1, 'viewer')`;
    const ended = await Promise.allSettled([
      call('owner', give, [testAccounts.agent], { session: sessions[0] }),
      call('agent', give, [testAccounts.owner], { session: sessions[1] }),
    ]);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await one(`select count(*)::int as owners from staff where role = 'owner'`)).toEqual({
      owners: 1,
    });
  });

  test('G-4 an owner that is banned does not count as the one who stays', async () => {
    await database.query(
      `insert into auth.users (id, email, email_confirmed_at, banned_until) values ($1, 'b@x.example', now(), now() + interval '1 day')`,
      [secondOwner],
    );
    await database.query(`insert into staff (user_id, role) values ($1, 'owner')`, [secondOwner]);
    expect(await callError('owner', `select public.remove_from_team($1)`, [testAccounts.owner])).toBe(
      'P0001',
    );
  });
});

describe('G-4 removing a colleague', () => {
  test('G-4 a removed colleague has no role and no session; a waiting account can be deleted, a colleague cannot', async () => {
    await addStranger('2026-11-20');
    await call('owner', `select public.give_role($1, 'agent')`, [stranger]);
    expect(await callError('owner', `select public.delete_waiting_account($1)`, [stranger])).toBe('P0001');
    await call('owner', `select public.remove_from_team($1)`, [stranger]);
    expect(await left()).toMatchObject({ password: true, sessions: 0 });
    await call('owner', `select public.delete_waiting_account($1)`, [stranger]);
    expect(await left()).toBeUndefined();
    expect(await callError('owner', `select public.give_role($1, 'agent')`, [stranger])).toBe('PT404');
  });

  test('G-4 the token of a session that has ended opens nothing any more', async () => {
    const session = await one(`insert into auth.sessions (user_id) values ($1) returning id`, [
      testAccounts.agent,
    ]);
    const claims = { session_id: session?.['id'] };
    const statement = `select public.my_roles() as roles`;
    expect(await call('agent', statement, [], { claims })).toEqual([{ roles: ['agent'] }]);
    // another account's session must not be accepted
    expect(await call('editor', statement, [], { claims })).toEqual([{ roles: [] }]);
    await database.query(`delete from auth.sessions where user_id = $1`, [testAccounts.agent]);
    expect(await call('agent', statement, [], { claims })).toEqual([{ roles: [] }]);
  });
});
