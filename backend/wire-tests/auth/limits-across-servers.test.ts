import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeerServer, type PeerServer } from '../peer-server.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const limits = { severalServers: true };

let there: PeerServer;

const here = setUp(() => startWireServer({ backend: { limits } }));

beforeAll(async () => {
  there = await startPeerServer(here, { limits });
}, 90_000);
afterAll(() => there?.end());

const email = 'ana@roy.example';
const right = 'a long pass phrase';

/** The statuses of several sign-ins, alternating between the two servers. */
async function signIn(password: string, times: number): Promise<(number | undefined)[]> {
  const clients = [here.client(), there.client()];
  const statuses: (number | undefined)[] = [];
  for (let index = 0; index < times; index += 1) {
    const { error } = await clients[index % 2]!.auth.signInWithPassword({ email, password });
    statuses.push(error?.status);
  }
  return statuses;
}

test('two servers together allow as many wrong passwords as one, and store no address', async () => {
  await here.client().auth.signUp({ email, password: right });
  expect(await signIn(right, 2)).toEqual([undefined, undefined]);
  expect(await signIn('wrong', 12)).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
  const { rows } = await here.pool.query<{ key: string }>('select key from backend.rate_limits');
  expect(rows.length).toBeGreaterThan(2);
  for (const { key } of rows) expect(key).toMatch(/^auth\.[a-z-]+:[\w-]{43}$/);
});

test('B-274 tabs that refresh at once on two servers get one token', async () => {
  const { data } = await here.client().auth.signUp({ email: 'eve@roy.example', password: right });
  const refresh_token = data.session?.refresh_token ?? '';
  const refreshed = await Promise.all(
    [here, there, here, there, there, here].map((server) =>
      server.client().auth.refreshSession({ refresh_token }),
    ),
  );
  expect(refreshed.map(({ error }) => error)).toEqual(refreshed.map(() => null));
  const next = refreshed.map((each) => each.data.session?.refresh_token);
  expect(new Set(next).size).toBe(1);
  expect((await there.client().auth.refreshSession({ refresh_token: next[0] ?? '' })).error).toBeNull();
});

test('where the database cannot count, the server does', async () => {
  await here.pool.query('alter table backend.rate_limits rename to rate_limits_gone');
  const { error } = await here.client().auth.resetPasswordForEmail('nobody@roy.example');
  expect(error).toBeNull();
  const second = await here.client().auth.resetPasswordForEmail('nobody@roy.example');
  expect(second.error?.status).toBe(429);
});
