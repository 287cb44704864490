import { contentType, type ContentTable } from '../content/content-types.ts';
import type { ShareFacts } from './share-image-path.ts';

/**
 * What the share image of a record shows. The page's head and the image's route must agree, so both ask here. A type
 * without categories chooses its land by the name.
 */
export function recordShare(
  table: ContentTable,
  { name, slug, category }: { name: string; slug: string; category: string | null },
): ShareFacts {
  const { label, columns } = contentType(table);
  const terrainSeed = columns.category === null ? name : category;
  return { title: name, caption: category ?? label, seed: slug, terrainSeed };
}
