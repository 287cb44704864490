import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { testPassword, type Account, makeAccount } from './requests.ts';
import type { WireServer } from '../server.ts';

export const mfaConfig = `[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.mfa.web_authn]
enroll_enabled = true
verify_enabled = true`;

/** `steps` is the number of half minutes from now. */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** A code that is wrong in this step and its neighbours. */
export function wrongCodeOf(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
  );
}

export interface SignedIn {
  client: SupabaseClient;
  account: Account;
}

export async function signedIn(server: WireServer): Promise<SignedIn> {
  const account = await makeAccount(server);
  return { client: await anotherClient(server, account), account };
}

export async function anotherClient(server: WireServer, { email }: Account): Promise<SupabaseClient> {
  const client = createClient(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client.auth.signInWithPassword({ email, password: testPassword });
  if (error) throw error;
  return client;
}

export async function bearerOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

export interface EnrolledTotp {
  factorId: string;
  secret: string;
}

/** The next code is codeOf(secret, 1). */
export async function enrollTotp(client: SupabaseClient, friendlyName = 'App'): Promise<EnrolledTotp> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const { secret } = data.totp;
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(secret) });
  if (verified.error) throw verified.error;
  return { factorId: data.id, secret };
}
