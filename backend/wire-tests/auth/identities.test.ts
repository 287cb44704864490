import { decodeJwt } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { startPracticeProvider } from '../../fakes/openid-provider.ts';
import { testPassword, callAuth, freshEmail, signIn, getUser, rejection } from './requests.ts';
import { mfaConfig, enrollTotp, signedIn, bearerOf } from './factor-requests.ts';
import { Browser, siteUrl, fragmentOf, providerConfig, signInAt } from './provider-requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const provider = setUp(startPracticeProvider);
const server = setUp(() =>
  startWireServer({
    configToml: `${providerConfig(provider, 'enable_anonymous_sign_ins = true')}\n${mfaConfig}`,
  }),
);
let count = 0;

beforeEach(() => {
  count += 1;
  provider.alterClaims = (claims) => claims;
  provider.user = { sub: `sub-${count}`, email: freshEmail(), email_verified: true };
});

/** In one browser: requests the URL with the bearer token, then opens it. */
async function link(bearer: string, name = 'keycloak'): Promise<URL> {
  const browser = new Browser();
  const query = `provider=${name}&skip_http_redirect=true&redirect_to=${siteUrl}/settings`;
  const begun = await browser.visit(`${server.url}/auth/v1/user/identities/authorize?${query}`, {
    headers: { apikey: server.publishableKey, authorization: `Bearer ${bearer}` },
  });
  const { url } = (await begun.json()) as { url: string };
  return browser.walk(url, server.url, provider.url);
}

test('P-164 P-167 identities are linked and unlinked, with their errors, and the session stays', async () => {
  const { client, account } = await signedIn(server);
  const begun = await client.auth.linkIdentity({
    provider: 'keycloak' as never,
    options: { skipBrowserRedirect: true },
  });
  expect(begun.data.url?.startsWith(`${provider.url}/authorize?`)).toBe(true);
  const linked = fragmentOf(await link(await bearerOf(client)));
  expect(decodeJwt(linked['access_token'] ?? '').sub).toBe(account.id);
  const { data } = await client.auth.getUserIdentities();
  expect(data?.identities.map((identity) => identity.provider)).toEqual(['email', 'keycloak']);
  expect((await client.auth.getUser()).data.user?.app_metadata).toEqual({
    provider: 'email',
    providers: ['email', 'keycloak'],
  });
  expect(fragmentOf(await link(await bearerOf(client)))).toMatchObject({
    error_code: 'identity_already_exists',
    error_description: 'Identity is already linked',
  });
  const other = await signedIn(server);
  expect(fragmentOf(await link(await bearerOf(other.client)))).toMatchObject({
    error_code: 'identity_already_exists',
    error_description: 'Identity is already linked to another user',
  });

  const theirs = data?.identities.find((identity) => identity.provider === 'keycloak');
  const foreign = await other.client.auth.unlinkIdentity(theirs as never);
  expect(foreign.error).toMatchObject({ status: 422, code: 'identity_not_found' });
  expect((await client.auth.unlinkIdentity(theirs as never)).error).toBeNull();
  expect((await client.auth.unlinkIdentity(theirs as never)).error).toMatchObject({
    code: 'identity_not_found',
  });
  const [last] = (await client.auth.getUserIdentities()).data?.identities ?? [];
  expect((await client.auth.unlinkIdentity(last as never)).error).toMatchObject({
    status: 422,
    code: 'single_identity_not_deletable',
  });
  expect((await client.auth.getUser()).data.user?.id).toBe(account.id);
});

test('P-167 of two unlinkings of the last two identities at once, one is rejected', async () => {
  const { client } = await signedIn(server);
  await link(await bearerOf(client));
  const bearer = await bearerOf(client);
  const { data } = await client.auth.getUserIdentities();
  const responses = await Promise.all(
    (data?.identities ?? []).map(({ identity_id: id }) =>
      callAuth(server, `/user/identities/${id}`, { method: 'DELETE', bearer }),
    ),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test('P-164 without its email identity an account takes the remaining verified email, and its password is deleted', async () => {
  const { client, account } = await signedIn(server);
  await link(await bearerOf(client));
  const bearer = await bearerOf(client);
  const { data } = await client.auth.getUserIdentities();
  const own = data?.identities.find((identity) => identity.provider === 'email');
  expect(
    (await callAuth(server, `/user/identities/${own?.identity_id}`, { method: 'DELETE', bearer })).status,
  ).toBe(200);
  const { body } = await getUser(server, bearer);
  expect(body).toMatchObject({ email: provider.user?.email, app_metadata: { providers: ['keycloak'] } });
  for (const email of [account.email, provider.user?.email ?? '']) {
    expect((await signIn(server, email)).accessToken).toBe('undefined');
  }
});

test('P-165 an AAL1 session of an account with a factor neither links nor unlinks', async () => {
  const { client, account } = await signedIn(server);
  await enrollTotp(client);
  const { accessToken: bearer } = await signIn(server, account.email);
  for (const [method, path] of [
    ['GET', '/user/identities/authorize?provider=keycloak'],
    ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000'],
  ] as const) {
    expect(await callAuth(server, path, { method, bearer })).toMatchObject(
      rejection(401, 'insufficient_aal'),
    );
  }
});

test('P-162 anonymous accounts sign in, are marked, cannot enroll, and become permanent by an identity', async () => {
  const client = server.client();
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { colour: 'red' } } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    is_anonymous: true,
    email: '',
    identities: [],
    user_metadata: { colour: 'red' },
  });
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
    is_anonymous: true,
    role: 'authenticated',
    amr: [{ method: 'anonymous' }],
  });
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    status: 403,
    code: 'no_authorization',
  });
  await link(await bearerOf(client));
  const { data: lasting } = await client.auth.refreshSession();
  expect(lasting.user).toMatchObject({
    id: data.user?.id,
    is_anonymous: false,
    email: provider.user?.email,
  });
});

test('G-4 closed sign-up applies to providers, id_tokens and anonymous accounts', async () => {
  await using closed = await startWireServer({
    configToml: providerConfig(provider, 'enable_anonymous_sign_ins = true'),
    migrationsSql: `
      create function public.refuse() returns trigger language plpgsql as $$
      begin raise exception 'Sign-ups are closed, ask the owner'; end $$;
      create trigger refuse before insert on auth.users for each row execute function public.refuse();`,
  });
  expect(fragmentOf(await signInAt(closed, provider))).toMatchObject({
    error_code: 'signup_disabled',
    error_description: 'Sign-ups are closed, ask the owner',
  });
  const token = await provider.issueIdToken({ sub: 'new', email: freshEmail(), email_verified: true });
  for (const { error } of [
    await closed.client().auth.signInWithIdToken({ provider: 'keycloak', token } as never),
    await closed.client().auth.signInAnonymously(),
    await closed.client().auth.signUp({ email: freshEmail(), password: testPassword }),
  ]) {
    expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
  }
  expect((await closed.pool.query('select from auth.users')).rowCount).toBe(0);
});
