import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { linkIn } from './messages.ts';
import { testPassword, callAuth, freshEmail, makeAccount } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp, setUpFolder } from '../set-up.ts';

const siteUrl = 'http://localhost:3000';
const next = 'another horse battery';
const page = join(setUpFolder(), 'recovery.html');
const sink = setUp(startSmtpSink);
const server = setUp(async () => {
  writeFileSync(page, '<a href="{{ .SiteURL }}/auth?token_hash={{ .TokenHash }}&amp;type=recovery">Go</a>');
  return startWireServer({
    configToml: `
      [auth]
      site_url = "${siteUrl}"
      [auth.email]
      require_current_password = true
      require_current_password_for_email = true
      [auth.email.template.recovery]
      content_path = "${page}"`,
    backend: { mail: { smtpUrl: sink.url, from: 'post@example.com' } },
  });
});

const upstream = setUp(() =>
  startWireServer({ configToml: '[auth.email]\nrequire_current_password = true' }),
);

async function signedIn(password = testPassword) {
  const { email } = await makeAccount(server);
  const client = server.client();
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  return { email, client };
}

test('a session found open cannot change the password, nor test guesses of the old one', async () => {
  const { client } = await signedIn();
  for (const password of [next, testPassword]) {
    const { error } = await client.auth.updateUser({ password });
    expect(error).toMatchObject({ status: 400, code: 'current_password_required' });
  }
  const wrong = await client.auth.updateUser({ password: next, current_password: 'a wrong guess' });
  expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' });
  const right = await client.auth.updateUser({ password: next, current_password: testPassword });
  expect(right.error).toBeNull();
});

test('B-272 where the configuration says so, a new email needs the current password; elsewhere it does not', async () => {
  const { client } = await signedIn();
  const email = freshEmail();
  expect((await client.auth.updateUser({ email })).error).toMatchObject({
    status: 400,
    code: 'current_password_required',
  });
  const change = (current_password: string) => client.auth.updateUser({ email, current_password });
  expect((await change('a wrong guess')).error).toMatchObject({ code: 'current_password_invalid' });
  const { data, error } = await change(testPassword);
  expect(error).toBeNull();
  expect(data.user?.new_email).toBe(email);
  // The same address is no change, and an account without a password has none to give.
  const { email: same, client: unchanged } = await signedIn();
  expect((await unchanged.auth.updateUser({ email: same.toUpperCase() })).error).toBeNull();
  await server.pool.query('update auth.users set encrypted_password = null where email = $1', [same]);
  expect((await unchanged.auth.updateUser({ email: freshEmail() })).error).toBeNull();

  const { accessToken: bearer } = await makeAccount(upstream);
  const options = { method: 'PUT', bearer, body: { email: freshEmail() } };
  expect((await callAuth(upstream, '/user', options)).status).toBe(200);
});

test("G-53 the link has the URL of the project's template, in text and HTML, and replaces the old password for an hour", async () => {
  const { email, client } = await signedIn();
  await client.auth.resetPasswordForEmail(email);
  const mail = await sink.mailTo(email);
  const link = new URL(linkIn(mail));
  expect(link.origin + link.pathname).toBe(`${siteUrl}/auth`);
  expect(mail.text).toContain(link.href);
  expect(mail.text).not.toContain('/auth/v1/verify');

  const opened = server.client();
  const token_hash = link.searchParams.get('token_hash') ?? '';
  const verified = await opened.auth.verifyOtp({ type: 'recovery', token_hash });
  expect(verified.error).toBeNull();
  await server.pool.query(
    `update auth.mfa_amr_claims set created_at = created_at - interval '61 minutes'
     where authentication_method = 'otp'`,
  );
  const late = await opened.auth.updateUser({ password: next });
  expect(late.error).toMatchObject({ code: 'current_password_required' });
  await server.pool.query(
    `update auth.mfa_amr_claims set created_at = now() where authentication_method = 'otp'`,
  );
  expect((await opened.auth.updateUser({ password: next })).error).toBeNull();
});
