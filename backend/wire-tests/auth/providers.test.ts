import { decodeJwt } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { startPracticeProvider } from '../../fakes/openid-provider.ts';
import { testPassword, callAuth, freshEmail, makeAccount, signIn, getUser, rejection } from './requests.ts';
import { Browser, siteUrl, fragmentOf, providerConfig, signInAt } from './provider-requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

let count = 0;

const provider = setUp(startPracticeProvider);
const server = setUp(() => startWireServer({ configToml: providerConfig(provider) }));

beforeEach(() => {
  count += 1;
  provider.alterClaims = (claims) => claims;
  provider.user = { sub: String(1000 + count), email: freshEmail(), email_verified: true, name: 'Ada L' };
});

test('P-163 P-161 the implicit flow ends at the site with a session and the tokens of the provider', async () => {
  const { data } = await server.client().auth.signInWithOAuth({
    provider: 'keycloak',
    options: {
      redirectTo: `${siteUrl}/dashboard`,
      scopes: 'groups',
      queryParams: { prompt: 'login', state: 'mine' },
    },
  });
  const browser = new Browser();
  const first = await browser.visit(data.url ?? '');
  expect(first.status).toBe(302);
  const authorizeUrl = new URL(first.headers.get('location') ?? '');
  expect(authorizeUrl.origin).toBe(provider.url);
  expect(Object.fromEntries(authorizeUrl.searchParams)).toMatchObject({
    client_id: provider.clientId,
    redirect_uri: `${server.url}/auth/v1/callback`,
    response_type: 'code',
    scope: 'openid email profile groups',
    code_challenge_method: 'S256',
    prompt: 'login',
    nonce: expect.any(String),
  });
  expect(authorizeUrl.searchParams.get('state')).not.toBe('mine');
  expect(first.headers.get('set-cookie')).toMatch(/; Path=\/auth\/v1\/callback; .*HttpOnly; SameSite=Lax/);
  const end = await browser.walk(authorizeUrl.href, server.url, provider.url);
  expect(end.href.startsWith(`${siteUrl}/dashboard#`)).toBe(true);
  const { access_token: token = '', ...rest } = fragmentOf(end);
  expect(rest).toMatchObject({
    expires_in: '3600',
    token_type: 'bearer',
    refresh_token: expect.any(String),
    provider_token: expect.any(String),
    provider_refresh_token: expect.any(String),
  });
  expect(decodeJwt(token)).toMatchObject({ amr: [{ method: 'oauth' }], aal: 'aal1' });
  const { body } = await getUser(server, token);
  expect(body).toMatchObject({
    email: provider.user?.email,
    app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
    user_metadata: { full_name: 'Ada L', email_verified: true },
    identities: [{ provider: 'keycloak', id: provider.user?.sub }],
  });
  expect(body['email_confirmed_at']).toBeTypeOf('string');
});

test("P-162 P-163 the PKCE flow ends with a code, and only its exchange returns the provider's tokens", async () => {
  const verifier = 'v'.repeat(60);
  const query = `provider=keycloak&redirect_to=https://app.example.com/in&code_challenge_method=plain&code_challenge=${verifier}`;
  const end = await signInAt(server, provider, query);
  const code = end.searchParams.get('code');
  expect(end.href).toBe(`https://app.example.com/in?code=${code}`);
  const exchange = { body: { auth_code: code, code_verifier: verifier } };
  const { status, body } = await callAuth(server, '/token?grant_type=pkce', exchange);
  expect(status).toBe(200);
  expect(body).toMatchObject({ provider_token: expect.any(String), user: { email: provider.user?.email } });
  expect((await callAuth(server, '/token?grant_type=pkce', exchange)).status).toBe(404);
  const renewed = await callAuth(server, '/token?grant_type=refresh_token', {
    body: { refresh_token: body['refresh_token'] },
  });
  expect(renewed.body).not.toHaveProperty('provider_token');
});

test('P-163 an identity whose email has changed signs in to the same account', async () => {
  const first = decodeJwt(fragmentOf(await signInAt(server, provider))['access_token'] ?? '');
  provider.user = { ...provider.user, sub: provider.user?.sub ?? '', email: freshEmail() };
  const second = decodeJwt(fragmentOf(await signInAt(server, provider))['access_token'] ?? '');
  expect(second.sub).toBe(first.sub);
  expect(second['email']).toBe(first['email']);
});

test('P-163 first sign-ins at once create one account', async () => {
  const ends = await Promise.all([1, 2, 3].map(() => signInAt(server, provider)));
  const subjects = ends.map((end) => decodeJwt(fragmentOf(end)['access_token'] ?? '').sub);
  expect(new Set(subjects).size).toBe(1);
});

test('P-163 github, which has no OpenID Connect, gives the account its primary verified email', async () => {
  const end = await signInAt(server, provider, 'provider=github');
  const { body } = await getUser(server, fragmentOf(end)['access_token'] ?? '');
  expect(body).toMatchObject({
    email: provider.user?.email,
    app_metadata: { provider: 'github' },
    user_metadata: { user_name: `login-${provider.user?.sub}` },
    identities: [{ provider: 'github', id: provider.user?.sub }],
  });
  provider.user = { sub: '77', email: freshEmail(), email_verified: false };
  expect(fragmentOf(await signInAt(server, provider, 'provider=github'))).toMatchObject({
    error_code: 'provider_email_needs_verification',
  });
});

test('G-5 an email that the provider has not verified neither finds nor creates an account', async () => {
  const victim = await makeAccount(server);
  provider.user = { sub: `evil-${count}`, email: victim.email, email_verified: false };
  const end = await signInAt(server, provider);
  expect(fragmentOf(end)).toMatchObject({
    error: 'access_denied',
    error_code: 'provider_email_needs_verification',
    error_description: expect.stringContaining('verify'),
  });
  expect(end.hash).not.toContain('access_token');
});

test('G-5 a verified email finds its account, whose unverified credentials are cleared', async () => {
  const squatter = await makeAccount(server);
  provider.user = { sub: `owner-${count}`, email: squatter.email.toUpperCase(), email_verified: true };
  const owner = decodeJwt(fragmentOf(await signInAt(server, provider))['access_token'] ?? '');
  expect(owner.sub).toBe(squatter.id);
  expect(owner['app_metadata']).toEqual({ provider: 'email', providers: ['email', 'keycloak'] });
  const current = await getUser(server, squatter.accessToken);
  expect(current.body['code']).toBe('session_not_found');
  expect((await signIn(server, squatter.email)).accessToken).toBe('undefined');
  // Once verified, a password stays when another provider is added.
  await callAuth(server, '/user', {
    method: 'PUT',
    bearer: fragmentOf(await signInAt(server, provider))['access_token'] ?? '',
    body: { password: testPassword },
  });
  await signInAt(server, provider, 'provider=github');
  expect((await signIn(server, squatter.email)).accessToken).toMatch(/^eyJ/);
});

test('P-163 P-168 an error of the provider reaches the requested redirect', async () => {
  provider.user = null;
  const denied = await signInAt(server, provider, `provider=keycloak&redirect_to=${siteUrl}/auth`);
  expect(denied.href.startsWith(`${siteUrl}/auth#`)).toBe(true);
  expect(fragmentOf(denied)).toMatchObject({
    error: 'access_denied',
    error_description: 'The person said no',
  });
  provider.user = { sub: 'x', email: freshEmail(), email_verified: true };
  const bent: ((claims: Record<string, unknown>) => Record<string, unknown>)[] = [
    (claims) => ({ ...claims, nonce: 'another' }),
    (claims) => ({ ...claims, aud: 'another-client' }),
    (claims) => ({ ...claims, iss: 'https://evil.example' }),
    (claims) => ({ ...claims, exp: 1 }),
    ({ sub: _sub, ...claims }) => claims,
  ];
  for (const alterClaims of bent) {
    provider.alterClaims = alterClaims;
    const end = await signInAt(server, provider, `provider=keycloak&redirect_to=${siteUrl}/auth`);
    expect(fragmentOf(end)['error_code']).toBe('bad_oauth_callback');
    expect(end.hash).not.toContain('access_token');
  }
  expect((await server.pool.query(`select from auth.identities where provider_id = 'x'`)).rowCount).toBe(0);
});

test('P-163 unknown and disabled providers and forbidden redirects are rejected', async () => {
  for (const name of ['google', 'discord', 'nobody', '__proto__', 'constructor', '']) {
    const response = await callAuth(server, `/authorize?provider=${name}`, { method: 'GET' });
    expect(response).toMatchObject(rejection(400, 'validation_failed'));
    expect(String(response.body['message'])).toMatch(/^Unsupported provider: /);
  }
  const end = await signInAt(server, provider, 'provider=keycloak&redirect_to=https://evil.example/');
  expect(end.origin).toBe(siteUrl);
  const skipped = await callAuth(server, '/authorize?provider=github&skip_http_redirect=true', {
    method: 'GET',
  });
  expect(skipped).toMatchObject({ status: 200, body: { url: expect.stringContaining(provider.url) } });
  const incomplete = await callAuth(server, '/authorize?provider=keycloak&code_challenge=abc', {
    method: 'GET',
  });
  expect(incomplete).toMatchObject(rejection(400, 'validation_failed'));
  const { body } = await callAuth(server, '/settings', { method: 'GET' });
  expect(body['external']).toMatchObject({ keycloak: true, github: true, google: false, discord: false });
});
