import { expect, test } from 'vitest';
import { wallClockOf } from '../screen/zoned-time.ts';
import { appsScreen } from './apps-screen.tsx';
import {
  contentColumnValuesOf,
  contentDraftOf,
  createEmptyContentDraft,
  findContentProblems,
} from './content-draft.ts';
import type { ContentDraft, StoredRecord } from './content-form.ts';
import { createPriceDraft, parseDollars } from './fields/price-draft.ts';
import { applyTypedTime, type PublishingTimeDraft } from './fields/publishing-time-field.tsx';
import { postsScreen } from './posts-screen.tsx';
import { servicesScreen } from './services-screen.tsx';

const screens = { app: appsScreen, post: postsScreen, service: servicesScreen };
type Kind = keyof typeof screens;

function goodDraft(kind: Kind): ContentDraft {
  return { ...createEmptyContentDraft(screens[kind]), name: 'Ten minutes', slug: 'ten-minutes' };
}

function fieldsOf(kind: Kind, part: Partial<ContentDraft>): string[] {
  return findContentProblems(screens[kind], { ...goodDraft(kind), ...part }).map(({ field }) => field);
}

test.each(Object.keys(screens) as Kind[])('for a new %s, a name and a web address are enough', (kind) => {
  expect(fieldsOf(kind, {})).toEqual([]);
});

test.each<[Kind, Partial<ContentDraft>, string]>([
  ['app', { name: '' }, 'name'],
  ['app', { slug: 'A B' }, 'slug'],
  ['app', { demo: 'javascript:alert(1)' }, 'demo'],
  ['app', { demo: '/inside' }, 'demo'],
  ['app', { pictureUrl: 'data:image/png;base64,AA' }, 'picture'],
  ['app', { platforms: Array.from({ length: 41 }, (_, n) => `p${n}`) }, 'platforms'],
  ['post', { name: '' }, 'name'],
  ['post', { slug: '' }, 'slug'],
  ['post', { excerpt: 'x'.repeat(1001) }, 'excerpt'],
  ['post', { pictureUrl: 'ftp://x.example/a.png' }, 'picture'],
  ['service', { name: ' ' }, 'name'],
  ['service', { slug: '' }, 'slug'],
  ['service', { slug: 'Two Words' }, 'slug'],
  ['service', { pitch: 'x'.repeat(501) }, 'pitch'],
  ['service', { description: { text: 'x'.repeat(20_001), format: 'plain' } }, 'description'],
  ['service', { chips: ['x'.repeat(81)] }, 'chips'],
  ['service', { pictureUrl: 'javascript:alert(1)' }, 'picture'],
  ['service', { pictureUrl: '//elsewhere.example/a.png' }, 'picture'],
  ['service', { pictureUrl: '/\\elsewhere.example' }, 'picture'],
])('a new record of %s with %j has one thing to correct', (kind, part, field) => {
  expect(fieldsOf(kind, part)).toEqual([`${kind}-${field}`]);
});

/** The draft of a record that was stored with these columns. */
function draftOfStored(kind: Kind, stored: Record<string, unknown>): ContentDraft {
  const screen = screens[kind];
  const row = { ...contentColumnValuesOf(screen, goodDraft(kind)), ...stored };
  return contentDraftOf(screen, row as unknown as StoredRecord);
}

test('a record that is edited without a change is saved as it was', () => {
  const stored = { category: 'Tools', platforms: ['Web'], demo_url: 'https://demo.example/' };
  const draft = { ...goodDraft('app'), category: 'Tools', platforms: ['Web'], demo: 'https://demo.example/' };
  const columns = contentColumnValuesOf(appsScreen, draft);
  expect(columns).toMatchObject(stored);
  expect(contentColumnValuesOf(appsScreen, draftOfStored('app', columns))).toEqual(columns);
});

const toronto = 'America/Toronto';
const none: PublishingTimeDraft = { storedAt: null, at: null, typed: null };

function publishedAt(part: Partial<ContentDraft>): string | null {
  const columns = contentColumnValuesOf(postsScreen, { ...goodDraft('post'), ...part });
  return columns['published_at'] as string | null;
}

test('the stored timestamp stays to the second while its day and time do', () => {
  const stored = '2026-03-04T17:08:09.123456+00:00';
  const draft = draftOfStored('post', { published_at: stored });
  expect(publishedAt(draft)).toBe(stored);
  const at = (day: string, time: string) => {
    const before = draft['publishingTime'] as PublishingTimeDraft;
    return publishedAt({ publishingTime: applyTypedTime(before, { day, time }, toronto) });
  };
  expect(at('2026-03-04', '12:08')).toBe(stored);
  expect(at('2026-05-06', '09:30')).toBe('2026-05-06T13:30:00.000Z');
  expect(at('2026-05-06', '')).toBe('2026-05-06T16:00:00.000Z');
  expect(at('2099-01-01', '')).toBe('2099-01-01T05:00:00.000Z');
});

test('a publishing time without a day has a message', () => {
  const publishingTime = applyTypedTime(none, { day: '', time: '09:00' }, toronto);
  expect(fieldsOf('post', { publishingTime })).toEqual(['post-publishingTime']);
});

test('today without a time is now, and not a time to come', () => {
  const { day } = wallClockOf(new Date().toISOString(), toronto);
  const at = publishedAt({ publishingTime: applyTypedTime(none, { day, time: '' }, toronto) });
  expect(Date.parse(at ?? '')).toBeLessThanOrEqual(Date.now());
});

test('G-24 a draft has no date of its own; a post that goes on the site gets one', () => {
  expect(publishedAt({})).toBeNull();
  const at = publishedAt({ isPublished: true });
  expect(Math.abs(Date.parse(at ?? '') - Date.now())).toBeLessThan(60_000);
});

test('a price needs a name and an amount; a line without either is left out', () => {
  const line = { ...createPriceDraft(), key: 'a' };
  const pricesOf = (...prices: object[]) => fieldsOf('service', { prices });
  expect(pricesOf(line)).toEqual([]);
  expect(pricesOf({ ...line, name: 'Core', price: 'much' })).toEqual(['service-price-a-amount']);
  expect(pricesOf({ ...line, price: '0' })).toEqual(['service-price-a-name']);
  const draft = { ...goodDraft('service'), prices: [line] };
  expect(contentColumnValuesOf(servicesScreen, draft)['pricing_json']).toEqual([]);
  expect(pricesOf({ ...line, name: 'x'.repeat(201), price: '1' })).toEqual(['service-price-a-name']);
  const many = Array.from({ length: 41 }, (_, i) => ({ ...line, key: `k${i}`, name: 'Core', price: '1' }));
  expect(pricesOf(...many)).toEqual(['service-price-k40-name']);
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

test('properties of a price that the editor does not show are kept', () => {
  const prices = [
    { name: 'Core', price: 3900, unit: 'month', addon: true, note: 'twelve pages' },
    { name: 'Visits', price: '0' },
  ];
  const draft = draftOfStored('service', { pricing_json: prices });
  expect(contentColumnValuesOf(servicesScreen, draft)['pricing_json']).toEqual([
    prices[0],
    { name: 'Visits', price: 0 },
  ]);
});

test.each(['plain', 'markdown'] as const)(
  'G-54 a description keeps its %s format and every character',
  (format) => {
    const description = { text: '# 1 *of*\n\n<b>two</b>', format };
    const columns = contentColumnValuesOf(servicesScreen, { ...goodDraft('service'), description });
    expect(columns).toMatchObject({ description: description.text, text_format: format });
    expect(draftOfStored('service', columns)['description']).toEqual(description);
  },
);
