import { expect, test } from 'vitest';
import { createSignedFormTime, readSignedFormAgeMs } from './signed-form-time.server.ts';

const key = 'k'.repeat(64);

test('B-11 the age of a signed time is read, even after thirty days', () => {
  const month = 30 * 86_400_000;
  expect(readSignedFormAgeMs(createSignedFormTime(key, 1_000), ['newer', key], 1_000 + month)).toBe(month);
});

test.each([
  ['no hint', ''],
  ['one without a signature', '1000'],
  ['one of another deployment', createSignedFormTime('x'.repeat(64), 1_000)],
  ['one made older', createSignedFormTime(key, 9_000).replace('9000', '1000')],
  ['noise', 'NaN.NaN'],
])('B-11 a time that is %s has no age', (_, hint) => {
  expect(readSignedFormAgeMs(hint, [key], 10_000)).toBeNull();
});
