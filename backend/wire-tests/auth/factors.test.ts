import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { callAuth, refresh, signIn, getUser, rejection } from './requests.ts';
import { mfaConfig, anotherClient, codeOf, enrollTotp, signedIn, bearerOf } from './factor-requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(() => startWireServer({ configToml: mfaConfig }));

test('P-165 P-160 an authenticator app is enrolled and verified, and raises the session from aal1 to aal2 with its event', async () => {
  const { client } = await signedIn(server);
  const events: string[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Us' });
  expect(enrolled.error).toBeNull();
  const { id, totp } = enrolled.data ?? {};
  expect(enrolled.data).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
  expect(totp?.uri).toMatch(/^otpauth:\/\/totp\/Us:.*[?&]secret=/);
  expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  expect((await client.auth.getUser()).data.user?.factors).toMatchObject([
    { id, factor_type: 'totp', status: 'unverified', friendly_name: 'Phone' },
  ]);
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  });
  const challenge = await client.auth.mfa.challenge({ factorId: id ?? '' });
  expect(challenge.data).toEqual({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) });
  const verified = await client.auth.mfa.verify({
    factorId: id ?? '',
    challengeId: challenge.data?.id ?? '',
    code: codeOf(totp?.secret ?? ''),
  });
  expect(verified.error).toBeNull();
  const token = decodeJwt(verified.data?.access_token ?? '');
  expect(token).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] });
  expect(verified.data?.user.factors).toMatchObject([{ id, status: 'verified' }]);
  expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
  });
  await expect.poll(() => events).toContain('MFA_CHALLENGE_VERIFIED');
  const { data } = await client.auth.refreshSession();
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal2', amr: token['amr'] });
});

test('P-180 GET /user returns no secret of a factor', async () => {
  const { client, account } = await signedIn(server);
  const { secret } = await enrollTotp(client);
  const { body } = await getUser(server, account.accessToken);
  // This session was deleted when the other one was elevated to AAL2.
  expect(body['code']).toBe('session_not_found');
  const { data } = await client.auth.getSession();
  const own = await getUser(server, data.session?.access_token ?? '');
  expect(own.body['factors']).toEqual([
    {
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_challenged_at: expect.any(String),
      status: 'verified',
      friendly_name: 'App',
      factor_type: 'totp',
    },
  ]);
  expect(JSON.stringify(own.body)).not.toContain(secret);
});

test('P-165 a code works once, a challenge once, and neither for another factor or account', async () => {
  const { client, account } = await signedIn(server);
  const { factorId, secret } = await enrollTotp(client);
  const code = codeOf(secret, 1);
  const first = await client.auth.mfa.challenge({ factorId });
  const verify = { factorId, challengeId: first.data?.id ?? '', code };
  expect((await client.auth.mfa.verify(verify)).error).toBeNull();
  expect((await client.auth.mfa.verify(verify)).error).toMatchObject({
    status: 422,
    code: 'mfa_challenge_expired',
  });
  const repeated = await client.auth.mfa.challengeAndVerify({ factorId, code });
  expect(repeated.error).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
    message: 'Invalid TOTP code entered',
  });
  // The step before a used one is consumed as well.
  const older = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
  expect(older.error).toMatchObject({ code: 'mfa_verification_failed' });
  const stranger = await signedIn(server);
  expect((await stranger.client.auth.mfa.challenge({ factorId })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
  const { accessToken } = await signIn(server, account.email);
  const theirs = await enrollTotp(stranger.client);
  const foreign = await stranger.client.auth.mfa.challenge({ factorId: theirs.factorId });
  const mixed = await callAuth(server, `/factors/${factorId}/verify`, {
    bearer: accessToken,
    body: { challenge_id: foreign.data?.id, code: codeOf(secret, 1) },
  });
  expect(mixed).toMatchObject(rejection(404, 'mfa_factor_not_found'));
});

test('P-165 of two verifications at once with one code, one succeeds', async () => {
  const { client, account } = await signedIn(server);
  const { factorId, secret } = await enrollTotp(client);
  const { accessToken: bearer } = await signIn(server, account.email);
  const challenges = await Promise.all(
    [1, 2, 3].map(() => callAuth(server, `/factors/${factorId}/challenge`, { bearer, body: {} })),
  );
  const responses = await Promise.all(
    challenges.map(({ body }) =>
      callAuth(server, `/factors/${factorId}/verify`, {
        bearer,
        body: { challenge_id: body['id'], code: codeOf(secret, 1) },
      }),
    ),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
});

test('P-165 a verified factor ends AAL1 sessions and pending enrolments of its type', async () => {
  const { client, account } = await signedIn(server);
  const other = await anotherClient(server, account);
  await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Left behind' });
  await enrollTotp(client);
  expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
  expect((await refresh(server, account.refreshToken)).status).toBe(400);
  expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
});

test('P-165 an AAL1 session cannot change email, password or factors of an account with a factor', async () => {
  const { client, account } = await signedIn(server);
  const { factorId, secret } = await enrollTotp(client);
  const low = await anotherClient(server, account);
  expect((await low.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  const changes = [
    { password: 'another horse battery' },
    { email: 'other@example.com' },
    { phone: '+15550100' },
  ];
  for (const change of changes) {
    expect((await low.auth.updateUser(change)).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    });
  }
  expect((await low.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
  });
  expect((await low.auth.mfa.unenroll({ factorId })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
  });
  expect((await low.auth.updateUser({ data: { nickname: 'A' } })).error).toBeNull();
  expect((await low.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) })).error).toBeNull();
  expect((await low.auth.updateUser({ password: 'another horse battery' })).error).toBeNull();
});

test('P-165 an AAL1 session ends only itself: a stolen password does not sign the owner out', async () => {
  const { client, account } = await signedIn(server);
  await enrollTotp(client);
  const low = await anotherClient(server, account);
  const bearer = await bearerOf(low);
  const others = await callAuth(server, '/logout?scope=others', { method: 'POST', bearer });
  expect(others).toMatchObject(rejection(403, 'insufficient_aal'));
  expect((await low.auth.signOut({ scope: 'global' })).error).toBeNull();
  const ended = await getUser(server, bearer);
  expect(ended.body).toMatchObject({ code: 'session_not_found' });
  expect((await client.auth.getUser()).error).toBeNull();
});

test('P-165 unenrolling returns the id, and sessions elevated by it return to AAL1, even if their token contains AAL2', async () => {
  const { client } = await signedIn(server);
  const { factorId } = await enrollTotp(client);
  const second = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' });
  const { secret = '' } = second.data?.totp ?? {};
  const code = codeOf(secret);
  await client.auth.mfa.challengeAndVerify({ factorId: second.data?.id ?? '', code });
  const bearer = await bearerOf(client);
  const unenrolled = await client.auth.mfa.unenroll({ factorId: second.data?.id ?? '' });
  expect(unenrolled.data).toEqual({ id: second.data?.id });
  expect(decodeJwt(bearer)['aal']).toBe('aal2');
  const rejected = await callAuth(server, `/factors/${factorId}`, { method: 'DELETE', bearer });
  expect(rejected).toMatchObject(rejection(422, 'insufficient_aal'));
  const { data } = await client.auth.refreshSession();
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'password' }],
  });
});
