import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { testPassword, callAuth, makeAccount, signIn, rejection, logIn, tokensOf } from './requests.ts';
import { mfaConfig, codeOf, enrollTotp, signedIn, wrongCodeOf, bearerOf } from './factor-requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(() => startWireServer({ configToml: mfaConfig }));
const strict = setUp(() => startWireServer({ configToml: mfaConfig, backend: { limits: {} } }));

test('P-165 names are unique, simultaneous enrolments are counted, and unverified factors make way', async () => {
  const { accessToken: bearer, id } = await makeAccount(server);
  const responses = await Promise.all(
    Array.from({ length: 14 }, (_, n) =>
      callAuth(server, '/factors', { bearer, body: { factor_type: 'totp', friendly_name: `n${n}` } }),
    ),
  );
  const rejected = responses.filter(({ status }) => status !== 200);
  expect(rejected).toHaveLength(4);
  for (const response of rejected)
    expect(response).toMatchObject(rejection(422, 'too_many_enrolled_mfa_factors'));
  await server.pool.query(
    `update auth.mfa_factors set created_at = now() - interval '6 minutes' where user_id = $1`,
    [id],
  );
  const body = { factor_type: 'totp', friendly_name: 'again' };
  expect((await callAuth(server, '/factors', { bearer, body })).status).toBe(200);
  expect(await callAuth(server, '/factors', { bearer, body })).toMatchObject(
    rejection(422, 'mfa_factor_name_conflict'),
  );
});

test('P-165 an old challenge and one from another address are rejected, and malformed fields are named', async () => {
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
  const bearer = await bearerOf(client);
  const cases = [
    ['/factors', { factor_type: 'sms' }, 400, 'validation_failed'],
    ['/factors', { factor_type: 'phone' }, 422, 'mfa_phone_enroll_not_enabled'],
    ['/factors', { factor_type: 'totp', friendly_name: 'x'.repeat(101) }, 400, 'validation_failed'],
    ['/factors/not-a-uuid/challenge', {}, 404, 'mfa_factor_not_found'],
    [`/factors/${factorId}/verify`, { code: '123456' }, 400, 'validation_failed'],
    [`/factors/${factorId}/verify`, { challenge_id: "' or 1=1 --", code }, 400, 'validation_failed'],
  ] as const;
  for (const [path, body, status, expected] of cases) {
    expect({ path, ...(await callAuth(server, path, { bearer, body })) }).toMatchObject({
      path,
      status,
      body: { code: expected },
    });
  }
  expect(await callAuth(server, '/factors', { body: { factor_type: 'totp' } })).toMatchObject(
    rejection(401, 'no_authorization'),
  );
});

test('P-165 guessing is limited per factor, and a right code is not counted', async () => {
  const { client, account } = await signedIn(strict);
  const { factorId, secret } = await enrollTotp(client);
  const { accessToken: bearer } = await signIn(strict, account.email);
  const challenge = await callAuth(strict, `/factors/${factorId}/challenge`, { bearer, body: {} });
  const guesses = await Promise.all(
    Array.from({ length: 9 }, () =>
      callAuth(strict, `/factors/${factorId}/verify`, {
        bearer,
        body: { challenge_id: challenge.body['id'], code: wrongCodeOf(secret) },
      }),
    ),
  );
  expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
  const stopped = guesses.find(({ status }) => status === 429);
  expect(stopped?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await signedIn(strict)).account.id).not.toBe(account.id);
});

test('P-165 B-271 a thief of the password who guesses from everywhere is slowed down, judged a hundred times a day, and does not lock the owner out', async () => {
  const home = '2001:db8:1:2::7';
  const { email } = await makeAccount(strict);
  const { accessToken: owner } = tokensOf((await logIn(strict, email, testPassword, home)).body);
  const body = { factor_type: 'totp' };
  const enrolled = (await callAuth(strict, '/factors', { from: home, bearer: owner, body })).body;
  const { secret } = enrolled['totp'] as { secret: string };
  const path = `/factors/${String(enrolled['id'])}`;
  const challenge = async (from: string, bearer: string) =>
    (await callAuth(strict, `${path}/challenge`, { from, bearer, body: {} })).body['id'];
  async function challengeAndVerify(from: string, bearer: string, code: string) {
    const body = { challenge_id: await challenge(from, bearer), code };
    return callAuth(strict, `${path}/verify`, { from, bearer, body });
  }
  expect((await challengeAndVerify(home, owner, codeOf(secret))).status).toBe(200);

  const abroad = '198.51.100.1';
  const thief = tokensOf((await logIn(strict, email, testPassword, abroad)).body).accessToken;
  const challenge_id = await challenge(abroad, thief);
  let addresses = 0;
  /** Each from an address of its own. */
  const guess = (times: number) =>
    Promise.all(
      Array.from({ length: times }, () => {
        const from = `2001:db8:${(addresses += 1).toString(16)}:9::1`;
        const body = { challenge_id, code: wrongCodeOf(secret) };
        return callAuth(strict, `${path}/verify`, { from, bearer: thief, body });
      }),
    );
  const statusesOf = (responses: { status: number }[]) =>
    [422, 429].map((status) => responses.filter((response) => response.status === status).length);
  expect(statusesOf(await guess(50))).toEqual([50, 0]);

  // At a new address the owner waits for seconds. The thief's session would end with the owner's second factor.
  const hotel = '203.0.113.1';
  const { accessToken: travelling } = tokensOf((await logIn(strict, email, testPassword, hotel)).body);
  const before = performance.now();
  const waiting = challengeAndVerify(hotel, travelling, wrongCodeOf(secret));
  const more = await guess(60);
  expect(statusesOf([...more, await waiting])).toEqual([50, 11]);
  expect(performance.now() - before).toBeGreaterThan(4_900);

  // The thief knows the password there, but never completed the second factor.
  expect((await challengeAndVerify(abroad, thief, wrongCodeOf(secret))).status).toBe(429);
  const elsewhereAtHome = '2001:db8:1:2::9';
  const { accessToken: renewed } = tokensOf((await logIn(strict, email, testPassword, elsewhereAtHome)).body);
  expect((await challengeAndVerify(elsewhereAtHome, renewed, codeOf(secret, 1))).status).toBe(200);
});

test('B-271 after fifty wrong codes the right one of a new address is accepted, a little later', async () => {
  const { client, account } = await signedIn(strict);
  const { factorId, secret } = await enrollTotp(client);
  await strict.pool.query('delete from auth.sign_in_networks where user_id = $1', [account.id]);
  const path = `/factors/${factorId}`;
  const { accessToken: bearer } = await signIn(strict, account.email);
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      callAuth(strict, `${path}/verify`, {
        from: `198.51.100.${n}`,
        bearer,
        body: { challenge_id: account.id, code: wrongCodeOf(secret) },
      }),
    ),
  );
  const from = '203.0.113.1';
  const challenge = await callAuth(strict, `${path}/challenge`, { from, bearer, body: {} });
  const body = { challenge_id: challenge.body['id'], code: codeOf(secret, 1) };
  expect((await callAuth(strict, `${path}/verify`, { from, bearer, body })).status).toBe(200);
});

test("P-165 a stolen password does not complete the owner's pending enrolment", async () => {
  const { client, account } = await signedIn(server);
  await enrollTotp(client);
  const left = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Left behind' });
  const challenge = await client.auth.mfa.challenge({ factorId: left.data?.id ?? '' });
  const { accessToken: bearer } = await signIn(server, account.email);
  const webauthn = { rpId: 'localhost', rpOrigins: [server.url] };
  for (const [path, body] of [
    ['challenge', { webauthn }],
    ['verify', { challenge_id: challenge.data?.id, webauthn: { type: 'create', credential_response: {} } }],
  ] as const) {
    expect(await callAuth(server, `/factors/${left.data?.id}/${path}`, { bearer, body })).toMatchObject(
      rejection(403, 'insufficient_aal'),
    );
  }
});

test('P-165 sessions elevated at once by different factors do not deadlock', async () => {
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
      callAuth(server, `/factors/${factorId}/challenge`, {
        bearer: sessions[n]?.accessToken ?? '',
        body: {},
      }),
    ),
  );
  const responses = await Promise.all(
    rising.map(({ factorId, code }, n) =>
      callAuth(server, `/factors/${factorId}/verify`, {
        bearer: sessions[n]?.accessToken ?? '',
        body: { challenge_id: challenges[n]?.body['id'], code },
      }),
    ),
  );
  // The session that is raised first ends the other.
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  const risen = responses.find(({ status }) => status === 200);
  expect(decodeJwt(String(risen?.body['access_token']))['aal']).toBe('aal2');
});
