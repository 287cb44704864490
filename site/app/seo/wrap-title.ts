import { shorten } from './fit-text.ts';

/** Largest first, in pixels, with the number of lines that fit. */
const sizes = [
  { size: 104, maxLines: 2 },
  { size: 84, maxLines: 3 },
  { size: 66, maxLines: 4 },
] as const;
const maxTitleLength = 110;

/** The title in the largest size that fits; the smallest size truncates. */
export function wrapTitle(
  title: string,
  width: number,
  measure: (text: string, sizePx: number) => number,
): { size: number; lines: string[] } {
  const words = shorten(title, maxTitleLength).split(' ');
  for (const { size, maxLines } of sizes) {
    const lines = wrap(words, (text) => measure(text, size) <= width);
    const fits = lines.length <= maxLines && lines.every((line) => measure(line, size) <= width);
    if (fits) return { size, lines };
  }
  const { size, maxLines } = sizes[sizes.length - 1] ?? sizes[2];
  const pieces = words.flatMap((word) => breakWord(word, (text) => measure(text, size) <= width));
  const lines = wrap(pieces, (text) => measure(text, size) <= width);
  return { size, lines: lines.slice(0, maxLines) };
}

function wrap(words: readonly string[], fits: (text: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function breakWord(word: string, fits: (text: string) => boolean): string[] {
  const pieces = [''];
  for (const character of word) {
    const longer = `${pieces.at(-1)}${character}`;
    if (fits(longer)) pieces[pieces.length - 1] = longer;
    else pieces.push(character);
  }
  return pieces;
}
