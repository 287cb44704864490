// Draws the icon of the browser's tab: a picture, the first letter of the agency's name, the sample agency's mark.
import { openCanvas } from './render-share-image.server.ts';
import { escapeXml } from './xml.ts';

type Drawing =
  | { kind: 'ring'; day: string; dark: string }
  | { kind: 'letter'; letter: string; tile: string; ink: string };

/** Edge of the drawing, in its own units. */
const edge = 42;

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
export function drawIconSvg(name: string): string | null {
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
export async function drawIconPng(icon: Buffer | string, { size, isOpaque }: IconPng): Promise<Buffer> {
  const { createCanvas, loadImage, Path2D } = await openCanvas();
  const canvas = createCanvas(size, size);
  const pen = canvas.getContext('2d');
  const drawing = typeof icon === 'string' ? parseIconName(icon) : null;
  if (isOpaque) {
    pen.fillStyle = drawing?.kind === 'letter' ? drawing.tile : '#ffffff';
    pen.fillRect(0, 0, size, size);
  }
  if (typeof icon !== 'string') {
    const picture = await loadImage(icon);
    const widest = isOpaque ? size * 0.86 : size;
    const scale = Math.min(widest / picture.width, widest / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    pen.drawImage(picture, (size - width) / 2, (size - height) / 2, width, height);
  }
  pen.scale(size / edge, size / edge);
  if (drawing?.kind === 'letter') {
    pen.fillStyle = drawing.tile;
    pen.beginPath();
    pen.roundRect(0, 0, edge, edge, isOpaque ? 0 : 10);
    pen.fill();
    pen.fillStyle = drawing.ink;
    pen.font = '700 30px "Share Display", sans-serif';
    pen.textAlign = 'center';
    pen.fillText(drawing.letter, edge / 2, 31);
  }
  if (drawing?.kind === 'ring') {
    pen.strokeStyle = '#0f1f2b';
    pen.lineWidth = 6;
    pen.beginPath();
    pen.roundRect(7.5, 7.5, 27, 27, 10);
    pen.stroke();
    pen.strokeStyle = drawing.day;
    pen.lineWidth = 4.5;
    pen.stroke(new Path2D('M0 32C13 31 15 12 42 11.5'));
  }
  return canvas.encode('png');
}
