import { expect, test } from 'vitest';
import { createSecurityText } from './security-txt.ts';

const now = new Date('2026-11-28T15:04:05Z');
const of = (email: string, phoneHref = 'tel:+') =>
  createSecurityText({ email, phoneHref }, 'https://agency.example', now);

test('B-284 security.txt has the contacts, a day within a year, the language and its own URL', () => {
  expect(of('hello@agency.example', 'tel:+18005550199')).toBe(
    [
      'Contact: mailto:hello@agency.example',
      'Contact: tel:+18005550199',
      'Expires: 2027-05-27T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://agency.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
  expect(of('', 'tel:+18005550199')).toMatch(/^Contact: tel:/);
  expect(of('')).toBe('');
});

test('B-284 an address cannot add a line or a part to security.txt', () => {
  expect(of('a?bcc=x%0d&b\nContact: https://evil.example/@agency.example').split('\n')).toHaveLength(5);
  expect(of('a+b?cc=x@agency.example')).toMatch(/^Contact: mailto:a%2Bb%3Fcc%3Dx@agency\.example\n/);
});
