// Names of the terrain layouts of a chart; picks one from a text by its hash.
import { hashText } from './random.ts';

/** Layout of the land: scattered, along a side, around a bay, or almost none. */
export const terrains = ['islands', 'coast', 'harbour', 'open'] as const;
export type Terrain = (typeof terrains)[number];

/** The terrain of a text, such as a category's name; always the same. */
export function terrainFor(terrainSeed: string): Terrain {
  return terrains[hashText(terrainSeed) % 3] ?? 'islands';
}
