import { expect, test } from 'vitest';
import { emptyAgencyRecord, agencyFactFields, agencyTextFields } from './agency-fields.ts';
import { toServerAgency } from './agency.ts';
import { unknownPlaceholders } from './fill-placeholders.ts';

const named = (facts: object, texts: object = {}) =>
  toServerAgency({ facts, texts: { 'en-CA': texts } }).agency;

test('without a version every field has the value of the specification', () => {
  const { agency, mailSignature, legal } = toServerAgency(emptyAgencyRecord);
  expect(agency).toMatchObject({
    hours: 'Monday - Friday: 9:00 AM - 5:00 PM EST',
    location: 'Canada-wide service',
    tagline: '25+ years of digital marketing excellence',
    phoneHref: 'tel:+18005550199',
    emailHref: 'mailto:hello@fairlead.example',
    footerServices: [
      'Pay Per Results SEO',
      'Winning Websites',
      'Email Marketing',
      'Review Generation & Reputation',
    ],
  });
  expect(mailSignature).toEqual([]);
  expect(legal).toMatchObject({ privacy: '', terms: '' });
});

test('a change of name alone leaves no other name in any text', () => {
  const all = toServerAgency({ facts: { name: 'Maple', email: 'a@maple.example' }, texts: {} });
  expect(JSON.stringify(all)).not.toMatch(/fairlead/i);
});

test('texts that only the home page shows are not sent with other pages', () => {
  const { agency, home } = toServerAgency({ facts: { years: '9' }, texts: {} });
  expect(home).toMatchObject({ heroFigure1: '9', closingTitle: 'Get a free proposal' });
  expect(Object.keys(agency).filter((name) => name in home)).toEqual([]);
});

test('B-67 the mark of the sample agency is removed with its name, or if there is a logo', () => {
  const logo = '/storage/v1/object/public/pictures/00000000-0000-4000-8000-00000000000a/240x60.webp';
  const icon = logo.replace('240x60', '64x64');
  expect(toServerAgency(emptyAgencyRecord).agency).toMatchObject({
    hasSampleMark: true,
    icon: { href: '/icon/ring-c2186f-ff8fc2.svg' },
  });
  expect(named({ name: 'Maple' })).toMatchObject({
    hasSampleMark: false,
    icon: { href: '/icon/4d-0a2330-f8e7b4.svg' },
  });
  expect(named({ logo }).hasSampleMark).toBe(false);
  expect(named({ name: 'Maple', logo, icon }).icon).toEqual({ href: icon, type: 'image/webp' });
});

test('a mailing address is one with a street', () => {
  expect(named({ city: 'Victoria' }).addressLines).toEqual([]);
  const address = { street: '12 Wharf Street', city: 'Victoria', province: 'British Columbia' };
  expect(named({ ...address, postalCode: 'V8W 1T3' }).addressLines).toEqual([
    '12 Wharf Street',
    'Victoria, British Columbia V8W\u00A01T3',
    'Canada',
  ]);
});

test.each([
  ['v8w1t3', 'V8W 1T3'],
  ['V8W-1t3', 'V8W 1T3'],
  ['98101', '98101'],
])('a postal code typed as %s is shown as %s', (typed, shown) => {
  expect(named({ postalCode: typed }).postalCode).toBe(shown);
});

test('placeholders are filled in once, so that a value cannot bring its own', () => {
  const agency = named({ name: '{{phone}}', years: '9' }, { tagline: '{{ name }}, {{years}} {{nothing}}' });
  expect(agency.tagline).toBe('{{phone}}, 9 {{nothing}}');
});

test('every preset and its placeholders are within their own limits', () => {
  for (const [name, field] of Object.entries({ ...agencyFactFields, ...agencyTextFields })) {
    if (field.kind === 'number' || field.kind === 'hours') continue;
    const items = typeof field.preset === 'string' ? [field.preset] : field.preset;
    for (const item of items) {
      expect([name, item.length <= field.maxLength]).toEqual([name, true]);
      expect([name, unknownPlaceholders(item)]).toEqual([name, []]);
      if (field.isRequired) expect([name, item]).not.toEqual([name, '']);
    }
  }
});

test.each([
  ['1-800-555-0199', '', '+18005550199'],
  ['(416) 555-0101', '', '+14165550101'],
  ['+44 20 7946 0000', '', '+442079460000'],
  ['416-555-0101', '+14165550102', '+14165550102'],
])('%s is dialled as a number with a country code', (phone, phoneDialled, dialled) => {
  expect(named({ phone, phoneDialled }).phoneHref).toBe(`tel:${dialled}`);
});

test('a time zone that this machine does not know does not keep pages from being rendered', () => {
  expect(named({ timeZone: 'Mars/Olympus' }).timeZone).toBe('America/Toronto');
  expect(named({ timeZone: 'America/Vancouver' }).timeZone).toBe('America/Vancouver');
});

test.each([
  ['1-800-555-0199', 'Call toll-free 1-800-555-0199'],
  ['1-833-555-0199', 'Call toll-free 1-833-555-0199'],
  ['(888) 555-0199', 'Call toll-free (888) 555-0199'],
  ['(604) 555-0142', 'Call (604) 555-0142'],
  ['+44 800 555 0199', 'Call +44 800 555 0199'],
])('B-85 %s is called toll-free only where it is', (phone, shown) => {
  expect(named({ phone }, { statement: 'Call {{tollFreePhone}}' }).statement).toBe(shown);
});

test.each([
  [
    'Pay for Results',
    'Prices up front. “Pay for Results” means you owe nothing for that item until we deliver.',
  ],
  [
    'No win, no fee',
    'Prices up front. “No win, no fee” means you owe nothing for that item until we deliver.',
  ],
  ['', 'Prices up front.'],
])(
  'B-411 the text of a price of 0, “%s”, is that of the introduction to the services',
  (payForResults, shown) => {
    expect(named({}, { payForResults }).servicesIntro).toBe(shown);
  },
);

test.each([
  ['One. {{payForResults}}! Three?', 'One. Three?'],
  ['(See “{{payForResults}}.”) Two.', 'Two.'],
  ['- {{ payForResults }}\n- Two', '- Two'],
  ['{{payForResults}}', ''],
  ['No. {{name}} stays.', 'No. Maple stays.'],
])('B-411 a sentence that names an emptied field is left out: %s', (statement, shown) => {
  expect(named({ name: 'Maple' }, { payForResults: '', statement }).statement).toBe(shown);
});
