import { expect, test } from 'vitest';
import { splitTextAtLinks } from './mailbox.tsx';

test('web addresses become links without the full stop after them; no other address does', () => {
  const text = 'Open https://a.example/x?y=1&z=2.\n(http://b.example) javascript:alert(1) mailto:a@b.c';
  const parts = splitTextAtLinks(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.flatMap(({ href }) => (href === null ? [] : [href]))).toEqual([
    'https://a.example/x?y=1&z=2',
    'http://b.example',
  ]);
  expect(splitTextAtLinks('')).toEqual([]);
});
