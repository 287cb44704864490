// Renders the SVG paths of a generated nautical chart as a markup string.
import { drawArt, type ArtRequest } from './draw-art.ts';

/** The SVG paths of the art, styled by chart.css. They contain only numbers and our class names: nothing to escape. */
export function artMarkup(request: ArtRequest): string {
  const art = drawArt(request);
  return (['shoal', 'lines', 'drying', 'land', 'hill'] as const)
    .filter((part) => art[part] !== '')
    .map((part) => `<path class="chart-${part}" d="${art[part]}"/>`)
    .join('');
}
