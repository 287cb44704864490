import { expect, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { codeIn, followLink, linkIn, tokenIn } from './messages.ts';
import { testPassword, callAuth, freshEmail, logIn, rejection } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const expiredResponse = {
  status: 403,
  body: { code: 'otp_expired', message: 'Token has expired or is invalid' },
};

const sink = setUp(startSmtpSink);
const server = setUp(() =>
  startWireServer({
    configToml: '[auth.email]\nenable_confirmations = true\ncode_expiry = 600',
    backend: { mail: { smtpUrl: sink.url, from: 'post@example.com' } },
  }),
);

function verify(body: Record<string, unknown>): ReturnType<typeof callAuth> {
  return callAuth(server, '/verify', { body });
}

async function register(email = freshEmail(), password = testPassword): Promise<string> {
  const { status } = await callAuth(server, '/signup', { body: { email, password } });
  expect(status).toBe(200);
  return email;
}

test('P-163 a token and its code work once, whichever comes first, also twenty at once', async () => {
  const email = await register();
  const mail = await sink.mailTo(email);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => verify({ type: 'signup', token_hash: tokenIn(mail) })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await verify({ type: 'signup', email, token: codeIn(mail) })).toMatchObject(expiredResponse);
  const late = await followLink(linkIn(mail));
  expect(late.hash).toContain('error=access_denied&error_code=otp_expired');
  expect(late.hash).not.toContain('access_token');
});

test('P-163 with code_expiry a code lives ten minutes, its link an hour', async () => {
  const email = await register();
  const mail = await sink.mailTo(email);
  const age = `update auth.one_time_tokens set expires_at = expires_at - $2 * interval '1 minute',
    code_expires_at = code_expires_at - $2 * interval '1 minute' where relates_to = $1`;
  await server.pool.query(age, [email, 11]);
  expect(await verify({ type: 'signup', email, token: codeIn(mail) })).toMatchObject(expiredResponse);
  expect((await verify({ type: 'signup', token_hash: tokenIn(mail) })).status).toBe(200);
  // The code of a reauthentication expires too.
  const { body } = await logIn(server, email);
  await callAuth(server, '/reauthenticate', { method: 'GET', bearer: String(body['access_token']) });
  const { rows } = await server.pool.query(
    `select extract(epoch from code_expires_at - created_at)::int as code from auth.one_time_tokens where relates_to = $1`,
    [email],
  );
  expect(rows).toEqual([{ code: expect.toSatisfy((life: number) => Math.abs(life - 600) < 60) }]);
});

test('P-163 a token works for its type and its email alone', async () => {
  const email = await register();
  const other = await register();
  const mail = await sink.mailTo(email);
  const [token_hash, token] = [tokenIn(mail), codeIn(mail)];
  for (const type of ['recovery', 'magiclink', 'email_change', 'phone_change']) {
    expect(await verify({ type, token_hash })).toMatchObject(expiredResponse);
  }
  for (const type of ['recovery', 'magiclink', 'email_change']) {
    expect(await verify({ type, email, token })).toMatchObject(expiredResponse);
  }
  expect(await verify({ type: 'signup', email: other, token })).toMatchObject(expiredResponse);
  expect((await verify({ type: 'email', email, token })).status).toBe(200);
});

test('P-163 a token sent by mail is not accepted as one by SMS', async () => {
  const token_hash = tokenIn(await sink.mailTo(await register()));
  expect(await verify({ type: 'sms', token_hash })).toMatchObject(expiredResponse);
});

test('P-163 a one-time token expires', async () => {
  const email = await register();
  const mail = await sink.mailTo(email);
  await server.pool.query(`update auth.one_time_tokens set expires_at = now() - interval '1 second'`);
  expect(await verify({ type: 'signup', token_hash: tokenIn(mail) })).toMatchObject(expiredResponse);
  expect(await verify({ type: 'signup', email, token: codeIn(mail) })).toMatchObject(expiredResponse);
});

test('P-163 ten wrong codes invalidate a code, also at once; the link still works', async () => {
  const email = await register();
  const mail = await sink.mailTo(email);
  const right = codeIn(mail);
  const wrong = Array.from({ length: 10 }, (_, i) =>
    String((Number(right) + i + 1) % 1_000_000).padStart(6, '0'),
  );
  await Promise.all(wrong.map((token) => verify({ type: 'signup', email, token })));
  expect(await verify({ type: 'signup', email, token: right })).toMatchObject(expiredResponse);
  expect((await verify({ type: 'signup', token_hash: tokenIn(mail) })).status).toBe(200);
});

test('P-163 HEAD, prefetch and prerender do not consume a link', async () => {
  const email = await register();
  const link = linkIn(await sink.mailTo(email));
  expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).headers.get('location')).toBeNull();
  for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }]) {
    const response = await fetch(link, { headers, redirect: 'manual' });
    expect(response.status).toBe(425);
  }
  expect((await followLink(link)).hash).toContain('access_token');
});

test('the stored hash of a token is not accepted as a token', async () => {
  const email = await register();
  const mail = await sink.mailTo(email);
  const { rows } = await server.pool.query(
    `select t.token_hash, t.code_hash, u.confirmation_token from auth.one_time_tokens t
     join auth.users u on u.id = t.user_id where u.email = $1`,
    [email],
  );
  expect(JSON.stringify(rows)).not.toContain(tokenIn(mail));
  expect(JSON.stringify(rows)).not.toContain(codeIn(mail));
  expect(rows[0].confirmation_token).toBeNull();
  for (const token_hash of [rows[0].token_hash, rows[0].code_hash]) {
    expect(await verify({ type: 'signup', token_hash })).toMatchObject(expiredResponse);
  }
});

test("G-5 registering another's email first gains nothing", async () => {
  const email = freshEmail();
  await register(email, 'a password of a thief');
  const [byLink, byReset] = [freshEmail(), freshEmail()];
  for (const address of [byLink, byReset]) await register(address, 'a password of a thief');
  // After two sign-ups it is unknown whose password is right, so neither is accepted, in either order.
  await register(email, testPassword);
  const opened = await verify({ type: 'signup', token_hash: tokenIn(await sink.mailTo(email, 2)) });
  expect((await logIn(server, email)).status).toBe(400);
  const choose = {
    method: 'PUT',
    bearer: String(opened.body['access_token']),
    body: { password: testPassword },
  };
  expect((await callAuth(server, '/user', choose)).status).toBe(200);
  // A sign-in link and a recovery do not confirm the password that was set.
  await callAuth(server, '/otp', { body: { email: byLink } });
  await verify({ type: 'magiclink', token_hash: tokenIn(await sink.mailTo(byLink, 2)) });
  await callAuth(server, '/recover', { body: { email: byReset } });
  await verify({ type: 'recovery', token_hash: tokenIn(await sink.mailTo(byReset, 2)) });
  for (const address of [email, byLink, byReset]) {
    expect(await logIn(server, address, 'a password of a thief')).toMatchObject(
      rejection(400, 'invalid_credentials'),
    );
  }
  expect((await logIn(server, email)).status).toBe(200);
});

test('G-5 an unverified account loses its password when its email is verified; an imported one keeps it', async () => {
  const [unverified, dumped] = [await register(), await register()];
  await server.pool.query('update auth.users set email_confirmed_at = now() where email = any ($1)', [[unverified, dumped]]);
  const columns = 'instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data';
  await server.pool.query(
    `with old as (delete from auth.users where email = $1 returning ${columns})
     insert into auth.users (${columns}) select ${columns} from old`,
    [dumped],
  );
  for (const [email, status] of [[unverified, 400], [dumped, 200]] as const) {
    await callAuth(server, '/otp', { body: { email } });
    const opened = await verify({ type: 'magiclink', token_hash: tokenIn(await sink.mailTo(email, 2)) });
    expect(opened.status).toBe(200);
    expect((await logIn(server, email)).status).toBe(status);
  }
}); // prettier-ignore

test('P-163 signing up twice with the same password keeps it', async () => {
  const email = await register();
  await register(email);
  await verify({ type: 'signup', token_hash: tokenIn(await sink.mailTo(email, 2)) });
  expect((await logIn(server, email)).status).toBe(200);
});

test('a new password invalidates recovery links', async () => {
  const email = await register();
  const { body } = await verify({ type: 'signup', token_hash: tokenIn(await sink.mailTo(email)) });
  await callAuth(server, '/recover', { body: { email } });
  const token_hash = tokenIn(await sink.mailTo(email, 2));
  const change = { method: 'PUT', bearer: String(body['access_token']), body: { password: 'another horse' } };
  expect((await callAuth(server, '/user', change)).status).toBe(200);
  expect(await verify({ type: 'recovery', token_hash })).toMatchObject(expiredResponse);
});

test('P-169 a banned account cannot use a token', async () => {
  const email = await register();
  const mail = await sink.mailTo(email);
  await server.pool.query(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [
    email,
  ]);
  expect(await verify({ type: 'signup', token_hash: tokenIn(mail) })).toMatchObject(
    rejection(403, 'user_banned'),
  );
  expect((await followLink(linkIn(mail))).hash).toContain('error_code=user_banned');
});

test.each([
  [{ type: 'signup' }],
  [{ token: '123456', email: 'a@example.com' }],
  [{ type: 'toString', token: '123456', email: 'a@example.com' }],
  [{ type: 'signup', token: '123456' }],
  [{ type: 'signup', token: '123456', token_hash: 'x', email: 'a@example.com' }],
  [{ type: 'signup', token_hash: 'x', email: 'a@example.com' }],
  [{ type: 'email', token: '123456', email: 'a@example.com', phone: '+14165550100' }],
  [{ type: 'email', token: '123456', phone: '+14165550100' }],
  [{ type: 'sms', token: '123456', phone: 'not a number' }],
  [{ type: 'sms', token: '123456', email: 'a@example.com' }],
  [{ type: 'email', token: '123456', email: "' or 1=1 --" }],
])('P-163 an incomplete request is rejected by name: %j', async (body) => {
  expect(await verify(body)).toMatchObject(rejection(400, 'validation_failed'));
});

test('P-163 a code of any length or script is just a wrong code', async () => {
  const email = await register();
  for (const token of [
    '1',
    '１２３４５６',
    'x'.repeat(20_000),
    '000000\r\n',
    "'; drop table auth.users; --",
  ]) {
    expect(await verify({ type: 'signup', email, token })).toMatchObject(expiredResponse);
  }
});

test('the server logged no error in this file', () => {
  expect(server.log.filter((entry) => entry.level === 'error')).toEqual([]);
});
