import { AuthUnknownError } from '@supabase/supabase-js';
import { errorMessage } from '../ui/error-message.ts';

/** The message of a failed sign-in or sign-up, or the fallback where the service said nothing readable. */
export function authErrorMessage(error: unknown, fallback: string): string {
  // An answer that is not JSON reaches us as the parser's complaint, a body without a message as printed JSON.
  if (error instanceof AuthUnknownError) return fallback;
  const message = error instanceof Error ? error.message.trim() : '';
  return message === '' || message.startsWith('{') ? fallback : errorMessage(error);
}
