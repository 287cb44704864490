import { expect, test } from 'vitest';
import { isImage } from './admin.tsx';

test('G-33 known kinds and picture files are shown, others have an icon', () => {
  expect(isImage({ kind: 'screenshot', url: '/x' })).toBe(true);
  expect(isImage({ kind: 'Logo', url: '/x' })).toBe(true);
  expect(isImage({ kind: 'file', url: 'https://files.example/a.webp?w=400' })).toBe(true);
  expect(isImage({ kind: 'video', url: 'https://files.example/a.mp4' })).toBe(false);
});
