import { decodeJwt } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { startPracticeProvider } from '../../fakes/openid-provider.ts';
import { type Reply, startWebhook } from '../../fakes/webhook.ts';
import { followLink, sessionIn } from './messages.ts';
import {
  testPassword,
  callAuth,
  freshEmail,
  makeAccount,
  refresh,
  signIn,
  tokensOf,
  getUser,
} from './requests.ts';
import { mfaConfig, enrollTotp, signedIn } from './factor-requests.ts';
import { fragmentOf, providerConfig, signInAt } from './provider-requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

// As in the guides of hosted Supabase: only the role of the service may call them.
const migrationsSql = `
  create table public.guests (event jsonb);
  grant insert on public.guests to supabase_auth_admin;
  revoke all on public.guests from anon, authenticated, public;
  create function public.before_user(event jsonb) returns jsonb language plpgsql as $$
  begin
    insert into public.guests values (event || jsonb_build_object('by', current_user));
    if event->'user'->>'email' like '%@refused.example' or event->'user'->'user_metadata' ? 'refuse' then
      return '{"error": {"http_code": 403, "message": "Only people of the company"}}';
    elsif event->'user'->>'email' like '%@raises.example' then raise exception 'hidden words';
    elsif event->'user'->>'email' like '%@sleeps.example' then perform pg_sleep(20);
    end if;
    return null;
  end $$;
  create function public.claims(event jsonb) returns jsonb language plpgsql stable as $$
  declare metadata jsonb := event->'claims'->'user_metadata';
  begin
    if metadata ? 'denied' then return '{"error": {"message": "No tokens today"}}'; end if;
    if metadata ? 'bare' then return jsonb_build_object('claims', (event->'claims') - 'role'); end if;
    if event->>'user_id' <> event->'claims'->>'sub' then raise exception 'of another'; end if;
    return jsonb_set(event, '{claims,how}', event->'authentication_method');
  end $$;
  revoke execute on function public.before_user, public.claims from anon, authenticated, public;
  grant execute on function public.before_user, public.claims to supabase_auth_admin;`;

let reply: (input: Record<string, unknown>) => Reply | Promise<Reply>;

const provider = setUp(startPracticeProvider);
const webhook = setUp(() => startWebhook((input) => reply(input)));
const server = setUp(() =>
  startWireServer({
    migrationsSql,
    configToml: `${providerConfig(provider, 'enable_anonymous_sign_ins = true')}
      ${mfaConfig}
      [auth.hook.before_user_created]
      enabled = true
      uri = "pg-functions://postgres/public/before_user"
      [auth.hook.custom_access_token]
      enabled = true
      uri = "pg-functions://postgres/public/claims"`,
  }),
);
const web = setUp(() => {
  const byHttp = `enabled = true\nuri = "${webhook.uri}"\nsecrets = "v1,whsec_${'A'.repeat(40)}|${webhook.secrets}"`;
  return startWireServer({
    migrationsSql,
    configToml: `[auth.hook.before_user_created]\n${byHttp}\n[auth.hook.custom_access_token]\n${byHttp}`,
    backend: { hideExistingUsers: async () => true },
  });
});

beforeEach(() => {
  reply = (input) => ({ body: input });
  webhook.inputs.length = 0;
});

function rejectedEmail(): string {
  return freshEmail().replace('example.com', 'refused.example');
}

test('every way to create an account calls the hook first, and a rejection leaves no row', async () => {
  const admin = server.client(server.secretKey).auth.admin;
  const rejection = { status: 403, message: 'Only people of the company' };
  const user = { sub: 'refused', email: rejectedEmail(), email_verified: true };
  const token = await provider.issueIdToken(user);
  const data = { refuse: true };
  const tries = [
    await server.client().auth.signUp({ email: rejectedEmail(), password: testPassword }),
    await server.client().auth.signInWithOtp({ email: rejectedEmail() }),
    await server.client().auth.signInAnonymously({ options: { data } }),
    await server.client().auth.signInWithIdToken({ provider: 'keycloak', token } as never),
    await admin.inviteUserByEmail(rejectedEmail()),
    await admin.generateLink({ type: 'signup', email: rejectedEmail(), password: testPassword }),
    await admin.generateLink({ type: 'magiclink', email: rejectedEmail() }),
  ];
  for (const { error } of tries) expect(error).toMatchObject(rejection);
  provider.user = user;
  const destination = await signInAt(server, provider);
  expect(fragmentOf(destination)['error_description']).toBe(rejection.message);
  const left = await server.pool.query('select from auth.users');
  expect(left.rowCount).toBe(0);
  // As with GoTrue, the hook is not called for an administrator.
  const made = await admin.createUser({ email: rejectedEmail(), email_confirm: true });
  expect(made.error).toBeNull();
});

test("the hook gets GoTrue's input, runs as its role, and the account gets the id from the input", async () => {
  const email = freshEmail();
  const { data } = await server
    .client()
    .auth.signUp({ email, password: testPassword, options: { data: { team: 'red' } } });
  const { rows } = await server.pool.query<{ event: object }>(
    `select event from public.guests where event->'user'->>'email' = $1`,
    [email],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.event).toMatchObject({
    by: 'supabase_auth_admin',
    metadata: { name: 'before-user-created', ip_address: '127.0.0.1' },
    user: {
      id: data.user?.id,
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { team: 'red' },
      identities: [],
      is_anonymous: false,
    },
  });
});

test('a hook that raises or times out rejects, and its message is not shown @audit', async () => {
  for (const domain of ['raises', 'sleeps']) {
    const email = freshEmail().replace('example.com', `${domain}.example`);
    const { status, body } = await callAuth(server, '/signup', { body: { email, password: testPassword } });
    expect([status, body['code']]).toEqual([500, 'unexpected_failure']);
    expect(JSON.stringify([body, server.log])).not.toContain('hidden words');
  }
  const codes = server.log.filter(({ event }) => event === 'hook.failed').map(({ code }) => code);
  expect(codes).toEqual(['P0001', '57014']);
});

test('every grant of a token calls the hook for its claims', async () => {
  const admin = server.client(server.secretKey).auth.admin;
  const account = await makeAccount(server);
  const second = await signIn(server, account.email);
  const refreshed = tokensOf((await refresh(server, second.refreshToken)).body);
  const anonymous = await server.client().auth.signInAnonymously();
  const link = await admin.generateLink({ type: 'magiclink', email: account.email });
  const { hashed_token: token_hash = '' } = link.data.properties ?? {};
  const otp = await server.client().auth.verifyOtp({ type: 'magiclink', token_hash });
  const followed = await admin.generateLink({ type: 'recovery', email: account.email });
  const destination = await followLink(followed.data.properties?.action_link ?? '');
  const token = await provider.issueIdToken({ sub: 'kept', email: freshEmail(), email_verified: true });
  const withToken = await server.client().auth.signInWithIdToken({ provider: 'keycloak', token } as never);
  const { client } = await signedIn(server);
  await enrollTotp(client);
  const raised = await client.auth.getSession();
  const tokens = [
    account.accessToken,
    second.accessToken,
    refreshed.accessToken,
    anonymous.data.session?.access_token,
    otp.data.session?.access_token,
    sessionIn(destination).access_token,
    withToken.data.session?.access_token,
    raised.data.session?.access_token,
  ];
  expect(tokens.map((each) => decodeJwt(each ?? '')['how'])).toEqual([
    'password',
    'password',
    'token_refresh',
    'anonymous',
    'otp',
    'otp',
    'oauth',
    'totp',
  ]);
  expect((await server.client().auth.getUser(account.accessToken)).data.user?.id).toBe(account.id);
});

test('there is neither a token nor a session if the hook rejects or drops a required claim', async () => {
  for (const [key, message] of [
    ['denied', 'No tokens today'],
    ['bare', /claims\.role/],
  ] as const) {
    const email = freshEmail();
    const body = { email, password: testPassword, data: { [key]: true } };
    const { status, body: responseBody } = await callAuth(server, '/signup', { body });
    expect(status).toBe(500);
    expect(responseBody['message']).toMatch(message);
    const sessions = await server.pool.query(
      'select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [email],
    );
    expect(sessions.rowCount).toBe(0);
  }
});

test('an HTTP hook gets a signed request that is retried after Retry-After; a reply that is not JSON rejects the sign-in', async () => {
  let replies: Reply[] = [{ status: 503, headers: { 'retry-after': 'true' } }, {}];
  reply = (input) => replies.shift() ?? { body: input };
  const account = await makeAccount(web);
  expect(webhook.inputs).toMatchObject([
    { user: { email: account.email } },
    { user: { email: account.email } },
    { user_id: account.id, authentication_method: 'password', claims: { sub: account.id } },
  ]);
  const broken: [Reply, number, string][] = [
    [{ headers: { 'content-type': 'text/plain' }, body: 'yes' }, 400, 'hook_payload_invalid_content_type'],
    [{ body: ' '.repeat(300_000) }, 422, 'hook_payload_over_size_limit'],
    [{ body: 'no json' }, 500, 'unexpected_failure'],
    [{ status: 401 }, 500, 'unexpected_failure'],
    [{ body: { error: {} } }, 500, 'unexpected_failure'],
  ];
  for (const [bad, status, code] of broken) {
    replies = [bad];
    const responseBody = await callAuth(web, '/signup', {
      body: { email: freshEmail(), password: testPassword },
    });
    expect([responseBody.status, responseBody.body['code']]).toEqual([status, code]);
  }
});

test('a slow hook holds no database connection, and hidden accounts stay hidden', async () => {
  const known = await makeAccount(web);
  let release = (): void => {};
  const waiting = new Promise<Reply>(
    (resolve) => (release = () => resolve({ body: { error: { message: 'no' } } })),
  );
  reply = () => waiting;
  const slow = Array.from({ length: 8 }, () => makeAccount(web).catch(() => 'refused'));
  await expect.poll(() => webhook.inputs.length).toBeGreaterThanOrEqual(8);
  // The service's connections are free while eight hooks wait.
  expect((await getUser(web, known.accessToken)).status).toBe(200);
  release();
  expect(new Set(await Promise.all(slow))).toEqual(new Set(['refused']));
  for (const email of [known.email, freshEmail()]) {
    expect((await callAuth(web, '/otp', { body: { email } })).status).toBe(200);
  }
});
