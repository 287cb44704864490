// Renders the SVG paths of a generated nautical chart as a markup string.
import type { ArtPaths } from './art-paths.ts';
import { drawArt, type ArtOptions } from './draw-art.ts';

const layers: Record<keyof ArtPaths, string> = {
  shoal: 'fill="var(--shoal)" stroke="var(--contour)" stroke-width="1.5"',
  lines: 'fill="none" stroke="var(--contour)" stroke-opacity=".55"',
  drying: 'fill="var(--drying)" stroke="var(--coast)" stroke-dasharray="1.5 3.5"',
  land: 'fill="var(--land)" stroke="var(--coast)" stroke-width="2"',
  hill: 'fill="none" stroke="var(--coast)" stroke-opacity=".45"',
};

/** The SVG paths of the art, in the page's colours. They contain only numbers and our attributes: nothing to escape. */
export function renderArtMarkup(request: ArtOptions): string {
  const art = drawArt(request);
  return (['shoal', 'lines', 'drying', 'land', 'hill'] as const)
    .filter((layer) => art[layer] !== '')
    .map((layer) => `<path vector-effect="non-scaling-stroke" ${layers[layer]} d="${art[layer]}"/>`)
    .join('');
}
