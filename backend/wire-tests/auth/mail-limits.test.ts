import { expect, test } from 'vitest';
import { callAuth, freshEmail, makeAccount, rejection } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUpMany } from '../set-up.ts';

const start = setUpMany((configToml: string) => startWireServer({ configToml, backend: { limits: {} } }));

test('limits: a repeated message is 429 with Retry-After, with an account or without', async () => {
  const server = await start('[auth.email]\nmax_frequency = "1m"');
  const { email } = await makeAccount(server);
  for (const address of [email, freshEmail()]) {
    for (const [path, more] of [['/recover', {}], ['/otp', {}], ['/resend', { type: 'signup' }]] as const) {
      const body = { email: address, ...more };
      expect((await callAuth(server, path, { body })).status).toBe(200);
      const rejected = await callAuth(server, path, { body });
      expect(rejected).toMatchObject(rejection(429, 'over_email_send_rate_limit'));
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  }
}); // prettier-ignore

test('limits: one client address floods neither many recipients nor one', async () => {
  const server = await start('[auth.rate_limit]\nemail_sent = 5\n[auth.email]\nmax_frequency = "0s"');
  const recover = (from: string, email: string) => callAuth(server, '/recover', { from, body: { email } });
  const many = await Promise.all(Array.from({ length: 7 }, () => recover('203.0.113.1', freshEmail())));
  expect(many.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429]);
  const one = await Promise.all(
    Array.from({ length: 22 }, (_, i) =>
      recover(`198.51.100.${i}`, i % 2 ? 'ada@example.com' : `ada+${i}@example.com`),
    ),
  );
  expect(one.filter(({ status }) => status === 429)).toHaveLength(2);
});

test('limits: guessing codes is limited per email and per client address', async () => {
  const server = await start('');
  const guess = (from: string, email: string) =>
    callAuth(server, '/verify', { from, body: { type: 'email', email, token: '000000' } });
  const everywhere = await Promise.all(
    Array.from({ length: 32 }, (_, i) => guess(`198.51.100.${i}`, 'ada@example.com')),
  );
  expect(everywhere.filter(({ status }) => status === 429)).toHaveLength(2);
  const fromOneAddress = await Promise.all(
    Array.from({ length: 31 }, () => guess('203.0.113.1', freshEmail())),
  );
  expect(fromOneAddress.filter(({ status }) => status === 429)).toHaveLength(1);
});
