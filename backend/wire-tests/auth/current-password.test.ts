import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../../fakes/smtp-sink.ts';
import { linkIn } from './messages.ts';
import { PASSWORD, makeAccount } from './requests.ts';
import { type WireServer, startWireServer } from '../server.ts';

const SITE = 'http://localhost:3000';
const NEXT = 'another horse battery';
const folder = mkdtempSync(join(tmpdir(), 'recovery-'));
let sink: SmtpSink;
let server: WireServer;

beforeAll(async () => {
  const page = join(folder, 'recovery.html');
  writeFileSync(page, '<a href="{{ .SiteURL }}/auth?token_hash={{ .TokenHash }}&amp;type=recovery">Go</a>');
  sink = await startSmtpSink();
  server = await startWireServer({
    configToml: `
      [auth]
      site_url = "${SITE}"
      [auth.email]
      require_current_password = true
      [auth.email.template.recovery]
      content_path = "${page}"`,
    backend: { limits: { perMinute: 10_000 }, mail: { smtpUrl: sink.url, from: 'post@example.com' } },
  });
});

afterAll(async () => {
  await server.close();
  await sink.close();
  rmSync(folder, { recursive: true, force: true });
});

async function signedIn(password = PASSWORD) {
  const { email } = await makeAccount(server);
  const client = server.client();
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  return { email, client };
}

test('a session found open cannot change the password, nor test guesses of the old one', async () => {
  const { client } = await signedIn();
  for (const password of [NEXT, PASSWORD]) {
    const { error } = await client.auth.updateUser({ password });
    expect(error).toMatchObject({ status: 400, code: 'current_password_required' });
  }
  const wrong = await client.auth.updateUser({ password: NEXT, current_password: 'a wrong guess' });
  expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' });
  const right = await client.auth.updateUser({ password: NEXT, current_password: PASSWORD });
  expect(right.error).toBeNull();
});

test("G-53 the link has the URL of the project's template, in text and HTML, and replaces the old password for an hour", async () => {
  const { email, client } = await signedIn();
  await client.auth.resetPasswordForEmail(email);
  const mail = await sink.mailTo(email);
  const link = new URL(linkIn(mail));
  expect(link.origin + link.pathname).toBe(`${SITE}/auth`);
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
  const late = await opened.auth.updateUser({ password: NEXT });
  expect(late.error).toMatchObject({ code: 'current_password_required' });
  await server.pool.query(
    `update auth.mfa_amr_claims set created_at = now() where authentication_method = 'otp'`,
  );
  expect((await opened.auth.updateUser({ password: NEXT })).error).toBeNull();
});
