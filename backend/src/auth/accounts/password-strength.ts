// Checks a new password: length, required characters, guessable words, the site's name.
import type { BackendError } from '../../errors/backend-error.ts';
import type { AuthConfig } from '../config.ts';
import { authError } from '../http/errors.ts';
import type { UserRow } from './user-row.ts';
import { isGuessablePassword } from './is-guessable-password.ts';
import { reversed, spellingsOf, withLatinLetters } from './password-spellings.ts';

/** In UTF-16 units. */
const maxLength = 1024;

const lowerLetters = 'abcdefghijklmnopqrstuvwxyz';
const upperLetters = lowerLetters.toUpperCase();
const digitCharacters = '0123456789';
const symbolCharacters = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

const requiredCharacters: Record<AuthConfig['password_requirements'], string[]> = {
  '': [],
  letters_digits: [lowerLetters + upperLetters, digitCharacters],
  lower_upper_letters_digits: [lowerLetters, upperLetters, digitCharacters],
  lower_upper_letters_digits_symbols: [lowerLetters, upperLetters, digitCharacters, symbolCharacters],
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

const knownMessage = 'Password is known to be weak and easy to guess, please choose a different one.';
const ownNameMessage = 'Password should not contain your own name or email address: it is guessed first.';

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
  const required = requiredCharacters[config.password_requirements];
  if (required.some((set) => ![...password].some((character) => set.includes(character)))) {
    reasons.push('characters');
    messages.push(`Password should contain at least one character of each: ${required.join(', ')}.`);
  }
  // A password that is too short is reported only as short.
  const guessableNames = reasons.includes('length') ? undefined : config.guessableNames;
  if (guessableNames && containsName(password, guessableNames())) {
    reasons.push('name');
    messages.push('Password should not contain the name of the site or business: it is guessed first.');
  } else if (guessableNames && containsWord(foldedSpellings(password), ownWords(owner))) {
    reasons.push('name');
    messages.push(ownNameMessage);
  } else if (guessableNames && isGuessablePassword(password, ownWords(owner))) {
    const isKnown = isGuessablePassword(password);
    reasons.push(isKnown ? 'pwned' : 'name');
    messages.push(isKnown ? knownMessage : ownNameMessage);
  }
  return reasons.length > 0 ? { message: messages.join(' '), reasons } : undefined;
}

/** Throws 422 weak_password with its reasons, or 422 validation_failed above MAX_LENGTH. */
export function requireStrongPassword(password: string, config: AuthConfig, owner: PasswordOwner): void {
  if (password.length > maxLength) {
    throw authError(422, 'validation_failed', `Password cannot be longer than ${maxLength} characters`);
  }
  const weakness = findPasswordWeakness(password, config, owner);
  if (weakness) throw weakPassword(weakness);
}

function weakPassword(weakness: PasswordWeakness): BackendError {
  return authError(422, 'weak_password', weakness.message, { weak_password: { reasons: weakness.reasons } });
}

/** Reduces a text to small Latin letters without accents, and digits. */
function fold(text: string): string {
  return withLatinLetters(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const shortestName = 4;
/** A password that contains one word of a name must have at least this many other letters and digits. */
const enoughBeside = 8;
/** Longer texts are judged by their beginning, and more words are not tried: the caller chooses both. */
const longestSpelling = 256;
const longestName = 200;
const mostOwnWords = 20;

/** Keys of the metadata in which clients and providers store a name. */
const nameKeys = [
  'name',
  'full_name',
  'first_name',
  'last_name',
  'middle_name',
  'given_name',
  'family_name',
  'display_name',
  'user_name',
  'username',
  'preferred_username',
  'nickname',
  'nick_name',
  'fullName',
  'firstName',
  'lastName',
  'givenName',
  'familyName',
  'displayName',
  'userName',
];

/**
 * Whether the password contains one of `names`, or one of their words and little else: "Maple-Digital-1",
 * "maple2026".
 */
function containsName(password: string, names: readonly string[]): boolean {
  const spellings = foldedSpellings(password);
  return (
    names.map(fold).some((whole) => whole.length >= shortestName && spellings.some(includes(whole))) ||
    containsWord(spellings, names.flatMap(wordsOf))
  );
}

function ownWords({ email, phone, data }: PasswordOwner): string[] {
  const address = (email ?? '').slice(0, longestName);
  const [local = '', domain = ''] = address.split('@');
  const given = nameKeys.map((key) => data?.[key]).filter((value) => typeof value === 'string');
  const texts = [local, domain.split('.').at(-2) ?? '', phone ?? '', ...given];
  const names = texts.map((text) => text.slice(0, longestName));
  const words = [fold(address), ...names.map(fold), ...names.flatMap(wordsOf)];
  const distinct = new Set(words.map((word) => word.slice(0, longestName)).filter(Boolean));
  return [...distinct].slice(0, mostOwnWords);
}

/** Whether one of the spellings of a password contains one of the words, and little else. */
function containsWord(spellings: readonly string[], words: readonly string[]): boolean {
  return words.some(
    (word) =>
      word.length >= shortestName &&
      spellings.some((spelling) => spelling.includes(word) && spelling.length - word.length < enoughBeside),
  );
}

function foldedSpellings(password: string): string[] {
  const judged = withLatinLetters(password).slice(0, longestSpelling);
  return spellingsOf(judged)
    .flatMap((spelling) => [spelling, reversed(spelling)])
    .map((spelling) => spelling.replaceAll(/[^\p{L}\p{N}]/gu, ''));
}

function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{N}]+/u).map(fold);
}

function includes(word: string): (spelling: string) => boolean {
  return (spelling) => spelling.includes(word);
}
