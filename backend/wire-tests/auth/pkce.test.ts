import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { codeIn, followLink, linkIn, tokenIn } from './messages.ts';
import { testPassword, callAuth, freshEmail, rejection } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const siteUrl = 'http://localhost:3000';

const sink = setUp(startSmtpSink);
const server = setUp(() =>
  startWireServer({
    configToml: `
      [auth]
      site_url = "${siteUrl}"
      [auth.email]
      enable_confirmations = true`,
    backend: { mail: { smtpUrl: sink.url, from: 'post@example.com' } },
  }),
);

function pkceClient() {
  const memory = new Map<string, string>();
  const storage = {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  };
  return createClient(server.url, server.publishableKey, {
    auth: {
      flowType: 'pkce',
      storage,
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  });
}

test('P-162 P-163 the link of a sign-up gives a code, which its client exchanges once', async () => {
  const email = freshEmail();
  const client = pkceClient();
  await client.auth.signUp({
    email,
    password: testPassword,
    options: { emailRedirectTo: `${siteUrl}/dashboard?a=1` },
  });
  const mail = await sink.mailTo(email);
  expect(tokenIn(mail)).toMatch(/^pkce_/);
  const destination = await followLink(linkIn(mail));
  expect(destination.hash).toBe('');
  expect(destination.searchParams.get('a')).toBe('1');
  const code = destination.searchParams.get('code') ?? '';
  const { data, error } = await client.auth.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { email_verified: true } });
  expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'email/signup' }]);
  const repeated = { auth_code: code, code_verifier: 'x'.repeat(43) };
  expect(await callAuth(server, '/token?grant_type=pkce', { body: repeated })).toMatchObject(
    rejection(404, 'flow_state_not_found'),
  );
});

test('P-162 a code needs its verifier, and expires after five minutes', async () => {
  const email = freshEmail();
  const client = pkceClient();
  await client.auth.signInWithOtp({ email });
  const destination = await followLink(linkIn(await sink.mailTo(email)));
  const auth_code = destination.searchParams.get('code') ?? '';
  const stolen = { auth_code, code_verifier: 'a'.repeat(64) };
  expect(await callAuth(server, '/token?grant_type=pkce', { body: stolen })).toMatchObject(
    rejection(400, 'bad_code_verifier'),
  );
  await server.pool.query(`update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes'`);
  const { error } = await client.auth.exchangeCodeForSession(auth_code);
  expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
});

test('P-162 the method "plain" works, and a malformed challenge is rejected by name', async () => {
  const email = freshEmail();
  const verifier = 'a-verifier-that-is-long-enough-to-be-one.~_0123';
  const body = { email, code_challenge: verifier, code_challenge_method: 'plain' };
  expect((await callAuth(server, '/otp', { body })).status).toBe(200);
  const destination = await followLink(linkIn(await sink.mailTo(email)));
  const exchange = { auth_code: destination.searchParams.get('code'), code_verifier: verifier };
  expect((await callAuth(server, '/token?grant_type=pkce', { body: exchange })).status).toBe(200);
  const invalid = [
    { code_challenge: 'short', code_challenge_method: 's256' },
    { code_challenge: 'a'.repeat(129), code_challenge_method: 's256' },
    { code_challenge: `${'a'.repeat(43)}\n`, code_challenge_method: 's256' },
    { code_challenge: 'a'.repeat(43), code_challenge_method: 'none' },
    { code_challenge: 'a'.repeat(43) },
    { code_challenge_method: 's256' },
  ];
  for (const challenge of invalid) {
    const response = await callAuth(server, '/otp', { body: { email: freshEmail(), ...challenge } });
    expect(response).toMatchObject(rejection(400, 'validation_failed'));
  }
});

test('P-163 G-53 recovery works by code, and the error of a link reaches the client in the query', async () => {
  const email = freshEmail();
  const client = pkceClient();
  await client.auth.signUp({ email, password: testPassword });
  await followLink(linkIn(await sink.mailTo(email)));
  await client.auth.resetPasswordForEmail(email);
  const mail = await sink.mailTo(email, 2);
  const destination = await followLink(linkIn(mail));
  const { data } = await client.auth.exchangeCodeForSession(destination.searchParams.get('code') ?? '');
  expect(data.session?.user.email).toBe(email);
  expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }]);
  const used = await followLink(linkIn(mail));
  expect(Object.fromEntries(used.searchParams)).toMatchObject({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  });
  expect(used.searchParams.get('code')).toBeNull();
});

test('P-164 for a change of email the second link gives the code', async () => {
  const [email, next] = [freshEmail(), freshEmail()];
  const client = pkceClient();
  await client.auth.signUp({ email, password: testPassword });
  const opened = await followLink(linkIn(await sink.mailTo(email)));
  await client.auth.exchangeCodeForSession(opened.searchParams.get('code') ?? '');
  await client.auth.updateUser({ email: next }, { emailRedirectTo: `${siteUrl}/done` });
  const incomplete = await followLink(linkIn(await sink.mailTo(next)));
  expect(incomplete.hash).toContain('message=');
  const destination = await followLink(linkIn(await sink.mailTo(email, 2)));
  expect(destination.pathname).toBe('/done');
  const { data, error } = await client.auth.exchangeCodeForSession(
    destination.searchParams.get('code') ?? '',
  );
  expect(error).toBeNull();
  expect(data.user?.email).toBe(next);
});

test('P-163 a typed code opens a session in this flow too', async () => {
  const email = freshEmail();
  const client = pkceClient();
  await client.auth.signInWithOtp({ email });
  const token = codeIn(await sink.mailTo(email));
  const { data, error } = await client.auth.verifyOtp({ type: 'email', email, token });
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
});

test('the server logged no error in this file', () => {
  expect(server.log.filter((entry) => entry.level === 'error')).toEqual([]);
});
