import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { pageCacheKey, addRequestQueryToRedirect } from './page-key.ts';

test('a key is the path and the allow-listed query, in one order', () => {
  expect(pageCacheKey('GET', '/services')).toBe('/services');
  expect(pageCacheKey('HEAD', '/services?utm=1&sent=1&category=a')).toBe('/services?category=a&sent=1');
});

test('unknown values of a parameter share one cached page', () => {
  expect(pageCacheKey('GET', '/services/a?proposal=x1&sent=2&page=0&v=../x')).toBe('/services/a');
  expect(pageCacheKey('GET', '/services/a?proposal')).toBe('/services/a?proposal=');
  expect(pageCacheKey('GET', '/contact?category=search&_routes=x')).toBe('/contact');
  expect(pageCacheKey('GET', '/services.data?category=search&_routes=x')).toBe(
    '/services.data?_routes=x&category=search',
  );
});

test('an address that is no public page of the site has no key', () => {
  for (const path of ['//evil.example', 'http://evil.example/', '*', '/auth', '/dashboard/x', '/auth.data'])
    expect([path, pageCacheKey('GET', path)]).toEqual([path, null]);
  expect(pageCacheKey('POST', '/services')).toBeNull();
});

test('a private screen has no key, however its path is written', () => {
  for (const path of [
    '/DASHBOARD',
    '/Auth',
    '/%64ashboard',
    '/dashboard%2fservices',
    '/services/../dashboard',
    '/services/%2e%2E/dashboard',
    '/./auth',
    '/x/..',
    '/services\\..\\auth',
    '/dashboard#x',
    '/preview\\services;/x',
  ])
    expect([path, pageCacheKey('GET', path)]).toEqual([path, null]);
  for (const path of ['/#1', '/services#1', '/services#?category=a', '/services\\;'])
    expect([path, pageCacheKey('GET', path)]).toEqual([path, null]);
  expect(pageCacheKey('GET', '/%zz')).toBe('/%zz');
  expect(pageCacheKey('GET', '/services/..x')).toBe('/services/..x');
});

test.each([
  ['/new', '/old', '/new'],
  ['/new', '/old?utm_source=x&a=1&a=2', '/new?utm_source=x&a=1&a=2'],
  ['/new?a=own#part', '/old?a=1&b=2', '/new?a=own&b=2#part'],
  ['https://other.example/x', '/old?token=1', 'https://other.example/x'],
  ['//evil.example', '/old?a=1', '//evil.example'],
  ['/services', '/services?category=none', '/services'],
  ['/new', '/old?a=%0d%0aset-cookie:x', '/new?a=%0D%0Aset-cookie%3Ax'],
])('a redirect to %s that was requested as %s leads to %s', (location, url, expected) => {
  expect(addRequestQueryToRedirect({ location }, { url } as IncomingMessage)).toEqual({ location: expected });
});

test('a response that is no redirect is unchanged', () => {
  expect(addRequestQueryToRedirect({ a: 'b' }, { url: '/x?y' } as IncomingMessage)).toEqual({ a: 'b' });
});
