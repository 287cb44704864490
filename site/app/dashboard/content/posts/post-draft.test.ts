import { expect, test } from 'vitest';
import { columnsOf, dayOf, draftOf, emptyPost, findPostProblems, type PostRow } from './post-draft.ts';

const good = { ...emptyPost, name: 'Ten minutes', slug: 'ten-minutes' };

test('a title and a web address are enough', () => {
  expect(findPostProblems(good)).toEqual([]);
});

test.each([
  [{ name: '' }, 'post-name'],
  [{ slug: '' }, 'post-slug'],
  [{ excerpt: 'x'.repeat(1001) }, 'post-excerpt'],
  [{ pictureUrl: 'ftp://x.example/a.png' }, 'post-picture'],
])('%j is one thing to mend', (part, field) => {
  expect(findPostProblems({ ...good, ...part }).map((problem) => problem.field)).toEqual([field]);
});

test('the stored moment stays to the second while its day does', () => {
  const row = { ...columnsOf(good), published_at: '2026-03-04T17:08:09.123456+00:00' } as unknown as PostRow;
  expect(columnsOf(draftOf(row)).published_at).toBe('2026-03-04T17:08:09.123456+00:00');
  const moved = columnsOf({ ...draftOf(row), day: '2026-05-06' }).published_at;
  expect(dayOf(moved)).toBe('2026-05-06');
});

test('G-24 a draft has no date of its own; a post that goes on the site gets one', () => {
  expect(columnsOf(good).published_at).toBeNull();
  expect(dayOf(columnsOf({ ...good, isPublished: true }).published_at)).toBe(dayOf(new Date().toISOString()));
});
