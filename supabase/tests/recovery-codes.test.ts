import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testAccounts, setUpTestDatabase, catchErrorCode } from './test-database.ts';

type Account = 'owner' | 'agent' | 'viewer';
type Level = 'aal1' | 'aal2';

const database = setUpTestDatabase();
const { call, callValue } = database;

async function makeSession(account: Account, aal: Level, used = 'now()'): Promise<string> {
  return database.value<string>(
    `insert into auth.sessions (user_id, aal, user_agent, ip, refreshed_at)
     values ($1, $2, 'Firefox', '203.0.113.7', ${used}) returning id`,
    [testAccounts[account], aal],
  );
}

async function makeFactor(account: Account): Promise<string> {
  return database.value<string>(
    `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified') returning id`,
    [testAccounts[account]],
  );
}

/** An account with a factor, and without data of an earlier test. */
async function freshAccount(account: Account): Promise<string> {
  const values = [testAccounts[account]];
  await database.query('delete from auth.sessions where user_id = $1', values);
  await database.query('delete from auth.mfa_factors where user_id = $1', values);
  await database.query('delete from private.recovery_codes where user_id = $1', values);
  return makeFactor(account);
}

/** A token of this session with this level. */
const tokenOf = (sessionId: string, aal: Level) => ({ claims: { aal, session_id: sessionId } });

const make = (account: Account, sessionId: string, aal: Level = 'aal2') =>
  callValue<string[]>(account, 'select public.make_recovery_codes()', [], tokenOf(sessionId, aal));

const use = (account: Account, sessionId: string, code: string) =>
  callValue<string>(account, 'select public.use_recovery_code($1)', [code], tokenOf(sessionId, 'aal1'));

const count = (account: Account, sessionId: string, aal: Level = 'aal2') =>
  callValue<number>(account, 'select public.count_recovery_codes()', [], tokenOf(sessionId, aal));

test('G-53 ten codes, stored as hashes; one replaces the lost factor, once, and ends every other session', async () => {
  await freshAccount('owner');
  const high = await makeSession('owner', 'aal2');
  const codes = await make('owner', high);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{24}$/);
  const kept = await database.query<{ code_hash: string }>('select code_hash from private.recovery_codes');
  expect(kept.every(({ code_hash }) => /^[0-9a-f]{64}$/.test(code_hash))).toBe(true);
  expect(await count('owner', high)).toBe(10);

  const low = await makeSession('owner', 'aal1');
  // In groups and capitals, with characters that look like one and zero.
  const written = (codes[3] ?? '').toUpperCase().replaceAll('1', 'I').replaceAll('0', 'O');
  const notices = () => database.query('select colleague_id as account, kind from private.outbox');
  expect(await notices()).toEqual([]);
  expect(await use('owner', low, written.replaceAll(/(.{4})/g, '$1-'))).toBe('used');
  expect(await notices()).toEqual([{ account: testAccounts.owner, kind: 'recovery-code' }]);
  const rows = await database.query('select id, aal from auth.sessions where user_id = $1', [
    testAccounts.owner,
  ]);
  expect(rows).toEqual([{ id: low, aal: 'aal1' }]);
  expect(
    await database.query('select from auth.mfa_factors where user_id = $1', [testAccounts.owner]),
  ).toEqual([]);
  expect(await use('owner', low, codes[3] ?? '')).toBe('wrong');
  expect(await use('owner', low, codes[4] ?? '')).toBe('wrong');
});

test('G-53 codes are made only by a session that the database knows to have shown a factor', async () => {
  await freshAccount('agent');
  const low = await makeSession('agent', 'aal1');
  // A token that claims a wrong level, one of an ended session, and another account's session.
  expect(await catchErrorCode(make('agent', low))).toBe('42501');
  expect(await catchErrorCode(make('agent', randomUUID()))).toBe('42501');
  expect(await catchErrorCode(make('agent', await makeSession('owner', 'aal2')))).toBe('42501');
  expect(await count('agent', low, 'aal1')).toBe(0);
});

test('G-53 five wrong codes of a session end the guessing, and lock no one else out', async () => {
  await freshAccount('agent');
  const [code = ''] = await make('agent', await makeSession('agent', 'aal2'));
  const thief = await makeSession('agent', 'aal1');
  for (let guess = 0; guess < 5; guess += 1)
    expect(await use('agent', thief, `guess ${guess}`)).toBe('wrong');
  expect(await use('agent', thief, code)).toBe('too many');
  const mine = await makeSession('agent', 'aal1');
  expect(await use('agent', mine, code)).toBe('used');
});

test('G-53 the same code at once opens one session only', async () => {
  await freshAccount('agent');
  const [code = ''] = await make('agent', await makeSession('agent', 'aal2'));
  const sessionIds = [await makeSession('agent', 'aal1'), await makeSession('agent', 'aal1')];
  const said = await Promise.all(
    sessionIds.map(async (sessionId) => {
      const options = { ...tokenOf(sessionId, 'aal1'), session: await database.open() };
      const using = callValue('agent', 'select public.use_recovery_code($1)', [code], options);
      return using.catch((error: unknown) => error);
    }),
  );
  // For the second, the session has ended or the code was used.
  expect(said.filter((outcome) => outcome === 'used')).toHaveLength(1);
});

test('G-53 a code of one account opens no other; new factors need new codes', async () => {
  await freshAccount('owner');
  const first = await freshAccount('agent');
  const high = await makeSession('agent', 'aal2');
  const [code = ''] = await make('agent', high);
  expect(await use('owner', await makeSession('owner', 'aal1'), code)).toBe('wrong');
  await makeFactor('agent');
  expect(await count('agent', high)).toBe(10);
  await database.query('delete from auth.mfa_factors where id = $1', [first]);
  expect(await count('agent', high)).toBe(0);
  expect(await use('agent', await makeSession('agent', 'aal1'), code)).toBe('wrong');
});

test('G-53 an account sees its own sessions, from a live session that has shown what it must', async () => {
  await freshAccount('agent');
  await freshAccount('viewer');
  const old = await makeSession('agent', 'aal2', `now() - interval '2 days'`);
  const here = await makeSession('agent', 'aal2');
  await makeSession('viewer', 'aal2');
  const list = (session: string, aal: Level) =>
    call('agent', 'select id, is_current, ip from public.my_sessions()', [], tokenOf(session, aal));
  expect(await list(here, 'aal2')).toEqual([
    { id: here, is_current: true, ip: '203.0.113.7' },
    { id: old, is_current: false, ip: '203.0.113.7' },
  ]);
  expect(await list(here, 'aal1')).toEqual([]);
  expect(await list(randomUUID(), 'aal2')).toEqual([]);
});

test('G-53 a code of an older list, 16 characters long, still works', async () => {
  await freshAccount('agent');
  await database.query(
    `insert into private.recovery_codes (user_id, code_hash)
     values ($1, private.hash_recovery_code($1, '0123456789abcdef'))`,
    [testAccounts.agent],
  );
  expect(await use('agent', await makeSession('agent', 'aal1'), '0123-4567-89AB-CDEF')).toBe('used');
});
