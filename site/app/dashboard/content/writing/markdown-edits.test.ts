import { expect, test } from 'vitest';
import {
  continueBlock,
  createMarkdownImageEdit,
  createMarkdownTableEdit,
  createMarkdownVideoEdit,
  insertMarkdownLink,
  toggleInlineMark,
  toggleLineMarks,
  toggleLineNumbers,
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

test.each([
  ['<one\ntwo>', '1. one\n2. two<>'],
  ['<- one\n- two>', '1. one\n2. two<>'],
  ['<1. one\n2. two>', 'one\ntwo<>'],
  ['<>', '1. <>'],
])('B-530 the lines of %j are numbered, or not any longer', (before, after) => {
  const start = selection(before);
  expect(apply(start, toggleLineNumbers(start))).toBe(after);
});

test.each([
  ['- one<>', '- one\n- <>'],
  ['- one\n- <>', '- one\n<>'],
  ['- o<>ne', '- o\n- <>ne'],
  ['9. nine<>\nend', '9. nine\n10. <>\nend'],
  ['1. one\n2. <>', '1. one\n<>'],
  ['  * one<>', '  * one\n  * <>'],
])('B-530 Enter at the end of %j continues the list, or ends it', (before, after) => {
  const start = selection(before);
  const edit = continueBlock(start);
  expect(edit && apply(start, edit)).toBe(after);
});

test.each([
  ['> said', '\n> '],
  ['> - one', '\n> - '],
  ['> said\n> ', ''],
])('B-530 Enter after %j continues the quotation, or ends it', (text, insert) => {
  const edit = continueBlock({ text, start: text.length, end: text.length });
  expect(edit?.insert).toBe(insert);
});

test.each(['plain<>', '<>- one', '-<>', '- <one>', '```\n- code<>\n```', '-no<>', '2.5 metres<>'])(
  'B-530 Enter in %j is a line break',
  (before) => {
    expect(continueBlock(selection(before))).toBeNull();
  },
);

test('B-530 a table is a paragraph of its own, after what is selected, and its first heading is selected', () => {
  const start = selection('<one>two');
  expect(apply(start, createMarkdownTableEdit(start))).toBe(
    'one\n\n| <First column> | Second column |\n| --- | --- |\n| Text | Text |\n| Text | Text |\n\ntwo',
  );
});

test('B-530 a video is a still image and its words in one link', () => {
  const start = selection('one<>');
  const video = { address: 'https://v.example/a_(b)', name: 'A [small] tour', image: '/p.webp' };
  expect(apply(start, createMarkdownVideoEdit(start, video))).toBe(
    `one\n\n[![](/p.webp)\nWatch the video: A ${String.raw`\[small\]`} tour](<https://v.example/a_(b)>)<>`,
  );
});
