import type { BackendError } from '../../errors/backend-error.ts';
import type { AuthConfig } from '../config.ts';
import { authError } from '../http/errors.ts';
import { containsName, isGuessablePassword } from './is-guessable-password.ts';

/** In UTF-16 units. */
const MAX_LENGTH = 1024;

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

const REQUIRED: Record<AuthConfig['password_requirements'], string[]> = {
  '': [],
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
};

export interface Weakness {
  message: string;
  /** `pwned` is GoTrue's word for a common password; `name` is ours. */
  reasons: ('length' | 'characters' | 'pwned' | 'name')[];
}

/** Length in UTF-16 units, as browsers count it. */
export function findWeakness(password: string, config: AuthConfig): Weakness | undefined {
  const reasons: Weakness['reasons'] = [];
  const messages: string[] = [];
  if (password.length < config.minimum_password_length) {
    reasons.push('length');
    messages.push(`Password should be at least ${config.minimum_password_length} characters.`);
  }
  const required = REQUIRED[config.password_requirements];
  if (required.some((set) => ![...password].some((character) => set.includes(character)))) {
    reasons.push('characters');
    messages.push(`Password should contain at least one character of each: ${required.join(', ')}.`);
  }
  // A short one is refused as that, whatever it says.
  const guessableNames = reasons.includes('length') ? undefined : config.guessableNames;
  if (guessableNames && containsName(password, guessableNames())) {
    reasons.push('name');
    messages.push('Password should not contain the name of the site or business: it is guessed first.');
  } else if (guessableNames && isGuessablePassword(password)) {
    reasons.push('pwned');
    messages.push('Password is known to be weak and easy to guess, please choose a different one.');
  }
  return reasons.length > 0 ? { message: messages.join(' '), reasons } : undefined;
}

/** Throws 422 weak_password with its reasons, or 422 validation_failed above MAX_LENGTH. */
export function requireStrength(password: string, config: AuthConfig): void {
  if (password.length > MAX_LENGTH) {
    throw authError(422, 'validation_failed', `Password cannot be longer than ${MAX_LENGTH} characters`);
  }
  const weakness = findWeakness(password, config);
  if (weakness) throw weakPassword(weakness);
}

function weakPassword(weakness: Weakness): BackendError {
  return authError(422, 'weak_password', weakness.message, { weak_password: { reasons: weakness.reasons } });
}
