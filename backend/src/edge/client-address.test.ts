import { expect, test } from 'vitest';
import { resolveClientAddress } from './client-address.ts';

const socket = { remoteAddress: '10.0.0.1' } as never;

test.each([
  [0, undefined, '10.0.0.1'],
  [0, '203.0.113.9', '10.0.0.1'],
  [1, '203.0.113.9', '203.0.113.9'],
  [1, 'forged, 203.0.113.9', '203.0.113.9'],
  [2, 'forged, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  [2, undefined, '10.0.0.1'],
])('behind %i proxies, X-Forwarded-For %s names %s', (trusted, forwarded, address) => {
  expect(
    resolveClientAddress({ headers: forwarded ? { 'x-forwarded-for': forwarded } : {}, socket }, trusted),
  ).toBe(address);
});
