import { expect, test } from 'vitest';
import { cleanEmailAddress, isEmailAddress } from './email-address.ts';
import { emailTestCases } from './contact-cases.fixture.ts';

test.each(emailTestCases)('P-136 an address typed as "%s" is stored as %s', (typed, stored) => {
  const address = cleanEmailAddress(typed);
  expect(isEmailAddress(address) ? address : null).toBe(stored);
});
