import { clientIpKey } from '../../limits/client-ip-key.ts';
import type { AuthDeps } from '../deps.ts';
import { wrongCodePerClientIp, wrongCodePerAccount } from '../rate-limits.ts';

export interface Guess {
  userId: string;
  factorId: string;
  ip: string | null;
}

/**
 * Call it before the check, so that simultaneous guesses count too. Throws 429. Addresses with an AAL2 session are
 * exempt from the daily limit: a thief of the password must not lock the owner out.
 */
export async function countGuess(guess: Guess, deps: AuthDeps): Promise<void> {
  await deps.limits.consume(wrongCodePerClientIp, perClientIpKey(guess));
  try {
    await deps.limits.consume(wrongCodePerAccount, guess.userId);
  } catch (limitError) {
    const { rowCount } = await deps.pool.query(
      `select from auth.sessions where user_id = $1 and ip = $2::inet and aal = 'aal2' limit 1`,
      [guess.userId, guess.ip],
    );
    if (!rowCount) throw limitError;
  }
}

export async function clearGuesses(guess: Guess, deps: AuthDeps): Promise<void> {
  await deps.limits.reset(wrongCodePerClientIp, perClientIpKey(guess));
  await deps.limits.refund(wrongCodePerAccount, guess.userId);
}

function perClientIpKey({ factorId, ip }: Guess): string {
  return `${factorId} ${clientIpKey(ip ?? '')}`;
}
