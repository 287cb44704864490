import { expect, test } from 'vitest';
import { feedXml } from './feed.ts';
import { sitemapPartXml, sitemapXml } from './xml.ts';

const origin = 'https://site.example';
const entries = Array.from({ length: 5 }, (_, i) => ({
  path: `/services/s${i}`,
  changedAt: i === 4 ? null : `2026-11-0${i + 1}T12:00:00+00:00`,
}));

test('S-9 the sitemap is one file up to the limit and an index of parts above it, with every URL once', () => {
  const whole = sitemapXml(origin, entries, 5);
  expect(whole.match(/<url>/g)).toHaveLength(5);
  expect(sitemapPartXml(origin, entries, 1, 5)).toBeNull();
  const index = sitemapXml(origin, entries, 2);
  const parts = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc);
  expect(parts).toEqual([1, 2, 3].map((part) => `${origin}/sitemap/${part}.xml`));
  expect(index).toContain('<lastmod>2026-11-02T12:00:00.000Z</lastmod>');
  const listed = [1, 2, 3].flatMap((part) => [
    ...(sitemapPartXml(origin, entries, part, 2) ?? '').matchAll(/<loc>(.*?)<\/loc>/g),
  ]);
  expect(listed.map(([, loc]) => loc)).toEqual(entries.map(({ path }) => origin + path));
  expect(sitemapPartXml(origin, entries, 4, 2)).toBeNull();
});

test('S-9 an unknown date is left out', () => {
  expect(sitemapXml(origin, entries.slice(4))).not.toContain('lastmod');
});

test('S-15 the feed escapes any text, and a post without a date has none', () => {
  const post = { slug: 'a', title: `A < B & "C"\u0001\uFFFF`, excerpt: ']]> \uD800', published_at: null };
  const xml = feedXml(origin, [post], { name: 'Maple & Co', resourcesIntro: 'Guides.' });
  expect(xml).toContain('<title>Maple &amp; Co: ');
  expect(xml).toContain('<title>A &lt; B &amp; &quot;C&quot;</title>');
  expect(xml).toContain('<guid isPermaLink="true">https://site.example/resources/a</guid>');
  for (const absent of ['pubDate', 'lastBuildDate', '\u0001', '\uFFFF']) expect(xml).not.toContain(absent);
  expect(xml.isWellFormed()).toBe(true);
});
