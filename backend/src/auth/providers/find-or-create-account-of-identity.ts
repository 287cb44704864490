// Finds the account of an external identity by provider id or verified email, else creates it.
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import type { AccountIdAllocator } from '../accounts/insert-user.ts';
import { clearCredentialsIfUnverified, markVerified } from '../accounts/mark-verified.ts';
import { requireMetadataWithinLimit, type UserRow, findUser, findUserByEmail } from '../accounts/user-row.ts';
import { toSignUpError, signUpDisabledError } from '../accounts/sign-up-errors.ts';
import { type ExternalIdentity, insertExternalUser, insertExternalIdentity } from './external-identity.ts';

export interface ExternalSignInRequest {
  identity: ExternalIdentity;
  /** Whether an account may be created without a verified email. */
  emailOptional: boolean;
  allowCreation: AccountIdAllocator;
}

/**
 * The identity's account, else the one with its email, else a new one. Only an email that the provider has verified is
 * used, because at some providers one can claim any. An unverified account may be another person's, so its credentials
 * are cleared.
 */
export async function findOrCreateAccountOfIdentity(
  db: Queryable,
  { identity, emailOptional, allowCreation }: ExternalSignInRequest,
  deps: AuthDeps,
): Promise<UserRow> {
  const known = await findUserIdByIdentity(db, identity);
  if (known) {
    await refreshIdentity(db, identity);
    return reloadUser(db, known);
  }
  const email = identity.verifiedEmail;
  const owner = email === undefined ? undefined : await findUserByEmail(db, email);
  if (owner) {
    if (await clearCredentialsIfUnverified(db, owner.id)) await markVerified(db, owner.id, 'email');
    await insertExternalIdentity(db, owner.id, identity);
    await addMissingMetadata(db, owner.id, identity);
    return reloadUser(db, owner.id);
  }
  if (email === undefined && !emailOptional) {
    const message = `${identity.provider} has not verified the e-mail address: verify it there, then sign in again`;
    throw authError(403, 'provider_email_needs_verification', message);
  }
  return reloadUser(db, await createAccount(db, identity, allowCreation, deps));
}

async function createAccount(
  db: Queryable,
  identity: ExternalIdentity,
  allowCreation: AccountIdAllocator,
  deps: AuthDeps,
): Promise<string> {
  if (!deps.config.enable_signup) throw signUpDisabledError();
  requireMetadataWithinLimit(Buffer.byteLength(JSON.stringify(identity.data)));
  const email = identity.verifiedEmail;
  try {
    const id = allowCreation({ email, provider: identity.provider, data: identity.data });
    await insertExternalUser(db, { id, email, data: identity.data });
    await insertExternalIdentity(db, id, identity);
    return id;
  } catch (error) {
    throw toSignUpError(error);
  }
}

export async function findUserIdByIdentity(
  db: Queryable,
  identity: ExternalIdentity,
): Promise<string | undefined> {
  const { rows } = await db.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [identity.provider, identity.subject],
  );
  return rows[0]?.user_id;
}

async function refreshIdentity(db: Queryable, identity: ExternalIdentity): Promise<void> {
  await db.query(
    `update auth.identities set identity_data = $3, last_sign_in_at = now(), updated_at = now()
     where provider = $1 and provider_id = $2`,
    [identity.provider, identity.subject, JSON.stringify(identity.data)],
  );
}

async function addMissingMetadata(db: Queryable, userId: string, { data }: ExternalIdentity): Promise<void> {
  await db.query(
    `update auth.users set raw_user_meta_data = $2::jsonb || coalesce(raw_user_meta_data, '{}'), updated_at = now()
     where id = $1`,
    [userId, JSON.stringify(data)],
  );
}

async function reloadUser(db: Queryable, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (!user) throw authError(403, 'user_not_found', 'The account of this identity has been deleted');
  return user;
}
