import { expect, test } from 'vitest';
import { placeMarkdown } from './place-markdown.ts';

function place(marked: string, markdown: string): string {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { start, end, insert } = placeMarkdown(text, { start: at, end: at }, markdown);
  return text.slice(0, start) + insert + text.slice(end);
}

test.each([
  ['one | two', '**bold**', 'one **bold** two'],
  ['one |', 'a\n\nb', 'one a\n\nb'],
  ['one|two', '- a\n- b', 'one\n\n- a\n- b\n\ntwo'],
  ['one\n|\ntwo', '| a |\n| --- |', 'one\n\n| a |\n| --- |\n\ntwo'],
  ['one\n\n|', '## a', 'one\n\n## a'],
  ['one\n- |', '- a\n- b', 'one\n\n- a\n- b'],
  ['- one\n- |', '1. a', '- one\n\n1. a'],
  ['', '# a', '# a'],
])('B-531 Markdown that is pasted into %j', (text, markdown, result) => {
  expect(place(text.includes('|') ? text : `${text}|`, markdown)).toBe(result);
});
