import { expect, test } from 'vitest';
import { formatDollars } from '../../ui/format-values.ts';
import { startingPrice } from '../../content/pricing.ts';
import { parsePrices } from './read-services.ts';

test('P-40 dollars have thousands separators', () => {
  expect([950, 12500, 1234567, 99.5].map(formatDollars)).toEqual(['$950', '$12,500', '$1,234,567', '$99.50']);
});

test.each([
  ['a list', [{ name: 'Core', price: 3900 }], [{ name: 'Core', amount: 3900, unit: null, isAddOn: false }]],
  [
    'a numeric string',
    [{ name: 'Core', price: '3,900' }],
    [{ name: 'Core', amount: 3900, unit: null, isAddOn: false }],
  ],
  [
    '"0" as pay for results',
    [{ name: 'Won', price: '0' }],
    [{ name: 'Won', amount: 0, unit: null, isAddOn: false }],
  ],
  [
    'a unit',
    [{ name: 'Care', price: 240, unit: 'month' }],
    [{ name: 'Care', amount: 240, unit: 'month', isAddOn: false }],
  ],
  [
    'an odd entry beside a good one',
    [{ name: 'A', price: 'soon' }, null, { name: 'B', price: 1 }],
    [{ name: 'B', amount: 1, unit: null, isAddOn: false }],
  ],
  [
    'an add-on, and nothing else as one',
    [
      { name: 'Retest', price: 950, addon: true },
      { name: 'Core', price: 3900, addon: 'yes' },
    ],
    [
      { name: 'Retest', amount: 950, unit: null, isAddOn: true },
      { name: 'Core', amount: 3900, unit: null, isAddOn: false },
    ],
  ],
  ['null', null, []],
  ['text', 'cheap', []],
  ['an object', { name: 'A', price: 1 }, []],
  ['an empty string as a price', [{ name: 'A', price: '' }], []],
])('G-31 pricing is parsed from %s', (_, json, prices) => {
  expect(parsePrices(json)).toEqual(prices);
});

test('P-40 a service with both kinds of prices shows the cheapest above 0 and pay for results', () => {
  const prices = parsePrices([
    { name: 'Setup', price: 1500 },
    { name: 'Managed', price: 850, unit: 'month' },
    { name: 'Qualified leads', price: 0 },
  ]);
  expect(startingPrice(prices)).toMatchObject({ from: { name: 'Managed' }, byResults: true });
  expect(startingPrice(prices.slice(0, 2))).toMatchObject({ from: { name: 'Managed' }, byResults: false });
  expect(startingPrice(prices.slice(2))).toEqual({ from: null, byResults: true });
  expect(startingPrice([])).toEqual({ from: null, byResults: false });
});

test('a service starts at its own cheapest price, not at that of an add-on', () => {
  const prices = parsePrices([
    { name: 'Core', price: 3900 },
    { name: 'With testers', price: 8200 },
    { name: 'Retest', price: 950, addon: true },
  ]);
  expect(startingPrice(prices).from?.name).toBe('Core');
  expect(startingPrice(prices.slice(2)).from?.name).toBe('Retest');
  const won = parsePrices([
    { name: 'Won', price: 0 },
    { name: 'Setup', price: 5, addon: true },
  ]);
  expect(startingPrice(won)).toEqual({ from: null, byResults: true });
});
