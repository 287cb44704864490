// Estimates how much of a password has to be guessed: sequences, repetitions, keyboard walks, words, dates are not.
import { readFileSync } from 'node:fs';

let known: ReadonlySet<string> | undefined;

/** The 10,000 most common passwords and common French ones; read at the first call. */
function commonPasswords(): ReadonlySet<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
  return new Set([
    ...text.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
    ...frenchPasswords.split(/\s+/),
  ]);
}

/** Common passwords of French speakers, most of which the list of English ones lacks. */
const frenchPasswords = `motdepasse monmotdepasse bienvenue bonjour bonsoir azerty doudou loulou soleil chocolat coucou
  chouchou loulotte nounours princesse jetaime monamour amour bisous cheval papillon marseille toulouse montreal quebec
  canadiens nordiques france vacances famille maison maman papa mamour moncoeur toutou minou chaton fripouille caramel
  cerise framboise citron printemps automne hiver janvier fevrier juillet septembre octobre novembre decembre lundi
  mardi mercredi jeudi vendredi samedi dimanche secret administrateur changezmoi entreprise ordinateur utilisateur
  connexion tabarnak camille nicolas sebastien guillaume frederic mathieu benoit`;

/** Characters that guessing programs use in place of letters. */
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

/** Replaces signs by the letters that they imitate: "P@ssw0rd" becomes "password". */
export function withLetters(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => substitutes[sign] ?? sign);
}

/** Maximum number of digits and signs that guessing programs add before or after a word: a year and two signs. */
const longestAffix = 6;
const affixes = new RegExp(`^[^\\p{L}]{0,${longestAffix}}?(\\p{L}.*?)[^\\p{L}]{0,${longestAffix}}$`, 'u');

/** Shorter ones with six digits around them are as hard to guess as a random password. */
const shortestCore = 4;
/** Longer passwords are judged by their beginning. */
const longestJudged = 40;

/**
 * Whether the password, in any case, is little more than common passwords, `names` (small letters and digits) and
 * patterns, or one of these with digits and signs around it: "P@ssw0rd2026!", "aaaaaaaa1", "1qaz2wsx", "ana19850714".
 */
export function isGuessablePassword(password: string, names: readonly string[] = []): boolean {
  const list = (known ??= commonPasswords());
  const plain = password.normalize('NFKC').toLowerCase().slice(0, longestJudged);
  const core = affixes.exec(plain)?.[1] ?? plain;
  if ([plain, withLetters(plain), core, withLetters(core)].some((guess) => list.has(guess))) return true;
  const words = new Map(names.map((name) => [name, costOfName]));
  const effort = (text: string): number =>
    Math.min(countGuesses(text, list, words), countGuesses(withLetters(text), list, words));
  // A date may have signs between its numbers.
  const digits = /\p{L}/u.test(plain) ? plain : plain.replaceAll(/\D/g, '') || plain;
  return (
    Math.min(effort(plain), effort(digits)) < leastEffort ||
    (core.length >= shortestCore && effort(core) <= costOfName)
  );
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
