import { expect, test } from 'vitest';
import { loopbackUrl } from './local-mode.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['::1', 'http://[::1]:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
])('a server on %s is reached at %s', (host, url) => {
  expect(loopbackUrl(host, 3000)).toBe(url);
});
