import { expect, test } from 'vitest';
import { readReleases } from './make-release.ts';

test('the feed has an item for each version of the changelog, and marks those that fix a vulnerability', () => {
  const feed = readReleases(`# Changelog

## Unreleased

### Added
- Later.

## [0.2.0] - 2026-12-01

### Security
- A hole.

## 0.1.0 - 2026-11-23

### Added
- All.
`);
  expect(feed.items).toMatchObject([
    { title: '0.2.0', tags: ['security'], date_published: '2026-12-01T00:00:00Z' },
    { title: '0.1.0', tags: [], content_text: '### Added\n- All.' },
  ]);
});
