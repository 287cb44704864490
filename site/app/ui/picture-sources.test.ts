import { expect, test } from 'vitest';
import { pictureSizeOf, pictureSrcSetOf } from './picture-sources.ts';

const folder = '/storage/v1/object/public/pictures/6f1c2a52-7f50-4c0f-9d24-0d4b0e1f8a11/';

test('S-14 an uploaded picture is offered in its sizes', () => {
  expect(pictureSrcSetOf(`${folder}1000x640.webp`)).toBe(
    `${folder}480.webp 480w, ${folder}960.webp 960w, ${folder}1000x640.webp 1000w`,
  );
  expect(pictureSrcSetOf(`https://x.supabase.co${folder}300x200.webp`)).toBe(
    `https://x.supabase.co${folder}300x200.webp 300w`,
  );
});

test("S-14 an uploaded picture's URL has its size, so that nothing shifts when it loads", () => {
  const box = { width: 1200, height: 750 };
  expect(pictureSizeOf(`${folder}1000x640.webp`, box)).toEqual({ width: 1000, height: 640 });
  expect(pictureSizeOf('https://files.example/a.webp', box)).toEqual(box);
});

test('any other URL has no srcset', () => {
  expect(pictureSrcSetOf('https://files.example/a.webp')).toBeNull();
  expect(pictureSrcSetOf(`${folder}480.webp`)).toBeNull();
});
