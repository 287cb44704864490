// Grant password: checks email or phone with a password, slows down guesses.
import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import { checkPassword } from '../sessions/check-password.ts';
import { findPasswordWeakness, passwordOwnerOf } from '../accounts/password-strength.ts';
import { consumeConfiguredLimit } from '../rate-limits.ts';
import { createSessionJson } from '../sessions/create-session-json.ts';
import { sessionOriginOf, startSession } from '../sessions/session.ts';
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
  const find = login.by === 'email' ? findUserByEmail : findUserByPhone;
  const findAccount = () => find(deps.pool, login.name);
  const user = await checkPassword(password ?? '', login.name, findAccount, request, deps);
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
  const weakness = findPasswordWeakness(password ?? '', deps.config, passwordOwnerOf(user));
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
