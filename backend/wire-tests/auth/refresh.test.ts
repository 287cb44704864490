import { readFile } from 'node:fs/promises';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { callAuth, makeAccount, refresh, signIn, tokensOf, getUser, rejection } from './requests.ts';
import { hashToken } from '../../src/auth/sessions/token-secrets.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startWireServer);

/** Sets the revocation of tokens to a time before the reuse interval. */
async function passInterval(): Promise<void> {
  await server.pool.query(`update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds'`);
}

async function next(token: string): Promise<string> {
  const { status, body } = await refresh(server, token);
  expect(status).toBe(200);
  return tokensOf(body).refreshToken;
}

test('P-162 each refresh gives a new token; session and amr stay', async () => {
  const account = await makeAccount(server);
  const { body } = await refresh(server, account.refreshToken);
  const before = decodeJwt(account.accessToken);
  const after = decodeJwt(String(body['access_token']));
  expect(body['refresh_token']).not.toBe(account.refreshToken);
  expect(after['session_id']).toBe(before['session_id']);
  expect(after['amr']).toEqual(before['amr']);
  expect(body['user']).toMatchObject({ id: account.id, email: account.email });
});

test('P-162 the parent of the active token gives the active token, at any time', async () => {
  const account = await makeAccount(server);
  const second = await next(account.refreshToken);
  expect(await next(account.refreshToken)).toBe(second);
  await passInterval();
  expect(await next(account.refreshToken)).toBe(second);
  expect(await next(second)).not.toBe(second);
});

test('P-162 an older token inside the reuse interval gives a further one', async () => {
  const account = await makeAccount(server);
  const second = await next(account.refreshToken);
  const third = await next(second);
  const fourth = await next(account.refreshToken);
  expect([account.refreshToken, second, third]).not.toContain(fourth);
});

test('P-162 reuse after the interval ends the session, its newest refresh and access tokens included', async () => {
  const account = await makeAccount(server);
  const other = await signIn(server, account.email);
  const second = await next(account.refreshToken);
  const third = await next(second);
  await passInterval();
  const stolen = await refresh(server, account.refreshToken);
  expect(stolen).toMatchObject({
    status: 400,
    body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
  });
  for (const token of [third, second, account.refreshToken]) {
    expect(await refresh(server, token)).toMatchObject(rejection(400, 'refresh_token_not_found'));
  }
  expect(await getUser(server, account.accessToken)).toMatchObject(rejection(403, 'session_not_found'));
  expect((await refresh(server, other.refreshToken)).status).toBe(200);
  expect((await getUser(server, other.accessToken)).status).toBe(200);
});

test('P-162 repeated reuse of a token does not extend its interval', async () => {
  const account = await makeAccount(server);
  await next(await next(account.refreshToken));
  const age = `update auth.refresh_tokens set updated_at = updated_at - interval '6 seconds' where token = $1`;
  await server.pool.query(age, [hashToken(account.refreshToken)]);
  await next(await next(account.refreshToken));
  await server.pool.query(age, [hashToken(account.refreshToken)]);
  expect((await refresh(server, account.refreshToken)).status).toBe(400);
});

test('P-162 tabs that refresh at once all stay signed in, with one token', async () => {
  const account = await makeAccount(server);
  const responses = await whileSessionIsHeld(account.id, () =>
    Array.from({ length: 4 }, () => refresh(server, account.refreshToken)),
  );
  expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200]);
  expect(new Set(responses.map((response) => response.body['refresh_token'])).size).toBe(1);
  const { rows } = await server.pool.query(
    'select from auth.refresh_tokens where user_id = $1 and not revoked',
    [account.id],
  );
  expect(rows).toHaveLength(1);
});

/** Releases the lock of the sessions once all of the work waits for it. */
async function whileSessionIsHeld<T>(userId: string, begin: () => Promise<T>[]): Promise<T[]> {
  const holder = await server.pool.connect();
  await holder.query('begin');
  await holder.query('select from auth.sessions where user_id = $1 for update', [userId]);
  const work = begin();
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await server.pool.query(waiting)).rowCount, { timeout: 10_000 })
    .toBe(work.length);
  await holder.query('commit');
  holder.release();
  return Promise.all(work);
}

test('B-274 the database stores no refresh token, and nothing that it stores can be used as one', async () => {
  const account = await makeAccount(server);
  const second = await next(account.refreshToken);
  const third = await next(second);
  const { rows } = await server.pool.query<{ token: string; parent: string | null; row: string }>(
    'select token, parent, to_jsonb(t)::text as row from auth.refresh_tokens as t where user_id = $1',
    [account.id],
  );
  const stored = rows.map(({ row }) => row).join();
  for (const token of [account.refreshToken, second, third]) expect(stored).not.toContain(token);
  for (const value of rows.flatMap(({ token, parent }) => [token, parent ?? token]))
    expect(await refresh(server, value)).toMatchObject(rejection(400, 'refresh_token_not_found'));
  expect((await refresh(server, third)).status).toBe(200);
});

test('B-274 tokens from before the upgrade and from a dump become hashes and keep working, with theft still detected', async () => {
  const migration = new URL('../../src/migrations/2000_secrets_of_sign_in.sql', import.meta.url);
  const [active, replaced, stolen, dumped] = [
    await makeAccount(server),
    await makeAccount(server),
    await makeAccount(server),
    await makeAccount(server),
  ];
  await server.pool.query(`
    drop trigger hash_refresh_tokens on auth.refresh_tokens;
    drop function auth.hash_refresh_tokens, auth.hash_refresh_token;
    alter table auth.refresh_tokens drop column nonce;
    alter table auth.sign_in_networks drop column second_factor_at`);
  const session = await server.pool.connect();
  const store = async (owner: { id: string }, ...tokens: string[]) => {
    await session.query('delete from auth.refresh_tokens where user_id = $1', [owner.id]);
    await session.query(
      `insert into auth.refresh_tokens (token, parent, revoked, user_id, session_id, updated_at)
       select token, lag(token) over (order by place), place < cardinality($2::text[]), $1::text,
         (select id from auth.sessions where user_id = $1::uuid), now() - interval '1 hour'
       from unnest($2::text[]) with ordinality as given (token, place) order by place`,
      [owner.id, tokens],
    );
  };
  await store(active, 'active-token');
  await store(replaced, 'first-token-', 'second-token');
  await store(stolen, 'one-token---', 'two-token---', 'three-token-');
  await server.pool.query(await readFile(migration, 'utf8'));
  await session.query('set session_replication_role = replica');
  await store(dumped, 'dumped-token');
  session.release(true);
  const { rows } = await server.pool.query(
    'select from auth.refresh_tokens where token !~ $1 or parent !~ $1',
    ['^[0-9a-f]{64}$'],
  );
  expect(rows).toEqual([]);

  for (const token of ['active-token', 'dumped-token']) expect(await next(await next(token))).not.toBe(token);
  // Tabs with the parent of the active token, which nobody can derive, get one new token.
  const further = await next('first-token-');
  expect(await next('first-token-')).toBe(further);
  expect(await next('second-token')).toBe(further);
  expect((await refresh(server, further)).status).toBe(200);
  expect(await refresh(server, 'one-token---')).toMatchObject(rejection(400, 'refresh_token_already_used'));
  expect(await refresh(server, 'three-token-')).toMatchObject(rejection(400, 'refresh_token_not_found'));
});

test('P-162 an active token that only its holder knows is replaced when its parent is shown, and reuse of both is detected', async () => {
  for (const holder of ['parent', 'active'] as const) {
    const account = await makeAccount(server);
    const active = await next(account.refreshToken);
    await server.pool.query('update auth.refresh_tokens set nonce = null where user_id = $1', [account.id]);
    await passInterval();
    const replacement = await next(account.refreshToken);
    expect([account.refreshToken, active]).not.toContain(replacement);
    // Another tab with either token gets the same one.
    expect(await next(account.refreshToken)).toBe(replacement);
    expect(await next(active)).toBe(replacement);
    const { rows } = await server.pool.query<{ token: string }>(
      'select token from auth.refresh_tokens where user_id = $1 and not revoked',
      [account.id],
    );
    expect(rows).toEqual([{ token: hashToken(replacement) }]);
    const following = holder === 'active' ? await next(replacement) : replacement;
    await passInterval();
    const reused = holder === 'active' ? active : account.refreshToken;
    expect(await refresh(server, reused)).toMatchObject(rejection(400, 'refresh_token_already_used'));
    expect(await refresh(server, following)).toMatchObject(rejection(400, 'refresh_token_not_found'));
  }
});

test('P-159 supabase-js refreshes and keeps working on the new token', async () => {
  const account = await makeAccount(server);
  const client = server.client();
  const { data, error } = await client.auth.refreshSession({ refresh_token: account.refreshToken });
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(account.refreshToken);
  expect((await client.auth.getUser()).data.user?.id).toBe(account.id);
});

test('P-169 an unknown, a missing, an ended and a banned token have their own codes', async () => {
  expect(await refresh(server, 'AAAAAAAAAAAA')).toMatchObject({
    status: 400,
    body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
  });
  for (const body of [{}, { refresh_token: '' }, { refresh_token: null }]) {
    expect(await callAuth(server, '/token?grant_type=refresh_token', { body })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'refresh_token required' },
    });
  }
  const ended = await makeAccount(server);
  await server.pool.query(
    `update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`,
    [ended.id],
  );
  expect(await refresh(server, ended.refreshToken)).toMatchObject(rejection(400, 'session_expired'));
  const banned = await makeAccount(server);
  await server.pool.query(`update auth.users set banned_until = 'infinity' where id = $1`, [banned.id]);
  expect(await refresh(server, banned.refreshToken)).toMatchObject(rejection(400, 'user_banned'));
});

test('a deleted account takes its identities, sessions and tokens with it', async () => {
  const account = await makeAccount(server);
  await server.pool.query('delete from auth.users where id = $1', [account.id]);
  expect(await refresh(server, account.refreshToken)).toMatchObject({
    body: { code: 'refresh_token_not_found' },
  });
  expect(await getUser(server, account.accessToken)).toMatchObject(rejection(403, 'user_not_found'));
  const { rows } = await server.pool.query(
    'select from auth.identities where user_id = $1::uuid union all select from auth.sessions where user_id = $1::uuid',
    [account.id],
  );
  expect(rows).toHaveLength(0);
});
