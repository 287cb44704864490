import { expect, test } from 'vitest';
import { describeSampleRemoval } from './remove-samples.ts';

test('the command counts the samples that it removes, and names those that it keeps, with the reason', () => {
  const removals = [
    { relation: 'partners', removed: 8, kept: [] },
    { relation: 'services', removed: 6, kept: ['Email Marketing', 'Winning Websites'] },
  ];
  expect(describeSampleRemoval(removals)).toBe(`partners       8 removed
services       6 removed, 2 kept:
               - Email Marketing
               - Winning Websites
Samples that your own content or leads refer to were kept. Samples you edited are now your content.
`);
  expect(describeSampleRemoval(removals.slice(0, 1))).toBe('partners       8 removed\n');
});
