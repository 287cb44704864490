// The flow in which a link hands out a code that only who asked for it can use.
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../../../fakes/smtp/smtp-sink.ts';
import { codeIn, followLink, linkIn, tokenIn } from './messages.ts';
import { PASSWORD, ask, freshEmail } from './requests.ts';
import { type WireServer, startWireServer } from '../server.ts';

let sink: SmtpSink;
let server: WireServer;
const SITE = 'http://localhost:3000';

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await startWireServer({
    configToml: `
      [auth]
      site_url = "${SITE}"
      [auth.email]
      enable_confirmations = true`,
    backend: { limits: { perMinute: 10_000 }, mail: { smtpUrl: sink.url, from: 'post@example.com' } },
  });
});

afterAll(async () => {
  await server.close();
  await sink.close();
});

/** A client of the PKCE flow, with a memory of its own. */
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

test('P-162 P-163 sign-up, the link gives a code, and its client exchanges it once', async () => {
  const email = freshEmail();
  const client = pkceClient();
  await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { emailRedirectTo: `${SITE}/dashboard?a=1` },
  });
  const mail = await sink.mailTo(email);
  expect(tokenIn(mail)).toMatch(/^pkce_/);
  const place = await followLink(linkIn(mail));
  expect(place.hash).toBe('');
  expect(place.searchParams.get('a')).toBe('1');
  const code = place.searchParams.get('code') ?? '';
  const { data, error } = await client.auth.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { email_verified: true } });
  expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'email/signup' }]);
  const again = { auth_code: code, code_verifier: 'x'.repeat(43) };
  expect(await ask(server, '/token?grant_type=pkce', { body: again })).toMatchObject({
    status: 404,
    body: { code: 'flow_state_not_found' },
  });
});

test('P-162 a code without its secret is worth nothing, and old after five minutes', async () => {
  const email = freshEmail();
  const client = pkceClient();
  await client.auth.signInWithOtp({ email });
  const place = await followLink(linkIn(await sink.mailTo(email)));
  const auth_code = place.searchParams.get('code') ?? '';
  const stolen = { auth_code, code_verifier: 'a'.repeat(64) };
  expect(await ask(server, '/token?grant_type=pkce', { body: stolen })).toMatchObject({
    status: 400,
    body: { code: 'bad_code_verifier' },
  });
  await server.pool.query(`update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes'`);
  const { error } = await client.auth.exchangeCodeForSession(auth_code);
  expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
});

test('P-162 a method "plain" works, and a forged challenge is refused by name', async () => {
  const email = freshEmail();
  const verifier = 'a-verifier-that-is-long-enough-to-be-one.~_0123';
  const body = { email, code_challenge: verifier, code_challenge_method: 'plain' };
  expect((await ask(server, '/otp', { body })).status).toBe(200);
  const place = await followLink(linkIn(await sink.mailTo(email)));
  const exchange = { auth_code: place.searchParams.get('code'), code_verifier: verifier };
  expect((await ask(server, '/token?grant_type=pkce', { body: exchange })).status).toBe(200);
  const refused = [
    { code_challenge: 'short', code_challenge_method: 's256' },
    { code_challenge: 'a'.repeat(129), code_challenge_method: 's256' },
    { code_challenge: `${'a'.repeat(43)}\n`, code_challenge_method: 's256' },
    { code_challenge: 'a'.repeat(43), code_challenge_method: 'none' },
    { code_challenge: 'a'.repeat(43) },
    { code_challenge_method: 's256' },
  ];
  for (const challenge of refused) {
    const answer = await ask(server, '/otp', { body: { email: freshEmail(), ...challenge } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  }
});

test('P-163 G-53 recovery by code, and what is wrong with a link reaches the client in the query', async () => {
  const email = freshEmail();
  const client = pkceClient();
  await client.auth.signUp({ email, password: PASSWORD });
  await followLink(linkIn(await sink.mailTo(email)));
  await client.auth.resetPasswordForEmail(email);
  const mail = await sink.mailTo(email, 2);
  const place = await followLink(linkIn(mail));
  const { data } = await client.auth.exchangeCodeForSession(place.searchParams.get('code') ?? '');
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

test('P-164 a new address in this flow: the second link gives the code', async () => {
  const [email, next] = [freshEmail(), freshEmail()];
  const client = pkceClient();
  await client.auth.signUp({ email, password: PASSWORD });
  const opened = await followLink(linkIn(await sink.mailTo(email)));
  await client.auth.exchangeCodeForSession(opened.searchParams.get('code') ?? '');
  await client.auth.updateUser({ email: next }, { emailRedirectTo: `${SITE}/done` });
  const half = await followLink(linkIn(await sink.mailTo(next)));
  expect(half.hash).toContain('message=');
  const place = await followLink(linkIn(await sink.mailTo(email, 2)));
  expect(place.pathname).toBe('/done');
  const { data, error } = await client.auth.exchangeCodeForSession(place.searchParams.get('code') ?? '');
  expect(error).toBeNull();
  expect(data.user?.email).toBe(next);
});

test('P-163 a code typed by hand opens a session in this flow, too', async () => {
  const email = freshEmail();
  const client = pkceClient();
  await client.auth.signInWithOtp({ email });
  const token = codeIn(await sink.mailTo(email));
  const { data, error } = await client.auth.verifyOtp({ type: 'email', email, token });
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
});

test('nothing in this file was a failure of the server', () => {
  expect(server.log.filter((entry) => entry.level === 'error')).toEqual([]);
});
