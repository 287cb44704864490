// Slows down guesses of an account's password or code, except from networks where the account has signed in before.
import { setTimeout as wait } from 'node:timers/promises';
import { clientIpKey, widerIpv6Key } from '../../limits/client-ip-key.ts';
import type { RateLimitRule } from '../../limits/rate-limiter.ts';
import type { AuthDeps } from '../deps.ts';
import { delayedGuesses, wrongOneTimeCodePerRecipientLimit } from '../rate-limits.ts';
import { createGuessWaitingRoom } from './guess-waiting-room.ts';
import { sessionOriginOf } from './session.ts';
import { findUserByEmail, findUserByPhone } from '../accounts/user-row.ts';

export interface Guess {
  /** What the limits count by. It must not depend on whether the account exists. */
  key: string;
  userId: string | undefined;
  ip: string | null;
  /** Knowing the password makes no network known to the second factor. */
  secret: 'password' | 'second factor';
}

export interface GuessLimits {
  /** Per account. Above this, guesses from unknown networks are delayed. */
  free: RateLimitRule;
  /** Counts a delayed guess; resolves to its delay in milliseconds. Throws 429. */
  consumeDelayed: (guess: Guess, deps: AuthDeps) => Promise<number>;
}

const room = createGuessWaitingRoom(delayedGuesses);

/**
 * Call it before the check, so that simultaneous guesses count too; refund `free` if the guess was right. Right and
 * wrong guesses are treated alike. Throws 429.
 */
export async function slowDownGuess(
  guess: Guess,
  { free, consumeDelayed }: GuessLimits,
  request: Request,
  deps: AuthDeps,
): Promise<void> {
  try {
    await deps.limits.consume(free, guess.key);
  } catch (limitError) {
    if (await isKnownNetwork(guess, deps)) return;
    // before its allowance is used, which is only for guesses that are judged
    const network = clientIpKey(guess.ip ?? undefined);
    const place = room.enter(guess.key, widerIpv6Key(network) ?? network);
    if (place === null) throw limitError;
    try {
      const delayMs = await consumeDelayed(guess, deps);
      const ended = AbortSignal.any([request.signal, place.lost]);
      await wait(delayMs, undefined, { signal: ended }).catch(() => request.signal.throwIfAborted());
      if (place.lost.aborted) throw limitError;
    } finally {
      place.leave();
    }
  }
}

/** Counts a guess of a code that was sent by message; refund it if it was right. Throws 429. */
export async function limitCodeGuess(recipient: string, request: Request, deps: AuthDeps): Promise<void> {
  try {
    await deps.limits.consume(wrongOneTimeCodePerRecipientLimit, recipient);
  } catch (limitError) {
    const user = await (recipient.includes('@') ? findUserByEmail : findUserByPhone)(deps.pool, recipient);
    const { ip } = sessionOriginOf(request, deps);
    if (!(await isKnownNetwork({ userId: user?.id, ip, secret: 'password' }, deps))) throw limitError;
  }
}

/** Whether the account has signed in there in the last 90 days, also where it signed out. */
async function isKnownNetwork(
  { userId, ip, secret }: Omit<Guess, 'key'>,
  { pool }: AuthDeps,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from auth.sign_in_networks
     where user_id = $1::uuid and network = auth.network_of($2::inet)
       and case when $3 then second_factor_at else seen_at end > now() - interval '90 days'`,
    [userId ?? null, ip, secret === 'second factor'],
  );
  return Boolean(rowCount);
}
