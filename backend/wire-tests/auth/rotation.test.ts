// Rotates both secrets while clients of supabase-js use tokens that were made with the old ones.
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { generateKeys, type BackendKeys, type SecretName } from '../../src/tokens/keys.ts';
import { createSecretRotation } from '../../src/tokens/key-store.ts';
import { signJwt } from '../../src/tokens/jwt.ts';
import { type WireServer, startWireServer } from '../server.ts';
import { codeIn } from './messages.ts';
import { testPassword, freshEmail, refresh, tokensOf } from './requests.ts';
import { setUp } from '../set-up.ts';

let stored: BackendKeys = generateKeys();
let isDown = false;

const sink = setUp(() => startSmtpSink({ reject: () => (isDown ? 451 : undefined) }));
const server = setUp(() =>
  startWireServer({
    migrationsSql: `insert into storage.buckets (id, name, public) values ('vault', 'vault', false);`,
    configToml: '[auth]\n[auth.email]\nenable_confirmations = true\n',
    backend: {
      keys: { ...stored },
      readKeys: async () => stored,
      mail: { smtpUrl: sink.url, from: 'post@example.com' },
    },
  }),
);

/** Rotates like `./fairlead rotate-key` in another process. */
async function rotate(name: SecretName, days: number, now = new Date()): Promise<void> {
  stored = createSecretRotation(name, days, now)(stored);
  await server.backend?.reloadKeys();
}

const longAgo = new Date(Date.now() - 30 * 86_400_000);

/** A client with a legacy key, which older projects may use for years. */
function legacyClient(role: string): ReturnType<WireServer['client']> {
  return server.client(signJwt({ role, exp: 4_000_000_000 }, stored.jwtSecret));
}

function statusOf(url: string): Promise<number> {
  return fetch(url).then(({ status }) => status);
}

test('after a rotation of JWT_SECRET, legacy keys, signed URLs and codes of clients work until the old secret ends', async () => {
  const service = legacyClient('service_role');
  const { storage } = service;
  await storage.from('vault').upload('a.txt', new Blob(['content']));
  const url = (await storage.from('vault').createSignedUrl('a.txt', 86_400)).data?.signedUrl ?? '';
  const email = freshEmail();
  const client = server.client();
  await client.auth.signUp({ email, password: testPassword });
  const code = codeIn(await sink.mailTo(email));

  await rotate('JWT_SECRET', 8);
  expect(await statusOf(url)).toBe(200);
  expect((await service.auth.admin.listUsers()).error).toBeNull();
  const verified = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
  expect(verified.error).toBeNull();
  const newer = (await legacyClient('service_role').storage.from('vault').createSignedUrl('a.txt', 60)).data;
  expect(await statusOf(newer?.signedUrl ?? '')).toBe(200);

  // The state a month after the same rotation.
  stored = {
    ...stored,
    retired: (stored.retired ?? []).map((one) => ({ ...one, acceptedUntil: longAgo.toISOString() })),
  };
  await server.backend?.reloadKeys();
  expect(await statusOf(url)).toBe(400);
  expect((await service.auth.admin.listUsers()).error?.status).toBe(401);
  expect(await statusOf(newer?.signedUrl ?? '')).toBe(200);
  // No one is signed out.
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
});

test('B-274 tabs that refresh at once during a rotation of JWT_SECRET get the same token, and nobody is signed out', async () => {
  const email = freshEmail();
  const client = server.client();
  await client.auth.signUp({ email, password: testPassword });
  const token = codeIn(await sink.mailTo(email));
  const { data } = await client.auth.verifyOtp({ email, token, type: 'signup' });
  const first = data.session?.refresh_token ?? '';
  const next = async (token: string) => tokensOf((await refresh(server, token)).body).refreshToken;
  const second = await next(first);
  for (const days of [8, 0]) {
    await rotate('JWT_SECRET', days);
    expect(await next(first)).toBe(second);
  }
  stored = { ...stored, retired: [] };
  await server.backend?.reloadKeys();
  // Nobody can derive the token of a removed secret again. It stays valid.
  const further = await next(first);
  expect(further).toMatch(/^[\w-]{24}$/);
  expect(await next(first)).toBe(further);
  expect(await next(second)).toMatch(/^[\w-]{24}$/);
});

test('after a rotation of JWT_SECRET with 0 days, waiting mails are still sent', async () => {
  isDown = true;
  const email = freshEmail();
  expect((await server.client().auth.signUp({ email, password: testPassword })).error).toBeNull();
  const queued = async () =>
    (await server.pool.query<{ content: Buffer }>('select content from backend.account_mails')).rows[0]
      ?.content;
  await expect.poll(queued).toBeDefined();
  const before = await queued();
  await rotate('JWT_SECRET', 0);
  expect(await queued()).not.toEqual(before);
  await rotate('JWT_SECRET', 0);
  isDown = false;
  await server.pool.query('update backend.account_mails set next_attempt_at = now()');
  await server.client().auth.signUp({ email: freshEmail(), password: testPassword });
  expect((await sink.mailTo(email)).to).toContain(email);
});

test('after a rotation of SECRET_KEY, the old one is accepted until its end date, and the log tells its uses apart', async () => {
  const isRejected = async (client: ReturnType<WireServer['client']>) =>
    (await client.auth.admin.listUsers()).error?.status === 401;
  const old = createClient(server.url, stored.secretKey, { auth: { persistSession: false } });
  expect(await isRejected(old)).toBe(false);
  await rotate('SECRET_KEY', 8);
  const codes = () => server.log.filter(({ event }) => event === 'key.used').map(({ code }) => code);
  expect(await isRejected(old)).toBe(false);
  expect(codes().at(-1)).toBe('retired_secret_key');
  const current = server.client(stored.secretKey);
  expect(await isRejected(current)).toBe(false);
  expect(codes().at(-1)).toBe('secret_key');
  await rotate('SECRET_KEY', 0);
  expect(await isRejected(current)).toBe(true);
  // The secret before has its own end.
  expect(await isRejected(old)).toBe(false);
});
