import { expect, test } from 'vitest';
import {
  testPassword,
  callAuth,
  freshEmail,
  makeAccount,
  signIn,
  getUser,
  logIn,
  rejection,
} from './requests.ts';
import { type WireServerOptions, startWireServer } from '../server.ts';
import { setUp, setUpMany } from '../set-up.ts';

const start = setUpMany((options: WireServerOptions) =>
  startWireServer({ backend: { limits: {} }, ...options }),
);
const server = setUp(() =>
  startWireServer({ configToml: '[auth.rate_limit]\nsign_in_sign_ups = 1000', backend: { limits: {} } }),
);

test('limits: too many sign-ins from one address are 429 with Retry-After, in the envelope', async () => {
  const server = await start({ configToml: '[auth.rate_limit]\nsign_in_sign_ups = 3' });
  const body = { email: freshEmail(), password: 'wrong password' };
  for (let i = 0; i < 3; i++) await callAuth(server, '/token?grant_type=password', { body });
  const rejected = await callAuth(server, '/token?grant_type=password', { body });
  expect(rejected).toMatchObject(rejection(429, 'over_request_rate_limit'));
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(
    (await callAuth(server, '/signup', { body: { email: freshEmail(), password: testPassword } })).status,
  ).toBe(429);
  expect((await callAuth(server, '/settings', { method: 'GET' })).status).toBe(200);
});

test('limits: ten wrong passwords lock an account for that client address alone', async () => {
  const { email } = await makeAccount(server);
  const other = await makeAccount(server);
  for (let i = 0; i < 10; i++) {
    await logIn(server, email, `wrong password ${i}`);
  }
  const right = await logIn(server, email);
  expect(right.status).toBe(429);
  expect((await signIn(server, other.email)).accessToken).toMatch(/^eyJ/);
});

test('limits: simultaneous guesses count like guesses in a row', async () => {
  const { email } = await makeAccount(server);
  const responses = await Promise.all(
    Array.from({ length: 25 }, (_, i) => logIn(server, email, `wrong password ${i}`, '203.0.113.7')),
  );
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(10);
});

test('B-233 limits: guesses from many addresses lock no account: sign-in is slow, except from addresses where the account signed in before', async () => {
  const server = await start({ backend: { limits: { perMinute: 20 } } });
  const { email, accessToken: bearer } = await makeAccount(server);
  expect((await logIn(server, email, testPassword, '198.51.100.1')).status).toBe(200);
  expect((await logIn(server, email, testPassword, '2001:db8:1:2::7')).status).toBe(200);
  // An account that signed out is still known.
  await callAuth(server, '/logout?scope=global', { bearer });
  const stranger = freshEmail();
  for (let i = 0; i < 20; i++) {
    await logIn(server, email, 'wrong password', `203.0.113.${i}`);
    await logIn(server, stranger, 'wrong password', `203.0.113.${i}`);
  }
  const timed = async (address: string, name: string, password: string) => {
    const before = performance.now();
    const { status } = await logIn(server, name, password, address);
    return { status, isSlow: performance.now() - before >= 4_900 };
  };
  expect(
    await Promise.all([
      timed('203.0.113.99', email, testPassword),
      timed('203.0.113.98', email, 'wrong password'),
      // The same for an address without an account.
      timed('203.0.113.97', stranger, 'wrong password'),
    ]),
  ).toEqual([200, 400, 400].map((status) => ({ status, isSlow: true })));
  // The address is known from now on, like the others.
  for (const address of ['203.0.113.99', '198.51.100.1', '2001:db8:1:2::8'])
    expect(await timed(address, email, testPassword)).toEqual({ status: 200, isSlow: false });
  expect((await logIn(server, email, 'wrong password', '198.51.100.1')).status).toBe(400);
});

/** Statuses of sign-ins with a wrong password, each from the next of the addresses. */
async function guess(name: string, addresses: string[]): Promise<number[]> {
  const responses = addresses.map((from) => logIn(server, name, 'wrong password', from));
  return (await Promise.all(responses)).map(({ status }) => status);
}

/** Each in a network of its own. */
function strangeAddresses(block: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `2001:${block}:${n.toString(16)}:9::1`);
}

function countStatuses(statuses: number[]): number[] {
  return [400, 429].map((status) => statuses.filter((each) => each === status).length);
}

test('B-271 limits: after a hundred wrong passwords, a network has five slow guesses a minute of an account, and does not keep the owner out of another', async () => {
  const { email, accessToken: bearer } = await makeAccount(server);
  const home = '2001:db8:1:2::7';
  expect((await logIn(server, email, testPassword, home)).status).toBe(200);
  const stranger = freshEmail();
  const many = strangeAddresses('a', 100);
  await Promise.all([guess(email, many), guess(stranger, many)]);
  const attacker = Array.from({ length: 9 }, () => '198.51.100.9');
  const bursts = Promise.all([guess(email, attacker), guess(stranger, attacker)]);
  // Meanwhile the owner signs in at once where they did before.
  expect((await logIn(server, email, testPassword, '2001:db8:1:2::8')).status).toBe(200);
  for (const statuses of await bursts) expect(countStatuses(statuses)).toEqual([5, 4]);
  // The same limits apply to whoever guesses the current password of a session.
  const body = { password: 'another horse battery', current_password: 'wrong password' };
  const from = '198.51.100.9';
  expect((await callAuth(server, '/user', { method: 'PUT', bearer, from, body })).status).toBe(429);
});

test(
  'B-271 limits: an account that is guessed from many networks at once gets slower, and its owner in from a new one @audit',
  { timeout: 180_000 },
  async () => {
    const { email } = await makeAccount(server);
    await guess(email, strangeAddresses('b', 100));
    const began = performance.now();
    const judgedAtMs: number[] = [];
    const guesses = strangeAddresses('c', 60).map(async (from) => {
      expect((await logIn(server, email, 'wrong password', from)).status).toBe(400);
      judgedAtMs.push(performance.now() - began);
    });
    expect((await logIn(server, email, testPassword, '203.0.113.78')).status).toBe(200);
    await Promise.all(guesses);
    const slow = judgedAtMs.filter((ms) => ms > 29_000).length;
    // One of the fast twenty may be that of the owner.
    expect([40, 41]).toContain(slow);
    // An attacker with a /48 has the tries of eight networks, and leaves others theirs.
    const { email: another } = await makeAccount(server);
    await guess(another, strangeAddresses('d', 100));
    const widely = guess(
      another,
      Array.from({ length: 60 }, (_, n) => `2001:db8:ffff:${n.toString(16)}::1`),
    );
    expect((await logIn(server, another, testPassword, '203.0.113.78')).status).toBe(200);
    expect(countStatuses(await widely)).toEqual([40, 20]);
  },
);

test(
  'B-405 limits: an attacker with three networks of 48 bits does not take every place of an account that is guessed @audit',
  { timeout: 180_000 },
  async () => {
    const { email } = await makeAccount(server);
    const { email: another } = await makeAccount(server);
    await Promise.all([email, another].map((each) => guess(each, strangeAddresses('e', 100))));
    const attackers = ['2001:db8:a', '2001:db8:b', '2001:db8:c'].flatMap((network) =>
      Array.from({ length: 45 }, (_, n) => `${network}:${n.toString(16)}::1`),
    );
    const attack = guess(email, attackers);
    const owners = [email, another].map((each) => logIn(server, each, testPassword, '203.0.113.79'));
    expect((await Promise.all(owners)).map(({ status }) => status)).toEqual([200, 200]);
    await attack;
  },
);

test('limits: a session found open gives ten guesses of its password', async () => {
  const { accessToken: bearer } = await makeAccount(server);
  const statuses = [];
  for (let n = 0; n < 12; n += 1) {
    const body = { password: 'another horse battery', current_password: `wrong ${n}` };
    statuses.push((await callAuth(server, '/user', { method: 'PUT', bearer, body })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
});

test('limits: signing in with the right password never locks an account', async () => {
  const { email } = await makeAccount(server);
  for (let i = 0; i < 15; i++) expect((await signIn(server, email)).accessToken).toMatch(/^eyJ/);
});

test('P-169 while the database is down responses are 503, which clients retry, and the server recovers', async () => {
  const server = await start({ backend: { limits: { perMinute: 10_000 } } });
  const { accessToken: bearer } = await makeAccount(server);
  const asking = Array.from({ length: 30 }, () => getUser(server, bearer));
  await server.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  for (const { status } of await Promise.all(asking)) expect([200, 503]).toContain(status);
  await expect.poll(async () => (await getUser(server, bearer)).status).toBe(200);
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
