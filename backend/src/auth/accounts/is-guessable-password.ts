import { readFileSync } from 'node:fs';

let known: ReadonlySet<string> | undefined;

function readList(): ReadonlySet<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
}

/** What lists of guesses add to a word, or put in place of its letters. */
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
/** Of digits and signs around a word: a year and a few signs. Longer ones are not guessed with it. */
const longestAffix = 6;
const affixes = new RegExp(`^[^\\p{L}]{0,${longestAffix}}?(\\p{L}.*?)[^\\p{L}]{0,${longestAffix}}$`, 'u');

/** "P@ssw0rd" as "password". */
function withLetters(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => substitutes[sign] ?? sign);
}

/** Small letters and digits without accents. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Among the most common, in any case, or one of them with a few digits and signs around it or in place of its letters
 * ("P@ssw0rd2026!"). The list is read at the first call.
 */
export function isGuessablePassword(password: string): boolean {
  const list = (known ??= readList());
  const plain = password.normalize('NFKC').toLowerCase();
  const core = affixes.exec(plain)?.[1] ?? plain;
  return [plain, withLetters(plain), core, withLetters(core)].some((guess) => list.has(guess));
}

const shortestName = 4;
/** What is left beside a single word of a name must be a password of its own. */
const enoughBeside = 8;

/** Whether it contains one of `names`, or little more than one of their words: "Maple-Digital-1", "maple2026". */
export function containsName(password: string, names: readonly string[]): boolean {
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
