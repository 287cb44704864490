// Sign-in through OpenID Connect and github, against a practice provider over real HTTP.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PracticeProvider, startPracticeProvider } from '../../../fakes/openid/provider.ts';
import { PASSWORD, ask, freshEmail, makeAccount, signIn } from './requests.ts';
import { Browser, SITE, fragmentOf, providerConfig, signInAt } from './provider-requests.ts';
import { type WireServer, startWireServer } from '../server.ts';

let provider: PracticeProvider;
let server: WireServer;
let count = 0;

beforeAll(async () => {
  provider = await startPracticeProvider();
  server = await startWireServer({
    configToml: providerConfig(provider),
    backend: { limits: { perMinute: 10_000 } },
  });
});

beforeEach(() => {
  count += 1;
  provider.bend = (claims) => claims;
  provider.person = { sub: String(1000 + count), email: freshEmail(), email_verified: true, name: 'Ada L' };
});

afterAll(async () => {
  await server.close();
  await provider.close();
});

test('P-163 P-161 the implicit flow ends at the site with a session and the tokens of the provider', async () => {
  const { data } = await server.client().auth.signInWithOAuth({
    provider: 'keycloak',
    options: {
      redirectTo: `${SITE}/dashboard`,
      scopes: 'groups',
      queryParams: { prompt: 'login', state: 'mine' },
    },
  });
  const browser = new Browser();
  const first = await browser.visit(data.url ?? '');
  expect(first.status).toBe(302);
  const asked = new URL(first.headers.get('location') ?? '');
  expect(asked.origin).toBe(provider.url);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    client_id: provider.clientId,
    redirect_uri: `${server.url}/auth/v1/callback`,
    response_type: 'code',
    scope: 'openid email profile groups',
    code_challenge_method: 'S256',
    prompt: 'login',
    nonce: expect.any(String),
  });
  expect(asked.searchParams.get('state')).not.toBe('mine');
  expect(first.headers.get('set-cookie')).toMatch(/; Path=\/auth\/v1\/callback; .*HttpOnly; SameSite=Lax/);
  const end = await browser.walk(asked.href, server.url, provider.url);
  expect(end.href.startsWith(`${SITE}/dashboard#`)).toBe(true);
  const { access_token: token = '', ...rest } = fragmentOf(end);
  expect(rest).toMatchObject({
    expires_in: '3600',
    token_type: 'bearer',
    refresh_token: expect.any(String),
    provider_token: expect.any(String),
    provider_refresh_token: expect.any(String),
  });
  expect(decodeJwt(token)).toMatchObject({ amr: [{ method: 'oauth' }], aal: 'aal1' });
  const { body } = await ask(server, '/user', { method: 'GET', bearer: token });
  expect(body).toMatchObject({
    email: provider.person?.email,
    app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
    user_metadata: { full_name: 'Ada L', email_verified: true },
    identities: [{ provider: 'keycloak', id: provider.person?.sub }],
  });
  expect(body['email_confirmed_at']).toBeTypeOf('string');
});

test('P-162 P-163 the PKCE flow ends with a code, and tokens of the provider come with its exchange alone', async () => {
  const verifier = 'v'.repeat(60);
  const query = `provider=keycloak&redirect_to=https://app.example.com/in&code_challenge_method=plain&code_challenge=${verifier}`;
  const end = await signInAt(server, provider, query);
  const code = end.searchParams.get('code');
  expect(end.href).toBe(`https://app.example.com/in?code=${code}`);
  const exchange = { body: { auth_code: code, code_verifier: verifier } };
  const { status, body } = await ask(server, '/token?grant_type=pkce', exchange);
  expect(status).toBe(200);
  expect(body).toMatchObject({ provider_token: expect.any(String), user: { email: provider.person?.email } });
  expect((await ask(server, '/token?grant_type=pkce', exchange)).status).toBe(404);
  const renewed = await ask(server, '/token?grant_type=refresh_token', {
    body: { refresh_token: body['refresh_token'] },
  });
  expect(renewed.body).not.toHaveProperty('provider_token');
});

test('P-163 somebody who comes again, with another address by now, is the same account', async () => {
  const first = decodeJwt(fragmentOf(await signInAt(server, provider))['access_token'] ?? '');
  provider.person = { ...provider.person, sub: provider.person?.sub ?? '', email: freshEmail() };
  const second = decodeJwt(fragmentOf(await signInAt(server, provider))['access_token'] ?? '');
  expect(second.sub).toBe(first.sub);
  expect(second['email']).toBe(first['email']);
});

test('P-163 two first sign-ins at once make one account', async () => {
  const ends = await Promise.all([1, 2, 3].map(() => signInAt(server, provider)));
  const subjects = ends.map((end) => decodeJwt(fragmentOf(end)['access_token'] ?? '').sub);
  expect(new Set(subjects).size).toBe(1);
});

test('P-163 github, which speaks no OpenID Connect: the primary verified address counts', async () => {
  const end = await signInAt(server, provider, 'provider=github');
  const { body } = await ask(server, '/user', {
    method: 'GET',
    bearer: fragmentOf(end)['access_token'] ?? '',
  });
  expect(body).toMatchObject({
    email: provider.person?.email,
    app_metadata: { provider: 'github' },
    user_metadata: { user_name: `login-${provider.person?.sub}` },
    identities: [{ provider: 'github', id: provider.person?.sub }],
  });
  provider.person = { sub: '77', email: freshEmail(), email_verified: false };
  expect(fragmentOf(await signInAt(server, provider, 'provider=github'))).toMatchObject({
    error_code: 'provider_email_needs_verification',
  });
});

test('G-5 an address that the provider has not verified neither finds nor makes an account', async () => {
  const victim = await makeAccount(server);
  provider.person = { sub: `evil-${count}`, email: victim.email, email_verified: false };
  const end = await signInAt(server, provider);
  expect(fragmentOf(end)).toMatchObject({
    error: 'access_denied',
    error_code: 'provider_email_needs_verification',
    error_description: expect.stringContaining('verify'),
  });
  expect(end.hash).not.toContain('access_token');
});

test('G-5 a verified address finds its account; what somebody left there who never proved it goes', async () => {
  const squatter = await makeAccount(server);
  provider.person = { sub: `owner-${count}`, email: squatter.email.toUpperCase(), email_verified: true };
  const owner = decodeJwt(fragmentOf(await signInAt(server, provider))['access_token'] ?? '');
  expect(owner.sub).toBe(squatter.id);
  expect(owner['app_metadata']).toEqual({ provider: 'email', providers: ['email', 'keycloak'] });
  const kept = await ask(server, '/user', { method: 'GET', bearer: squatter.accessToken });
  expect(kept.body['code']).toBe('session_not_found');
  expect((await signIn(server, squatter.email)).accessToken).toBe('undefined');
  // Once proved, a password stays when another provider comes along.
  await ask(server, '/user', {
    method: 'PUT',
    bearer: fragmentOf(await signInAt(server, provider))['access_token'] ?? '',
    body: { password: PASSWORD },
  });
  await signInAt(server, provider, 'provider=github');
  expect((await signIn(server, squatter.email)).accessToken).toMatch(/^eyJ/);
});

test('P-163 P-168 what goes wrong at the provider is told at the address that was asked for', async () => {
  provider.person = null;
  const denied = await signInAt(server, provider, `provider=keycloak&redirect_to=${SITE}/auth`);
  expect(denied.href.startsWith(`${SITE}/auth#`)).toBe(true);
  expect(fragmentOf(denied)).toMatchObject({
    error: 'access_denied',
    error_description: 'The person said no',
  });
  provider.person = { sub: 'x', email: freshEmail(), email_verified: true };
  const bent: ((claims: Record<string, unknown>) => Record<string, unknown>)[] = [
    (claims) => ({ ...claims, nonce: 'another' }),
    (claims) => ({ ...claims, aud: 'another-client' }),
    (claims) => ({ ...claims, iss: 'https://evil.example' }),
    (claims) => ({ ...claims, exp: 1 }),
    ({ sub: _sub, ...claims }) => claims,
  ];
  for (const bend of bent) {
    provider.bend = bend;
    const end = await signInAt(server, provider, `provider=keycloak&redirect_to=${SITE}/auth`);
    expect(fragmentOf(end)['error_code']).toBe('bad_oauth_callback');
    expect(end.hash).not.toContain('access_token');
  }
  expect((await server.pool.query(`select from auth.identities where provider_id = 'x'`)).rowCount).toBe(0);
});

test('P-163 unknown and disabled providers, and what no redirect may lead to', async () => {
  for (const name of ['google', 'discord', 'nobody', '__proto__', 'constructor', '']) {
    const answer = await ask(server, `/authorize?provider=${name}`, { method: 'GET' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(String(answer.body['message'])).toMatch(/^Unsupported provider: /);
  }
  const end = await signInAt(server, provider, 'provider=keycloak&redirect_to=https://evil.example/');
  expect(end.origin).toBe(SITE);
  const skipped = await ask(server, '/authorize?provider=github&skip_http_redirect=true', { method: 'GET' });
  expect(skipped).toMatchObject({ status: 200, body: { url: expect.stringContaining(provider.url) } });
  const half = await ask(server, '/authorize?provider=keycloak&code_challenge=abc', { method: 'GET' });
  expect(half).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  const { body } = await ask(server, '/settings', { method: 'GET' });
  expect(body['external']).toMatchObject({ keycloak: true, github: true, google: false, discord: false });
});
