import { DatabaseError } from 'pg';
import { refusal } from '../http/errors.ts';
import { explainSignUp, isTaken } from '../accounts/sign-up-errors.ts';

/** A write to auth.users that failed, as an administrator should hear it: 422 email_exists, phone_exists, signup_disabled. */
export function explainTaken(error: unknown): unknown {
  if (!isTaken(error)) return explainSignUp(error);
  if ((error as DatabaseError).constraint === 'users_phone_key') {
    return refusal(422, 'phone_exists', 'A user with this phone number has already been registered');
  }
  return refusal(422, 'email_exists', 'A user with this email address has already been registered');
}
