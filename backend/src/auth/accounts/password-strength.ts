// Checks a new password: length, required characters, guessable words, the site's name.
import type { BackendError } from '../../errors/backend-error.ts';
import type { AuthConfig } from '../config.ts';
import { authError } from '../http/errors.ts';
import { readFileSync } from 'node:fs';

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

/** Length in UTF-16 units, as browsers count it. */
export function findPasswordWeakness(password: string, config: AuthConfig): PasswordWeakness | undefined {
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
  }
  return reasons.length > 0 ? { message: messages.join(' '), reasons } : undefined;
}

/** Throws 422 weak_password with its reasons, or 422 validation_failed above MAX_LENGTH. */
export function requireStrongPassword(password: string, config: AuthConfig): void {
  if (password.length > MAX_LENGTH) {
    throw authError(422, 'validation_failed', `Password cannot be longer than ${MAX_LENGTH} characters`);
  }
  const weakness = findPasswordWeakness(password, config);
  if (weakness) throw weakPassword(weakness);
}

function weakPassword(weakness: PasswordWeakness): BackendError {
  return authError(422, 'weak_password', weakness.message, { weak_password: { reasons: weakness.reasons } });
}

let known: ReadonlySet<string> | undefined;

function readList(): ReadonlySet<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
}

/** Characters that guessing programs add to a word or use in place of its letters. */
const substitutes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/**
 * Maximum number of digits and signs that guessing programs add before or after a word, such as a year and two signs.
 */
const longestAffix = 6;
const affixes = new RegExp(`^[^\\p{L}]{0,${longestAffix}}?(\\p{L}.*?)[^\\p{L}]{0,${longestAffix}}$`, 'u');

/** Replaces signs by the letters that they imitate: "P@ssw0rd" becomes "password". */
function withLetters(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => substitutes[sign] ?? sign);
}

/** Reduces a text to small letters without accents, and digits. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Whether the password is one of the most common ones, in any case, or one of them with a few digits and signs around
 * it or in place of its letters ("P@ssw0rd2026!"). The list is read at the first call.
 */
function isGuessablePassword(password: string): boolean {
  const list = (known ??= readList());
  const plain = password.normalize('NFKC').toLowerCase();
  const core = affixes.exec(plain)?.[1] ?? plain;
  return [plain, withLetters(plain), core, withLetters(core)].some((guess) => list.has(guess));
}

const shortestName = 4;
/** A password that contains one word of a name must have at least this many other letters and digits. */
const enoughBeside = 8;

/**
 * Whether the password contains one of `names`, or one of their words and little else: "Maple-Digital-1",
 * "maple2026".
 */
function containsName(password: string, names: readonly string[]): boolean {
  const spellings = [fold(password), fold(withLetters(password.toLowerCase()))];
  return names.some((name) => {
    const whole = fold(name);
    const words = name.split(/[^\p{L}\p{N}]+/u).map(fold);
    return spellings.some(
      (spelling) =>
        (whole.length >= shortestName && spelling.includes(whole)) ||
        words.some(
          (word) =>
            word.length >= shortestName &&
            spelling.includes(word) &&
            spelling.length - word.length < enoughBeside,
        ),
    );
  });
}
