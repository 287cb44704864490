import type { AuthDeps } from '../deps.ts';
import { refusal } from '../http/errors.ts';
import { type ConsumedToken, forgetTokens } from '../messages/consume-token.ts';
import { dropUnproved } from '../accounts/clear-unverified.ts';
import { confirmEmailChange } from '../user/email-change.ts';
import { confirmPhoneChange } from '../user/phone-change.ts';
import { proveEmail, provePhone } from '../accounts/mark-verified.ts';
import { isTaken } from '../accounts/sign-up-errors.ts';
import { type Queryable, type UserRow, findUser, isBanned } from '../accounts/user-row.ts';

/**
 * What a token that was just used up does to its account. Answers the account as it is now; undefined when the token
 * means nothing for it any more or came another way; "half" for the first of two confirmations. Throws 403 user_banned, 422 email_exists.
 */
export async function settleProof(
  db: Queryable,
  proof: ConsumedToken,
  by: 'mail' | 'phone',
  deps: AuthDeps,
): Promise<UserRow | 'half' | undefined> {
  // Confirmations by mail and by SMS share a type.
  if (proof.relatesTo.includes('@') !== (by === 'mail')) return undefined;
  const user = await findUser(db, proof.userId);
  if (!user) return undefined;
  if (isBanned(user)) throw refusal(403, 'user_banned', 'User is banned');
  const settled = await apply(db, proof, user, deps);
  if (settled !== true) return settled === 'half' ? 'half' : undefined;
  return findUser(db, user.id);
}

async function apply(
  db: Queryable,
  proof: ConsumedToken,
  user: UserRow,
  deps: AuthDeps,
): Promise<boolean | 'half'> {
  switch (proof.type) {
    case 'confirmation_token':
    case 'recovery_token':
      return signIn(db, proof, user, deps);
    case 'email_change_token_current':
    case 'email_change_token_new':
      return changeEmail(db, proof, user);
    case 'phone_change_token':
      return confirmPhoneChange(db, user.id, proof.relatesTo);
    case 'reauthentication_token':
      return false;
  }
}

async function signIn(db: Queryable, proof: ConsumedToken, user: UserRow, deps: AuthDeps): Promise<boolean> {
  const byPhone = proof.relatesTo === user.phone;
  if (!byPhone && proof.relatesTo !== user.email) return false;
  // The confirmation of a sign-up vouches for the password that it came with; any other message does not.
  const ownSignUp = proof.type === 'confirmation_token' && !user.invited_at;
  // Where addresses are not confirmed, an account that never proved its own is the rule, not a sign of theft.
  const suspicious = !user.confirmed_at || deps.config.email.enable_confirmations;
  if (!ownSignUp && suspicious) await dropUnproved(db, user.id);
  await (byPhone ? provePhone(db, user.id) : proveEmail(db, user.id));
  await forgetTokens(db, user.id, ['confirmation_token', 'recovery_token']);
  return true;
}

async function changeEmail(db: Queryable, proof: ConsumedToken, user: UserRow): Promise<boolean | 'half'> {
  const expected = proof.type === 'email_change_token_new' ? user.email_change : user.email;
  if (proof.relatesTo !== expected) return false;
  try {
    const changed = await confirmEmailChange(db, user.id);
    return changed === false ? 'half' : changed === true;
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw refusal(422, 'email_exists', 'A user with this email address has already been registered');
  }
}
