import type { AuthDeps } from '../deps.ts';
import { requireAal2ForCredentialChange } from '../sessions/assurance-level.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { authError } from '../http/errors.ts';
import { requireUser } from '../sessions/require-user.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import {
  type IdentityRow,
  type Queryable,
  type UserRow,
  findUser,
  findUserByEmail,
} from '../accounts/user-row.ts';
import { recordProviders } from './insert-identity.ts';
import { requireLinking } from './link-identity.ts';

/** Never the last identity. */
export async function unlinkIdentity(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  const signedIn = await requireUser(request, deps);
  requireLinking(deps);
  requireAal2ForCredentialChange(signedIn);
  await inTransaction(deps.pool, async (client) => {
    // Locked, because unlinking the last two at once would leave none.
    await client.query('select from auth.users where id = $1 for no key update', [signedIn.user.id]);
    const user = (await findUser(client, signedIn.user.id)) ?? signedIn.user;
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
  await recordProviders(db, user.id);
  await adoptRemainingEmail(db, user, identity, others);
}

/** For an account that loses its email. */
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
