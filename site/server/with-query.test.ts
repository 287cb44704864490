import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { withQuery } from './with-query.ts';

test.each([
  ['/new', '/old', '/new'],
  ['/new', '/old?utm_source=x&a=1&a=2', '/new?utm_source=x&a=1&a=2'],
  ['/new?a=own#part', '/old?a=1&b=2', '/new?a=own&b=2#part'],
  ['https://other.example/x', '/old?token=1', 'https://other.example/x'],
  ['//evil.example', '/old?a=1', '//evil.example'],
  ['/services', '/services?category=none', '/services'],
  ['/new', '/old?a=%0d%0aset-cookie:x', '/new?a=%0D%0Aset-cookie%3Ax'],
])('a redirect to %s asked for as %s goes to %s', (location, url, expected) => {
  expect(withQuery({ location }, { url } as IncomingMessage)).toEqual({ location: expected });
});

test('what is no redirect stays as it is', () => {
  expect(withQuery({ a: 'b' }, { url: '/x?y' } as IncomingMessage)).toEqual({ a: 'b' });
});
