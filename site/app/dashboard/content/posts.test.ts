import { expect, test } from 'vitest';
import { columnsOf, draftOf, emptyDraft, findProblems } from './content-draft.ts';
import type { ContentDraft, StoredRecord } from './content-form.ts';
import { dayOf } from './fields/day-field.tsx';
import { posts } from './posts.tsx';

const good = { ...emptyDraft(posts), name: 'Ten minutes', slug: 'ten-minutes' };

function publishedAt(draft: ContentDraft): string | null {
  return columnsOf(posts, draft)['published_at'] as string | null;
}

test('a title and a web address are enough', () => {
  expect(findProblems(posts, good)).toEqual([]);
});

test.each([
  [{ name: '' }, 'post-name'],
  [{ slug: '' }, 'post-slug'],
  [{ excerpt: 'x'.repeat(1001) }, 'post-excerpt'],
  [{ pictureUrl: 'ftp://x.example/a.png' }, 'post-picture'],
])('%j is one thing to mend', (part, field) => {
  expect(findProblems(posts, { ...good, ...part }).map((problem) => problem.field)).toEqual([field]);
});

test('the stored timestamp stays to the second while its day does', () => {
  const stored = '2026-03-04T17:08:09.123456+00:00';
  const row = { ...columnsOf(posts, good), published_at: stored } as unknown as StoredRecord;
  const draft = draftOf(posts, row);
  expect(publishedAt(draft)).toBe(stored);
  expect(dayOf(publishedAt({ ...draft, day: { day: '2026-05-06', storedAt: stored } }))).toBe('2026-05-06');
});

test('G-24 a draft has no date of its own; a post that goes on the site gets one', () => {
  expect(publishedAt(good)).toBeNull();
  expect(dayOf(publishedAt({ ...good, isPublished: true }))).toBe(dayOf(new Date().toISOString()));
});
