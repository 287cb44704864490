import { expect, test } from 'vitest';
import { findServiceProblems } from './check-service.ts';
import { amountOf, columnsOf, draftOf, emptyPrice, emptyService, type ServiceRow } from './service-draft.ts';

const good = { ...emptyService, name: 'Audit', slug: 'audit' };

function fieldsOf(part: Partial<typeof good>): string[] {
  return findServiceProblems({ ...good, ...part }).map(({ field }) => field);
}

test('a name and a web address are enough', () => {
  expect(findServiceProblems(good)).toEqual([]);
});

test.each([
  [{ name: ' ' }, 'service-name'],
  [{ slug: '' }, 'service-slug'],
  [{ slug: 'Two Words' }, 'service-slug'],
  [{ pitch: 'x'.repeat(501) }, 'service-pitch'],
  [{ description: 'x'.repeat(20_001) }, 'service-description'],
  [{ chips: ['x'.repeat(81)] }, 'service-chips'],
  [{ pictureUrl: 'javascript:alert(1)' }, 'service-picture'],
  [{ pictureUrl: '//elsewhere.example/a.png' }, 'service-picture'],
  [{ pictureUrl: '/\\elsewhere.example' }, 'service-picture'],
] as const)('%j is one thing to mend', (part, field) => {
  expect(fieldsOf(part as Partial<typeof good>)).toEqual([field]);
});

test('a price needs a name and an amount; a line without either is left out', () => {
  const line = { ...emptyPrice(), key: 'a' };
  expect(fieldsOf({ prices: [line] })).toEqual([]);
  expect(fieldsOf({ prices: [{ ...line, name: 'Core', price: 'much' }] })).toEqual([
    'service-price-a-amount',
  ]);
  expect(fieldsOf({ prices: [{ ...line, price: '0' }] })).toEqual(['service-price-a-name']);
  expect(columnsOf({ ...good, prices: [line] }).pricing_json).toEqual([]);
  expect(fieldsOf({ prices: [{ ...line, name: 'x'.repeat(201), price: '1' }] })).toEqual([
    'service-price-a-name',
  ]);
  const many = Array.from({ length: 41 }, (_, i) => ({ ...line, key: `k${i}`, name: 'Core', price: '1' }));
  expect(fieldsOf({ prices: many })).toEqual(['service-price-k40-name']);
});

test.each([
  ['3900', 3900],
  ['$3,900', 3900],
  ['3 900.50', 3900.5],
  ['0', 0],
  ['-1', Number.NaN],
  ['1e9', Number.NaN],
  ['', Number.NaN],
])('%j is %d dollars', (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});

test('what an editor does not show of a price stays in it', () => {
  const prices = [
    { name: 'Core', price: 3900, unit: 'month', addon: true, note: 'twelve pages' },
    { name: 'Visits', price: '0' },
  ];
  const row = { ...columnsOf(good), pricing_json: prices } as unknown as ServiceRow;
  expect(columnsOf(draftOf(row)).pricing_json).toEqual([prices[0], { name: 'Visits', price: 0 }]);
});
