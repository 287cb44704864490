import { expect, test } from 'vitest';
import { phoneLink } from './phone-link.ts';

test('G-47 a phone link keeps digits and plus only', () => {
  expect(phoneLink('+1 (604) 555-0112')).toBe('tel:+16045550112');
  expect(phoneLink('555-0121')).toBe('tel:5550121');
});

test.each([
  ['604-555-0112 x5', 'tel:6045550112;ext=5'],
  ['604-555-0112x5', 'tel:6045550112;ext=5'],
  ['(604) 555-0112 ext. 42', 'tel:6045550112;ext=42'],
  ['+1 604 555 0112, Ext 42', 'tel:+16045550112;ext=42'],
  ['604.555.0112 extension 1234', 'tel:6045550112;ext=1234'],
  ['514 555-0112 poste 7', 'tel:5145550112;ext=7'],
  ['604 555 0112 (#9)', 'tel:6045550112;ext=9'],
  ['+44 (0)20 7946 0958', 'tel:+442079460958'],
  ['604 555 0112 / 604 555 0113', null],
  ['x5', null],
  ['555 x12345', null],
])('G-47 %s dials %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link);
});

test('G-47 fewer than seven digits stay plain text', () => {
  expect(phoneLink('ext. 42')).toBeNull();
  expect(phoneLink('+55512')).toBeNull();
});
