import { expect, test } from 'vitest';
import { startSmsHook } from '../../fakes/sms-hook.ts';
import { testPassword, callAuth, makeAccount, rejection } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const testPhone = '+14165550100';

const hook = setUp(startSmsHook);
const server = setUp(() =>
  startWireServer({
    configToml: `
      [auth.sms]
      enable_signup = true
      enable_confirmations = true
      [auth.sms.test_otp]
      14165550100 = "123456"
      [auth.hook.send_sms]
      enabled = true
      uri = "${hook.uri}"
      secrets = "env(SMS_SECRETS)"`,
    backend: { environment: { SMS_SECRETS: hook.secrets } },
  }),
);

function codeTo(phone: string): string {
  const digits = phone.slice(1);
  return hook.sent.findLast((sms) => sms.phone === digits)?.otp ?? '';
}

test('P-163 a test number signs in with its fixed code, and nothing is sent', async () => {
  const client = server.client();
  expect((await client.auth.signInWithOtp({ phone: testPhone })).error).toBeNull();
  const wrong = await client.auth.verifyOtp({ type: 'sms', phone: testPhone, token: '654321' });
  expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' });
  const { data, error } = await client.auth.verifyOtp({ type: 'sms', phone: testPhone, token: '123456' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ phone: '14165550100', email: '', app_metadata: { provider: 'phone' } });
  expect(data.user?.phone_confirmed_at).toBeTypeOf('string');
  expect(data.user?.identities).toMatchObject([{ provider: 'phone' }]);
  expect(hook.sent).toEqual([]);
  const repeated = await client.auth.verifyOtp({ type: 'sms', phone: testPhone, token: '123456' });
  expect(repeated.error).toMatchObject({ code: 'otp_expired' });
});

test('P-162 P-163 a sign-up with a phone is confirmed by a code from the hook, then the password signs in', async () => {
  const phone = '+14165550111';
  const client = server.client();
  const { data, error } = await client.auth.signUp({ phone, password: testPassword });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  const early = await client.auth.signInWithPassword({ phone, password: testPassword });
  expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });
  const first = codeTo(phone);
  expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull();
  expect((await client.auth.verifyOtp({ type: 'sms', phone, token: first })).error?.code).toBe('otp_expired');
  const verified = await client.auth.verifyOtp({ type: 'sms', phone, token: codeTo(phone) });
  expect(verified.data.session?.access_token).toMatch(/^eyJ/);
  const { data: signedIn } = await server.client().auth.signInWithPassword({ phone, password: testPassword });
  expect(signedIn.user?.phone).toBe('14165550111');
});

test('P-164 an account gets a phone once the code sent to it is verified', async () => {
  const { email } = await makeAccount(server);
  const client = server.client();
  await client.auth.signInWithPassword({ email, password: testPassword });
  const { data } = await client.auth.updateUser({ phone: '+14165550122' });
  expect(data.user).toMatchObject({ new_phone: '14165550122', phone: '' });
  const token = codeTo('+14165550122');
  const { data: changed } = await client.auth.verifyOtp({
    type: 'phone_change',
    phone: '+14165550122',
    token,
  });
  expect(changed.user).toMatchObject({ phone: '14165550122', email });
  expect(changed.user?.identities?.map(({ provider }) => provider).toSorted()).toEqual(['email', 'phone']);
  expect(changed.user?.app_metadata.providers).toEqual(['email', 'phone']);
  const { accessToken: bearer } = await makeAccount(server);
  const taken = await callAuth(server, '/user', { method: 'PUT', bearer, body: { phone: '+14165550122' } });
  expect(taken).toMatchObject(rejection(422, 'phone_exists'));
});

test('P-163 a failing hook is an error, and the next attempt works', async () => {
  hook.rejectWith(500);
  const phone = '+14165550133';
  const { error } = await server.client().auth.signInWithOtp({ phone });
  expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' });
  hook.rejectWith(0);
  expect((await server.client().auth.signInWithOtp({ phone })).error).toBeNull();
  expect(codeTo(phone)).toMatch(/^\d{6}$/);
});

test('P-163 malformed numbers and other channels are rejected by name', async () => {
  for (const phone of ['nobody', '+0123', '+1416555010012345678', '+1416\n5550100\n', '＋14165550100']) {
    const { status } = await callAuth(server, '/otp', { body: { phone } });
    expect({ phone, status }).toEqual({ phone, status: phone.includes('\n') ? 200 : 400 });
  }
  const channel = { phone: '+14165550144', channel: 'whatsapp' };
  expect(await callAuth(server, '/otp', { body: channel })).toMatchObject({ status: 400 });
  expect(await callAuth(server, '/otp', { body: { email: 'a@example.com', channel: 'sms' } })).toMatchObject({
    status: 400,
    body: { message: 'Channel should only be specified with Phone OTP' },
  });
});

test("the server logged no error in this file but the failing hook's", () => {
  const errors = server.log.filter((entry) => entry.level === 'error');
  expect(errors).toMatchObject([{ event: 'hook.failed', message: 'send_sms', status: 500 }]);
});
