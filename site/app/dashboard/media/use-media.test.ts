import { expect, test } from 'vitest';
import { mergeNewestItems } from './use-media.ts';

function at(id: string, created_at: string) {
  return { id, created_at };
}

const services = [at('s3', '2026-11-03T00:00:00+00:00'), at('s1', '2026-11-01T00:00:00+00:00')];
const apps = [at('a4', '2026-11-04T00:00:00+00:00'), at('a2', '2026-11-02T00:00:00+00:00')];

test('P-127 the media of both tables are merged, newest first', () => {
  const { items, hasMore } = mergeNewestItems(services, apps, 10);
  expect(items.map(({ id }) => id)).toEqual(['a4', 's3', 'a2', 's1']);
  expect(hasMore).toBe(false);
});

test('P-127 a full page reports that there is more', () => {
  const { items, hasMore } = mergeNewestItems(services, apps, 3);
  expect(items.map(({ id }) => id)).toEqual(['a4', 's3', 'a2']);
  expect(hasMore).toBe(true);
});

test('P-127 media are ordered by fractions of a millisecond too', () => {
  const older = [at('old', '2026-11-01T00:00:00.000100+00:00')];
  const newer = [at('new', '2026-11-01T00:00:00.000200+00:00')];
  expect(mergeNewestItems(older, newer, 5).items.map(({ id }) => id)).toEqual(['new', 'old']);
});
