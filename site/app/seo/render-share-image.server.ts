// Draws a share image (Open Graph) as PNG on a canvas; wraps its title.
import { LRUCache } from 'lru-cache';
import displayFont from '../../fonts/bricolage-grotesque.woff2?inline';
import textFont from '../../fonts/atkinson-hyperlegible-next.woff2?inline';
import { drawArt } from '../art/draw-art.ts';
import { terrainFor } from '../art/terrain-names.ts';
import { shareColours, type ShareColours } from '../colours/colour-tokens.ts';
import type { Agency } from '../agency/agency.ts';
import type { ShareFacts } from './share-image-path.ts';
import { shortenText } from './fit-texts.ts';

/** In pixels; the large networks show this size uncropped. */
const [width, height] = [1200, 630];
const textWidth = 720;
const margin = 64;
/** Drawn larger than in CSS pixels, so that lines are still visible in a thumbnail. */
const artScale = 1.25;

const cache = new LRUCache<string, Buffer>({ maxSize: 16_000_000, sizeCalculation: (png) => png.length });

type Canvas = typeof import('@napi-rs/canvas');
type Image = Awaited<ReturnType<Canvas['loadImage']>>;
let loadingCanvas: Promise<Canvas> | undefined;

/**
 * Loads the canvas library and the site's fonts when the first image is drawn, because it is 35 MB on disk and takes
 * memory.
 */
export function openCanvas(): Promise<Canvas> {
  loadingCanvas ??= import('@napi-rs/canvas').then((canvas) => {
    canvas.GlobalFonts.register(fontBytes(displayFont), 'Share Display');
    canvas.GlobalFonts.register(fontBytes(textFont), 'Share Text');
    return canvas;
  });
  return loadingCanvas;
}

function fontBytes(dataAddress: string): Buffer {
  return Buffer.from(dataAddress.slice(dataAddress.indexOf(',') + 1), 'base64');
}

interface DrawnAgency extends Pick<Agency, 'name' | 'logo' | 'hasSampleMark'> {
  colours?: ShareColours;
  /** the bytes of its logo; without them its name is drawn */
  picture?: Buffer;
}

/** The area of the logo, which replaces the name. */
const logoBox = { left: margin, top: 44, width: 400, height: 76 };

/** Returns PNG bytes. `address` is the cache key. */
export async function renderShareImage(
  address: string,
  facts: ShareFacts,
  agency: DrawnAgency,
): Promise<Buffer<ArrayBuffer>> {
  const cached = cache.get(address);
  if (cached) return Buffer.from(cached);
  const colour = agency.colours ?? shareColours;
  const { createCanvas, loadImage, Path2D } = await openCanvas();
  const picture = agency.picture && (await loadImage(agency.picture));
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');

  pen.fillStyle = colour.deep;
  pen.fillRect(0, 0, width, height);
  drawArtwork();
  pen.fillStyle = colour.land;
  pen.fillRect(0, 0, textWidth, height);
  pen.fillStyle = colour.ink;
  pen.fillRect(textWidth - 2, 0, 4, height);
  if (agency.hasSampleMark) drawLineAndRing();
  if (picture) drawPicture(picture);
  else drawName();
  drawText();

  const png = Buffer.from(await canvas.encode('png'));
  if (picture || !agency.logo) cache.set(address, png);
  return png;

  function drawArtwork(): void {
    const art = drawArt({
      seed: facts.seed,
      width: (width - textWidth) / artScale,
      height: height / artScale,
      terrain: terrainFor(facts.seed),
    });
    pen.save();
    pen.translate(textWidth, 0);
    pen.scale(artScale, artScale);
    layer(art.shoal, { fill: colour.shoal, stroke: colour.contour, line: 1.5 });
    layer(art.lines, { stroke: colour.contour, line: 1, opacity: 0.55 });
    layer(art.drying, { fill: colour.drying, stroke: colour.ink, line: 1, dash: [1.5, 3.5] });
    layer(art.land, { fill: colour.land, stroke: colour.ink, line: 2 });
    layer(art.hill, { stroke: colour.ink, line: 1, opacity: 0.45 });
    pen.restore();
  }

  function layer(
    path: string,
    style: { fill?: string; stroke: string; line: number; opacity?: number; dash?: number[] },
  ): void {
    const shape = new Path2D(path);
    if (style.fill !== undefined) {
      pen.fillStyle = style.fill;
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas fills a path here
      pen.fill(shape);
    }
    pen.strokeStyle = style.stroke;
    pen.lineWidth = style.line;
    pen.globalAlpha = style.opacity ?? 1;
    pen.setLineDash(style.dash ?? []);
    pen.stroke(shape);
    pen.globalAlpha = 1;
    pen.setLineDash([]);
  }

  function drawLineAndRing(): void {
    pen.strokeStyle = colour.ink;
    pen.lineWidth = 18;
    pen.beginPath();
    pen.roundRect(904, 238, 132, 132, 40);
    pen.stroke();
    pen.strokeStyle = colour.magentaLine;
    pen.lineWidth = 9;
    pen.stroke(new Path2D('M-10 560C220 640 560 560 760 420S940 250 1210 286'));
  }

  function drawPicture(image: Image): void {
    const { left, top, width: widest, height: highest } = logoBox;
    const scale = Math.min(widest / image.width, highest / image.height);
    const [wide, high] = [image.width * scale, image.height * scale];
    const y = top + (highest - high) / 2;
    if (agency.logo?.ground === 'dark') {
      pen.fillStyle = colour.ink;
      pen.beginPath();
      pen.roundRect(left - 16, y - 14, wide + 32, high + 28, 12);
      pen.fill();
    }
    pen.drawImage(image, left, y, wide, high);
  }

  function drawName(): void {
    const left = agency.hasSampleMark ? margin + 72 : margin;
    if (agency.hasSampleMark) drawSampleMark();
    pen.fillStyle = colour.ink;
    pen.font = '700 38px "Share Display", sans-serif';
    pen.fillText(agency.name, left, 93, textWidth - margin - left);
  }

  function drawSampleMark(): void {
    pen.save();
    pen.translate(margin - 4, 52);
    pen.scale(1.5, 1.5);
    pen.strokeStyle = colour.ink;
    pen.lineWidth = 6;
    pen.beginPath();
    pen.roundRect(8, 4.5, 27, 27, 10);
    pen.stroke();
    pen.strokeStyle = colour.magentaLine;
    pen.lineWidth = 4.5;
    pen.stroke(new Path2D('M1 29C13 28 15 9 41 8.5'));
    pen.restore();
  }

  function drawText(): void {
    pen.fillStyle = colour.ink;
    pen.font = '600 28px "Share Text", sans-serif';
    pen.fillText(facts.caption, margin, 196, textWidth - 2 * margin);
    const { size, lines } = wrapTitle(facts.title, textWidth - 2 * margin, (text, sizePx) => {
      pen.font = titleFont(sizePx);
      return pen.measureText(text).width;
    });
    pen.font = titleFont(size);
    lines.forEach((line, i) => pen.fillText(line, margin, 226 + size * (0.82 + i)));
  }
}

function titleFont(sizePx: number): string {
  return `800 ${sizePx}px "Share Display", sans-serif`;
}

/** Font sizes in pixels, largest first, with the number of lines that fit. */
const sizes = [
  { size: 104, maxLines: 2 },
  { size: 84, maxLines: 3 },
  { size: 66, maxLines: 4 },
] as const;
const maxTitleLength = 110;

/** The title in the largest size that fits; in the smallest size it is truncated. */
export function wrapTitle(
  title: string,
  width: number,
  measure: (text: string, sizePx: number) => number,
): { size: number; lines: string[] } {
  const words = shortenText(title, maxTitleLength).split(' ');
  for (const { size, maxLines } of sizes) {
    const lines = wrap(words, (text) => measure(text, size) <= width);
    const fits = lines.length <= maxLines && lines.every((line) => measure(line, size) <= width);
    if (fits) return { size, lines };
  }
  const { size, maxLines } = sizes[sizes.length - 1] ?? sizes[2];
  const pieces = words.flatMap((word) => breakWord(word, (text) => measure(text, size) <= width));
  const lines = wrap(pieces, (text) => measure(text, size) <= width);
  return { size, lines: lines.slice(0, maxLines) };
}

function wrap(words: readonly string[], fits: (text: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function breakWord(word: string, fits: (text: string) => boolean): string[] {
  const pieces = [''];
  for (const character of word) {
    const longer = `${pieces.at(-1)}${character}`;
    if (fits(longer)) pieces[pieces.length - 1] = longer;
    else pieces.push(character);
  }
  return pieces;
}
