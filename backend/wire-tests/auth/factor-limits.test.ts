import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, ask, makeAccount, signIn } from './requests.ts';
import { type Cluster, startCluster } from '../cluster.ts';
import { MFA_CONFIG, codeOf, enrollTotp, signedIn, wrongCodeOf } from './factor-requests.ts';
import { type WireServer, startWireServer } from '../server.ts';

let cluster: Cluster;
let server: WireServer;

beforeAll(async () => {
  cluster = await startCluster();
  server = await startWireServer({
    cluster,
    configToml: MFA_CONFIG,
    backend: { limits: { perMinute: 10_000 } },
  });
});

afterAll(async () => {
  await server.close();
  await cluster.stop();
});

test('P-165 names are told apart, enrolments are counted even at once, and unfinished ones make room', async () => {
  const { accessToken: bearer, id } = await makeAccount(server);
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, n) =>
      ask(server, '/factors', { bearer, body: { factor_type: 'totp', friendly_name: `n${n}` } }),
    ),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(4);
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 422, body: { code: 'too_many_enrolled_mfa_factors' } });
  await server.pool.query(
    `update auth.mfa_factors set created_at = now() - interval '6 minutes' where user_id = $1`,
    [id],
  );
  const body = { factor_type: 'totp', friendly_name: 'again' };
  expect((await ask(server, '/factors', { bearer, body })).status).toBe(200);
  expect(await ask(server, '/factors', { bearer, body })).toMatchObject({
    status: 422,
    body: { code: 'mfa_factor_name_conflict' },
  });
});

test('P-165 a challenge that is too old or came from elsewhere is refused, and what is malformed is named', async () => {
  const { client } = await signedIn(server);
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' });
  const { id: factorId = '', totp } = enrolled.data ?? {};
  const code = codeOf(totp?.secret ?? '');
  const old = await client.auth.mfa.challenge({ factorId });
  await server.pool.query(
    `update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1`,
    [old.data?.id],
  );
  const late = { factorId, challengeId: old.data?.id ?? '', code };
  expect((await client.auth.mfa.verify(late)).error).toMatchObject({ code: 'mfa_challenge_expired' });
  expect((await client.auth.mfa.verify(late)).error).toMatchObject({ code: 'mfa_factor_not_found' });
  const moved = await client.auth.mfa.challenge({ factorId });
  await server.pool.query(`update auth.mfa_challenges set ip_address = '192.0.2.1' where id = $1`, [
    moved.data?.id,
  ]);
  expect((await client.auth.mfa.verify({ ...late, challengeId: moved.data?.id ?? '' })).error).toMatchObject({
    status: 422,
    code: 'mfa_ip_address_mismatch',
  });
  const bearer = (await client.auth.getSession()).data.session?.access_token ?? '';
  const cases = [
    ['/factors', { factor_type: 'sms' }, 400, 'validation_failed'],
    ['/factors', { factor_type: 'phone' }, 422, 'mfa_phone_enroll_not_enabled'],
    ['/factors', { factor_type: 'totp', friendly_name: 'x'.repeat(101) }, 400, 'validation_failed'],
    ['/factors/not-a-uuid/challenge', {}, 404, 'mfa_factor_not_found'],
    [`/factors/${factorId}/verify`, { code: '123456' }, 400, 'validation_failed'],
    [`/factors/${factorId}/verify`, { challenge_id: "' or 1=1 --", code }, 400, 'validation_failed'],
  ] as const;
  for (const [path, body, status, expected] of cases) {
    expect({ path, ...(await ask(server, path, { bearer, body })) }).toMatchObject({
      path,
      status,
      body: { code: expected },
    });
  }
  expect(await ask(server, '/factors', { body: { factor_type: 'totp' } })).toMatchObject({
    status: 401,
    body: { code: 'no_authorization' },
  });
});

test('P-165 guessing is stopped for the factor, not for its neighbour, and a right code is not counted', async () => {
  const strict = await startWireServer({ cluster, configToml: MFA_CONFIG });
  try {
    const { client, account } = await signedIn(strict);
    const { factorId, secret } = await enrollTotp(client);
    const { accessToken: bearer } = await signIn(strict, account.email);
    const challenge = await ask(strict, `/factors/${factorId}/challenge`, { bearer, body: {} });
    const guesses = await Promise.all(
      Array.from({ length: 9 }, () =>
        ask(strict, `/factors/${factorId}/verify`, {
          bearer,
          body: { challenge_id: challenge.body['id'], code: wrongCodeOf(secret) },
        }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
    const stopped = guesses.find(({ status }) => status === 429);
    expect(stopped?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await signedIn(strict)).account.id).not.toBe(account.id);
  } finally {
    await strict.close();
  }
});

/** Asks as if from another address. */
async function askFrom(on: WireServer, address: string, path: string, body: unknown, bearer?: string) {
  const request = new Request(`${on.url}/auth/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { apikey: on.publishableKey, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
  });
  const response = await on.backend?.fetch(request, { address });
  const answer = (await response?.json()) as Record<string, unknown>;
  return { status: response?.status, answer, token: String(answer['access_token']) };
}

test('P-165 who knows a password and guesses from everywhere is stopped, and does not shut the owner out', async () => {
  const strict = await startWireServer({ cluster, configToml: MFA_CONFIG });
  try {
    const home = '192.0.2.1';
    const { email } = await makeAccount(strict);
    const login = ['/token?grant_type=password', { email, password: PASSWORD }] as const;
    const owner = await askFrom(strict, home, ...login);
    const enrolled = await askFrom(strict, home, '/factors', { factor_type: 'totp' }, owner.token);
    const { secret } = enrolled.answer['totp'] as { secret: string };
    const path = `/factors/${String(enrolled.answer['id'])}`;
    async function answer(from: string, bearer: string, code: string) {
      const challenge = await askFrom(strict, from, `${path}/challenge`, {}, bearer);
      return askFrom(strict, from, `${path}/verify`, { challenge_id: challenge.answer['id'], code }, bearer);
    }
    expect((await answer(home, owner.token, codeOf(secret))).status).toBe(200);

    const thief = await askFrom(strict, '198.51.100.1', ...login);
    const challenge = await askFrom(strict, '198.51.100.1', `${path}/challenge`, {}, thief.token);
    const wrong = { challenge_id: challenge.answer['id'], code: wrongCodeOf(secret) };
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        askFrom(strict, `198.51.100.${n % 12}`, `${path}/verify`, wrong, thief.token),
      ),
    );
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(50);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);

    const again = await askFrom(strict, home, ...login);
    expect((await answer(home, again.token, codeOf(secret, 1))).status).toBe(200);
  } finally {
    await strict.close();
  }
});

test('P-165 with a password alone nobody finishes an enrolment that its owner left behind', async () => {
  const { client, account } = await signedIn(server);
  await enrollTotp(client);
  const left = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Left behind' });
  const asked = await client.auth.mfa.challenge({ factorId: left.data?.id ?? '' });
  const { accessToken: bearer } = await signIn(server, account.email);
  const webauthn = { rpId: 'localhost', rpOrigins: [server.url] };
  for (const [path, body] of [
    ['challenge', { webauthn }],
    ['verify', { challenge_id: asked.data?.id, webauthn: { type: 'create', credential_response: {} } }],
  ] as const) {
    expect(await ask(server, `/factors/${left.data?.id}/${path}`, { bearer, body })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_aal' },
    });
  }
});

test('P-165 sessions that rise at once by different factors do not wait for each other', async () => {
  const { client, account } = await signedIn(server);
  const first = await enrollTotp(client, 'One');
  const second = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Two' });
  const secret = second.data?.totp.secret ?? '';
  await client.auth.mfa.challengeAndVerify({ factorId: second.data?.id ?? '', code: codeOf(secret) });
  const rising = [
    { factorId: first.factorId, code: codeOf(first.secret, 1) },
    { factorId: second.data?.id ?? '', code: codeOf(secret, 1) },
  ];
  const sessions = await Promise.all(rising.map(() => signIn(server, account.email)));
  const challenges = await Promise.all(
    rising.map(({ factorId }, n) =>
      ask(server, `/factors/${factorId}/challenge`, { bearer: sessions[n]?.accessToken ?? '', body: {} }),
    ),
  );
  const answers = await Promise.all(
    rising.map(({ factorId, code }, n) =>
      ask(server, `/factors/${factorId}/verify`, {
        bearer: sessions[n]?.accessToken ?? '',
        body: { challenge_id: challenges[n]?.body['id'], code },
      }),
    ),
  );
  // Whichever rises first ends the other, which then says so.
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  const risen = answers.find(({ status }) => status === 200);
  expect(decodeJwt(String(risen?.body['access_token']))['aal']).toBe('aal2');
});
