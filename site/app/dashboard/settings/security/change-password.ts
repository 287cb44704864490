import { useMutation } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';

/** The fields of the form that a refusal is about; `form` is none of them. */
export interface PasswordProblem {
  field: 'current' | 'next' | 'form';
  text: string;
}

export interface PasswordChange {
  /** undefined where a link in a message stands for it */
  current: string | undefined;
  next: string;
}

const shortest = 6;

interface Refused {
  code?: string | undefined;
  status?: number | undefined;
  message: string;
}

/** What to do about a refusal, and at which field. */
function advice({ code, status, message }: Refused): PasswordProblem {
  switch (code) {
    case 'current_password_invalid':
      return { field: 'current', text: "That isn't your current password" };
    case 'current_password_required':
      return { field: 'current', text: 'Enter your current password' };
    case 'same_password':
      return { field: 'next', text: 'Choose a different password' };
    case 'weak_password':
      return { field: 'next', text: message };
    // Some projects ask for a sign-in of the last day.
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

/** What is wrong before anybody is asked. */
function look({ current, next }: PasswordChange): PasswordProblem | null {
  if (current === '') return { field: 'current', text: 'Enter your current password' };
  if (next.length < shortest) return { field: 'next', text: 'Enter a password of at least 6 characters' };
  return null;
}

async function changePassword(change: PasswordChange): Promise<PasswordProblem | null> {
  const early = look(change);
  if (early) return early;
  const { current, next } = change;
  const { error } = await browserClient().auth.updateUser({
    password: next,
    ...(current === undefined ? {} : { current_password: current }),
  });
  return error && advice(error);
}

/** Sets a new password and answers null, or what is in the way. Every other session of the account ends with it. */
export function useChangePassword() {
  return useMutation({ mutationFn: changePassword });
}
