// The routes of the icon in the browser's tab: drawings by name, and the files that browsers request without a link.
import { backendContext } from '../data/backend-context.ts';
import { serverClient } from '../data/server-client.ts';
import { drawIconPng, drawIconSvg } from './draw-icon.server.ts';
import { readLogo } from './read-share-facts.server.ts';
import { responseTexts } from './seo-texts.ts';
import type { Route } from './+types/icon.ts';

const forGood = 'public, max-age=31536000, immutable';
const types = {
  svg: 'image/svg+xml; charset=utf-8',
  ico: 'image/x-icon',
  png: 'image/png',
} as const;
const iconPx = 48;
const touchIconPx = 180;

function iconResponse(body: string | Buffer, type: keyof typeof types, cacheControl: string): Response {
  const headers = { 'content-type': types[type], 'cache-control': cacheControl };
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), { headers });
}

/** `/icon/NAME.svg`, or one of the files at the root, which are always the agency's own. */
export async function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
  if (params.name !== undefined) {
    const drawn = drawIconSvg(params.name);
    if (drawn !== null) return iconResponse(drawn, 'svg', forGood);
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return new Response(`${responseTexts.noImage}\n`, { status: 404, headers });
  }
  const { agency } = await context.get(backendContext).agency.read();
  const { href, type } = agency.icon;
  const picture = type === 'image/webp' ? await readLogo(serverClient(context), href) : null;
  // not cached while the picture cannot be read, so that the next request tries again
  const cacheControl = type === 'image/webp' && !picture ? 'no-store' : 'public, max-age=3600';
  const icon = picture ?? href.replace('/icon/', '');
  const { pathname } = new URL(request.url);
  if (pathname === '/favicon.svg') {
    if (typeof icon === 'string') return iconResponse(drawIconSvg(icon) ?? '', 'svg', cacheControl);
    const png = await drawIconPng(icon, { size: touchIconPx, isOpaque: false });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image width="1" height="1" href="data:image/png;base64,${png.toString('base64')}"/></svg>`;
    return iconResponse(svg, 'svg', cacheControl);
  }
  if (pathname === '/apple-touch-icon.png')
    return iconResponse(await drawIconPng(icon, { size: touchIconPx, isOpaque: true }), 'png', cacheControl);
  const png = await drawIconPng(icon, { size: iconPx, isOpaque: false });
  return iconResponse(icoFile(png, iconPx), 'ico', cacheControl);
}

/** An ICO file that contains one picture as PNG, which all browsers support. */
function icoFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  // type of the file, number of pictures
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  // colour planes, bits per pixel
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
