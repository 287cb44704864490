import { useMutation } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';

/** The field that an error is about; `form` for none of them. */
export interface PasswordProblem {
  field: 'current' | 'next' | 'form';
  text: string;
}

export interface PasswordChange {
  /** undefined after a link from a message, which replaces it */
  current: string | undefined;
  next: string;
}

const minLength = 6;

interface AuthFailure {
  code?: string | undefined;
  status?: number | undefined;
  message: string;
}

function advice({ code, status, message }: AuthFailure): PasswordProblem {
  switch (code) {
    case 'current_password_invalid':
      return { field: 'current', text: "That isn't your current password" };
    case 'current_password_required':
      return { field: 'current', text: 'Enter your current password' };
    case 'same_password':
      return { field: 'next', text: 'Choose a different password' };
    case 'weak_password':
      return { field: 'next', text: message };
    // Some projects require a sign-in within the last day.
    case 'reauthentication_needed':
      return { field: 'form', text: 'Please sign out and back in, then change your password.' };
    default:
      return {
        field: 'form',
        text: status
          ? message
          : "We couldn't reach the server. Your password hasn't changed. Please try again.",
      };
  }
}

/** Checks before sending. */
function validate({ current, next }: PasswordChange): PasswordProblem | null {
  if (current === '') return { field: 'current', text: 'Enter your current password' };
  if (next.length < minLength) return { field: 'next', text: 'Enter a password of at least 6 characters' };
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
