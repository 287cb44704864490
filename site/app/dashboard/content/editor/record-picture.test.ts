import { expect, test } from 'vitest';
import { isUploadedPicture } from './record-addresses.ts';
import { pictureLabelOf } from './record-picture.tsx';

const stored = '/storage/v1/object/public/pictures/61a3d1c2/1200x630.webp';

test('an uploaded picture is distinguished from one with an entered URL', () => {
  expect(
    [stored, `https://api.example${stored}`, `http://10.0.0.2:8000${stored}`].map(isUploadedPicture),
  ).toEqual([true, true, true]);
  expect(
    ['', '/samples/map.webp', 'https://cdn.example/a.png', `ftp://x${stored}`].map(isUploadedPicture),
  ).toEqual([false, false, false, false]);
});

test('a picture is called by its file, never by the path of the storage', () => {
  expect(pictureLabelOf(stored)).toBe('Uploaded image');
  expect(pictureLabelOf('/samples/map.webp')).toBe('map.webp');
  expect(pictureLabelOf('https://cdn.example/a/b.png?w=3#top')).toBe('b.png');
  expect(pictureLabelOf('/')).toBe('Image');
});
