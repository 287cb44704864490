import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { startSmsHook } from '../../fakes/sms-hook.ts';
import { anotherClient, signedIn } from './factor-requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const hook = setUp(startSmsHook);
const server = setUp(() =>
  startWireServer({
    configToml: `
      [auth.mfa.phone]
      enroll_enabled = true
      verify_enabled = true
      otp_length = 8
      [auth.sms.test_otp]
      14165550100 = "123456"
      [auth.hook.send_sms]
      enabled = true
      uri = "${hook.uri}"
      secrets = "${hook.secrets}"`,
  }),
);

test('P-165 a phone is enrolled, verified by the code sent to it, and elevates the next session', async () => {
  const { client, account } = await signedIn(server);
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'phone',
    phone: '+1 416 555 0177',
    friendlyName: 'Mobile',
  });
  expect(error).toBeNull();
  expect(data).toEqual({
    id: expect.any(String),
    type: 'phone',
    friendly_name: 'Mobile',
    phone: '14165550177',
  });
  const factorId = data?.id ?? '';
  const challenge = await client.auth.mfa.challenge({ factorId, channel: 'sms' } as never);
  expect(challenge.data).toMatchObject({ type: 'phone', expires_at: expect.any(Number) });
  const sent = hook.sent.findLast(({ phone }) => phone === '14165550177');
  expect(sent?.otp).toMatch(/^\d{8}$/);
  const verify = { factorId, challengeId: challenge.data?.id ?? '', code: sent?.otp ?? '' };
  expect((await client.auth.mfa.verify({ ...verify, code: '00000000' })).error).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
    message: 'Invalid MFA Phone code entered',
  });
  const verified = await client.auth.mfa.verify(verify);
  expect(decodeJwt(verified.data?.access_token ?? '')).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/phone' }, { method: 'password' }],
  });
  expect((await client.auth.mfa.verify(verify)).error).toMatchObject({ code: 'mfa_challenge_expired' });
  expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ phone: '14165550177' }]);
  const { rows } = await server.pool.query('select otp_code from auth.mfa_challenges');
  expect(JSON.stringify(rows)).not.toContain(sent?.otp);

  const other = await anotherClient(server, account);
  const next = await other.auth.mfa.challenge({ factorId });
  const stale = await other.auth.mfa.verify({ ...verify, challengeId: next.data?.id ?? '' });
  expect(stale.error).toMatchObject({ code: 'mfa_verification_failed' });
  const fresh = hook.sent.findLast(({ phone }) => phone === '14165550177')?.otp ?? '';
  expect(
    (await other.auth.mfa.verify({ ...verify, challengeId: next.data?.id ?? '', code: fresh })).error,
  ).toBeNull();
  expect((await other.auth.mfa.enroll({ factorType: 'phone', phone: '14165550177' })).error).toMatchObject({
    status: 422,
    code: 'mfa_verified_factor_exists',
  });
});

test('P-165 a test number has its fixed code and gets no message; a pending enrolment is replaced', async () => {
  const { client } = await signedIn(server);
  const phone = '+14165550100';
  await client.auth.mfa.enroll({ factorType: 'phone', phone });
  const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone });
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: '123456' });
  expect(verified.error).toBeNull();
  expect(hook.sent.some((sms) => sms.phone === '14165550100')).toBe(false);
});

test('P-165 malformed numbers, unknown channels and a failing provider are answered with their errors', async () => {
  const { client } = await signedIn(server);
  for (const phone of ['', 'call me', '+0123', '+123456789012345678']) {
    expect((await client.auth.mfa.enroll({ factorType: 'phone', phone })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  }
  const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+14165550188' });
  const factorId = data?.id ?? '';
  const letter = await client.auth.mfa.challenge({ factorId, channel: 'whatsapp' } as never);
  expect(letter.error).toMatchObject({ status: 400, code: 'validation_failed' });
  hook.rejectWith(500);
  expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({ code: 'sms_send_failed' });
  hook.rejectWith(0);
});
