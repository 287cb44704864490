import { DatabaseError } from 'pg';
import { authError } from '../http/errors.ts';
import { toSignUpError, isEmailOrPhoneTaken } from '../accounts/sign-up-errors.ts';

export function toAdminError(error: unknown, message?: string): unknown {
  if (!isEmailOrPhoneTaken(error)) return toSignUpError(error, message);
  if ((error as DatabaseError).constraint === 'users_phone_key') {
    return authError(422, 'phone_exists', 'A user with this phone number has already been registered');
  }
  return authError(422, 'email_exists', 'A user with this email address has already been registered');
}
