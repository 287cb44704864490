// Names of the terrains of a chart; the terrain of a record, chosen by its slug.
import { createRandom, hashText } from './random.ts';

/** Where the land is. Each is recognized at the size of a thumbnail by its outline and its share of land. */
export const terrains = [
  'islands',
  'island',
  'coast',
  'harbour',
  'strait',
  'river',
  'atoll',
  'reef',
  'open',
] as const;
export type Terrain = (typeof terrains)[number];

/** All but the calm water of empty states. */
const recordTerrains = terrains.slice(0, -1);

/** Chosen so that no two services, case studies or posts of the sample have the same terrain. */
const salt = 4595;

/** The terrain of a slug; always the same. */
export function terrainFor(slug: string): Terrain {
  const random = createRandom(hashText(slug) + salt);
  return recordTerrains[Math.floor(random() * recordTerrains.length)] ?? 'islands';
}
