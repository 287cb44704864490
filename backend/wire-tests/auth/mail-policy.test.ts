import { beforeAll, expect, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { startTcpServer } from '../../fakes/tcp-server.ts';
import { tokenIn } from './messages.ts';
import { testPassword, callAuth, freshEmail, gateSql, makeAccount, rejection } from './requests.ts';
import { type WireServer, type WireServerOptions, startWireServer } from '../server.ts';
import { setUp, setUpMany } from '../set-up.ts';

const sink = setUp(startSmtpSink);
const started: WireServer[] = [];

/** Sign-up is open unless a test closes it. */
const start = setUpMany(async (options: WireServerOptions) => {
  const server = await startWireServer({
    migrationsSql: gateSql('Sign-ups are closed, ask the owner'),
    ...options,
    backend: { mail: { smtpUrl: sink.url, from: 'post@example.com' }, ...options.backend },
  });
  started.push(server);
  return server;
});

/** Three servers: a project's defaults; hidden accounts; hidden accounts with confirmed emails. */
let plain: WireServer;
let hiding: WireServer;
let confirming: WireServer;

beforeAll(async () => {
  plain = await start({ configToml: '[auth.email]\nsecure_password_change = true' });
  hiding = await start({ backend: hidingPolicy });
  const auth = { confirmEmails: true, siteUrl: 'https://www.example.com' };
  confirming = await start({ backend: { ...hidingPolicy, auth } });
});

const hidingPolicy = { hideExistingUsers: () => Promise.resolve(true) };

async function countUsers(server: WireServer): Promise<number> {
  return (await server.pool.query('select from auth.users')).rowCount ?? 0;
}

test('G-4 with closed sign-up a code creates no account, and existing accounts still get theirs', async () => {
  const server = plain;
  const { email } = await makeAccount(server);
  await server.pool.query('update public.gate set closed = true');
  for (const path of ['/otp', '/magiclink']) {
    expect(await callAuth(server, path, { body: { email: freshEmail() } })).toMatchObject({
      status: 422,
      body: { code: 'signup_disabled', message: 'Sign-ups are closed, ask the owner' },
    });
  }
  expect((await callAuth(server, '/otp', { body: { email } })).status).toBe(200);
  await sink.mailTo(email);
  expect(await countUsers(server)).toBe(1);
  await server.pool.query('update public.gate set closed = false');
});

test('G-4 G-34 where accounts are hidden, a rejection looks like a sent message', async () => {
  const server = hiding;
  const { email } = await makeAccount(server);
  await server.pool.query('update public.gate set closed = true');
  const requests = (address: string) => [
    callAuth(server, '/otp', { body: { email: address } }),
    callAuth(server, '/otp', { body: { email: address, create_user: false } }),
    callAuth(server, '/magiclink', { body: { email: address } }),
    callAuth(server, '/recover', { body: { email: address } }),
    callAuth(server, '/resend', { body: { type: 'signup', email: address } }),
    callAuth(server, '/resend', { body: { type: 'email_change', email: address } }),
  ];
  const known = await Promise.all(requests(email));
  const unknown = await Promise.all(requests(freshEmail()));
  const bare = (responses: typeof known) => responses.map(({ status, body }) => ({ status, body }));
  expect(bare(unknown)).toEqual(bare(known));
  expect(bare(known)).toEqual(Array.from({ length: 6 }, () => ({ status: 200, body: {} })));
  expect(await countUsers(server)).toBe(1);
  await server.pool.query('update public.gate set closed = false');
});

test('P-163 create_user false and closed sign-up create no account', async () => {
  const server = await start({ configToml: '[auth]\nenable_signup = false' });
  const { error } = await server.client().auth.signInWithOtp({
    email: freshEmail(),
    options: { shouldCreateUser: false },
  });
  expect(error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' });
  expect(await callAuth(server, '/otp', { body: { email: freshEmail() } })).toMatchObject(
    rejection(422, 'signup_disabled'),
  );
  expect(await countUsers(server)).toBe(0);
});

test('G-34 sign-up responds the same for a new, an unconfirmed and a confirmed email, every time', async () => {
  const server = confirming;
  const confirmed = freshEmail();
  await callAuth(server, '/signup', { body: { email: confirmed, password: testPassword } });
  await sink.mailTo(confirmed);
  await server.pool.query('update auth.users set email_confirmed_at = now()');
  const shape = async (email: string) => {
    const { status, body } = await callAuth(server, '/signup', { body: { email, password: testPassword } });
    const [identity] = body['identities'] as Record<string, unknown>[];
    const { id, user_metadata: data, app_metadata: app } = body;
    return {
      status,
      keys: Object.keys(body),
      identityKeys: Object.keys(identity ?? {}),
      app,
      dataKeys: Object.keys(data as object),
      same: identity?.['user_id'] === id && identity?.['id'] === id && (data as { sub: string }).sub === id,
      id,
    };
  };
  const fresh = freshEmail();
  const responses = [await shape(fresh), await shape(fresh), await shape(fresh), await shape(confirmed), await shape(confirmed)];
  const ids = responses.map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
  const [first, ...others] = responses.map((response) => ({ ...response, id: null }));
  for (const other of others) expect(other).toEqual(first);
  expect(first).toMatchObject({ status: 200, same: true });
  await sink.mailTo(fresh, 3);
  expect(sink.received.filter(({ to }) => to.includes(confirmed))).toHaveLength(1);
}); // prettier-ignore

test('P-164 G-34 a change to a taken email is not revealed, and its owner gets no message', async () => {
  const server = hiding;
  const taken = await makeAccount(server);
  const { accessToken: bearer, email } = await makeAccount(server);
  const response = await callAuth(server, '/user', { method: 'PUT', bearer, body: { email: taken.email } });
  expect(response).toMatchObject({ status: 200, body: { email, new_email: taken.email } });
  const token_hash = tokenIn(await sink.mailTo(email));
  expect(await callAuth(server, '/verify', { body: { type: 'email_change', token_hash } })).toMatchObject({
    status: 200,
    body: { code: '200' },
  });
  expect(sink.received.flatMap(({ to }) => to)).not.toContain(taken.email);
});

test('G-5 where emails need no confirmation a sign-up returns a session, whether or not mail works', async () => {
  const silent = await startTcpServer();
  const smtpUrl = `smtp://${silent.address}`;
  const server = await start({ backend: { mail: { smtpUrl, from: 'post@example.com' } } });
  const client = server.client();
  const email = freshEmail();
  const { data } = await client.auth.signUp({ email, password: testPassword });
  expect(data.session?.access_token).toMatch(/^eyJ/);
  expect(data.user?.email_confirmed_at).toBeTypeOf('string');
  // A mail server that accepts connections but does not respond delays no request.
  expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
  expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
  await silent.close();
});

test('G-5 confirmEmails confirms emails, independent of config.toml', async () => {
  const server = await start({
    backend: { auth: { confirmEmails: true, siteUrl: 'https://www.example.com' } },
  });
  const email = freshEmail();
  const { data } = await server.client().auth.signUp({ email, password: testPassword });
  expect(data.session).toBeNull();
  const mail = await sink.mailTo(email);
  expect(mail.text).toContain('activate your www.example.com account');
  expect((await callAuth(server, '/settings', { method: 'GET' })).body).toMatchObject({
    mailer_autoconfirm: false,
  });
});

test('P-163 a nonce by mail allows a new password after a day; a wrong one does not', async () => {
  const server = plain;
  const { id, email, accessToken: bearer } = await makeAccount(server);
  await server.pool.query(
    `update auth.sessions set created_at = created_at - interval '25h' where user_id = $1`,
    [id],
  );
  expect(await callAuth(server, '/reauthenticate', { method: 'GET', bearer })).toMatchObject({
    status: 200,
    body: {},
  });
  const mail = await sink.mailTo(email);
  expect(mail.html).not.toContain('<a ');
  const nonce = /code: (\d{6})/.exec(mail.text)?.[1];
  const change = (given: string | undefined) =>
    callAuth(server, '/user', { method: 'PUT', bearer, body: { password: 'another horse', nonce: given } });
  expect(await change('000000')).toMatchObject(rejection(422, 'reauthentication_not_valid'));
  expect(await callAuth(server, '/verify', { body: { type: 'email', email, token: nonce } })).toMatchObject({
    status: 403,
  });
  expect((await change(nonce)).status).toBe(200);
});

test('no server logged an error in this file', () => {
  const errors = started.flatMap((server) => server.log.filter(({ level }) => level === 'error'));
  expect(errors.filter(({ event }) => event !== 'mail.lost')).toEqual([]);
});
