import { DatabaseError } from 'pg';
import type { BackendError } from '../../errors/backend-error.ts';
import { authError } from '../http/errors.ts';

export function isEmailOrPhoneTaken(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.code !== '23505' || error.schema !== 'auth') return false;
  return error.constraint === 'users_email_partial_key' || error.constraint === 'users_phone_key';
}

/** An exception of the project's trigger becomes 422 signup_disabled with its message. */
export function toSignUpError(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code !== 'P0001') return error;
  return signUpDisabled(error.message);
}

export function signUpDisabled(message = 'Signups not allowed for this instance'): BackendError {
  return authError(422, 'signup_disabled', message);
}
