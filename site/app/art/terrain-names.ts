// Names of the terrains of a chart; the terrain of a record, chosen by its slug.
import { createSeededRandom, hashText } from './random.ts';

/** The shapes of the land. Each can be recognized in a thumbnail by its outline and its share of land. */
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
export type ChartTerrain = (typeof terrains)[number];
/** Posts and case studies without a picture have drawings of their own (draw-views.ts). */
export type Terrain = ChartTerrain | 'coastView' | 'lightSectors';

/** Tables of content, as far as their records are drawn in another way than as a chart. */
const views: Readonly<Partial<Record<string, Terrain>>> = {
  posts: 'coastView',
  case_studies: 'lightSectors',
};

/** All terrains except `open`, the calm water of empty states. */
const recordTerrains = terrains.slice(0, -1);

/** Chosen so that no two services, case studies or posts of the sample have the same terrain. */
const salt = 4595;

/** The terrain of a record, always the same for the same slug. */
export function terrainFor(slug: string, table = 'services'): Terrain {
  const view = Object.hasOwn(views, table) ? views[table] : undefined;
  if (view) return view;
  const random = createSeededRandom(hashText(slug) + salt);
  return recordTerrains[Math.floor(random() * recordTerrains.length)] ?? 'islands';
}
