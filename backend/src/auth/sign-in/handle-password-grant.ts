// Grant password: checks email or phone with a password, slows down guesses.
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import { clientIpKey } from '../../limits/client-ip-key.ts';
import { findPasswordWeakness } from '../accounts/password-strength.ts';
import { verifyPassword } from '../accounts/password-hash.ts';
import {
  consumeConfiguredLimit,
  maxDelayedPasswordAttempts,
  passwordAttemptDelayMs,
  wrongPasswordPerAccountLimit,
  wrongPasswordPerIpAndAccountLimit,
} from '../rate-limits.ts';
import { createSessionJson } from '../sessions/create-session-json.ts';
import { type SessionOrigin, sessionOriginOf, startSession } from '../sessions/session.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { normalisePhone } from '../accounts/email-or-phone.ts';
import { type UserRow, findUserByEmail, findUserByPhone, isBanned } from '../accounts/user-row.ts';

const passwordSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

/** Maximum length of an email that is reported with a failed attempt; longer ones cannot exist. */
const maxGivenLength = 256;

/** An unknown email and a wrong password cost the same time and get the same response. */
export async function handlePasswordGrant(request: Request, deps: AuthDeps): Promise<Response> {
  const origin = sessionOriginOf(request, deps);
  await consumeConfiguredLimit('sign_in_sign_ups', request, deps);
  const { email, phone, password } = await readAuthBody(request, passwordSchema);
  if (email && phone)
    throw validationFailedError('Only an email address or phone number should be provided on login.');
  if (!email && !phone) throw validationFailedError('missing email or phone');
  const login = readLogin(email, phone, deps);
  const user = await checkPassword(login, password ?? '', request, origin, deps);
  if (!user) {
    const given = email ? email.slice(0, maxGivenLength).toWellFormed() : null;
    const address = deps.remoteAddress(request) ?? '';
    deps.onFailedSignIn({ kind: 'password', account: null, email: given, address });
    throw authError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  if (isBanned(user)) throw authError(400, 'user_banned', 'User is banned');
  requireConfirmed(user, login);
  const opened = await runInTransaction(deps.pool, (client) =>
    startSession(client, user.id, 'password', origin),
  );
  const session = await createSessionJson(opened, deps);
  const weakness = findPasswordWeakness(password ?? '', deps.config);
  return jsonResponse({ ...session, ...(weakness ? { weak_password: weakness } : {}) });
}

interface Login {
  by: 'email' | 'phone';
  name: string;
}

function readLogin(
  email: string | null | undefined,
  phone: string | null | undefined,
  deps: AuthDeps,
): Login {
  // One character more than the maximum, so that longer emails cannot match.
  if (email) return { by: 'email', name: email.trim().toLowerCase().slice(0, 256) };
  if (!deps.config.sms.enable_signup) {
    throw authError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  return { by: 'phone', name: normalisePhone(phone ?? '') };
}

function requireConfirmed(user: UserRow, { by }: Login): void {
  const confirmed = by === 'email' ? user.email_confirmed_at : user.phone_confirmed_at;
  if (confirmed) return;
  const what = by === 'email' ? 'Email' : 'Phone';
  throw authError(400, `${by}_not_confirmed`, `${what} not confirmed`);
}

/**
 * Undefined for a wrong one. Counts the attempt first and refunds it if the password is right, so that simultaneous
 * guesses count too.
 */
async function checkPassword(
  { by, name }: Login,
  password: string,
  request: Request,
  origin: SessionOrigin,
  deps: AuthDeps,
): Promise<UserRow | undefined> {
  const { limits } = deps;
  const clientIp = clientIpKey(deps.clientAddress(request));
  await limits.consume(wrongPasswordPerIpAndAccountLimit, `${name} ${clientIp}`);
  const user = await (by === 'email' ? findUserByEmail : findUserByPhone)(deps.pool, name);
  await slowDownGuesses(name, user, request, origin, deps);
  const right = await verifyPassword(password, user?.encrypted_password);
  if (!right || !user) return undefined;
  await limits.reset(wrongPasswordPerIpAndAccountLimit, `${name} ${clientIp}`);
  await limits.refund(wrongPasswordPerAccountLimit, name);
  return user;
}

let slowAttempts = 0;

/**
 * After too many wrong passwords for an account, delays each attempt from a network where the account has not signed
 * in before, whether the password is right or wrong. The account is not locked.
 */
async function slowDownGuesses(
  name: string,
  user: UserRow | undefined,
  request: Request,
  origin: SessionOrigin,
  deps: AuthDeps,
): Promise<void> {
  try {
    await deps.limits.consume(wrongPasswordPerAccountLimit, name);
  } catch (limitError) {
    const { rowCount } = await deps.pool.query(
      'select from auth.sign_in_networks where user_id = $1::uuid and network = auth.network_of($2::inet)',
      [user?.id ?? null, origin.ip],
    );
    if (rowCount) return;
    if (slowAttempts >= maxDelayedPasswordAttempts) throw limitError;
    slowAttempts += 1;
    try {
      await wait(passwordAttemptDelayMs, undefined, { signal: request.signal }).catch(() =>
        request.signal.throwIfAborted(),
      );
    } finally {
      slowAttempts -= 1;
    }
  }
}
