// The routes of the icon in the browser's tab: drawings by name, and the files that browsers request without a link.
// Draws a picture, the first letter of the agency's name or the sample agency's mark.
import { loadTextOutliner } from '../../fonts/text-outliner.ts';
import { loadSharp } from '../art/load-sharp.server.ts';
import { backendContext } from '../data/backend-context.ts';
import { serverClient } from '../data/server-client.ts';
import { readUploadedPicture } from './read-share-image-content.server.ts';
import { missingFileTexts } from '../texts/server-error-texts.ts';
import { escapeXml } from './xml.ts';
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
    return new Response(`${missingFileTexts.noImage}\n`, { status: 404, headers });
  }
  const { agency } = await context.get(backendContext).agency.read();
  const { href, type } = agency.icon;
  const picture = type === 'image/webp' ? await readUploadedPicture(serverClient(context), href) : null;
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

type Drawing =
  | { kind: 'ring'; day: string; dark: string }
  | { kind: 'letter'; letter: string; tile: string; ink: string };

/**
 * Reads a drawing from a file name, which contains every detail, so the file may be cached forever; null for other
 * names.
 */
function parseIconName(name: string): Drawing | null {
  const [, day, dark] = /^ring-([0-9a-f]{6})-([0-9a-f]{6})\.svg$/.exec(name) ?? [];
  if (day !== undefined) return { kind: 'ring', day: `#${day}`, dark: `#${dark}` };
  const [, code = '', tile, ink] = /^([0-9a-f]{1,5})-([0-9a-f]{6})-([0-9a-f]{6})\.svg$/.exec(name) ?? [];
  const letter = String.fromCodePoint(Number.parseInt(code, 16) || 0);
  return /^[\p{L}\p{N}•]$/u.test(letter)
    ? { kind: 'letter', letter, tile: `#${tile}`, ink: `#${ink}` }
    : null;
}

/** Draws an SVG that follows the colour scheme; null for a name that `agencyIconOf` does not make. */
function drawIconSvg(name: string): string | null {
  const drawing = parseIconName(name);
  if (!drawing) return null;
  if (drawing.kind === 'letter') {
    const { letter, tile, ink } = drawing;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 42 42"><rect fill="${tile}" width="42" height="42" rx="10"/><text x="21" y="31" fill="${ink}" font-family="system-ui,sans-serif" font-size="28" font-weight="700" text-anchor="middle">${escapeXml(letter)}</text></svg>`;
  }
  const { day, dark } = drawing;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 42 42" fill="none"><style>.r{stroke:#0f1f2b}.l{stroke:${day}}@media(prefers-color-scheme:dark){.r{stroke:#f8e7b4}.l{stroke:${dark}}}</style><rect class="r" x="7.5" y="7.5" width="27" height="27" rx="10" stroke-width="6"/><path class="l" d="M0 32C13 31 15 12 42 11.5" stroke-width="4.5"/></svg>`;
}

interface IconPng {
  /** pixels */
  size: number;
  /** Fills the whole square, because phones crop the icon to their own shape and show transparent parts black. */
  isOpaque: boolean;
}

/** `icon`: the bytes of a picture, or the name of a drawing. */
async function drawIconPng(icon: Buffer | string, { size, isOpaque }: IconPng): Promise<Buffer> {
  const sharp = await loadSharp();
  const isDrawn = typeof icon === 'string';
  const border = isOpaque && !isDrawn ? Math.round(size * 0.07) : 0;
  const edges = { top: border, bottom: border, left: border, right: border };
  const background = isOpaque ? '#ffffff' : 'transparent';
  const picture = sharp(isDrawn ? Buffer.from(await drawStillSvg(icon, isOpaque)) : icon)
    .resize({ width: size - 2 * border, height: size - 2 * border, fit: 'contain', background })
    .extend({ ...edges, background });
  return (isOpaque ? picture.flatten({ background }) : picture).png().toBuffer();
}

/** The drawing of the light theme, with a letter of our own font. */
async function drawStillSvg(name: string, isOpaque: boolean): Promise<string> {
  const drawing = parseIconName(name);
  if (drawing?.kind !== 'letter') return drawIconSvg(name) ?? '';
  const outline = await loadTextOutliner();
  const drawn = outline(drawing.letter, 'display700');
  const { path, width } = drawn.path === '' ? outline('•', 'display700') : drawn;
  const scale = 0.03;
  const left = 21 - (width * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 42 42"><rect fill="${drawing.tile}" width="42" height="42" rx="${isOpaque ? 0 : 10}"/><path fill="${drawing.ink}" transform="translate(${left} 31) scale(${scale})" d="${path}"/></svg>`;
}
