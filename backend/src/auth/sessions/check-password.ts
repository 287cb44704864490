// Judges a password that someone claims to know, with the limits of wrong ones.
import { clientIpKey } from '../../limits/client-ip-key.ts';
import type { AuthDeps } from '../deps.ts';
import {
  crowdedGuessDelayMs,
  crowdedPasswordPerNetworkLimit,
  delayedPasswordPerAccountLimit,
  delayedPasswordPerNetworkLimit,
  guessDelayMs,
  wrongPasswordPerAccountLimit,
  wrongPasswordPerIpAndAccountLimit,
} from '../rate-limits.ts';
import { sessionOriginOf } from './session.ts';
import { verifyPassword } from '../accounts/password-hash.ts';
import { slowDownGuess, type Guess } from './slow-down-guesses.ts';
import type { UserRow } from '../accounts/user-row.ts';

/**
 * Whether this is the password of the account that was found under `name`, the normalised email or phone number. Every
 * route shares the limits of the name. An unknown name costs the same time and gets the same response. Throws 429.
 */
export async function checkPassword(
  password: string,
  name: string,
  findAccount: () => Promise<UserRow | undefined>,
  request: Request,
  deps: AuthDeps,
): Promise<UserRow | undefined> {
  const here = `${name} ${clientIpKey(deps.clientAddress(request))}`;
  await deps.limits.consume(wrongPasswordPerIpAndAccountLimit, here);
  const user = await findAccount();
  const { ip } = sessionOriginOf(request, deps);
  await slowDownGuess({ key: name, userId: user?.id, ip, secret: 'password' }, limits, request, deps);
  const isRight = await verifyPassword(password, user?.encrypted_password);
  if (!isRight || !user) return undefined;
  await deps.limits.reset(wrongPasswordPerIpAndAccountLimit, here);
  await deps.limits.refund(wrongPasswordPerAccountLimit, name);
  return user;
}

const limits = { free: wrongPasswordPerAccountLimit, consumeDelayed };

/** Only what a network did itself is refused there; guesses from elsewhere make it slower. */
async function consumeDelayed({ key, ip }: Guess, deps: AuthDeps): Promise<number> {
  const here = `${key} ${clientIpKey(ip ?? undefined)}`;
  await deps.limits.consume(delayedPasswordPerNetworkLimit, here);
  try {
    await deps.limits.consume(delayedPasswordPerAccountLimit, key);
    return guessDelayMs;
  } catch {
    await deps.limits.consume(crowdedPasswordPerNetworkLimit, here);
    return crowdedGuessDelayMs;
  }
}
