import { expect, test } from 'vitest';
import {
  createMarkdownImageEdit,
  insertMarkdownLink,
  toggleLineMarks,
  toggleInlineMark,
  type TextEdit,
  type TextSelection,
} from './markdown-edits.ts';

/** Parses `a [b] c` into a text in which b is selected. */
function selection(marked: string): TextSelection {
  const start = marked.indexOf('<');
  return { text: marked.replace(/[<>]/g, ''), start, end: marked.indexOf('>') - 1 };
}

function apply({ text }: TextSelection, { from, to, insert, select: [start, end] }: TextEdit): string {
  const edited = text.slice(0, from) + insert + text.slice(to);
  return `${edited.slice(0, start)}<${edited.slice(start, end)}>${edited.slice(end)}`;
}

test.each([
  ['one <two> three', '**', 'one **<two>** three'],
  ['one **<two>** three', '**', 'one <two> three'],
  ['one **<two>** three', '*', 'one ***<two>*** three'],
  ['one *<two>* three', '*', 'one <two> three'],
  ['one <>', '**', 'one **<bold text>**'],
  ['<all>', '*', '*<all>*'],
])('a mark around %j with %s', (before, mark, after) => {
  const start = selection(before);
  expect(apply(start, toggleInlineMark(start, mark, 'bold text'))).toBe(after);
});

test.each([
  ['one\n<two>\nthree', 'one\n## two<>\nthree'],
  ['one\n## t<w>o', 'one\ntwo<>'],
  ['<a\n## b>', '## a\n## b<>'],
  ['<>', '## <>'],
])('a mark before the lines of %j', (before, after) => {
  const start = selection(before);
  expect(apply(start, toggleLineMarks(start, '## '))).toBe(after);
});

test.each([
  ['see <our prices> now', 'see [our prices](<https://>) now'],
  ['see <https://example.com> now', 'see [<link text>](https://example.com) now'],
  ['see <>', 'see [link text](<https://>)'],
])('a link of %j', (before, after) => {
  const start = selection(before);
  expect(apply(start, insertMarkdownLink(start))).toBe(after);
});

test.each([
  ['<>', 'A [small] chart', String.raw`![A \[small\] chart](/p.webp)<>`],
  ['one<>', 'x', 'one\n\n![x](/p.webp)<>'],
  ['one\n<>two', '', 'one\n\n![](/p.webp)<>\n\ntwo'],
])('a picture at %j stands in a paragraph of its own', (before, alt, after) => {
  const start = selection(before);
  expect(apply(start, createMarkdownImageEdit(start, '/p.webp', alt))).toBe(after);
});
