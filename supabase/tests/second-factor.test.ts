import { expect, test } from 'vitest';
import { testAccounts, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();

const enrol = (status: string) =>
  `insert into auth.mfa_factors (user_id, factor_type, status) values ('${testAccounts.owner}', 'totp', '${status}');`;

/** Team and account, as an owner with a token of this level sees them. */
async function seen(before: string, aal: string): Promise<unknown> {
  const rows = await database.attempt(
    'owner',
    `select public.my_roles() as roles, (select count(*)::int from public.staff) as staff,
       (select count(*)::int from public.profiles where id = auth.uid()) as profile`,
    [],
    { before, claims: { aal } },
  );
  return rows[0];
}

test('G-53 an account with a verified factor has neither role nor row below aal2', async () => {
  expect(await seen(enrol('verified'), 'aal1')).toEqual({ roles: [], staff: 0, profile: 0 });
  expect(await seen(enrol('verified'), 'aal2')).toMatchObject({ roles: ['owner'], profile: 1 });
});

test('G-53 an enrolment that was not finished, or none, asks for nothing', async () => {
  const { staff } = (await seen('', 'aal1')) as { staff: number };
  expect(staff).toBeGreaterThan(1);
  expect(await seen(enrol('unverified'), 'aal1')).toEqual({ roles: ['owner'], staff, profile: 1 });
});

test('G-53 a factor of one account does not bind another', async () => {
  const roles = await database.attempt('agent', 'select public.my_roles() as roles', [], {
    before: enrol('verified'),
  });
  expect(roles).toEqual([{ roles: ['agent'] }]);
});

test('G-53 a session that has ended reads and writes nothing of its own account, and claims nothing', async () => {
  const rows = await database.column<string>(
    `insert into auth.sessions (user_id, not_after) values ($1, null), ($1, now() - interval '1 second'), ($2, null)
     returning id`,
    [testAccounts.owner, testAccounts.agent],
  );
  const [standing, over, foreign] = rows;
  const { call, callError } = database;
  const own = `where id = '${testAccounts.owner}'`;
  const tried = async (session_id: string | undefined) => {
    const options = { claims: { session_id } };
    const count = async (sql: string) => (await call('owner', sql, [], options)).length;
    return {
      read: await count(`select from public.profiles ${own}`),
      written: await count(`update public.profiles set full_name = 'Owner Person' ${own} returning id`),
      staff: await count('select from public.staff limit 1'),
      // The owner claimed before, so repeating the claim returns true.
      claim: await callError('owner', `select public.claim_ownership('x')`, [], options),
    };
  };
  const all = { read: 1, written: 1, staff: 1, claim: null };
  expect(await tried(standing)).toEqual(all);
  expect(await tried(undefined)).toEqual(all);
  const none = { read: 0, written: 0, staff: 0, claim: 'P0001' };
  for (const session of [over, foreign, '00000000-0000-4000-8000-000000000000', 'no uuid'])
    expect(await tried(session)).toEqual(none);
  await database.query('delete from public.profiles where id = $1', [testAccounts.owner]);
  const insertProfile = `insert into public.profiles (id) values ('${testAccounts.owner}')`;
  expect(await callError('owner', insertProfile, [], { claims: { session_id: over } })).toBe('42501');
});
