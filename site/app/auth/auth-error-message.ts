// Converts an error of the auth service to a message for users.
import { errorMessage } from '../ui/error-message.ts';
import { authErrorTexts } from './auth-error-texts.ts';

const byCode: Record<string, string> = authErrorTexts.byCode;

interface AuthFailure {
  code?: string;
  message: string;
  reasons?: readonly string[];
}

/** The text for a code of the auth service, with the number in its message; undefined for an unknown code. */
function knownMessage({ code = '', message, reasons = [] }: AuthFailure): string | undefined {
  const [number = ''] = /\d+/.exec(message) ?? [];
  if (code === 'weak_password' && !reasons.includes('characters')) {
    const parts = reasons.map((reason) => {
      if (reason === 'length') return authErrorTexts.shortPassword(number);
      return reason === 'name' ? authErrorTexts.passwordWithName : authErrorTexts.commonPassword;
    });
    return parts.join(' ') || undefined;
  }
  if (/^over_\w+_rate_limit$/.test(code) && number) return authErrorTexts.tooMany(number);
  return byCode[code];
}

/** The message of a failed request to the auth service; `fallback` if it sent none that is readable. */
export function authErrorMessage(error: unknown, fallback: string): string {
  // A response that is not JSON arrives as a parser error, a body without a message as printed JSON. Compared by name,
  // because the class would load the whole client into /auth.
  if (!(error instanceof Error) || error.name === 'AuthUnknownError') return fallback;
  const message = error.message.trim();
  if (message === '' || message.startsWith('{')) return fallback;
  return knownMessage(error) ?? errorMessage(error);
}
