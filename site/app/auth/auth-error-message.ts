import { AuthUnknownError } from '@supabase/supabase-js';
import { errorMessage } from '../ui/error-message.ts';

/** The message of a failed sign-in or sign-up; `fallback` where the service sent none that is readable. */
export function authErrorMessage(error: unknown, fallback: string): string {
  // A response that is not JSON arrives as a parser error, a body without a message as printed JSON.
  if (error instanceof AuthUnknownError) return fallback;
  const message = error instanceof Error ? error.message.trim() : '';
  return message === '' || message.startsWith('{') ? fallback : errorMessage(error);
}
