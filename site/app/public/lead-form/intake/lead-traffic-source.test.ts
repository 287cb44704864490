import { expect, test } from 'vitest';
import { readLeadTrafficSource } from './lead-traffic-source.server.ts';

function sourceOf(visit: string, headers: Record<string, string> = {}) {
  return readLeadTrafficSource(visit, new Request('https://agency.example/contact', { headers }), '/contact');
}

test('the first page of the visit, the host that linked to it, and its campaign', () => {
  const visit = '/services/seo?utm_source=News+letter&utm_medium=email&utm_campaign=%C3%A9t%C3%A9&q=secret';
  expect(sourceOf(`${visit} https://www.google.com/search?q=private`)).toEqual({
    landing: '/services/seo',
    referrer: 'google.com',
    utm_source: 'News letter',
    utm_medium: 'email',
    utm_campaign: 'été',
  });
});

test.each([
  ['', {}],
  ['//evil.example/x https://google.com/', {}],
  ['https://evil.example/ https://google.com/', {}],
  ['javascript:alert(1)', {}],
  ['/a https://agency.example/b', { landing: '/a' }],
  ['/unsubscribe/secret', {}],
  ['/book/secret https://google.com/', { referrer: 'google.com' }],
  ['/preview/services/secret', {}],
  ['/a not-an-address', { landing: '/a' }],
  ['/a?utm_source=%00%0A', { landing: '/a' }],
  ['/a?utm_source=<b>&utm_medium=ana@roy.example', { landing: '/a' }],
  [`/a?utm_source=${'x'.repeat(99)}𝒜`, { landing: '/a' }],
  [`/a?utm_source=${'x'.repeat(9_000)}`, { landing: '/a', utm_source: 'x'.repeat(100) }],
])('unexpected characters of the source %j are removed', (visit, left) => {
  expect(sourceOf(visit)).toEqual({ landing: '/contact', ...left });
});

test('without scripts it is the page of the form, and the host of a referrer that is not ours', () => {
  expect(sourceOf('', { referer: 'https://agency.example/' })).toEqual({ landing: '/contact' });
  expect(sourceOf('', { referer: 'https://www.bing.com/' })).toEqual({
    landing: '/contact',
    referrer: 'bing.com',
  });
});

test.each([{ 'sec-gpc': '1' }, { dnt: '1' }])(
  'a browser that asks for privacy: %j keeps the page alone',
  (headers) => {
    const visit = '/services?utm_source=letter https://google.com/';
    expect(sourceOf(visit, { ...headers, referer: 'https://google.com/' })).toEqual({ landing: '/contact' });
  },
);
