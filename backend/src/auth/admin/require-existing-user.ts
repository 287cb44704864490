// Finds the account that a path of the admin API names.
import type { Queryable } from '../../database/database-client.ts';
import { isUuid } from '../../database/is-uuid.ts';
import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import { type UserRow, findUser } from '../accounts/user-row.ts';
import type { DatabaseError } from 'pg';
import {
  emailExistsError,
  isEmailOrPhoneTaken,
  phoneExistsError,
  toSignUpError,
} from '../accounts/sign-up-errors.ts';

/** Throws 404: validation_failed for an id that is no UUID, otherwise user_not_found. */
export async function requireExistingUser(
  id: string,
  deps: AuthDeps,
  db: Queryable = deps.pool,
): Promise<UserRow> {
  if (!isUuid(id)) throw authError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUser(db, id);
  if (!user) throw authError(404, 'user_not_found', 'User not found');
  return user;
}

export function throwAdminError(error: unknown, message?: string): never {
  if (!isEmailOrPhoneTaken(error)) throw toSignUpError(error, message);
  const isPhone = (error as DatabaseError).constraint === 'users_phone_key';
  throw isPhone ? phoneExistsError() : emailExistsError();
}
