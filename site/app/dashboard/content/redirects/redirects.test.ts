import { expect, test } from 'vitest';
import { checkRedirectSource, checkRedirectTarget } from './redirects.tsx';

const origin = 'https://agency.example';

test.each([
  ['/Old-Page/', '/old-page'],
  [' /old ', '/old'],
  ['/über-uns', '/%c3%bcber-uns'],
  [`${origin}/old`, '/old'],
])('%j is the old address %s', (typed, value) =>
  expect(checkRedirectSource(typed, origin)).toEqual({ value }),
);

test.each([
  '',
  'old',
  '/',
  '/?a=1',
  '/a#b',
  '//evil.example',
  '/\\evil.example',
  '/a b',
  'https://other.example/old',
])('%j is no old address', (typed) => expect(checkRedirectSource(typed, origin)).toHaveProperty('problem'));

test.each([
  ['/services', '/services'],
  ['/services?category=Search#list', '/services?category=Search#list'],
  [`${origin}/contact`, '/contact'],
  ['https://other.example/a?b=c', 'https://other.example/a?b=c'],
])('%j is the target %s', (typed, value) => expect(checkRedirectTarget(typed, origin)).toEqual({ value }));

test.each([
  '',
  'services',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  'mailto:a@b.example',
  'https://',
  'ftp://x.example',
])('%j is no target', (typed) => expect(checkRedirectTarget(typed, origin)).toHaveProperty('problem'));
