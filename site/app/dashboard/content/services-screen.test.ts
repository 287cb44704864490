import { expect, test } from 'vitest';
import {
  contentColumnValuesOf,
  contentDraftOf,
  createEmptyContentDraft,
  findContentProblems,
} from './content-draft.ts';
import type { ContentDraft, StoredRecord } from './content-form.ts';
import { parseDollars, createPriceDraft, type PriceDraft } from './fields/price-draft.ts';
import { servicesScreen } from './services-screen.tsx';

const good = { ...createEmptyContentDraft(servicesScreen), name: 'Audit', slug: 'audit' };

function fieldsOf(part: Partial<ContentDraft> & { prices?: PriceDraft[] }): string[] {
  return findContentProblems(servicesScreen, { ...good, ...part }).map(({ field }) => field);
}

test('a name and a web address are enough', () => {
  expect(findContentProblems(servicesScreen, good)).toEqual([]);
});

test.each([
  [{ name: ' ' }, 'service-name'],
  [{ slug: '' }, 'service-slug'],
  [{ slug: 'Two Words' }, 'service-slug'],
  [{ pitch: 'x'.repeat(501) }, 'service-pitch'],
  [{ description: { text: 'x'.repeat(20_001), format: 'plain' } }, 'service-description'],
  [{ chips: ['x'.repeat(81)] }, 'service-chips'],
  [{ pictureUrl: 'javascript:alert(1)' }, 'service-picture'],
  [{ pictureUrl: '//elsewhere.example/a.png' }, 'service-picture'],
  [{ pictureUrl: '/\\elsewhere.example' }, 'service-picture'],
] as const)('%j is one thing to mend', (part, field) => {
  expect(fieldsOf(part as Partial<ContentDraft>)).toEqual([field]);
});

test('a price needs a name and an amount; a line without either is left out', () => {
  const line = { ...createPriceDraft(), key: 'a' };
  expect(fieldsOf({ prices: [line] })).toEqual([]);
  expect(fieldsOf({ prices: [{ ...line, name: 'Core', price: 'much' }] })).toEqual([
    'service-price-a-amount',
  ]);
  expect(fieldsOf({ prices: [{ ...line, price: '0' }] })).toEqual(['service-price-a-name']);
  expect(contentColumnValuesOf(servicesScreen, { ...good, prices: [line] })['pricing_json']).toEqual([]);
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
  expect(parseDollars(text)).toBe(amount);
});

test('what an editor does not show of a price stays in it', () => {
  const prices = [
    { name: 'Core', price: 3900, unit: 'month', addon: true, note: 'twelve pages' },
    { name: 'Visits', price: '0' },
  ];
  const row = {
    ...contentColumnValuesOf(servicesScreen, good),
    pricing_json: prices,
  } as unknown as StoredRecord;
  expect(contentColumnValuesOf(servicesScreen, contentDraftOf(servicesScreen, row))['pricing_json']).toEqual([
    prices[0],
    { name: 'Visits', price: 0 },
  ]);
});

test.each(['plain', 'markdown'] as const)(
  'G-54 a description keeps its %s format and every character',
  (format) => {
    const description = { text: '# 1 *of*\n\n<b>two</b>', format };
    const columns = contentColumnValuesOf(servicesScreen, { ...good, description });
    expect(columns).toMatchObject({ description: description.text, text_format: format });
    expect(contentDraftOf(servicesScreen, columns as unknown as StoredRecord)['description']).toEqual(
      description,
    );
  },
);
