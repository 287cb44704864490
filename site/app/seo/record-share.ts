import { contentType, type ContentTable } from '../content/content-types.ts';
import type { ShareFacts } from './share-image-path.ts';

/** Contents of a record's share image, for the page's head and the image's route, which must agree on its path. */
export function recordShare(
  table: ContentTable,
  { name, slug, category }: { name: string; slug: string; category: string | null },
): ShareFacts {
  const { label, columns } = contentType(table);
  const terrainSeed = columns.category === null ? name : category;
  return { title: name, caption: category ?? label, seed: slug, terrainSeed };
}
