import { escapeXml } from './xml.ts';
import { responseTexts } from './response-texts.ts';
import type { Route } from './+types/icon.ts';

/** The first letter of a name on a tile: the browser's tab of an agency whose logo is too wide for it. */
export function loader({ params }: Route.LoaderArgs): Response {
  const [, code = '', tile = '', ink = ''] =
    /^([0-9a-f]{1,5})-([0-9a-f]{6})-([0-9a-f]{6})\.svg$/.exec(params.name) ?? [];
  const letter = String.fromCodePoint(Number.parseInt(code, 16) || 0);
  if (!/^[\p{L}\p{N}•]$/u.test(letter))
    return new Response(`${responseTexts.noImage}\n`, {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 42 42"><rect fill="#${tile}" width="42" height="42" rx="10"/><text x="21" y="31" fill="#${ink}" font-family="system-ui,sans-serif" font-size="28" font-weight="700" text-anchor="middle">${escapeXml(letter)}</text></svg>`;
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
}
