import { readChartAddress } from './chart-address.ts';
import { drawChart } from './draw-chart.ts';
import type { Route } from './+types/chart-image.ts';

/**
 * A chart as an SVG file. Used inside a page it takes the page's custom properties; opened by itself it
 * follows the reader's colour scheme through the properties that its own root sets.
 */
export function loader({ params }: Route.LoaderArgs): Response {
  const asked = readChartAddress(params.sheet, params.name);
  if (!asked)
    return new Response('There is no such chart.\n', {
      status: 404,
      headers: { 'content-type': 'text/plain' },
    });
  const chart = drawChart(asked);
  const { width, height } = asked;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>${ownColours}</style><g id="chart"><path fill="var(--deep)" d="M0 0h${width}v${height}H0z"/><path fill="var(--shoal)" stroke="var(--contour)" stroke-width="1.5" vector-effect="non-scaling-stroke" d="${chart.shoal}"/><path fill="none" stroke="var(--contour)" stroke-opacity=".55" vector-effect="non-scaling-stroke" d="${chart.lines}"/><path fill="var(--drying)" stroke="var(--coast)" stroke-dasharray="1.5 3.5" d="${chart.drying}"/><path fill="var(--land)" stroke="var(--coast)" stroke-width="2" d="${chart.land}"/><path fill="none" stroke="var(--coast)" stroke-opacity=".45" d="${chart.hill}"/></g></svg>`;
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
}

/** The same values as the page's tokens (a test compares them). */
export const ownColours =
  ':root{--deep:#f4f9f9;--shoal:#d5e9ed;--drying:#d3e3be;--land:#f8e7b4;--coast:#0f1f2b;--contour:#5d8a99}' +
  '@media(prefers-color-scheme:dark){:root{--deep:#0b151d;--shoal:#173341;--drying:#22341c;--land:#3a3215;--coast:#b9a874;--contour:#3c6a7a}}';
