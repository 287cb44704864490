import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import { type Queryable, type UserRow, findUser, findUserByEmail } from '../accounts/user-row.ts';
import { findByIdentity } from './find-or-create-account.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { insertIdentity } from './insert-identity.ts';

/** Throws 404 manual_linking_disabled. */
export function requireLinking(deps: AuthDeps): void {
  if (deps.config.enable_manual_linking) return;
  throw authError(404, 'manual_linking_disabled', 'Manual linking is disabled');
}

/**
 * An anonymous account becomes permanent, with the email if the provider has verified it and no account has it. Throws
 * 422 identity_already_exists.
 */
export async function linkIdentity(
  db: Queryable,
  userId: string,
  identity: ExternalIdentity,
): Promise<UserRow> {
  const owner = await findByIdentity(db, identity);
  if (owner !== undefined) {
    const message =
      owner === userId ? 'Identity is already linked' : 'Identity is already linked to another user';
    throw authError(422, 'identity_already_exists', message);
  }
  const user = await findUser(db, userId);
  if (!user) throw authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  await insertIdentity(db, userId, identity);
  const email = identity.verifiedEmail;
  if (!user.email && email && !(await findUserByEmail(db, email))) {
    await db.query(
      `update auth.users
       set email = $2, email_confirmed_at = now(), email_verified_at = now(), updated_at = now() where id = $1`,
      [userId, email],
    );
  }
  if (user.is_anonymous) {
    await db.query('update auth.users set is_anonymous = false, updated_at = now() where id = $1', [userId]);
  }
  return (await findUser(db, userId)) ?? user;
}
