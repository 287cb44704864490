// Markdown edits of a text selection: bold or italic marks, line marks, links, images.
import { markdownTexts } from '../record-texts.ts';
import { writingTexts } from './writing-texts.ts';

/** A text area's value and selection. */
export interface TextSelection {
  text: string;
  start: number;
  end: number;
}

/** Replaces `from`…`to` by `insert`; then `select` is selected, counted from the start of the text. */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
  select: [start: number, end: number];
}

/** Adds a mark around the selection, or around a placeholder; removes it if it is already there. */
export function toggleInlineMark(
  { text, start, end }: TextSelection,
  mark: string,
  placeholder: string,
): TextEdit {
  const [from, to] = [start - mark.length, end + mark.length];
  const isMarked =
    text.slice(Math.max(0, from), start) === mark &&
    text.slice(end, to) === mark &&
    // the * of italics must not be one of the ** of bold
    (mark.length > 1 || (text[from - 1] !== mark && text[to] !== mark));
  const inner = text.slice(start, end);
  if (isMarked) return { from, to, insert: inner, select: [from, from + inner.length] };
  const shown = inner || placeholder;
  const at = start + mark.length;
  return { from: start, to: end, insert: mark + shown + mark, select: [at, at + shown.length] };
}

/** The selected lines, whole, with where they begin and end. */
function linesOf({ text, start, end }: TextSelection) {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  return { from, to, lines: text.slice(from, to).split('\n') };
}

/** Adds a mark to each selected line, or removes it if all of them have it. */
export function toggleLineMarks(selection: TextSelection, mark: string): TextEdit {
  const { from, to, lines } = linesOf(selection);
  const isMarked = lines.every((line) => line.startsWith(mark));
  const insert = lines
    .map((line) => (isMarked ? line.slice(mark.length) : line.startsWith(mark) ? line : mark + line))
    .join('\n');
  return { from, to, insert, select: [from + insert.length, from + insert.length] };
}

const lineNumber = /^\d{1,9}[.)] /;

/** Numbers the selected lines from 1, or removes their numbers if all of them have one. */
export function toggleLineNumbers(selection: TextSelection): TextEdit {
  const { from, to, lines } = linesOf(selection);
  const isNumbered = lines.every((line) => lineNumber.test(line));
  const insert = lines
    .map((line) => line.replace(/^(?:[-*+]|\d{1,9}[.)]) /, ''))
    .map((line, index) => (isNumbered ? line : `${index + 1}. ${line}`))
    .join('\n');
  return { from, to, insert, select: [from + insert.length, from + insert.length] };
}

/** Whether a text ends in a block of code. */
export function isInCode(before: string): boolean {
  return (before.match(/^\s*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
}

/** What a line of a list or a quotation begins with. */
const blockStart = /^(\s*(?:> ?)*)([-*+] |(\d{1,9})([.)]) |)(.*)$/;

/**
 * The edit that Enter makes in a list or a quotation: the next line begins like this one, or an empty entry ends it.
 * Null elsewhere, and in code.
 */
export function continueBlock({ text, start, end }: TextSelection): TextEdit | null {
  if (start !== end) return null;
  const before = text.slice(0, start);
  const from = before.lastIndexOf('\n') + 1;
  const next = text.indexOf('\n', start);
  const line = text.slice(from, next === -1 ? text.length : next);
  const [, outer = '', mark = '', number, sign, content = ''] = blockStart.exec(line) ?? [];
  const opening = outer + mark;
  if ((mark === '' && outer.trim() === '') || start - from < opening.length || isInCode(before)) return null;
  if (content.trim() === '') return { from, to: from + line.length, insert: '', select: [from, from] };
  const following = number === undefined ? mark : `${Number(number) + 1}${sign} `;
  const insert = `\n${outer}${following}`;
  return { from: start, to: start, insert, select: [start + insert.length, start + insert.length] };
}

const url = /^(https?:\/\/|mailto:|\/)\S+$/;

/** Makes the selection a link; then the missing part, text or URL, is selected. */
export function insertMarkdownLink({ text, start, end }: TextSelection): TextEdit {
  const inner = text.slice(start, end);
  const isUrl = url.test(inner);
  const shown = isUrl || inner === '' ? markdownTexts.linkPlaceholder : inner;
  const address = isUrl ? inner : 'https://';
  const insert = `[${shown}](${address})`;
  const missing: [number, number] = isUrl
    ? [start + 1, start + 1 + shown.length]
    : [start + shown.length + 3, start + insert.length - 1];
  return { from: start, to: end, insert, select: missing };
}

/** What separates a block from the text before and after it. */
export function blankLinesAround(before: string, after: string): [above: string, below: string] {
  return [
    before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n',
    after === '' || after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n',
  ];
}

/** Puts a block into a paragraph of its own. */
function createBlockEdit({ text, start, end }: TextSelection, block: string): TextEdit {
  const [above, below] = blankLinesAround(text.slice(0, start), text.slice(end));
  const at = start + above.length + block.length;
  return { from: start, to: end, insert: above + block + below, select: [at, at] };
}

/** An empty description marks an image as decoration. */
export function createMarkdownImage(address: string, alt: string): string {
  return `![${escapeLabel(alt)}](${address})`;
}

/** Inserts an image as a separate paragraph. */
export function createMarkdownImageEdit(selection: TextSelection, address: string, alt: string): TextEdit {
  return createBlockEdit(selection, createMarkdownImage(address, alt));
}

function escapeLabel(text: string): string {
  return text.replaceAll(/[\\[\]]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
}

/** A still image and its words, which are one link. */
export function createMarkdownVideoEdit(
  selection: TextSelection,
  { address, name, image }: { address: string; name: string; image: string },
): TextEdit {
  const target = /[()]/.test(address) ? `<${address}>` : address;
  return createBlockEdit(
    selection,
    `[![](${image})\n${escapeLabel(writingTexts.video.link(name))}](${target})`,
  );
}

/** A table of two columns; its first heading is selected. */
export function createMarkdownTableEdit(selection: TextSelection): TextEdit {
  const { first, second, cell } = markdownTexts.table;
  const rows = [
    [first, second],
    ['---', '---'],
    [cell, cell],
    [cell, cell],
  ];
  const block = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const at = { ...selection, start: selection.end };
  const edit = createBlockEdit(at, block);
  const start = edit.from + edit.insert.indexOf('|') + 2;
  return { ...edit, select: [start, start + first.length] };
}
