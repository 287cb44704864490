import { expect, test } from 'vitest';
import { consentVersion, impliedConsentEnd, readConsent } from './consent.ts';

const agency = { name: 'Fairlead Digital', phone: '1-800-555-0199', email: 'hello@fairlead.example' };

test('B-66 only the box as it stands on the page is a consent, in the words that stand beside it', () => {
  expect(readConsent(consentVersion, agency)).toEqual({
    version: 'en-CA.1',
    text: 'Send me news and offers from Fairlead Digital now and then. Optional, by email. You can unsubscribe at any time: 1-800-555-0199, hello@fairlead.example.',
  });
  for (const given of ['', 'on', 'en-CA.2', 'fr-CA.1']) expect(readConsent(given, agency)).toBeNull();
});

test.each([
  ['2026-01-15T10:00:00Z', '2026-07-15T10:00:00.000Z'],
  ['2026-08-31T10:00:00Z', '2027-02-28T10:00:00.000Z'],
  ['2027-08-31T10:00:00Z', '2028-02-29T10:00:00.000Z'],
])('B-66 the implied consent of a request of %s ends six months later', (requested, end) => {
  expect(impliedConsentEnd(requested).toISOString()).toBe(end);
});
