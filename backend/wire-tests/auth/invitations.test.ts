// Tests that generate_link sends no mail, and that invitations do.
import { expect, onTestFinished, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { followLink, linkIn, sessionIn } from './messages.ts';
import { testPassword, callAuth, freshEmail, gateSql, makeAccount, signIn, getUser } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const siteUrl = 'http://localhost:3000';
const sink = setUp(startSmtpSink);
const server = setUp(() =>
  startWireServer({
    configToml: `[auth]\nsite_url = "${siteUrl}"`,
    migrationsSql: gateSql('Closed', 'new.invited_at is not null'),
    backend: { mail: { smtpUrl: sink.url, from: 'Post <post@example.com>' } },
  }),
);

const admin = () => server.client(server.secretKey).auth.admin;

test('admin: each kind of link opens a session, by URL, by hash and by code', async () => {
  const known = await makeAccount(server);
  const cases = [
    { type: 'signup', email: freshEmail(), password: testPassword },
    { type: 'invite', email: freshEmail() },
    { type: 'magiclink', email: known.email },
    { type: 'magiclink', email: freshEmail() },
    { type: 'recovery', email: known.email },
  ] as const;
  for (const fields of cases) {
    const first = await admin().generateLink({
      ...fields,
      options: { redirectTo: `${siteUrl}/in` },
    } as never);
    expect(first.error).toBeNull();
    const { properties, user } = first.data;
    expect(properties).toMatchObject({ verification_type: fields.type, redirect_to: `${siteUrl}/in` });
    expect(user).toMatchObject({ email: fields.email });
    const destination = await followLink(properties?.action_link ?? '');
    expect(destination.href.startsWith(`${siteUrl}/in#`)).toBe(true);
    expect(new URLSearchParams(destination.hash.slice(1)).get('access_token')).toMatch(/^eyJ/);
    expect((await followLink(properties?.action_link ?? '')).hash).toContain('otp_expired');
  }
  for (const by of ['hash', 'code']) {
    const { data } = await admin().generateLink({ type: 'recovery', email: known.email });
    const { hashed_token: token_hash = '', email_otp: token = '' } = data.properties ?? {};
    const credential = by === 'hash' ? { token_hash } : { email: known.email, token };
    const verified = await server.client().auth.verifyOtp({ type: 'recovery', ...credential } as never);
    expect(verified.data.user?.id).toBe(known.id);
  }
});

test('admin: links change an email once old and new are confirmed', async () => {
  const { email, id } = await makeAccount(server);
  const newEmail = freshEmail();
  const current = await admin().generateLink({ type: 'email_change_current', email, newEmail });
  const fresh = await admin().generateLink({ type: 'email_change_new', email, newEmail });
  await followLink(current.data.properties?.action_link ?? '');
  expect((await admin().getUserById(id)).data.user).toMatchObject({ email, new_email: newEmail });
  await followLink(fresh.data.properties?.action_link ?? '');
  expect((await admin().getUserById(id)).data.user?.email).toBe(newEmail);
});

test('admin: a link that cannot be generated is refused with its error', async () => {
  const { email } = await makeAccount(server);
  const other = await makeAccount(server);
  const cases = [
    [{ type: 'signup', email, password: testPassword }, 422, 'email_exists'],
    [{ type: 'signup', email: freshEmail() }, 400, 'validation_failed'],
    [{ type: 'recovery', email: freshEmail() }, 404, 'user_not_found'],
    [{ type: 'email_change_new', email }, 400, 'validation_failed'],
    [{ type: 'email_change_new', email, new_email: other.email }, 422, 'email_exists'],
    [{ type: 'party', email }, 400, 'validation_failed'],
    [{ type: 'invite' }, 400, 'validation_failed'],
  ] as const;
  for (const [body, status, code] of cases) {
    const response = await callAuth(server, '/admin/generate_link', { bearer: server.secretKey, body });
    expect({ fields: body, ...response }).toMatchObject({ status, body: { code } });
  }
  const lured = await admin().generateLink({
    type: 'magiclink',
    email,
    options: { redirectTo: 'https://evil.example/' },
  });
  expect(lured.data.properties?.redirect_to).toBe(siteUrl);
});

test('G-4 an invitation is allowed where sign-up is closed, and nothing else is', async () => {
  await server.pool.query('update public.gate set closed = true');
  onTestFinished(async () => void (await server.pool.query('update public.gate set closed = false')));
  const email = freshEmail();
  const { data, error } = await admin().inviteUserByEmail(email, { data: { team: 'blue' } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ invited_at: expect.any(String), user_metadata: { team: 'blue' } });
  expect(data.user?.email_confirmed_at).toBeUndefined();
  const destination = await followLink(linkIn(await sink.mailTo(email)));
  const session = sessionIn(destination);
  const { body } = await getUser(server, String(session['access_token']));
  expect(body).toMatchObject({ email, email_confirmed_at: expect.any(String) });
  for (const result of [
    await admin().createUser({ email: freshEmail() }),
    await admin().generateLink({ type: 'signup', email: freshEmail(), password: testPassword }),
    await admin().generateLink({ type: 'magiclink', email: freshEmail() }),
  ]) {
    expect(result.error).toMatchObject({ status: 422, code: 'signup_disabled', message: 'Closed' });
  }
  expect((await admin().generateLink({ type: 'invite', email: freshEmail() })).error).toBeNull();
});

test('G-5 inviting an unverified email clears the credentials set there', async () => {
  const squatter = await makeAccount(server);
  expect((await admin().inviteUserByEmail(squatter.email)).error).toBeNull();
  expect((await signIn(server, squatter.email)).accessToken).toBe('undefined');
  const current = await getUser(server, squatter.accessToken);
  expect(current.body['code']).toBe('session_not_found');
  await followLink(linkIn(await sink.mailTo(squatter.email)));
  expect((await admin().inviteUserByEmail(squatter.email)).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
});
