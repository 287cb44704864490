import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startPracticeProvider } from '../../fakes/openid-provider.ts';
import { consumeProviderFlow, createProviderFlow } from '../../src/auth/providers/provider-flow.ts';
import { callAuth, freshEmail, makeAccount } from './requests.ts';
import { Browser, siteUrl, fragmentOf, providerConfig } from './provider-requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const provider = setUp(startPracticeProvider);
const other = setUp(startPracticeProvider);
const server = setUp(() =>
  startWireServer({
    configToml: `
      ${providerConfig(provider)}
      [auth.external.gitlab]
      enabled = true
      client_id = "${other.clientId}"
      secret = "${other.clientSecret}"
      url = "${other.url}"
      [auth.external.twitch]
      enabled = true
      client_id = "x"
      url = "http://127.0.0.1:9"`,
  }),
);

beforeAll(() => {
  provider.user = { sub: 'attacker', email: freshEmail(), email_verified: true };
  other.user = { sub: 'attacker', email: freshEmail(), email_verified: true };
});

/** Follows the flow and stops before our callback. */
async function walkToCallback(browser: Browser, query = 'provider=keycloak'): Promise<URL> {
  const begun = await browser.visit(`${server.url}/auth/v1/authorize?${query}`);
  const agreed = await browser.visit(begun.headers.get('location') ?? '');
  return new URL(agreed.headers.get('location') ?? '');
}

function end(response: Response): URL {
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

test('P-163 a flow begun in another browser does not sign in', async () => {
  const lure = await walkToCallback(new Browser());
  const visitor = end(await new Browser().visit(lure.href));
  expect(fragmentOf(visitor)).toMatchObject({ error_code: 'bad_oauth_state' });
  expect(visitor.hash).not.toContain('access_token');
});

test('P-163 a state works once, and an invented one never', async () => {
  const browser = new Browser();
  const back = await walkToCallback(browser);
  expect(fragmentOf(end(await browser.visit(back.href)))).toHaveProperty('access_token');
  expect(fragmentOf(end(await browser.visit(back.href)))).toMatchObject({ error_code: 'bad_oauth_state' });
  for (const query of ['', '?state=', '?state=made-up&code=x', '?error=access_denied']) {
    const made = end(await browser.visit(`${server.url}/auth/v1/callback${query}`));
    expect(made.origin).toBe(siteUrl);
    expect(fragmentOf(made)['error_code']).toMatch(/^bad_oauth_/);
  }
});

test('P-163 the state of a sign-in with a provider expires', async () => {
  const browser = new Browser();
  const back = await walkToCallback(browser);
  await server.pool.query(`update auth.provider_flows set created_at = now() - interval '11 minutes'`);
  expect(fragmentOf(end(await browser.visit(back.href)))).toMatchObject({ error_code: 'bad_oauth_state' });
});

test("P-163 another provider's response is rejected (mix-up attack)", async () => {
  const browser = new Browser();
  const mine = await walkToCallback(browser, 'provider=keycloak');
  const theirs = await walkToCallback(browser, 'provider=gitlab');
  mine.searchParams.set('code', theirs.searchParams.get('code') ?? '');
  mine.searchParams.set('iss', other.url);
  const tokenRequests = provider.requests.filter((line) => line === 'POST /token').length;
  expect(fragmentOf(end(await browser.visit(mine.href)))).toMatchObject({ error_code: 'bad_oauth_callback' });
  // The code was not sent to the wrong provider.
  expect(provider.requests.filter((line) => line === 'POST /token')).toHaveLength(tokenRequests);
});

test('P-163 a code of another flow, a repeated one and one with a second state are rejected', async () => {
  const browser = new Browser();
  for (const alterClaims of [
    async (back: URL) =>
      back.searchParams.set('code', (await walkToCallback(browser)).searchParams.get('code') ?? ''),
    async (back: URL) => back.searchParams.append('code', 'second'),
    async (back: URL) => back.searchParams.append('state', 'second'),
    async (back: URL) => back.searchParams.delete('iss'),
  ]) {
    const back = await walkToCallback(browser);
    await alterClaims(back);
    expect(fragmentOf(end(await browser.visit(back.href)))).toMatchObject({
      error_code: 'bad_oauth_callback',
    });
  }
});

test('P-163 a response by POST is redirected to the GET that carries the cookie', async () => {
  const browser = new Browser();
  const back = await walkToCallback(browser);
  const posted = await browser.visit(`${server.url}/auth/v1/callback`, {
    method: 'POST',
    body: new URLSearchParams({ ...Object.fromEntries(back.searchParams), user: '{"name":"A"}' }),
  });
  expect(posted.status).toBe(303);
  const next = new URL(posted.headers.get('location') ?? '', `${server.url}/auth/v1/callback`);
  expect(next.searchParams.has('user')).toBe(false);
  expect(fragmentOf(end(await browser.visit(next.href)))).toHaveProperty('access_token');
});

test("P-164 a victim cannot be lured into linking an identity with the attacker's account", async () => {
  const attacker = await makeAccount(server);
  const begun = await callAuth(
    server,
    '/user/identities/authorize?provider=keycloak&skip_http_redirect=true',
    {
      method: 'GET',
      bearer: attacker.accessToken,
    },
  );
  provider.user = { sub: 'visitor', email: freshEmail(), email_verified: true };
  const visitor = await new Browser().walk(String(begun.body['url']), server.url, provider.url);
  expect(fragmentOf(visitor)).toMatchObject({ error_code: 'bad_oauth_state' });
  const { rowCount } = await server.pool.query(`select from auth.identities where provider_id = 'visitor'`);
  expect(rowCount).toBe(0);
});

test('P-163 over https the cookie of a flow can only be set over https', async () => {
  const site = 'https://fairlead.example';
  const secrets = { state: randomUUID(), nonce: 'n', codeVerifier: 'v' };
  const flow = {
    provider: 'keycloak',
    secrets,
    redirectTo: siteUrl,
    flowStateId: undefined,
    linkingUserId: undefined,
  };
  const cookie = (await createProviderFlow(server.pool, flow, site)).setCookie.split(';');
  expect(cookie[0]).toMatch(/^__Secure-oauth-flow-\w+=/);
  expect(cookie).toContain(' Secure');
  // A cookie set over http has another name and is ignored.
  const planted = { headers: { cookie: String(cookie[0]).slice('__Secure-'.length) } };
  expect(
    await consumeProviderFlow(server.pool, secrets.state, new Request(site, planted), site),
  ).toBeUndefined();
  const [renewed = ''] = (await createProviderFlow(server.pool, flow, site)).setCookie.split(';');
  const own = new Request(site, { headers: { cookie: renewed } });
  expect(await consumeProviderFlow(server.pool, secrets.state, own, site)).toMatchObject({ nonce: 'n' });
});

test('P-163 an unreachable provider is a plain error, logged without secrets', async () => {
  const browser = new Browser();
  const back = await walkToCallback(browser, 'provider=gitlab');
  await other.close();
  const failed = end(await browser.visit(back.href));
  expect(fragmentOf(failed)).toMatchObject({ error: 'server_error', error_code: 'unexpected_failure' });
  const begun = end(
    await browser.visit(`${server.url}/auth/v1/authorize?provider=twitch&redirect_to=${siteUrl}/in`),
  );
  expect(fragmentOf(begun)).toMatchObject({ error: 'server_error', error_code: 'provider_unreachable' });
  const line = server.log.find(({ event }) => event === 'auth.provider_failed');
  expect(JSON.stringify(line)).not.toContain(other.clientSecret);
});
