// @ts-expect-error -- the package declares its types under another name
import * as domino from '@mixmark-io/domino';
import { expect, test } from 'vitest';
import { applyContentRules, numberFindings } from './content-rules.ts';
import { patternsOf } from './show-place.ts';

const { createDocument } = domino as { createDocument(html: string): Document };

const image = '<img src="/a.webp" alt="">';

test.each([
  ['<h1>A</h1><h3>Deep</h3>', ['skipped-heading: Deep']],
  ['<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>', []],
  [
    '<div class=prose><a href="/x">Click here!</a> <a href="/y">Read <b>more</b></a></div>',
    ['vague-link: Click here!', 'vague-link: Read more'],
  ],
  ['<div class=prose><a href="/x">Prices of audits</a></div> <a href="/y">More</a>', []],
  ['<p>THIS IS A VERY LOUD sentence.</p>', ['capitals: THIS IS A VERY LOUD']],
  ['<ul><li>SAVE NOW, <b>CALL</b> US TODAY</li></ul>', ['capitals: SAVE NOW, CALL US TODAY']],
  ['<p>WCAG 2.2 AA, ARIA, HTML, CSS, AODA and NASA say: WATCH OUT!</p>', []],
  ['<ul class=tiles><li><p>THE TILE OF ANOTHER RECORD</p></li></ul>', []],
  [`<div class=prose>${image}</div>`, ['undescribed-image: /a.webp']],
  [`<div class=prose><a href="/v">${image}Watch the video: Tides</a></div>`, []],
  [`${image}<div class=prose><img src="/a.webp" alt="A boat"></div>`, []],
])('B-537 in %s, our rules find %j', (html, found) => {
  const { body } = createDocument(html);
  expect(applyContentRules(body).map(({ rule, words }) => `${rule}: ${words}`)).toEqual(found);
});

test('B-537 findings with the same rule and words are told apart by their number', () => {
  const link = { rule: 'vague-link', words: 'here', help: '' };
  const found = numberFindings([link, { ...link, words: 'more' }, link]);
  expect(found.map(({ nth }) => nth)).toEqual([0, 0, 1]);
});

test.each([
  ['vague-link', 'Click here', 'You click here: [**Click** here](/x)', 'Click** here'],
  ['skipped-heading', 'Deep water', 'Deep water\n\n#### Deep *water*', 'Deep *water'],
  ['capitals', 'ALL ARE LOUD, HERE', 'So **ALL ARE** LOUD, HERE!', 'ALL ARE** LOUD, HERE'],
  ['undescribed-image', '/pictures/a-1/800.webp', '![](/pictures/a-1/800.webp)', 'pictures/a-1/800.webp'],
  ['link-name', '', 'A link: [](/x)', '[]('],
  ['empty-heading', '', '## A\n\n### \n', '### '],
  [
    'other',
    'one two three with [a link](/x)',
    'one two three with [a link](/x)',
    'one two three with [a link](/x',
  ],
  ['other', 'one two three that a link breaks', 'one two three [that](/x) a', 'one two three'],
])('B-537 the place of %s "%s" is found in %j', (rule, words, text, place) => {
  const found = patternsOf({ rule, words }).map((pattern) => [...text.matchAll(pattern)][0]?.[0]);
  expect(found.find((one) => one !== undefined)).toBe(place);
});
