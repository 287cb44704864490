import { expect, test } from 'vitest';
import type { ServiceTileData } from './read-services.ts';
import { relatedServices, servicesForPost } from './related-tiles.tsx';

function tile(slug: string, category: string | null): ServiceTileData {
  return {
    slug,
    category,
    name: slug,
    pitch: '',
    chips: [],
    startsAt: { from: null, byResults: false },
    picture: null,
  };
}

const services = [
  tile('fix', 'Accessibility'),
  tile('seo', 'Search'),
  tile('mail', 'E-mail'),
  tile('audit', 'Accessibility'),
  tile('ads', 'Search'),
];
const slugs = (found: ServiceTileData[]) => found.map(({ slug }) => slug);
const plain = { title: 'A note', excerpt: '', body: null };

test('G-2 a post shows the services that its text links to, each once, three at most', () => {
  const body =
    '[a](/services/audit) [again](/services/audit#prices) [b](/services/seo) [gone](/services/nope) [list](/services)';
  expect(slugs(servicesForPost({ ...plain, body }, services))).toEqual(['audit', 'seo']);
  const all = services.map(({ slug }) => `/services/${slug}`).join(' ');
  expect(slugs(servicesForPost({ ...plain, body: all }, services))).toEqual(['fix', 'seo', 'mail']);
});

test('G-2 without links, the categories named in title and excerpt decide; without those there are none', () => {
  expect(slugs(servicesForPost({ ...plain, excerpt: 'How search works' }, services))).toEqual(['seo', 'ads']);
  expect(servicesForPost(plain, services)).toEqual([]);
  expect(servicesForPost({ ...plain, title: 'null' }, [tile('bare', null), tile('odd', '')])).toEqual([]);
});

test('related services are those of the same category first, then the others, never the service itself', () => {
  expect(slugs(relatedServices({ slug: 'ads', category: 'Search' }, services))).toEqual([
    'seo',
    'fix',
    'mail',
  ]);
  expect(slugs(relatedServices({ slug: 'bare', category: null }, services))).toEqual(['fix', 'seo', 'mail']);
});
