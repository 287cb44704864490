import { expect, test } from 'vitest';
import { bearerOf, signedIn } from './factor-requests.ts';
import { testPassword, callAuth, makeAccount, refresh, signIn, getUser, rejection } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startWireServer);

function putUser(bearer: string, body: unknown): ReturnType<typeof callAuth> {
  return callAuth(server, '/user', { method: 'PUT', bearer, body });
}

const sessionEnded = rejection(403, 'session_not_found');

test('P-164 GET /user returns the account of the bearer, P-180 with identities and factors', async () => {
  const account = await makeAccount(server);
  const { status, body } = await getUser(server, account.accessToken);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: account.id,
    email: account.email,
    factors: [],
    identities: [{ provider: 'email' }],
  });
  expect(body['created_at']).toBeTypeOf('string');
  expect(body['last_sign_in_at']).toBeTypeOf('string');
});

test('P-164 metadata merges shallowly and null deletes a key', async () => {
  const account = await makeAccount(server, { full_name: 'Ada', theme: { dark: true, size: 2 } });
  const { body } = await putUser(account.accessToken, {
    data: { full_name: null, theme: { dark: false }, n: 1 },
  });
  expect(body['user_metadata']).toMatchObject({ theme: { dark: false }, n: 1, email: account.email });
  expect(body['user_metadata']).not.toHaveProperty('full_name');
  expect(body['user_metadata']).not.toHaveProperty('theme.size');
});

test('P-164 two changes of metadata at once are both kept', async () => {
  const account = await makeAccount(server);
  await Promise.all(['a', 'b', 'c'].map((key) => putUser(account.accessToken, { data: { [key]: 1 } })));
  expect((await getUser(server, account.accessToken)).body['user_metadata']).toMatchObject({
    a: 1,
    b: 1,
    c: 1,
  });
});

test('an account cannot write app_metadata, a phone where phones are off, or too much metadata', async () => {
  const { accessToken, id } = await makeAccount(server);
  const rejected = [
    [{ app_metadata: { role: 'owner' } }, 403, 'not_admin'],
    [{ email: 'not an address' }, 400, 'validation_failed'],
    [{ phone: '+14165550100' }, 400, 'phone_provider_disabled'],
    [{ data: { note: 'x'.repeat(9000) } }, 422, 'validation_failed'],
  ] as const;
  for (const [body, status, code] of rejected) {
    expect(await putUser(accessToken, body)).toMatchObject({ status, body: { code } });
  }
  const { body } = await putUser(accessToken, {
    role: 'service_role',
    aud: 'x',
    id: 'y',
    is_anonymous: true,
  });
  expect(body).toMatchObject({ id, role: 'authenticated', aud: 'authenticated', is_anonymous: false });
  expect(body['app_metadata']).toEqual({ provider: 'email', providers: ['email'] });
  expect(body['user_metadata']).not.toHaveProperty('note');
});

test('P-164 a new password works, the old one does not, and every other session ends', async () => {
  const { account, client } = await signedIn(server);
  const { error } = await client.auth.updateUser({ password: 'another horse battery' });
  expect(error).toBeNull();
  expect((await client.auth.getUser()).error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await getUser(server, account.accessToken)).toMatchObject(sessionEnded);
  expect((await refresh(server, account.refreshToken)).status).toBe(400);
  const other = server.client();
  const old = await other.auth.signInWithPassword({ email: account.email, password: testPassword });
  expect(old.error).toMatchObject({ code: 'invalid_credentials' });
  const now = await other.auth.signInWithPassword({
    email: account.email,
    password: 'another horse battery',
  });
  expect(now.error).toBeNull();
});

test('P-169 the same password, a weak one and a wrong current one are rejected and change nothing', async () => {
  const account = await makeAccount(server);
  const second = await signIn(server, account.email);
  const rejected = [
    [{ password: testPassword }, 422, 'same_password'],
    [{ password: 'short' }, 422, 'weak_password'],
    [{ password: '' }, 422, 'weak_password'],
    [{ password: 'x'.repeat(2000) }, 422, 'validation_failed'],
    [{ password: 'another horse', current_password: 'wrong' }, 400, 'current_password_invalid'],
  ] as const;
  for (const [body, status, code] of rejected) {
    expect(await putUser(account.accessToken, body)).toMatchObject({ status, body: { code } });
  }
  expect((await getUser(server, second.accessToken)).status).toBe(200);
  expect(
    (await putUser(account.accessToken, { password: 'another horse', current_password: testPassword }))
      .status,
  ).toBe(200);
});

test('P-159 sign-out with scope local ends this session alone', async () => {
  const { account, client } = await signedIn(server);
  const token = await bearerOf(client);
  expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull();
  expect((await client.auth.getSession()).data.session).toBeNull();
  expect(await getUser(server, token)).toMatchObject(sessionEnded);
  expect((await getUser(server, account.accessToken)).status).toBe(200);
});

test('P-159 sign-out with scope others ends every session but this one', async () => {
  const { account, client } = await signedIn(server);
  expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull();
  expect((await client.auth.getUser()).error).toBeNull();
  expect(await getUser(server, account.accessToken)).toMatchObject(sessionEnded);
});

test('P-159 sign-out with scope global, the default, ends every session of this account alone', async () => {
  const bystander = await makeAccount(server);
  const { account, client } = await signedIn(server);
  const token = await bearerOf(client);
  expect((await client.auth.signOut()).error).toBeNull();
  expect(await getUser(server, token)).toMatchObject(sessionEnded);
  expect(await getUser(server, account.accessToken)).toMatchObject(sessionEnded);
  expect((await refresh(server, account.refreshToken)).body['code']).toBe('refresh_token_not_found');
  expect((await getUser(server, bystander.accessToken)).status).toBe(200);
});

test('P-159 the client clears a session that is already deleted, without an error', async () => {
  const { account, client } = await signedIn(server);
  await server.pool.query('delete from auth.sessions where user_id = $1', [account.id]);
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await client.auth.signOut()).error).toBeNull();
});

test('an unknown scope is rejected and ends no session', async () => {
  const account = await makeAccount(server);
  for (const scope of ['everyone', 'toString', '__proto__']) {
    expect(await callAuth(server, `/logout?scope=${scope}`, { bearer: account.accessToken })).toMatchObject(
      rejection(400, 'validation_failed'),
    );
  }
  expect((await getUser(server, account.accessToken)).status).toBe(200);
  expect((await callAuth(server, '/logout', { bearer: account.accessToken })).status).toBe(204);
});
