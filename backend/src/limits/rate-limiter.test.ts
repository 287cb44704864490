import { expect, test } from 'vitest';
import { BackendError } from '../errors/backend-error.ts';
import { clientIpKey, widerIpv6Key } from './client-ip-key.ts';
import { createRateLimiter } from './rate-limiter.ts';

const rule = { name: 'test', points: 2, windowS: 60 };

test('the request after the last point is 429 with Retry-After, for that key only', async () => {
  const limits = createRateLimiter();
  await limits.consume(rule, 'a');
  await limits.consume(rule, 'a');
  const refused = await limits.consume(rule, 'a').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(BackendError);
  expect(refused).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  expect(Number((refused as BackendError).headers['retry-after'])).toBeGreaterThan(0);
  await limits.consume(rule, 'b');
});

test('refund gives one point back, reset all of them', async () => {
  const limits = createRateLimiter();
  await limits.consume(rule, 'a');
  await limits.consume(rule, 'a');
  await limits.refund(rule, 'a');
  await limits.consume(rule, 'a');
  await expect(limits.consume(rule, 'a')).rejects.toMatchObject({ status: 429 });
  await limits.reset(rule, 'a');
  await limits.consume(rule, 'a');
  await limits.consume(rule, 'a');
  await expect(limits.consume(rule, 'a')).rejects.toMatchObject({ status: 429 });
});

test('one limit a minute can replace every rule', async () => {
  const limits = createRateLimiter({ perMinute: 600 });
  for (let i = 0; i < 600; i++) await limits.consume(rule, 'a');
  await expect(limits.consume(rule, 'a')).rejects.toMatchObject({ status: 429 });
});

test.each([{}, { perMinute: 2 }])(
  'a wider network has eight times the points of one in it: %j',
  async (settings) => {
    const limits = createRateLimiter(settings);
    for (let i = 0; i < 16; i++) await limits.consume(rule, `2001:db8:5:${i}::/64`);
    await limits.refund(rule, '2001:db8:5:1::/64');
    await limits.consume(rule, '2001:db8:5:fe::/64');
    await expect(limits.consume(rule, '2001:db8:5:ff::/64')).rejects.toMatchObject({ status: 429 });
    await limits.consume(rule, '2001:db8:6:0::/64');
  },
);

test.each([
  ['203.0.113.9', undefined],
  ['ana@roy.example 2001:db8:1:2::/64', 'ana@roy.example 2001:db8:1::/48'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:0:0::/64', '2001:db8:0::/48'],
])('the key %s lies in %s', (key, wider) => {
  expect(widerIpv6Key(key)).toBe(wider);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['203.0.113.9:50123', '203.0.113.9'],
  ['[2001:db8:1:2::6]:50123', '2001:db8:1:2::/64'],
  ['local', 'local'],
])('the address %s counts as %s', (address, key) => {
  expect(clientIpKey(address)).toBe(key);
});
