import { beforeAll, expect, test } from 'vitest';
import type { FailedSignIn } from '../../src/auth/deps.ts';
import { startWireServer } from '../server.ts';
import { mfaConfig, enrollTotp, signedIn } from './factor-requests.ts';
import { setUp } from '../set-up.ts';

const reported: FailedSignIn[] = [];

const server = setUp(() => startWireServer({ configToml: mfaConfig }));

beforeAll(async () => {
  server.backend?.onFailedSignIn(() => {
    throw new Error('planted');
  });
  server.backend?.onFailedSignIn((failed) => reported.push(failed));
});

test('B-80 B-190 a wrong password is reported with the email that was given; a listener that throws breaks nothing', async () => {
  // The limit is inside a surrogate pair, of which one half cannot be stored.
  const email = ` Nobody${'x'.repeat(248)}🦊@Example.com`;
  const { error } = await server.client().auth.signInWithPassword({ email, password: 'a wrong guess' });
  expect(error?.code).toBe('invalid_credentials');
  expect(reported.splice(0)).toEqual([
    { kind: 'password', account: null, email: email.slice(0, 256).toWellFormed(), address: '127.0.0.1' },
  ]);
  expect(server.log.filter(({ event }) => event === 'listener.failed')).toHaveLength(1);
});

test('B-80 a wrong code is reported with its account, and what is no guess is not', async () => {
  const { client, account } = await signedIn(server);
  const { factorId: id } = await enrollTotp(client);
  const challenge = await client.auth.mfa.challenge({ factorId: id });
  const challengeId = challenge.data?.id ?? '';
  const { error } = await client.auth.mfa.verify({ factorId: id, challengeId, code: '000000' });
  expect(error?.code).toBe('mfa_verification_failed');
  const { data } = await client.auth.getUser();
  expect(reported.splice(0)).toEqual([
    { kind: 'code', account: data.user?.id, email: null, address: '127.0.0.1' },
  ]);
  await client.auth.mfa.verify({ factorId: id, challengeId: 'none', code: '000000' });
  await server
    .client('sb_publishable_wrong')
    .auth.signInWithPassword({ email: account.email, password: 'x' });
  expect(reported).toEqual([]);
});
