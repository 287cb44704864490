import { expect, test } from 'vitest';
import { PASSWORD, callAuth, freshEmail, makeAccount, signIn } from './requests.ts';
import { type WireServer, type WireServerOptions, startWireServer } from '../server.ts';
import { setUpMany } from '../set-up.ts';

const start = setUpMany((options: WireServerOptions) =>
  startWireServer({ backend: { limits: {} }, ...options }),
);

/** Signs in as from another client address; returns the status. */
async function signInFrom(
  server: WireServer,
  address: string,
  email: string,
  password: string,
): Promise<number> {
  const request = new Request(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { apikey: server.publishableKey },
  });
  const response = await server.backend?.fetch(request, { address });
  return response?.status ?? 0;
}

test('limits: too many sign-ins from one address are 429 with Retry-After, in the envelope', async () => {
  const server = await start({ configToml: '[auth.rate_limit]\nsign_in_sign_ups = 3' });
  const body = { email: freshEmail(), password: 'wrong password' };
  for (let i = 0; i < 3; i++) await callAuth(server, '/token?grant_type=password', { body });
  const rejected = await callAuth(server, '/token?grant_type=password', { body });
  expect(rejected).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(
    (await callAuth(server, '/signup', { body: { email: freshEmail(), password: PASSWORD } })).status,
  ).toBe(429);
  expect((await callAuth(server, '/settings', { method: 'GET' })).status).toBe(200);
});

test('limits: ten wrong passwords lock an account for that client address alone', async () => {
  const server = await start({ configToml: '[auth.rate_limit]\nsign_in_sign_ups = 1000' });
  const { email } = await makeAccount(server);
  const other = await makeAccount(server);
  for (let i = 0; i < 10; i++) {
    await callAuth(server, '/token?grant_type=password', {
      body: { email, password: `wrong password ${i}` },
    });
  }
  const right = await callAuth(server, '/token?grant_type=password', { body: { email, password: PASSWORD } });
  expect(right.status).toBe(429);
  expect((await signIn(server, other.email)).accessToken).toMatch(/^eyJ/);
});

test('limits: simultaneous guesses count like guesses in a row', async () => {
  const server = await start({ configToml: '[auth.rate_limit]\nsign_in_sign_ups = 1000' });
  const { email } = await makeAccount(server);
  const statuses = await Promise.all(
    Array.from({ length: 25 }, (_, i) => signInFrom(server, '203.0.113.7', email, `wrong password ${i}`)),
  );
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
});

test('B-233 limits: guesses from many addresses lock no account: sign-in is slow, except from addresses where the account signed in before', async () => {
  const server = await start({ backend: { limits: { perMinute: 20 } } });
  const { email, accessToken: bearer } = await makeAccount(server);
  expect(await signInFrom(server, '198.51.100.1', email, PASSWORD)).toBe(200);
  expect(await signInFrom(server, '2001:db8:1:2::7', email, PASSWORD)).toBe(200);
  // An account that signed out is still known.
  await callAuth(server, '/logout?scope=global', { bearer });
  const stranger = freshEmail();
  for (let i = 0; i < 20; i++) {
    await signInFrom(server, `203.0.113.${i}`, email, 'wrong password');
    await signInFrom(server, `203.0.113.${i}`, stranger, 'wrong password');
  }
  const timed = async (address: string, name: string, password: string) => {
    const before = performance.now();
    const status = await signInFrom(server, address, name, password);
    return { status, isSlow: performance.now() - before >= 4_900 };
  };
  expect(
    await Promise.all([
      timed('203.0.113.99', email, PASSWORD),
      timed('203.0.113.98', email, 'wrong password'),
      // The same for an address without an account.
      timed('203.0.113.97', stranger, 'wrong password'),
    ]),
  ).toEqual([200, 400, 400].map((status) => ({ status, isSlow: true })));
  // The address is known from now on, like the others.
  for (const address of ['203.0.113.99', '198.51.100.1', '2001:db8:1:2::8'])
    expect(await timed(address, email, PASSWORD)).toEqual({ status: 200, isSlow: false });
  expect(await signInFrom(server, '198.51.100.1', email, 'wrong password')).toBe(400);
});

test('limits: signing in with the right password never locks an account', async () => {
  const server = await start({ configToml: '[auth.rate_limit]\nsign_in_sign_ups = 1000' });
  const { email } = await makeAccount(server);
  for (let i = 0; i < 15; i++) expect((await signIn(server, email)).accessToken).toMatch(/^eyJ/);
});

test('P-169 while the database is down responses are 503, which clients retry, and the server recovers', async () => {
  const server = await start({ backend: { limits: { perMinute: 10_000 } } });
  const { accessToken: bearer } = await makeAccount(server);
  const asking = Array.from({ length: 30 }, () => callAuth(server, '/user', { method: 'GET', bearer }));
  await server.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  for (const { status } of await Promise.all(asking)) expect([200, 503]).toContain(status);
  await expect
    .poll(async () => (await callAuth(server, '/user', { method: 'GET', bearer })).status)
    .toBe(200);
});

test('limits: requests of this process are not counted as those of one address, which a visitor could use up', async () => {
  const { url, publishableKey, backend } = await start({});
  const statusFrom = async (from?: { address: string }): Promise<number | undefined> => {
    const headers = { apikey: publishableKey, authorization: 'Bearer forged' };
    return (await backend?.fetch(new Request(`${url}/auth/v1/user`, { headers }), from))?.status;
  };
  const isLimited = async (from?: { address: string }): Promise<boolean> => {
    for (let i = 0; i < 601; i++) if ((await statusFrom(from)) === 429) return true;
    return false;
  };
  expect(await isLimited()).toBe(false);
  expect(await isLimited({ address: '203.0.113.7' })).toBe(true);
});
