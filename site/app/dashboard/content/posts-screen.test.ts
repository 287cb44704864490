import { expect, test } from 'vitest';
import {
  contentColumnValuesOf,
  contentDraftOf,
  createEmptyContentDraft,
  findContentProblems,
} from './content-draft.ts';
import type { ContentDraft, StoredRecord } from './content-form.ts';
import { applyTypedTime, type PublishingTimeDraft } from './fields/publishing-time-field.tsx';
import { postsScreen } from './posts-screen.tsx';
import { wallClockOf } from '../screen/zoned-time.ts';

const toronto = 'America/Toronto';

const good = { ...createEmptyContentDraft(postsScreen), name: 'Ten minutes', slug: 'ten-minutes' };

function publishedAt(draft: ContentDraft): string | null {
  return contentColumnValuesOf(postsScreen, draft)['published_at'] as string | null;
}

test('a title and a web address are enough', () => {
  expect(findContentProblems(postsScreen, good)).toEqual([]);
});

test.each([
  [{ name: '' }, 'post-name'],
  [{ slug: '' }, 'post-slug'],
  [{ excerpt: 'x'.repeat(1001) }, 'post-excerpt'],
  [{ pictureUrl: 'ftp://x.example/a.png' }, 'post-picture'],
])('%j is one thing to mend', (part, field) => {
  expect(findContentProblems(postsScreen, { ...good, ...part }).map((problem) => problem.field)).toEqual([
    field,
  ]);
});

test('the stored timestamp stays to the second while its day and time do', () => {
  const stored = '2026-03-04T17:08:09.123456+00:00';
  const row = {
    ...contentColumnValuesOf(postsScreen, good),
    published_at: stored,
  } as unknown as StoredRecord;
  const draft = contentDraftOf(postsScreen, row);
  expect(publishedAt(draft)).toBe(stored);
  const at = (day: string, time: string) => {
    const time0 = draft['publishingTime'] as PublishingTimeDraft;
    return publishedAt({ ...draft, publishingTime: applyTypedTime(time0, { day, time }, toronto) });
  };
  expect(at('2026-03-04', '12:08')).toBe(stored);
  expect(at('2026-05-06', '09:30')).toBe('2026-05-06T13:30:00.000Z');
  expect(at('2026-05-06', '')).toBe('2026-05-06T16:00:00.000Z');
  expect(at('2099-01-01', '')).toBe('2099-01-01T05:00:00.000Z');
});

const none: PublishingTimeDraft = { storedAt: null, at: null, typed: null };

test('a time needs its day', () => {
  const publishingTime = applyTypedTime(none, { day: '', time: '09:00' }, toronto);
  expect(findContentProblems(postsScreen, { ...good, publishingTime }).map(({ field }) => field)).toEqual([
    'post-publishingTime',
  ]);
});

test('today without a time is now, and not a time to come', () => {
  const { day } = wallClockOf(new Date().toISOString(), toronto);
  const at = publishedAt({ ...good, publishingTime: applyTypedTime(none, { day, time: '' }, toronto) });
  expect(Date.parse(at ?? '')).toBeLessThanOrEqual(Date.now());
});

test('G-24 a draft has no date of its own; a post that goes on the site gets one', () => {
  expect(publishedAt(good)).toBeNull();
  const at = publishedAt({ ...good, isPublished: true });
  expect(Math.abs(Date.parse(at ?? '') - Date.now())).toBeLessThan(60_000);
});
