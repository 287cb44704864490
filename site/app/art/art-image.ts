// The route that serves a generated nautical chart as an SVG file.
import { renderArtMarkup } from './render-art-markup.ts';
import { missingFileTexts } from '../texts/server-error-texts.ts';
import { parseArtPath } from './cached-contour-art.tsx';
import type { Route } from './+types/art-image.ts';

/**
 * The art as an SVG file. Within a page it uses the page's custom properties; opened directly, it is grey and follows
 * the colour scheme.
 */
export function loader({ params }: Route.LoaderArgs): Response {
  const requested = parseArtPath(params.sheet, params.name);
  if (!requested)
    return new Response(`${missingFileTexts.noImage}\n`, {
      status: 404,
      headers: { 'content-type': 'text/plain' },
    });
  const { width, height } = requested;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>${artImageStyle}</style><g id="chart"><path fill="var(--deep)" d="M0 0h${width}v${height}H0z"/>${renderArtMarkup(requested)}</g></svg>`;
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
}

/** The style of a file that is opened directly, without the colours of an agency. */
const artImageStyle =
  ':root{--deep:#f7f7f7;--shoal:#e3e6e8;--drying:#d9dcd6;--land:#ececec;--coast:#222222;--contour:#7c8a90}' +
  '@media(prefers-color-scheme:dark){:root{--deep:#151515;--shoal:#24282a;--drying:#2a2d28;--land:#333333;--coast:#b5b5b5;--contour:#5c686d}}';
