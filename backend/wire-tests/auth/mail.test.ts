import { expect, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { codeIn, followLink, linkIn, sessionIn, tokenIn } from './messages.ts';
import { testPassword, callAuth, freshEmail } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const siteUrl = 'http://localhost:3000';

const sink = setUp(() => startSmtpSink({ login: { user: 'mailer', password: 'pass word' } }));
const server = setUp(() =>
  startWireServer({
    configToml: `
      [auth]
      site_url = "${siteUrl}"
      [auth.email]
      enable_confirmations = true
      otp_length = 8
      [auth.email.template.recovery]
      subject = "A key for {{ .Email }}"`,
    backend: {
      mail: { smtpUrl: sink.url, from: 'Maple Post <post@example.com>' },
    },
  }),
);

async function confirmed(email: string) {
  const client = server.client();
  await client.auth.signUp({ email, password: testPassword });
  const token_hash = tokenIn(await sink.mailTo(email));
  const { error } = await client.auth.verifyOtp({ type: 'signup', token_hash });
  expect(error).toBeNull();
  return client;
}

test('P-163 the link of a sign-up message confirms the email and opens a session', async () => {
  const email = freshEmail();
  const client = server.client();
  const { data, error } = await client.auth.signUp({
    email,
    password: testPassword,
    options: { data: { full_name: 'Ada' }, emailRedirectTo: `${siteUrl}/dashboard` },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada', email_verified: false } });
  expect(data.user?.confirmation_sent_at).toBeTypeOf('string');
  const early = await client.auth.signInWithPassword({ email, password: testPassword });
  expect(early.error).toMatchObject({ code: 'email_not_confirmed' });
  const destination = await followLink(linkIn(await sink.mailTo(email)));
  expect(destination.origin + destination.pathname).toBe(`${siteUrl}/dashboard`);
  expect(Object.fromEntries(new URLSearchParams(destination.hash.slice(1)))).toMatchObject({
    token_type: 'bearer',
    type: 'signup',
    expires_in: '3600',
    sb: '',
  });
  const { data: signedIn } = await client.auth.setSession(sessionIn(destination));
  expect(signedIn.user).toMatchObject({ email, user_metadata: { email_verified: true } });
  expect(signedIn.user?.email_confirmed_at).toBeTypeOf('string');
  expect(signedIn.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });
  expect((await client.auth.signInWithPassword({ email, password: testPassword })).error).toBeNull();
});

test('P-163 a sign-in by code creates the account, and the code opens a session', async () => {
  const email = freshEmail();
  const client = server.client();
  const { error } = await client.auth.signInWithOtp({ email, options: { data: { full_name: 'Grace' } } });
  expect(error).toBeNull();
  const code = codeIn(await sink.mailTo(email));
  expect(code).toMatch(/^\d{8}$/);
  const { data } = await client.auth.verifyOtp({ type: 'email', email, token: code });
  expect(data.session?.access_token).toMatch(/^eyJ/);
  expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Grace', email_verified: true } });
  const { data: claims } = await client.auth.getClaims();
  expect(claims?.claims.amr).toMatchObject([{ method: 'otp' }]);
});

test('P-163 a link signs in, by /otp and by the older /magiclink', async () => {
  const email = freshEmail();
  await confirmed(email);
  for (const [path, n] of [['/otp', 2], ['/magiclink', 3]] as const) {
    expect(await callAuth(server, path, { body: { email } })).toMatchObject({ status: 200, body: {} });
    const mail = await sink.mailTo(email, n);
    expect(new URL(linkIn(mail)).searchParams.get('type')).toBe('magiclink');
    const destination = await followLink(linkIn(mail));
    expect(destination.origin).toBe(siteUrl);
    expect(sessionIn(destination).access_token).toMatch(/^eyJ/);
  }
}); // prettier-ignore

test('P-163 P-160 G-53 the token hash of a recovery link opens a session that sets a new password', async () => {
  const email = freshEmail();
  await confirmed(email);
  const client = server.client();
  const events: string[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  const { error } = await client.auth.resetPasswordForEmail(email, {
    redirectTo: `${siteUrl}/dashboard/settings`,
  });
  expect(error).toBeNull();
  const mail = await sink.mailTo(email, 2);
  expect(new URL(linkIn(mail)).searchParams.get('redirect_to')).toBe(`${siteUrl}/dashboard/settings`);
  expect(mail.subject).toBe(`A key for ${email}`);
  const verified = await client.auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(mail) });
  expect(verified.error).toBeNull();
  expect((await client.auth.updateUser({ password: 'another horse battery' })).error).toBeNull();
  expect(events).toEqual(expect.arrayContaining(['PASSWORD_RECOVERY', 'USER_UPDATED']));
  const old = await server.client().auth.signInWithPassword({ email, password: testPassword });
  expect(old.error).toMatchObject({ code: 'invalid_credentials' });
});

test('P-163 a resent message invalidates the one before', async () => {
  const email = freshEmail();
  const client = server.client();
  await client.auth.signUp({ email, password: testPassword });
  const first = tokenIn(await sink.mailTo(email));
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
  const second = tokenIn(await sink.mailTo(email, 2));
  const stale = await client.auth.verifyOtp({ type: 'signup', token_hash: first });
  expect(stale.error).toMatchObject({ status: 403, code: 'otp_expired' });
  expect((await client.auth.verifyOtp({ type: 'signup', token_hash: second })).error).toBeNull();
});

test('P-164 a new email is confirmed from both mailboxes, in either order', async () => {
  const email = freshEmail();
  const next = freshEmail();
  const client = await confirmed(email);
  const { data, error } = await client.auth.updateUser({ email: next });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, new_email: next });
  const incomplete = await followLink(linkIn(await sink.mailTo(next)));
  expect(incomplete.hash).toContain('message=Confirmation+link+accepted');
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
  const toOld = await sink.mailTo(email, 2);
  expect(toOld.text).toContain(next);
  const changed = await followLink(linkIn(toOld));
  expect(new URLSearchParams(changed.hash.slice(1)).get('type')).toBe('email_change');
  const { data: now } = await client.auth.setSession(sessionIn(changed));
  expect(now.user).toMatchObject({ email: next, user_metadata: { email: next } });
  expect(now.user?.new_email).toBeUndefined();
  expect(now.user?.identities?.[0]?.identity_data).toMatchObject({ email: next, email_verified: true });
  expect((await client.auth.signInWithPassword({ email: next, password: testPassword })).error).toBeNull();
});

test('P-164 a new email is confirmed by codes, and the response to the first one states that another is needed', async () => {
  const email = freshEmail();
  const next = freshEmail();
  const client = await confirmed(email);
  await client.auth.updateUser({ email: next });
  const first = { type: 'email_change', email, token: codeIn(await sink.mailTo(email, 2)) };
  expect(await callAuth(server, '/verify', { body: first })).toMatchObject({
    status: 200,
    body: { code: '200' },
  });
  const token = codeIn(await sink.mailTo(next));
  const { data } = await client.auth.verifyOtp({ type: 'email_change', email: next, token });
  expect(data.user?.email).toBe(next);
});

test('P-164 confirming the same mailbox twice does not complete a change', async () => {
  const email = freshEmail();
  const next = freshEmail();
  const client = await confirmed(email);
  await client.auth.updateUser({ email: next });
  await followLink(linkIn(await sink.mailTo(next)));
  expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull();
  const repeated = await followLink(linkIn(await sink.mailTo(next, 2)));
  expect(repeated.hash).toContain('message=');
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
});

test('P-164 simultaneous confirmations and a resend between them complete the change', async () => {
  for (let round = 0; round < 5; round++) {
    const email = freshEmail();
    const next = freshEmail();
    const client = await confirmed(email);
    await client.auth.updateUser({ email: next });
    const links = [linkIn(await sink.mailTo(next)), linkIn(await sink.mailTo(email, 2))];
    const [first, second, recovery] = await Promise.all([
      ...links.map(followLink),
      callAuth(server, '/recover', { body: { email } }),
    ]);
    expect(recovery).toMatchObject({ status: 200 });
    expect(
      [first, second].filter(
        (destination) => destination instanceof URL && destination.hash.includes('access_token'),
      ),
    ).toHaveLength(1);
    expect((await client.auth.getUser()).data.user?.email).toBe(next);
  }
});

test('P-164 an email that another account has is rejected', async () => {
  const taken = freshEmail();
  await confirmed(taken);
  const client = await confirmed(freshEmail());
  const { error } = await client.auth.updateUser({ email: taken });
  expect(error).toMatchObject({ status: 422, code: 'email_exists' });
});

test('messages have a sender, plain text, accessible HTML and nothing to load', async () => {
  const email = freshEmail();
  await server.client().auth.signUp({ email, password: testPassword });
  const mail = await sink.mailTo(email);
  expect(mail.parsed.from).toMatchObject({ address: 'post@example.com', name: 'Maple Post' });
  expect(mail.subject).toBe('Confirm your email');
  expect(mail.text).toContain(linkIn(mail));
  expect(mail.text).toContain('expire in an hour');
  expect(mail.html).toContain('<html lang="en">');
  expect(mail.html).toContain('<h1');
  expect(mail.html).not.toMatch(/<img|<script|src=|url\(/);
});

test('the server logged no error in this file', () => {
  const problems = server.log.filter(({ level }) => level !== 'info');
  expect(problems.filter(({ event }) => event !== 'auth.denied')).toEqual([]);
});
