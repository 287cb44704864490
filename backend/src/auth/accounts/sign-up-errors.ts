// Classifies errors of account creation: conflict, trigger failure, sign-up disabled.
import { DatabaseError } from 'pg';
import { isConnectionLoss, isNotWritableFailure } from '../../database/database-failure.ts';
import { BackendError } from '../../errors/backend-error.ts';
import { authError } from '../http/errors.ts';

export function isEmailOrPhoneTaken(error: unknown): boolean {
  return (
    isAccountConflict(error) &&
    /^users_(email_partial|phone)_key$/.test((error as DatabaseError).constraint ?? '')
  );
}

/** Whether the error is a unique violation: another request created the same account at the same moment. */
export function isAccountConflict(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.schema === 'auth';
}

/** Whether the error is a timeout, or is reported as an unavailable or full database. */
function isOutage(error: DatabaseError): boolean {
  return error.code === '57014' || isConnectionLoss(error) || isNotWritableFailure(error);
}

/**
 * An exception of the project's trigger (P0001) becomes 422 signup_disabled with its message. A conflict is returned
 * unchanged, for retryOnAccountConflict(). Any other failure of a trigger becomes GoTrue's 500 without the database's
 * text, which may quote values of rows.
 */
export function toSignUpError(error: unknown, message = 'Database error saving new user'): unknown {
  if (!(error instanceof DatabaseError) || isOutage(error) || isAccountConflict(error)) return error;
  if (error.code === 'P0001') return signUpDisabledError(error.message);
  return new BackendError({ status: 500, code: 'unexpected_failure', message }, { cause: error });
}

export function emailExistsError(): BackendError {
  return authError(422, 'email_exists', 'A user with this email address has already been registered');
}

export function phoneExistsError(): BackendError {
  return authError(422, 'phone_exists', 'A user with this phone number has already been registered');
}

export function signUpDisabledError(message = 'Signups not allowed for this instance'): BackendError {
  return authError(422, 'signup_disabled', message);
}
