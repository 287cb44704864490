import { expect, test } from 'vitest';
import { phoneTestCases } from './contact-cases.fixture.ts';
import { phoneLink, parsePhoneNumber } from './phone-number.ts';

test.each(phoneTestCases)('G-47 "%s" dials %s', (typed, link) => {
  expect(phoneLink(typed)).toBe(link);
});

test('G-47 the digits of a number, without the country code, are those that SQL compares', () => {
  for (const [typed, link, digits] of phoneTestCases)
    if (link !== null)
      expect(parsePhoneNumber(typed)?.digits.replace(/^1(?=\d{10}$)/, ''), typed).toBe(digits);
});
