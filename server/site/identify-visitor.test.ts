import { expect, test } from 'vitest';
import { identifyVisitor } from './identify-visitor.ts';

function request(remoteAddress: string, forwarded?: string) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress } } as unknown as Parameters<typeof identifyVisitor>[0];
}

test.each([
  ['without proxies what a client says of itself is ignored', '203.0.113.9', '1.2.3.4', 0, '203.0.113.9'],
  ['behind one proxy its header counts', '10.0.0.1', '6.6.6.6, 203.0.113.9', 1, '203.0.113.9'],
  ['an IPv6 visitor counts as its network', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
  ['an IPv4 visitor on an IPv6 socket is itself', '::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
])('G-51 %s', (_, socket, forwarded, TRUSTED_PROXIES, address) => {
  expect(identifyVisitor(request(socket, forwarded), { TRUSTED_PROXIES })).toEqual({ address });
});

test('G-50 a shared page is rendered without data of a visitor', () => {
  expect(identifyVisitor(undefined, { TRUSTED_PROXIES: 1 })).toEqual({ address: null });
});
