import { expect, test } from 'vitest';
import { emptyAgencyRecord } from '../agency/agency-fields.ts';
import { toServerAgency } from '../agency/agency.ts';
import {
  blogPostingJsonLd,
  organizationJsonLd,
  serviceJsonLd,
  softwareApplicationJsonLd,
} from './structured-data.ts';

const { agency } = toServerAgency(emptyAgencyRecord);
const origin = 'https://site.example';

test('S-4 the agency is an organization without a street address, never a local business', () => {
  const described = organizationJsonLd(origin, agency);
  expect(described['@type']).toBe('Organization');
  expect(described['areaServed']).toBe('CA');
  expect(JSON.stringify(described)).not.toMatch(/LocalBusiness|PostalAddress/);
});

test('B-67 S-4 the agency has its mailing address and its phone number with the country code', () => {
  const facts = {
    phone: '(604) 555-0142',
    street: '12 Wharf Street',
    city: 'Victoria',
    province: 'British Columbia',
    postalCode: 'V8W 1T3',
  };
  const described = organizationJsonLd(origin, toServerAgency({ facts, texts: {} }).agency);
  expect(described).toMatchObject({
    '@type': 'Organization',
    address: {
      '@type': 'PostalAddress',
      streetAddress: '12 Wharf Street',
      addressLocality: 'Victoria',
      addressRegion: 'British Columbia',
      postalCode: 'V8W 1T3',
      addressCountry: 'Canada',
    },
    telephone: '+16045550142',
    contactPoint: { telephone: '+16045550142' },
  });
});

test('S-6 an offer for each price above 0, in Canadian dollars; none for pay for results', () => {
  const described = serviceJsonLd(
    origin,
    {
      name: 'SEO',
      path: '/services/seo',
      pitch: '',
      category: null,
      prices: [
        { name: 'Results', amount: 0, unit: null },
        { name: 'Care', amount: 240.5, unit: 'month' },
      ],
    },
    agency,
  );
  expect(described['offers']).toMatchObject([{ name: 'Care', price: 240.5, priceCurrency: 'CAD' }]);
  expect(Object.keys(described)).not.toContain('category');
  const free = serviceJsonLd(
    origin,
    { name: 'x', path: '/x', pitch: 'p', category: 'c', prices: [] },
    agency,
  );
  expect(Object.keys(free)).not.toContain('offers');
});

test('S-7 an app has its platforms and screenshots, and no rating', () => {
  const app = softwareApplicationJsonLd(
    origin,
    {
      name: 'App',
      path: '/apps/app',
      pitch: 'p',
      category: 'Tools',
      platforms: ['Web', 'iOS'],
      chips: [],
      screenshots: [
        { url: '/a.webp', alt: 'A list' },
        { url: 'https://cdn.example/b.webp', alt: '' },
      ],
    },
    agency,
  );
  expect(app).toMatchObject({
    operatingSystem: 'Web, iOS',
    screenshot: [
      { contentUrl: 'https://site.example/a.webp', caption: 'A list' },
      { contentUrl: 'https://cdn.example/b.webp' },
    ],
  });
  expect(JSON.stringify(app)).not.toMatch(/"(aggregateRating|review)"/);
});

test("S-8 a post's modification date is never before its publication", () => {
  const post = { title: 'P', path: '/resources/p', excerpt: '', cover: null, image: '/c.webp' };
  const dates = { publishedAt: '2026-11-03T14:00:00+00:00', updatedAt: '2026-11-01T14:00:00+00:00' };
  expect(blogPostingJsonLd(origin, { ...post, ...dates }, agency)['dateModified']).toBe(dates.publishedAt);
  const undated = blogPostingJsonLd(
    origin,
    { ...post, publishedAt: null, updatedAt: dates.updatedAt },
    agency,
  );
  expect(Object.keys(undated)).not.toContain('datePublished');
});
