import { expect, test } from 'vitest';
import { alternates } from './page-head.ts';

const twins = { 'en-CA': '/services/seo', 'fr-CA': '/fr/services/referencement' };

test('S-12 translations list each other, themselves and a default', () => {
  expect(alternates('https://site.example', twins)).toEqual([
    link('en-CA', '/services/seo'),
    link('fr-CA', '/fr/services/referencement'),
    link('x-default', '/services/seo'),
  ]);
});

test('S-12 a page without translations has no hreflang links', () => {
  expect(alternates('https://site.example')).toEqual([]);
  expect(alternates('https://site.example', { 'en-CA': '/terms' })).toEqual([]);
});

function link(hrefLang: string, path: string) {
  return { tagName: 'link', rel: 'alternate', hrefLang, href: `https://site.example${path}` };
}
