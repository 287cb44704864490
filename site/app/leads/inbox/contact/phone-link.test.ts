import { expect, test } from 'vitest';
import { phoneLink } from './phone-link.ts';

test('G-47 a phone link keeps digits and plus only', () => {
  expect(phoneLink('+1 (604) 555-0112')).toBe('tel:+16045550112');
  expect(phoneLink('555-0121')).toBe('tel:5550121');
});

test('G-47 fewer than seven digits stay plain text', () => {
  expect(phoneLink('ext. 42')).toBeNull();
  expect(phoneLink('+55512')).toBeNull();
});
