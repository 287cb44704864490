import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { ensureKeysInDatabase, rotateKeysInDatabase } from '../../src/tokens/key-store.ts';
import { type BackendKeys, generateKeys } from '../../src/tokens/keys.ts';
import { signJwt } from '../../src/tokens/jwt.ts';
import { addNewSigningKey } from '../../src/tokens/signing-keys.ts';
import { testPassword, callAuth, freshEmail, makeAccount, refresh, getUser } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

let storedKeys: BackendKeys = generateKeys();

const server = setUp(() =>
  startWireServer({
    migrationsSql: `create table public.notes (owner uuid default auth.uid());
      alter table public.notes enable row level security;
      create policy own on public.notes using (owner = auth.uid());`,
    backend: { keys: { ...storedKeys }, readKeys: async () => storedKeys },
  }),
);

function headerOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

test('P-166 the key set verifies an issued token, which auth and rest accept', async () => {
  const account = await makeAccount(server);
  const keySet = createRemoteJWKSet(new URL(`${server.url}/auth/v1/.well-known/jwks.json`));
  const { payload } = await jwtVerify(account.accessToken, keySet, {
    issuer: `${server.url}/auth/v1`,
    audience: 'authenticated',
    algorithms: ['ES256'],
  });
  expect(payload.sub).toBe(account.id);
  expect(await getUser(server, account.accessToken)).toMatchObject({
    status: 200,
  });
  const rest = await fetch(`${server.url}/rest/v1/notes`, {
    headers: { apikey: server.publishableKey, authorization: `Bearer ${account.accessToken}` },
  });
  expect(rest.status).toBe(200);
});

test('P-166 discovery names issuer and key set; both need no key and may be cached for ten minutes', async () => {
  for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks.json']) {
    const response = await callAuth(server, path, { method: 'GET', headers: { apikey: '' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=600');
    if (path.endsWith('configuration'))
      expect(response.body).toMatchObject({
        issuer: `${server.url}/auth/v1`,
        jwks_uri: `${server.url}/auth/v1/.well-known/jwks.json`,
      });
    else expect(JSON.stringify(response.body)).not.toContain('"d"');
  }
});

test('P-166 getClaims verifies in the client, without a request to /user', async () => {
  const client = server.client();
  await client.auth.signUp({ email: freshEmail(), password: testPassword });
  const before = server.log.filter(({ path }) => path === '/auth/v1/user').length;
  const { data, error } = await client.auth.getClaims();
  expect(error).toBeNull();
  expect(data?.header.alg).toBe('ES256');
  expect(data?.claims.role).toBe('authenticated');
  expect(server.log.filter(({ path }) => path === '/auth/v1/user')).toHaveLength(before);
});

test('P-166 rotation reaches a running server: new tokens carry the new kid, older ones stay valid', async () => {
  const account = await makeAccount(server);
  const oldKid = headerOf(account.accessToken)['kid'];
  storedKeys = { ...storedKeys, signingKeys: addNewSigningKey(storedKeys.signingKeys ?? []) };
  await server.backend?.listening;
  await server.pool.query('notify signing_keys_changed');
  await expect
    .poll(async () => (await callAuth(server, '/.well-known/jwks.json', { method: 'GET' })).body['keys'])
    .toHaveLength(2);
  const renewed = await refresh(server, account.refreshToken);
  expect(headerOf(String(renewed.body['access_token']))['kid']).toBe(storedKeys.signingKeys?.[0]?.kid);
  expect(storedKeys.signingKeys?.[0]?.kid).not.toBe(oldKid);
  for (const bearer of [account.accessToken, String(renewed.body['access_token'])]) {
    expect((await getUser(server, bearer)).status).toBe(200);
  }
});

test('P-166 a token signed with the JWT secret, as before key pairs, stays valid everywhere', async () => {
  const account = await makeAccount(server);
  const claims = decodeJwt(account.accessToken);
  const older = signJwt(claims, server.jwtSecret);
  const headers = { apikey: server.publishableKey, authorization: `Bearer ${older}` };
  for (const path of ['/auth/v1/user', '/rest/v1/notes', '/storage/v1/bucket'])
    expect({ path, status: (await fetch(server.url + path, { headers })).status }).toEqual({
      path,
      status: 200,
    });
});

test('P-166 processes that start at once on a database without a key pair share one', async () => {
  const clients = await Promise.all([server.pool.connect(), server.pool.connect()]);
  try {
    const [first, second] = clients as [(typeof clients)[0], (typeof clients)[0]];
    const before = await ensureKeysInDatabase(first);
    await first.query(`update backend.keys set keys = keys - 'signingKeys'`);
    const [one, other] = await Promise.all([ensureKeysInDatabase(first), ensureKeysInDatabase(second)]);
    expect(one).toEqual(other);
    expect(one.jwtSecret).toBe(before.jwtSecret);
    expect(one.signingKeys).toMatchObject([{ privateJwk: { crv: 'P-256' } }]);
  } finally {
    for (const client of clients) client.release();
  }
});

test('P-166 servers share the keys in the database, which callers cannot read', async () => {
  const client = await server.pool.connect();
  onTestFinished(() => client.release());
  const before = await ensureKeysInDatabase(client);
  await rotateKeysInDatabase(client);
  const [one, other] = [await ensureKeysInDatabase(client), await ensureKeysInDatabase(client)];
  expect(one).toEqual(other);
  expect(one).toMatchObject({ jwtSecret: before.jwtSecret });
  expect(one.signingKeys?.map(({ kid }) => kid)).toEqual([expect.any(String), before.signingKeys?.[0]?.kid]);
  for (const role of ['anon', 'authenticated', 'service_role', 'authenticator']) {
    const { rows } = await client.query(
      `select has_schema_privilege($1, 'backend', 'usage') as schema,
           has_table_privilege($1, 'backend.keys', 'select') as keys`,
      [role],
    );
    expect({ role, ...rows[0] }).toEqual({ role, schema: false, keys: false });
  }
});
