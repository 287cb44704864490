import { expect, test } from 'vitest';
import { emptyAgencyRecord } from '../agency/agency-fields.ts';
import { toServerAgency } from '../agency/agency.ts';
import { consentWordingOf, impliedConsentEnd, readMarketingConsent } from './consent.ts';

const { agency } = toServerAgency(emptyAgencyRecord);

test('B-66 only the ticked checkbox of the page is a consent, stored with the text beside it', () => {
  const { version } = consentWordingOf(agency);
  expect(version).toMatch(/^en-CA\.[a-z0-9]+$/);
  expect(readMarketingConsent(version, agency)).toEqual({
    version,
    text: 'Send me news and offers from Fairlead Digital now and then. Optional, by email. You can unsubscribe at any time. Fairlead Digital, 1-800-555-0199, hello@fairlead.example.',
  });
  for (const given of ['', 'on', 'en-CA.1', 'en-CA.2', 'fr-CA.1'])
    expect(readMarketingConsent(given, agency)).toBeNull();
});

test('B-66 legal name and mailing address are beside the checkbox with any text that owners choose; a form with an earlier text is no consent', () => {
  const facts = {
    name: 'Maple',
    legalName: 'Maple & Birch Inc.',
    street: '12 Wharf Street',
    city: 'Victoria',
    province: 'British Columbia',
    postalCode: 'V8W 1T3',
  };
  const own = toServerAgency({ facts, texts: { 'en-CA': { consentLabel: 'Yes, write to me.' } } }).agency;
  const { label, hint, version } = consentWordingOf(own);
  expect(label).toBe('Yes, write to me.');
  expect(hint).toBe(
    'Optional, by email. You can unsubscribe at any time. Maple & Birch Inc., 12 Wharf Street, Victoria, British Columbia V8W\u00A01T3, Canada, 1-800-555-0199, hello@fairlead.example.',
  );
  expect(readMarketingConsent(version, own)?.text).toBe(`${label} ${hint}`);
  expect(readMarketingConsent(consentWordingOf(agency).version, own)).toBeNull();
});

test.each([
  ['2026-01-15T10:00:00Z', '2026-07-15T10:00:00.000Z'],
  ['2026-08-31T10:00:00Z', '2027-02-28T10:00:00.000Z'],
  ['2027-08-31T10:00:00Z', '2028-02-29T10:00:00.000Z'],
])('B-66 the implied consent of a request of %s ends six months later', (requested, end) => {
  expect(impliedConsentEnd(requested).toISOString()).toBe(end);
});
