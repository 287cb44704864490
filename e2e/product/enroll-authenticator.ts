import { Secret, TOTP } from 'otpauth';
import type { Account } from './staff.ts';

/** Sets up an authenticator app for an account and verifies it in the account's session. */
export async function enrollAuthenticator({
  client: { auth },
}: Account): Promise<{ factorId: string; totp: TOTP }> {
  const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (data?.type !== 'totp') throw new Error('no authenticator app was enrolled');
  const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) });
  const { error } = await auth.mfa.challengeAndVerify({ factorId: data.id, code: totp.generate() });
  if (error) throw error;
  return { factorId: data.id, totp };
}
