import { hashText } from './random.ts';

/** How land lies on a sheet: scattered, along one side, around a bay, or hardly any. */
export const terrains = ['islands', 'coast', 'harbour', 'open'] as const;
export type Terrain = (typeof terrains)[number];

/** The terrain that a word (a category's name) always gets. */
export function terrainFor(word: string): Terrain {
  return terrains[hashText(word) % 3] ?? 'islands';
}
