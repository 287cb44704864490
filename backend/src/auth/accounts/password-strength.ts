// Checks a new password: length, required characters, guessable words, the site's name.
import type { BackendError } from '../../errors/backend-error.ts';
import type { AuthConfig } from '../config.ts';
import { authError } from '../http/errors.ts';
import type { UserRow } from './user-row.ts';
import { isGuessablePassword, withLetters } from './guessable-password.ts';

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

export interface PasswordWeakness {
  message: string;
  /** `pwned` is GoTrue's word for a common password; `name` is ours. */
  reasons: ('length' | 'characters' | 'pwned' | 'name')[];
}

/** Whose password it is: their own address and name are guessed first. */
export interface PasswordOwner {
  email?: string | null | undefined;
  phone?: string | null | undefined;
  data?: Record<string, unknown> | null | undefined;
}

/** `given` is about to change. */
export function passwordOwnerOf(user: UserRow | undefined, given: PasswordOwner = {}): PasswordOwner {
  return {
    email: given.email || user?.email,
    phone: given.phone || user?.phone,
    data: { ...user?.raw_user_meta_data, ...given.data },
  };
}

/** Length in UTF-16 units, as browsers count it. */
export function findPasswordWeakness(
  password: string,
  config: AuthConfig,
  owner: PasswordOwner = {},
): PasswordWeakness | undefined {
  const reasons: PasswordWeakness['reasons'] = [];
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
  // A password that is too short is reported only as short.
  const guessableNames = reasons.includes('length') ? undefined : config.guessableNames;
  if (guessableNames && containsName(password, guessableNames())) {
    reasons.push('name');
    messages.push('Password should not contain the name of the site or business: it is guessed first.');
  } else if (guessableNames && isGuessablePassword(password)) {
    reasons.push('pwned');
    messages.push('Password is known to be weak and easy to guess, please choose a different one.');
  } else if (guessableNames && containsOwnName(password, owner)) {
    reasons.push('name');
    messages.push('Password should not contain your own name or email address: it is guessed first.');
  }
  return reasons.length > 0 ? { message: messages.join(' '), reasons } : undefined;
}

/** Throws 422 weak_password with its reasons, or 422 validation_failed above MAX_LENGTH. */
export function requireStrongPassword(password: string, config: AuthConfig, owner: PasswordOwner): void {
  if (password.length > MAX_LENGTH) {
    throw authError(422, 'validation_failed', `Password cannot be longer than ${MAX_LENGTH} characters`);
  }
  const weakness = findPasswordWeakness(password, config, owner);
  if (weakness) throw weakPassword(weakness);
}

function weakPassword(weakness: PasswordWeakness): BackendError {
  return authError(422, 'weak_password', weakness.message, { weak_password: { reasons: weakness.reasons } });
}

/** Reduces a text to small letters without accents, and digits. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const shortestName = 4;
/** A password that contains one word of a name must have at least this many other letters and digits. */
const enoughBeside = 8;

/**
 * Whether the password contains one of `names`, or one of their words and little else: "Maple-Digital-1",
 * "maple2026".
 */
function containsName(password: string, names: readonly string[]): boolean {
  return (
    names
      .map(fold)
      .some((whole) => whole.length >= shortestName && spellingsOf(password).some(includes(whole))) ||
    containsWord(password, names.flatMap(wordsOf))
  );
}

function containsOwnName(password: string, { email, phone, data }: PasswordOwner): boolean {
  const [local = '', domain = ''] = (email ?? '').split('@');
  const given = Object.entries(data ?? {}).flatMap(([key, value]) =>
    /name/i.test(key) && typeof value === 'string' ? [value.slice(0, 200)] : [],
  );
  const names = [...given, local, domain.split('.').at(-2) ?? '', phone ?? ''];
  const words = [...names.map(fold), ...names.flatMap(wordsOf), fold(email ?? '')].filter(Boolean);
  return containsWord(password, words) || isGuessablePassword(password, words);
}

/** Whether the password contains one of the words, and little else. */
function containsWord(password: string, words: readonly string[]): boolean {
  return words.some(
    (word) =>
      word.length >= shortestName &&
      spellingsOf(password).some(
        (spelling) => spelling.includes(word) && spelling.length - word.length < enoughBeside,
      ),
  );
}

function spellingsOf(password: string): string[] {
  return [fold(password), fold(withLetters(password.toLowerCase()))];
}

function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{N}]+/u).map(fold);
}

function includes(word: string): (spelling: string) => boolean {
  return (spelling) => spelling.includes(word);
}
