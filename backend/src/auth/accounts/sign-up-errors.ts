import { DatabaseError } from 'pg';
import type { BackendError } from '../../errors/backend-error.ts';
import { authError } from '../http/errors.ts';

/** Whether an account could not be made or changed because its address or number belongs to another. */
export function isAddressTaken(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.code !== '23505' || error.schema !== 'auth') return false;
  return error.constraint === 'users_email_partial_key' || error.constraint === 'users_phone_key';
}

/**
 * Any failure of an insert into auth.users as the caller should hear it: a trigger of the project that raises an
 * exception refuses the sign-up in its own words (422 signup_disabled).
 */
export function toSignUpError(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code !== 'P0001') return error;
  return signUpDisabled(error.message);
}

export function signUpDisabled(message = 'Signups not allowed for this instance'): BackendError {
  return authError(422, 'signup_disabled', message);
}
