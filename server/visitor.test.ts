import { expect, test } from 'vitest';
import { visitorOf } from './visitor.ts';

function request(remoteAddress: string, forwarded?: string) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress } } as unknown as Parameters<typeof visitorOf>[0];
}

test.each([
  [
    'without proxies what a caller says of itself counts for nothing',
    '203.0.113.9',
    '1.2.3.4',
    0,
    '203.0.113.9',
  ],
  ['behind one proxy its word counts', '10.0.0.1', '6.6.6.6, 203.0.113.9', 1, '203.0.113.9'],
  ['an IPv6 visitor is its network', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
  ['an IPv4 visitor on an IPv6 socket is itself', '::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
])('G-51 %s', (_, socket, forwarded, TRUSTED_PROXIES, address) => {
  expect(visitorOf(request(socket, forwarded), { TRUSTED_PROXIES })).toEqual({ address });
});

test('G-50 a page for everybody is rendered for nobody in particular', () => {
  expect(visitorOf(undefined, { TRUSTED_PROXIES: 1 })).toEqual({ address: null });
});
