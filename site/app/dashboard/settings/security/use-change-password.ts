import type { AuthError } from '@supabase/supabase-js';
import { authErrorMessage } from '../../../auth/auth-error-message.ts';
import { useMutation } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { securityTexts } from './security-texts.ts';

const { errors } = securityTexts.password;

/** The field that an error is about; `form` for none of them. */
export interface PasswordProblem {
  field: 'current' | 'next' | 'form';
  text: string;
}

interface PasswordChange {
  /** undefined after a link from a message, which replaces it */
  current: string | undefined;
  next: string;
}

const minLength = 6;

function advice(error: AuthError): PasswordProblem {
  const message = authErrorMessage(error, error.message);
  switch (error.code) {
    case 'current_password_invalid':
      return { field: 'current', text: errors.currentWrong };
    case 'current_password_required':
      return { field: 'current', text: errors.currentMissing };
    case 'same_password':
      return { field: 'next', text: errors.same };
    case 'weak_password':
      return { field: 'next', text: message };
    // Some projects require a sign-in within the last day.
    case 'reauthentication_needed':
      return { field: 'form', text: errors.signInAgain };
    default:
      return { field: 'form', text: error.status ? message : errors.unreachable };
  }
}

/** Checks before sending. */
function validate({ current, next }: PasswordChange): PasswordProblem | null {
  if (current === '') return { field: 'current', text: errors.currentMissing };
  if (next.length < minLength) return { field: 'next', text: errors.short };
  return null;
}

async function changePassword(change: PasswordChange): Promise<PasswordProblem | null> {
  const invalid = validate(change);
  if (invalid) return invalid;
  const { current, next } = change;
  const { error } = await browserClient().auth.updateUser({
    password: next,
    ...(current === undefined ? {} : { current_password: current }),
  });
  return error && advice(error);
}

/** Sets a new password, which ends all other sessions; resolves to null or the problem. */
export function useChangePassword() {
  return useMutation({ mutationFn: changePassword });
}
