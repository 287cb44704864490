import { expect, test } from 'vitest';
import { contentDisposition } from './object-headers.ts';

test('a file name that is cut within a pair is a name, and no fault', () => {
  const start = 'a'.repeat(254);
  expect(contentDisposition('image/png', `${start}🦊.png`)).toBe(
    `attachment; filename*=UTF-8''${start}%EF%BF%BD`,
  );
});
