// Tests simultaneous first requests of one account: another session holds the new account's row, and commits while this
// one waits for it.
import { expect, test } from 'vitest';
import { startPracticeProvider } from '../../fakes/openid-provider.ts';
import { startWireServer } from '../server.ts';
import { freshEmail } from './requests.ts';
import { providerConfig } from './provider-requests.ts';
import { setUp } from '../set-up.ts';

const provider = setUp(startPracticeProvider);
const server = setUp(() => startWireServer({ configToml: `${providerConfig(provider)}\n${withSms}` }));

const withSms = '[auth.sms]\nenable_signup = true\n[auth.sms.test_otp]\n16045550100 = "123456"';
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

async function whileAnotherCreates<T>(account: object, send: () => PromiseLike<T>): Promise<T> {
  const other = await server.pool.connect();
  try {
    await other.query('begin');
    await other.query(
      `insert into auth.users (id, aud, role, email, phone, raw_app_meta_data, raw_user_meta_data)
       select gen_random_uuid(), 'authenticated', 'authenticated', email, phone, '{}', '{}'
       from jsonb_to_record($1) as account (email text, phone text)`,
      [account],
    );
    const response = send();
    await expect.poll(async () => (await server.pool.query(waiting)).rowCount).toBeGreaterThan(0);
    await other.query('commit');
    return await response;
  } finally {
    other.release();
  }
}

test('P-162 a first sign-in with an id_token finds the account that a simultaneous request has created', async () => {
  const email = freshEmail();
  const token = await provider.issueIdToken({ sub: email, email, email_verified: true });
  const credentials = { provider: 'keycloak', token } as never;
  const { data, error } = await whileAnotherCreates({ email }, () =>
    server.client().auth.signInWithIdToken(credentials),
  );
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
});

test('P-162 so do a first sign-in link and a first code by text message', async () => {
  const email = freshEmail();
  const link = await whileAnotherCreates({ email }, () => server.client().auth.signInWithOtp({ email }));
  expect(link.error).toBeNull();
  const phone = '16045550100';
  const code = await whileAnotherCreates({ phone }, () => server.client().auth.signInWithOtp({ phone }));
  expect(code.error).toBeNull();
});
