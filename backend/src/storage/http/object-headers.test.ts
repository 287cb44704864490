import { expect, test } from 'vitest';
import { contentDispositionOf } from './object-headers.ts';

test('a file name that is cut within a pair is a name, and no fault', () => {
  const start = 'a'.repeat(254);
  expect(contentDispositionOf('image/png', `${start}🦊.png`)).toBe(
    `attachment; filename*=UTF-8''${start}%EF%BF%BD`,
  );
});
