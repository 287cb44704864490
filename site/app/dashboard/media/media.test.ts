import { expect, test } from 'vitest';
import { isImageItem } from './media.tsx';

test('G-33 known kinds and picture files are shown, others have an icon', () => {
  expect(isImageItem({ kind: 'screenshot', url: '/x' })).toBe(true);
  expect(isImageItem({ kind: 'Logo', url: '/x' })).toBe(true);
  expect(isImageItem({ kind: 'file', url: 'https://files.example/a.webp?w=400' })).toBe(true);
  expect(isImageItem({ kind: 'video', url: 'https://files.example/a.mp4' })).toBe(false);
});
