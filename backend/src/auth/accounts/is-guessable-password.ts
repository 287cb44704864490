// Estimates how much of a password has to be guessed: sequences, repetitions, keyboard walks, words, dates are not.
import { readFileSync } from 'node:fs';
import { reversed, spellingsOf, withLatinLetters, withMoreLetters } from './password-spellings.ts';

let known: ReadonlySet<string> | undefined;

/** The 10,000 most common passwords and common French ones, also backwards; read at the first call. */
function commonPasswords(): ReadonlySet<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
  const words = [
    ...text.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
    ...frenchPasswords.split(/\s+/),
    ...famousWords,
  ];
  return new Set([...words, ...words.map(reversed)]);
}

/** Common passwords of French speakers, most of which the list of English ones lacks. */
const frenchPasswords = `motdepasse monmotdepasse bienvenue bonjour bonsoir azerty doudou loulou soleil chocolat coucou
  chouchou loulotte nounours princesse jetaime monamour amour bisous cheval papillon marseille toulouse montreal quebec
  canadiens nordiques france vacances famille maison maman papa mamour moncoeur toutou minou chaton fripouille caramel
  cerise framboise citron printemps automne hiver janvier fevrier juillet septembre octobre novembre decembre lundi
  mardi mercredi jeudi vendredi samedi dimanche secret administrateur changezmoi entreprise ordinateur utilisateur
  connexion tabarnak camille nicolas sebastien guillaume frederic mathieu benoit`;

/** Of the best-known passphrase, "correct horse battery staple"; its other words are common passwords. */
const famousWords = ['correct', 'staple'];

/** Maximum number of digits and signs that guessing programs add before or after a word: a year and two signs. */
const longestAffix = 6;
const affixes = new RegExp(`^[^\\p{L}]{0,${longestAffix}}?(\\p{L}.*?)[^\\p{L}]{0,${longestAffix}}$`, 'u');

/** Shorter ones with six digits around them are as hard to guess as a random password. */
const shortestCore = 4;
/** Shorter ones may be few enough for chance. */
const longCore = 8;
/** Longer passwords are judged by their beginning. */
const longestJudged = 40;

/**
 * Whether the password, in any case, is little more than one or two common passwords, `names` (small letters and
 * digits) and patterns, or one of these with digits and signs around it, also in disguise: "P@ssw0rd2026!",
 * "p.a.s.s.w.o.r.d", "drowssap", "aaaaaaaa1", "1qaz2wsx", "ana19850714", "correct horse".
 */
export function isGuessablePassword(password: string, names: readonly string[] = []): boolean {
  const list = (known ??= commonPasswords());
  const written = password.normalize('NFKC').slice(0, longestJudged);
  const plain = written.toLowerCase();
  const latin = withLatinLetters(written);
  const words = new Map([
    ...separateWords(withoutMarks(written)).map((word) => [word, costOfWord] as const),
    ...names.flatMap((name) => [name, reversed(name)]).map((name) => [name, costOfName] as const),
  ]);
  // Rows of keys may be of another script.
  const texts = new Set([plain, latin].flatMap(spellingsOf));
  // A date may have signs between its numbers.
  if (!/\p{L}/u.test(plain)) texts.add(plain.replaceAll(/\D/g, '') || plain);
  const further = withMoreLetters(latin);
  return (
    [further, coreOf(further), lettersOf(further)].some((guess) => list.has(guess)) ||
    [...texts].some((text) => isGuessable(text, list, words)) ||
    [...new Set([plain, latin])].some((text) => isAffixed(coreOf(text), list, words))
  );
}

function coreOf(text: string): string {
  return affixes.exec(text)?.[1] ?? text;
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function isGuessable(text: string, list: ReadonlySet<string>, names: ReadonlyMap<string, number>): boolean {
  const core = coreOf(text);
  const effort = effortOf(core, list, names);
  return (
    list.has(text) ||
    list.has(core) ||
    (core.length >= shortestCore && effort <= costOfName) ||
    (core === text ? effort : effortOf(text, list, names)) < leastEffort
  );
}

/** Whether what digits and signs are around is guessable without them. Letters alone are no random characters. */
function isAffixed(core: string, list: ReadonlySet<string>, names: ReadonlyMap<string, number>): boolean {
  return core.length >= longCore && !/\p{N}/u.test(core) && effortOf(core, list, names) < leastEffort;
}

/** One kind of sign between letters is tried with each word; the signs of several kinds have to be guessed. */
function effortOf(text: string, list: ReadonlySet<string>, names: ReadonlyMap<string, number>): number {
  const effort = countGuesses(text, list, names);
  const letters = lettersOf(text);
  if (letters === text || letters.length < shortestWord) return effort;
  const kinds = new Set(text.replaceAll(/[\p{L}\p{N}]/gu, '')).size;
  return Math.min(effort, countGuesses(letters, list, names) + kinds - 1);
}

/** Words of any language, as far as they are recognizable: with signs between them, and pronounceable. */
function separateWords(written: string): string[] {
  const parts = written.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (parts.length < 2) return [];
  return parts
    .filter((part) => /^(?:\p{L}\p{Ll}{3,9}|\p{Lu}{4,10})$/u.test(part))
    .map(withLatinLetters)
    .filter((word) => /[aeiouy]/.test(word) && !/[^aeiouy]{5}/.test(word));
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replaceAll(/[\p{M}\p{Cf}]/gu, '');
}

/** Five random characters are sixty million guesses, which take years at the limits of rate-limits.ts. */
const leastEffort = 5;
const costOfName = 1;
/** One of ten thousand words is about as hard to guess as two characters. */
const costOfWord = 2;
const shortestWord = 4;
const longestWord = 40;

/** The least number of characters that someone who knows words and patterns has to guess. */
function countGuesses(text: string, list: ReadonlySet<string>, names: ReadonlyMap<string, number>): number {
  const least = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let best = (least[end - 1] ?? 0) + 1;
    for (let start = end - 2; start >= 0; start -= 1) {
      const before = least[start] ?? 0;
      if (before >= best) continue;
      best = Math.min(best, before + costOfPart(text, start, end, list, names));
    }
    least.push(best);
  }
  return least.at(-1) ?? 0;
}

function costOfPart(
  text: string,
  start: number,
  end: number,
  list: ReadonlySet<string>,
  names: ReadonlyMap<string, number>,
): number {
  const part = text.slice(start, end);
  const before = text.slice(Math.max(0, start - part.length), start);
  if (part === before || isMirrored(part, before)) return 0;
  if (part.length >= 3 && (isSequence(part) || isStraightWalk(part))) return 1;
  if (part.length <= longestWord && names.has(part)) return names.get(part) ?? costOfName;
  if (/^(19|20)\d\d$/.test(part)) return 1;
  if (part.length >= shortestWord && part.length <= longestWord && list.has(part)) return costOfWord;
  if (isDate(part) || (part.length >= 4 && isWalk(part))) return 2;
  return Infinity;
}

/** "aaa", "abc", "321", "2468". */
function isSequence(part: string): boolean {
  const first = part.charCodeAt(1) - part.charCodeAt(0);
  if (Math.abs(first) > (part.length >= 4 ? 2 : 1)) return false;
  return everyStep(part, (at) => part.charCodeAt(at) - part.charCodeAt(at - 1) === first);
}

/** A day in digits, in any usual order: "20261128", "14071985", "850714". */
function isDate(part: string): boolean {
  return /^((19|20)?\d\d(0\d|1[0-2])([0-2]\d|3[01])|([0-2]\d|3[01])([0-2]\d|3[01])(19|20)?\d\d)$/.test(part);
}

const layouts = [
  ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
  ['1234567890-=', 'azertyuiop^$', 'qsdfghjklm', 'wxcvbn,;:!'],
  ['1234567890-=', 'qwertzuiop[]', 'asdfghjkl;', 'yxcvbnm,.-'],
  ['1234567890-=', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю.'],
];
const shifted = '!@#$%^&*()';

/** Where the keys are: a row, and a column from the left. */
const keyboards = layouts.map(
  (rows) =>
    new Map([
      ...rows.flatMap((keys, row) => [...keys].map((key, column) => [key, { row, column }] as const)),
      ...[...shifted].map((key, column) => [key, { row: 0, column }] as const),
    ]),
);

/** The direction between two keys, such as "0,1" to the right; undefined if they are apart. */
function directionOn(keyboard: (typeof keyboards)[number], part: string, at: number): string | undefined {
  const [from, to] = [keyboard.get(part[at - 1] ?? ''), keyboard.get(part[at] ?? '')];
  if (!from || !to) return undefined;
  const [down, right] = [to.row - from.row, to.column - from.column];
  // Each row begins half a key further to the right.
  const isNear = down === 0 ? Math.abs(right) <= 1 : Math.abs(down) === 1 && (right === 0 || right === -down);
  return isNear ? `${down},${right}` : undefined;
}

/** "qwe", "lkj", "1qaz". */
function isStraightWalk(part: string): boolean {
  return keyboards.some((keyboard) => {
    const first = directionOn(keyboard, part, 1);
    return first !== undefined && everyStep(part, (at) => directionOn(keyboard, part, at) === first);
  });
}

/** "1q2w3e", "qazse". */
function isWalk(part: string): boolean {
  return keyboards.some((keyboard) => everyStep(part, (at) => directionOn(keyboard, part, at) !== undefined));
}

function everyStep(part: string, isRight: (at: number) => boolean): boolean {
  for (let at = 1; at < part.length; at += 1) if (!isRight(at)) return false;
  return true;
}

function isMirrored(part: string, before: string): boolean {
  if (part.length !== before.length) return false;
  for (let at = 0; at < part.length; at += 1) if (part[at] !== before.at(-1 - at)) return false;
  return true;
}
