// Fits pasted Markdown into the text around the caret.
import { blankLinesAround } from './markdown-edits.ts';
import type { TextRange } from './pasted-part.ts';

/** A line that begins a block, and is part of another one if it is put into its line. */
const blockMark = /^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |\||```|---$|!\[)/;
const emptyEntry = /(?:^|\n)(?:[-*+]|\d{1,9}[.)]) $/;

export interface PlacedMarkdown extends TextRange {
  insert: string;
  /** how many characters were added before the Markdown */
  shift: number;
}

/** A paragraph continues the line of the caret; any other block gets blank lines around it. */
export function placeMarkdown(text: string, { start, end }: TextRange, markdown: string): PlacedMarkdown {
  const lines = markdown.split('\n');
  // a list that is pasted into an empty entry takes its place
  const entry = /^(?:[-*+]|\d{1,9}[.)]) /.test(lines[0] ?? '') ? emptyEntry.exec(text.slice(0, start)) : null;
  const from = entry ? start - entry[0].trimStart().length : start;
  const [before, after] = [text.slice(0, from), text.slice(end)];
  const [above, below] = blankLinesAround(before, after);
  const opening = blockMark.test(lines[0] ?? '') ? above : '';
  const closing = blockMark.test((lines.at(-1) ?? '').trimStart()) ? below : '';
  return { start: from, end, insert: opening + markdown + closing, shift: opening.length };
}
