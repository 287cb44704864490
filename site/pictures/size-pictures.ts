// Makes the smaller sizes of the site's own pictures. Run by hand: node site/pictures/size-pictures.ts
// The files are committed; app/ui/picture-sources.ts derives their names.
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { sitePictureWidths } from '../app/ui/picture-sources.ts';

const folder = join(import.meta.dirname, '..', 'public', 'samples');
const names = (await readdir(folder)).filter((name) => name.endsWith('.webp'));
for (const width of sitePictureWidths) {
  await mkdir(join(folder, String(width)), { recursive: true });
  for (const name of names) {
    const smaller = sharp(join(folder, name)).resize({ width, withoutEnlargement: true });
    await smaller.webp({ quality: 78, effort: 6 }).toFile(join(folder, String(width), name));
  }
}
