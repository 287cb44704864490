// Tests of id_tokens that an app got from the provider itself.
import { createHash, generateKeyPairSync } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { startPracticeProvider } from '../../fakes/openid-provider.ts';
import { callAuth, freshEmail, makeAccount } from './requests.ts';
import { signedIn } from './factor-requests.ts';
import { providerConfig } from './provider-requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

let count = 0;

const provider = setUp(startPracticeProvider);
const server = setUp(() => startWireServer({ configToml: providerConfig(provider) }));

beforeEach(() => {
  count += 1;
});

function idToken(
  client: SupabaseClient,
  token: string,
  more: object = {},
): ReturnType<SupabaseClient['auth']['signInWithIdToken']> {
  return client.auth.signInWithIdToken({ provider: 'keycloak', token, ...more } as never);
}

test('P-162 an id_token of the provider signs in, with its nonce', async () => {
  const user = { sub: `app-${count}`, email: freshEmail(), email_verified: true };
  const client = server.client();
  const plain = await idToken(client, await provider.issueIdToken(user));
  expect(plain.error).toBeNull();
  expect(plain.data.user).toMatchObject({ email: user.email, app_metadata: { provider: 'keycloak' } });
  const nonce = 'a nonce of the app';
  const hashed = createHash('sha256').update(nonce).digest('hex');
  const carried = await provider.issueIdToken({ ...user, nonce: hashed, aud: 'other-app' });
  expect((await idToken(client, carried, { nonce })).error).toBeNull();
  const wrong = await idToken(client, carried, { nonce: 'another' });
  expect(wrong.error).toMatchObject({ status: 400, message: 'Nonces mismatch' });
  expect((await idToken(client, carried)).error?.message).toContain('should either both exist or not');
  expect((await idToken(client, await provider.issueIdToken(user), { nonce })).error?.message).toContain(
    'both',
  );
});

test('P-162 an id_token without a subject is rejected, and first sign-ins at once create one account', async () => {
  const email = freshEmail();
  for (const sub of ['', 'x'.repeat(2000), 'nul\0', 42]) {
    const token = await provider.issueIdToken({ sub, email, email_verified: true });
    expect((await idToken(server.client(), token)).error).toMatchObject({ status: 400 });
  }
  const token = await provider.issueIdToken({ sub: `twice-${count}`, email, email_verified: true });
  const responses = await Promise.all([1, 2, 3].map(() => idToken(server.client(), token)));
  expect(responses.map(({ error }) => error)).toEqual([null, null, null]);
  expect(new Set(responses.map(({ data }) => data.user?.id)).size).toBe(1);
});

test('P-162 id_tokens for another audience, of another issuer, forged or of a disabled provider are rejected', async () => {
  const user = { sub: `app-${count}`, email: freshEmail(), email_verified: true };
  const client = server.client();
  const now = Math.floor(Date.now() / 1000);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const claims = { iss: provider.url, aud: provider.clientId, exp: now + 60, iat: now, ...user };
  const forged = [
    await provider.issueIdToken({ ...user, aud: 'somebody-else' }),
    await provider.issueIdToken({ ...user, iss: 'https://evil.example' }),
    await provider.issueIdToken({ ...user, exp: now - 60 }),
    await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'x' }).sign(privateKey),
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(provider.clientSecret)),
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
    (await signedIn(server)).account.accessToken,
    'garbage',
  ]; // prettier-ignore
  for (const token of forged) {
    expect((await idToken(client, token)).error).toMatchObject({ status: 400, message: 'Bad ID token' });
  }
  for (const name of ['google', 'github', 'discord', 'nobody']) {
    const { error } = await idToken(client, forged[0] ?? '', { provider: name });
    expect(error?.message).toContain('not enabled');
  }
  const victim = await makeAccount(server);
  const unverified = await provider.issueIdToken({ sub: 'y', email: victim.email, email_verified: false });
  expect((await idToken(client, unverified)).error).toMatchObject({
    code: 'provider_email_needs_verification',
  });
});

test('P-164 an id_token links an identity, and only with a session', async () => {
  const { client, account } = await signedIn(server);
  const token = await provider.issueIdToken({
    sub: `app-${count}`,
    email: freshEmail(),
    email_verified: true,
  });
  const { data, error } = await client.auth.linkIdentity({ provider: 'keycloak', token } as never);
  expect(error).toBeNull();
  expect(data).toMatchObject({ user: { id: account.id } });
  const body = { provider: 'keycloak', id_token: token, link_identity: true };
  expect(await callAuth(server, '/token?grant_type=id_token', { body })).toMatchObject({ status: 401 });
});
