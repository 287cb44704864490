import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import { type ConsumedToken, deleteTokens } from '../messages/consume-token.ts';
import { clearUnverified } from '../accounts/clear-unverified.ts';
import { confirmEmailChange } from '../user/email-change.ts';
import { confirmPhoneChange } from '../user/phone-change.ts';
import { markEmailVerified, markPhoneVerified } from '../accounts/mark-verified.ts';
import { isEmailOrPhoneTaken } from '../accounts/sign-up-errors.ts';
import { type Queryable, type UserRow, findUser, isBanned } from '../accounts/user-row.ts';

/**
 * Undefined when the token no longer applies or came by the other channel; "half" for the first of two confirmations.
 * Throws 403 user_banned, 422 email_exists.
 */
export async function applyVerification(
  db: Queryable,
  token: ConsumedToken,
  by: 'mail' | 'phone',
  deps: AuthDeps,
): Promise<UserRow | 'half' | undefined> {
  // Confirmations by mail and by SMS share a type.
  if (token.relatesTo.includes('@') !== (by === 'mail')) return undefined;
  const user = await findUser(db, token.userId);
  if (!user) return undefined;
  if (isBanned(user)) throw authError(403, 'user_banned', 'User is banned');
  const outcome = await apply(db, token, user, deps);
  if (outcome !== true) return outcome === 'half' ? 'half' : undefined;
  return findUser(db, user.id);
}

async function apply(
  db: Queryable,
  token: ConsumedToken,
  user: UserRow,
  deps: AuthDeps,
): Promise<boolean | 'half'> {
  switch (token.type) {
    case 'confirmation_token':
    case 'recovery_token':
      return signIn(db, token, user, deps);
    case 'email_change_token_current':
    case 'email_change_token_new':
      return changeEmail(db, token, user);
    case 'phone_change_token':
      return confirmPhoneChange(db, user.id, token.relatesTo);
    case 'reauthentication_token':
      return false;
  }
}

async function signIn(db: Queryable, token: ConsumedToken, user: UserRow, deps: AuthDeps): Promise<boolean> {
  const byPhone = token.relatesTo === user.phone;
  if (!byPhone && token.relatesTo !== user.email) return false;
  // Only the confirmation of a sign-up vouches for the password set in it.
  const ownSignUp = token.type === 'confirmation_token' && !user.invited_at;
  // Where emails need no confirmation, an unverified account is normal.
  const suspicious = !user.confirmed_at || deps.config.email.enable_confirmations;
  if (!ownSignUp && suspicious) await clearUnverified(db, user.id);
  await (byPhone ? markPhoneVerified(db, user.id) : markEmailVerified(db, user.id));
  await deleteTokens(db, user.id, ['confirmation_token', 'recovery_token']);
  return true;
}

async function changeEmail(db: Queryable, token: ConsumedToken, user: UserRow): Promise<boolean | 'half'> {
  const expected = token.type === 'email_change_token_new' ? user.email_change : user.email;
  if (token.relatesTo !== expected) return false;
  try {
    const changed = await confirmEmailChange(db, user.id);
    return changed === false ? 'half' : changed === true;
  } catch (error) {
    if (!isEmailOrPhoneTaken(error)) throw error;
    throw authError(422, 'email_exists', 'A user with this email address has already been registered');
  }
}
