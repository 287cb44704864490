// Matches lines of a mail with the messages of its conversation.
import type { OwnMail } from '../own-mail.ts';

/**
 * `all`: the line is a whole line of a known text. `some`: it is a short one, which counts only beside lines that are
 * `all`. `print`: it belongs to the text that follows the message in each mail of ours.
 */
export type KnownTextMatch = 'all' | 'some' | 'print' | 'no';

/** Characters; a conversation that a mail quotes is not longer. */
const maxLength = 200_000;
/** Letters; shorter lines may match by chance. */
const ownLength = 12;

/** Only letters and digits, because mail programs wrap and mark lines and change quotation marks and links. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/<?\b(https?:\/\/|mailto:|www\.)\S+/gi, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .toLowerCase();
}

const oneOfSyllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** A Chinese, Japanese or Korean character counts as two letters. */
function weightOf(letters: string): number {
  return letters.length + (letters.match(oneOfSyllables)?.length ?? 0);
}

/** The most characters that a line may have in addition to the known text: names, an address, a number. */
const restLength = 80;

/**
 * Whether a text contains another: every piece of `ownLength` letters of the second occurs in the first. Takes linear
 * time, unlike a search in texts that were made to match almost everywhere.
 */
function createPieces(letters: string): (wanted: string) => boolean {
  const byLength = new Map<number, Set<string>>();
  function piecesOf(length: number): Set<string> {
    const pieces = byLength.get(length) ?? new Set();
    if (pieces.size === 0)
      for (let at = 0; at + length <= letters.length; at++) pieces.add(letters.slice(at, at + length));
    byLength.set(length, pieces);
    return pieces;
  }
  return (wanted) => {
    const length = Math.min(wanted.length, ownLength);
    const pieces = piecesOf(length);
    for (let at = 0; at + length <= wanted.length; at++)
      if (!pieces.has(wanted.slice(at, at + length))) return false;
    return true;
  };
}

/** The text below each of our mails. Its sentences are in parts, because names and addresses are between them. */
export type OwnFooter = Pick<OwnMail, 'footerSentences' | 'footerLines'>;

/** Compares lines of a mail with the texts that it may quote: the messages of its conversation. */
export function createKnownTextMatcher(
  texts: readonly string[],
  { footerSentences = [], footerLines = [] }: OwnFooter = {},
) {
  const smallPrint = footerSentences
    .flatMap((sentence) => sentence.split('\0'))
    .map(lettersOf)
    .filter((part) => part.length >= ownLength);
  const shortPrint = new Set(footerLines.map(lettersOf));
  const all = texts.join('\n').slice(0, maxLength);
  const letters = lettersOf(all);
  const lines = new Set(all.split('\n').map(lettersOf));
  const isContained = createPieces(letters);
  return {
    isEmpty: letters === '',
    find(line: string) {
      const wanted = lettersOf(line.slice(0, 4_000));
      if (wanted === '') return 'no';
      if (weightOf(wanted) >= ownLength && isContained(wanted)) return 'all';
      if (lines.has(wanted) || shortPrint.has(wanted)) return 'some';
      const isSmallPrint = smallPrint.some(
        (part) => wanted.includes(part) && wanted.length < part.length + restLength,
      );
      return isSmallPrint ? 'print' : 'no';
    },
  };
}

export type KnownTextMatcher = ReturnType<typeof createKnownTextMatcher>;
