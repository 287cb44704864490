// Markdown edits of a text selection: bold or italic marks, line marks, links, images.
import { markdownTexts } from '../record-texts.ts';

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

/** Adds a mark to each selected line, or removes it if all of them have it. */
export function toggleLineMarks({ text, start, end }: TextSelection, mark: string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isMarked = lines.every((line) => line.startsWith(mark));
  const insert = lines
    .map((line) => (isMarked ? line.slice(mark.length) : line.startsWith(mark) ? line : mark + line))
    .join('\n');
  return { from, to, insert, select: [from + insert.length, from + insert.length] };
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

/** Inserts a picture as a separate paragraph. An empty description marks it as decoration. */
export function createMarkdownImageEdit(
  { text, start, end }: TextSelection,
  address: string,
  alt: string,
): TextEdit {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const description = alt.replaceAll(/[\\[\]]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
  const insert = [
    before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n',
    `![${description}](${address})`,
    after === '' || after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n',
  ].join('');
  const at = start + insert.trimEnd().length;
  return { from: start, to: end, insert, select: [at, at] };
}
