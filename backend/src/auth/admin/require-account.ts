import { isUuid } from '../../database/is-uuid.ts';
import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import { type Queryable, type UserRow, findUser } from '../accounts/user-row.ts';

/** Throws 404: validation_failed for no UUID, user_not_found. */
export async function requireAccount(
  id: string,
  deps: AuthDeps,
  db: Queryable = deps.pool,
): Promise<UserRow> {
  if (!isUuid(id)) throw authError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUser(db, id);
  if (!user) throw authError(404, 'user_not_found', 'User not found');
  return user;
}
