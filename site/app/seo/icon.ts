// The route that draws the browser tab icon as SVG: the mark or an initial letter.
import { escapeXml } from './xml.ts';
import { responseTexts } from './seo-texts.ts';
import type { Route } from './+types/icon.ts';

const headers = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
};

/**
 * The browser's tab: the drawn mark in the agency's colours, or the first letter of its name on a tile where its logo is
 * too wide. The address says all, so it may be cached for good.
 */
export function loader({ params }: Route.LoaderArgs): Response {
  const [, day, dark] = /^ring-([0-9a-f]{6})-([0-9a-f]{6})\.svg$/.exec(params.name) ?? [];
  if (day !== undefined) return new Response(ring(day, dark ?? day), { headers });
  const [, code = '', tile = '', ink = ''] =
    /^([0-9a-f]{1,5})-([0-9a-f]{6})-([0-9a-f]{6})\.svg$/.exec(params.name) ?? [];
  const letter = String.fromCodePoint(Number.parseInt(code, 16) || 0);
  if (!/^[\p{L}\p{N}•]$/u.test(letter))
    return new Response(`${responseTexts.noImage}\n`, {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 42 42"><rect fill="#${tile}" width="42" height="42" rx="10"/><text x="21" y="31" fill="#${ink}" font-family="system-ui,sans-serif" font-size="28" font-weight="700" text-anchor="middle">${escapeXml(letter)}</text></svg>`;
  return new Response(svg, { headers });
}

/** As public/favicon.svg. */
function ring(day: string, dark: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 42 42" fill="none"><style>.r{stroke:#0f1f2b}.l{stroke:#${day}}@media(prefers-color-scheme:dark){.r{stroke:#f8e7b4}.l{stroke:#${dark}}}</style><rect class="r" x="7.5" y="7.5" width="27" height="27" rx="10" stroke-width="6"/><path class="l" d="M0 32C13 31 15 12 42 11.5" stroke-width="4.5"/></svg>`;
}
