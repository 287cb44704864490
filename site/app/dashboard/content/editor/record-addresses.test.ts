import { expect, test } from 'vitest';
import { isSlug, slugOf } from './record-addresses.ts';

test.each([
  ['Accessibility Audit', 'accessibility-audit'],
  ['Café & Bar', 'cafe-bar'],
  ["Owner's Manual", 'owners-manual'],
  ['  --SEO--  2.0 ', 'seo-2-0'],
  ['日本', ''],
  ['Cœur', 'coeur'],
  ['Zażółć gęślą jaźń', 'zazolc-gesla-jazn'],
  ['Straße 5', 'strasse-5'],
  ['Smørrebrød', 'smorrebrod'],
  ['Đorđe', 'dorde'],
  ['L’Œuvre', 'loeuvre'],
  ['İstanbul ısı', 'istanbul-isi'],
])('the web address of %j is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('a long name is cut to an address that is allowed', () => {
  expect(isSlug(slugOf('long words '.repeat(40)))).toBe(true);
});

test.each(['Upper', 'two--dashes', '-start', 'end-', 'a b', '', 'x'.repeat(101)])(
  '%j is no web address',
  (text) => {
    expect(isSlug(text)).toBe(false);
  },
);
