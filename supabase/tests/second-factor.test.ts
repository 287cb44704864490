import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts, openLedger, type Ledger } from './ledger.ts';

let ledger: Ledger;

beforeAll(async () => {
  ledger = await openLedger();
});

afterAll(() => ledger.close());

const enrol = (status: string) =>
  `insert into auth.mfa_factors (user_id, factor_type, status) values ('${accounts.owner}', 'totp', '${status}');`;

/** What the owner sees of team and account, with a token of this level. */
function seen(before: string, aal: string): Promise<unknown> {
  return ledger.as(
    'owner',
    async (session) => {
      await session.query(
        `select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb || $1)::text, true)`,
        [JSON.stringify({ aal })],
      );
      const { rows } = await session.query(
        `select public.my_roles() as roles, (select count(*)::int from public.staff) as staff,
           (select count(*)::int from public.profiles where id = auth.uid()) as profile`,
      );
      return rows[0];
    },
    { before },
  );
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
  const roles = await ledger.as(
    'agent',
    async (session) => (await session.query('select public.my_roles() as roles')).rows[0],
    { before: enrol('verified') },
  );
  expect(roles).toEqual({ roles: ['agent'] });
});
