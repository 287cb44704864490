// @ts-expect-error -- the package declares its types under another name
import * as domino from '@mixmark-io/domino';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markdownIt } from '../../../ui/markdown.ts';
import { cleanClipboard } from './clean-clipboard.ts';
import { hideFromPolicy } from './clipboard-dom.ts';
import { clipboardToMarkdown } from './clipboard-to-markdown.ts';
import { linkTarget } from './link-target.ts';

/** Each clipboard is NAME.html, named after the program that made it, with its Markdown in NAME.txt. */
const corpus = join(import.meta.dirname, 'corpus');
const names = readdirSync(corpus).flatMap((file) => (file.endsWith('.html') ? file.slice(0, -5) : []));
const read = (file: string) => readFileSync(join(corpus, file), 'utf8').trimEnd();
const { createDocument } = domino as { createDocument(html: string): Document };
const parse = (html: string) => createDocument(html);

/** Without marks that Markdown has words for, or that a program has in place of words. */
const asPlainText = ['chrome-part-of-sentence', 'google-sheets-one-cell', 'vs-code-source'];

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.join('') ?? '';

test('B-531 the corpus has at least 40 clipboards', () => {
  expect(names.length).toBeGreaterThanOrEqual(40);
});

test.each(names)('B-531 the clipboard %s becomes the Markdown that was written for it', (name) => {
  const pasted = clipboardToMarkdown(read(`${name}.html`), parse);
  if (asPlainText.includes(name)) {
    expect(pasted).toBeNull();
    return;
  }
  expect(pasted?.markdown).toBe(read(`${name}.txt`));
});

test.each(names.filter((name) => !asPlainText.includes(name)))(
  'B-531 B-534 the page that is made of %s has all of its words, and no address that is not safe',
  (name) => {
    const cleaned = parse(hideFromPolicy(read(`${name}.html`)));
    cleanClipboard(cleaned);
    const page = parse(markdownIt.render(read(`${name}.txt`)));
    expect(wordsOf(page.body.textContent ?? '')).toBe(wordsOf(cleaned.body.textContent ?? ''));
    for (const part of Array.from(page.querySelectorAll('[href], [src]'))) {
      const address = part.getAttribute('href') ?? part.getAttribute('src') ?? '';
      expect(address).toMatch(/^(?:https?:\/\/|mailto:|tel:)/);
    }
  },
);

test.each([
  ['outlook-web-list-and-picture', ['Tide table'], []],
  ['outlook-windows-mail', [], ['image001.png']],
  ['safari-article', [], ['image.png']],
  ['word-365-windows-picture', [], ['clip_image002.png']],
  ['chrome-unsafe-links', [], ['x', 'bad']],
])('B-534 the pictures of %s are uploaded or listed as missing', (name, uploaded, missing) => {
  const pasted = clipboardToMarkdown(read(`${name}.html`), parse);
  expect(pasted?.images.map(({ alt }) => alt)).toEqual(uploaded);
  expect(pasted?.missing).toEqual(missing);
});

test('B-534 an embedded picture comes back at the place that it had', () => {
  const data = `data:image/png;base64,${'A'.repeat(300)}`;
  const pasted = clipboardToMarkdown(
    `<p>One <img src="${data}" alt="a [b]"> two</p><ul><li><img src="${data}"></ul>`,
    parse,
  );
  expect(pasted?.markdown).toBe('One  two\n\n- ');
  expect(pasted?.images.map(({ offset, alt }) => [offset, alt])).toEqual([
    [4, 'a [b]'],
    [12, ''],
  ]);
});

test.each([
  ['https://www.google.com/url?q=https://example.com/&sa=D', 'https://example.com/'],
  ['https://www.google.com/url?q=javascript:alert(1)', null],
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['java\nscript:alert(1)', null],
  ['\u0001javascript:alert(1)', null],
  ['file:///C:/plan.docx', null],
  ['#chapter', null],
  ['mailto:hi@example.com', 'mailto:hi@example.com'],
])('B-534 a link to %j leads to %j', (href, target) => {
  expect(linkTarget(href)).toBe(target);
});
