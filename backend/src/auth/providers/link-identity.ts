// Endpoints that link or unlink an identity of the user.
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import {
  type UserRow,
  findUser,
  findUserByEmail,
  type IdentityRow,
  requireNotBanned,
} from '../accounts/user-row.ts';
import {
  type ExternalSignInRequest,
  findOrCreateAccountOfIdentity,
  findUserIdByIdentity,
} from './find-or-create-account-of-identity.ts';
import {
  type ExternalIdentity,
  insertExternalIdentity,
  updateProvidersInAppMetadata,
} from './external-identity.ts';
import { requireAal2ForCredentialChange, requireUser } from '../sessions/require-user.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';

/** Links the identity to the account `linkingTo`, else finds or creates its account. Throws 403 user_banned. */
export async function linkIdentityOrFindAccount(
  db: Queryable,
  { linkingTo, ...given }: ExternalSignInRequest & { linkingTo: string | null | undefined },
  deps: AuthDeps,
): Promise<UserRow> {
  const user = linkingTo
    ? await linkIdentity(db, linkingTo, given.identity)
    : await findOrCreateAccountOfIdentity(db, given, deps);
  requireNotBanned(user);
  return user;
}

/** The signed-in user, if they may link and unlink identities. Throws 404 manual_linking_disabled. */
export async function requireLinkingUser(request: Request, deps: AuthDeps): Promise<UserRow> {
  const signedIn = await requireUser(request, deps);
  if (!deps.config.enable_manual_linking)
    throw authError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  requireAal2ForCredentialChange(signedIn);
  return signedIn.user;
}

/**
 * An anonymous account becomes permanent, and gets the email if the provider has verified it and no account has it.
 * Throws 422 identity_already_exists.
 */
async function linkIdentity(db: Queryable, userId: string, identity: ExternalIdentity): Promise<UserRow> {
  const owner = await findUserIdByIdentity(db, identity);
  if (owner !== undefined) {
    const message =
      owner === userId ? 'Identity is already linked' : 'Identity is already linked to another user';
    throw authError(422, 'identity_already_exists', message);
  }
  const user = await findUser(db, userId);
  if (!user) throw authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  await insertExternalIdentity(db, userId, identity);
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

/** The last identity cannot be unlinked. */
export async function unlinkIdentity(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  const owner = await requireLinkingUser(request, deps);
  await runInTransaction(deps.pool, async (client) => {
    // Locked, because unlinking the last two at once would leave none.
    await client.query('select from auth.users where id = $1 for no key update', [owner.id]);
    const user = (await findUser(client, owner.id)) ?? owner;
    const identity = user.identities.find((known) => known.id === id.toLowerCase());
    if (!identity) throw authError(422, 'identity_not_found', "Identity doesn't exist");
    const others = user.identities.filter((known) => known !== identity);
    if (others.length === 0) {
      const message = 'User must have at least 1 identity after unlinking';
      throw authError(422, 'single_identity_not_deletable', message);
    }
    await deleteIdentity(client, user, identity, others);
  });
  return jsonResponse({});
}

async function deleteIdentity(
  db: Queryable,
  user: UserRow,
  identity: IdentityRow,
  others: IdentityRow[],
): Promise<void> {
  await db.query('delete from auth.identities where id = $1', [identity.id]);
  if (identity.provider === 'email' || identity.provider === 'phone') {
    await db.query('update auth.users set encrypted_password = null, updated_at = now() where id = $1', [
      user.id,
    ]);
  }
  await updateProvidersInAppMetadata(db, user.id);
  await adoptRemainingEmail(db, user, identity, others);
}

/** Gives an account that loses its email that of a remaining identity. */
async function adoptRemainingEmail(
  db: Queryable,
  user: UserRow,
  deleted: IdentityRow,
  others: IdentityRow[],
): Promise<void> {
  if (!user.email || deleted.email !== user.email || others.some(({ email }) => email === user.email)) return;
  const next = others.find(
    ({ email, identity_data: data }) => email && data['email_verified'] === true,
  )?.email;
  if (next && (await findUserByEmail(db, next))) {
    const message = 'Unable to unlink identity due to email conflict';
    throw authError(422, 'email_conflict_identity_not_deletable', message);
  }
  await db.query(
    `update auth.users
     set email = $2::text, updated_at = now(),
       email_confirmed_at = case when $2::text is null then null else now() end,
       email_verified_at = case when $2::text is null then null else now() end
     where id = $1`,
    [user.id, next ?? null],
  );
}
