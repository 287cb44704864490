import { expect, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { testPassword } from './requests.ts';
import { enrollTotp, mfaConfig, signedIn } from './factor-requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const sink = setUp(startSmtpSink);
const server = setUp(() =>
  startWireServer({
    configToml: `
      [auth]
      site_url = "https://www.example.com"
      [auth.email.notification.password_changed]
      enabled = true
      [auth.email.notification.mfa_factor_enrolled]
      enabled = true
      subject = "Added to {{ .Email }}: {{ .FactorType }}"
      [auth.email.notification.mfa_factor_unenrolled]
      enabled = true
      [auth.email.notification.email_changed]
      enabled = true
      ${mfaConfig}`,
    backend: { mail: { smtpUrl: sink.url, from: 'post@example.com' } },
  }),
);

test('a new password, a new factor and a removed one are notified by mail, plainly and without a link', async () => {
  const { client, account } = await signedIn(server);
  expect((await client.auth.updateUser({ data: { nothing: 'of note' } })).error).toBeNull();
  const changed = await client.auth.updateUser({
    password: 'another horse battery',
    current_password: testPassword,
  });
  expect(changed.error).toBeNull();
  const first = await sink.mailTo(account.email);
  expect(first.subject).toBe('Your password was changed');
  expect(first.text).toContain('your www.example.com account');
  expect(first.text).toContain('change your password right away');
  expect(first.raw).not.toMatch(/href=|undefined/);

  const { factorId } = await enrollTotp(client);
  expect((await sink.mailTo(account.email, 2)).subject).toBe(`Added to ${account.email}: totp`);
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  const last = await sink.mailTo(account.email, 3);
  expect(last.subject).toBe('Two-step verification was removed');
  expect(last.text).toContain('an authenticator app');
});

test('an unverified factor and an unconfirmed email get no notice', async () => {
  const { client, account } = await signedIn(server);
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  await client.auth.mfa.unenroll({ factorId: data?.id ?? '' });
  await server.pool.query('update auth.users set email_confirmed_at = null where email = $1', [
    account.email,
  ]);
  await client.auth.updateUser({ password: 'another horse battery', current_password: testPassword });
  // Messages are sent in order, so an earlier one would have arrived first.
  const other = await signedIn(server);
  await other.client.auth.updateUser({ password: 'another horse battery', current_password: testPassword });
  await sink.mailTo(other.account.email);
  expect(sink.received.filter(({ to }) => to.includes(account.email))).toEqual([]);
});
