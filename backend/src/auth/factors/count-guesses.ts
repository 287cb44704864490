import { addressKey } from '../../limits/address-key.ts';
import type { AuthDeps } from '../deps.ts';
import { wrongCodePerAddress, wrongCodePerAccount } from '../rate-limits.ts';

/** An answer to a challenge, by whom and from where. */
export interface Guess {
  userId: string;
  factorId: string;
  /** As sessions know it; null where it is unknown. */
  ip: string | null;
}

/**
 * Counts an answer before it is looked at, so that guesses at once count too. Throws 429. Who knows the password must
 * not be able to shut its owner out: where a session of the account has shown a factor, the day's count does not hold.
 */
export async function countGuess(guess: Guess, deps: AuthDeps): Promise<void> {
  await deps.limits.consume(wrongCodePerAddress, perAddressKey(guess));
  try {
    await deps.limits.consume(wrongCodePerAccount, guess.userId);
  } catch (refused) {
    const { rowCount } = await deps.pool.query(
      `select from auth.sessions where user_id = $1 and ip = $2::inet and aal = 'aal2' limit 1`,
      [guess.userId, guess.ip],
    );
    if (!rowCount) throw refused;
  }
}

/** A right answer was no guess. */
export async function clearGuesses(guess: Guess, deps: AuthDeps): Promise<void> {
  await deps.limits.reset(wrongCodePerAddress, perAddressKey(guess));
  await deps.limits.refund(wrongCodePerAccount, guess.userId);
}

function perAddressKey({ factorId, ip }: Guess): string {
  return `${factorId} ${addressKey(ip ?? '')}`;
}
