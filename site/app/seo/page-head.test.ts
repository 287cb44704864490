import { expect, test } from 'vitest';
import { emptyAgencyRecord } from '../agency/agency-fields.ts';
import { toServerAgency } from '../agency/agency.ts';
import { formatMetaDescription, formatPageTitle, shortenText } from './format-head-texts.ts';
import { alternateLinks } from './page-head.ts';
import { sitePagesOf } from './site-pages.ts';

const twins = { 'en-CA': '/services/seo', 'fr-CA': '/fr/services/referencement' };

test('S-12 translations list each other, themselves and a default', () => {
  expect(alternateLinks('https://site.example', twins)).toEqual([
    link('en-CA', '/services/seo'),
    link('fr-CA', '/fr/services/referencement'),
    link('x-default', '/services/seo'),
  ]);
});

test('S-12 a page without translations has no hreflang links', () => {
  expect(alternateLinks('https://site.example')).toEqual([]);
  expect(alternateLinks('https://site.example', { 'en-CA': '/terms' })).toEqual([]);
});

function link(hrefLang: string, path: string) {
  return { tagName: 'link', rel: 'alternate', hrefLang, href: `https://site.example${path}` };
}

const { agency } = toServerAgency(emptyAgencyRecord);
const { name: site } = agency;
const long =
  'Five fixes that help search engines and screen readers alike, and cost you next to nothing to make';

test("S-1 a title has at most 60 characters and ends with the site's name", () => {
  expect(formatPageTitle('Our Services', site)).toBe('Our Services · Fairlead Digital');
  for (const name of [long, 'x'.repeat(200), `${'é'.repeat(39)}😀😀😀`, 'a '.repeat(100)]) {
    const title = formatPageTitle(name, site);
    expect(title.length).toBeLessThanOrEqual(60);
    expect(title).toMatch(/\S… · Fairlead Digital$/);
    expect(title.isWellFormed()).toBe(true);
  }
});

test('S-1 a description has 70 to 160 characters, with any texts', () => {
  const cases: [string, string[]][] = [
    ['Plain', []],
    ['x'.repeat(200), ['']],
    ['Short', ['A few words.']],
    ['Middle', ['A pitch that says a little.', 'And a first paragraph that says rather more than that.']],
    ['Long', [long.repeat(5)]],
    ['Solid', ['y'.repeat(400)]],
  ];
  for (const [name, texts] of cases) {
    const description = formatMetaDescription(name, texts, agency);
    expect([name, description.length >= 70, description.length <= 160]).toEqual([name, true, true]);
  }
  expect(formatMetaDescription('One', [], agency)).not.toBe(formatMetaDescription('Two', [], agency));
});

test("S-1 the texts of the site's own pages need no cutting", () => {
  for (const { title, description } of Object.values(sitePagesOf(agency))) {
    expect(formatPageTitle(title, site)).toBe(`${title} · Fairlead Digital`);
    expect(formatMetaDescription(title, [description], agency)).toBe(description);
  }
});

test('text is cut between words and ends with an ellipsis', () => {
  expect(shortenText('Reviews: ask, reply, learn', 20)).toBe('Reviews: ask…');
  expect(shortenText('  a \n b ', 20)).toBe('a b');
});
