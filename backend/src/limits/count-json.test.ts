import { expect, test } from 'vitest';
import { countJsonObjectsAndKeys } from './scan-json.ts';

test.each([
  ['', 0],
  ['[1,"a",null]', 0],
  ['{"a":1}', 2],
  ['{"a"\n\t :{"b":[{},{}]}}', 6],
  ['{"":{ }}', 3],
  [JSON.stringify(['12:30', 'https://a.example', '{"a', 'x: {y']), 0],
])('%j has %i objects and keys', (text, count) => {
  expect(countJsonObjectsAndKeys(text)).toBe(count);
});

test('counts only up to the limit, and white space takes time linear in its length', () => {
  expect(countJsonObjectsAndKeys('{"a":1},'.repeat(1_000), 101)).toBe(101);
  expect(countJsonObjectsAndKeys(`"a"${' '.repeat(1_000_000)}`.repeat(10))).toBe(0);
});
