// Draws a share image (Open Graph) as SVG, then as PNG; wraps its title.
import { LRUCache } from 'lru-cache';
import { loadTextOutliner, type FontFaceName, type TextOutliner } from '../../fonts/text-outliner.ts';
import { drawArt } from '../art/draw-art.ts';
import { loadSharp } from '../art/load-sharp.server.ts';
import { terrainFor } from '../art/terrain-names.ts';
import { presetInlineColours, type InlineColours } from '../colours/colour-tokens.ts';
import type { Agency } from '../agency/agency.ts';
import type { ShareImageContent } from './share-image-path.ts';
import { shortenText } from './format-head-texts.ts';

/** In pixels; the large networks show this size uncropped. */
const [width, height] = [1200, 630];
const textWidth = 720;
const margin = 64;
/** Drawn larger than in CSS pixels, so that lines are still visible in a thumbnail. */
const artScale = 1.25;

const cache = new LRUCache<string, Buffer>({ maxSize: 16_000_000, sizeCalculation: (image) => image.length });

interface DrawnAgency extends Pick<Agency, 'name' | 'logo' | 'hasSampleMark'> {
  colours?: InlineColours;
  /** the bytes of its logo; without them its name is drawn */
  picture?: Buffer;
}

/** The area of the logo, which replaces the name. */
const logoBox = { left: margin, top: 44, width: 400, height: 76 };

/** Returns PNG bytes. `address` is the cache key. */
export async function renderShareImage(
  address: string,
  facts: ShareImageContent,
  agency: DrawnAgency,
): Promise<Buffer<ArrayBuffer>> {
  const cached = cache.get(address);
  if (cached) return Buffer.from(cached);
  const [sharp, outline] = await Promise.all([loadSharp(), loadTextOutliner()]);
  const picture = agency.picture && (await fitLogo(agency.picture));
  const svg = drawSvg({ facts, agency, logo: picture?.size, outline });
  const layers = picture ? [{ input: picture.data, ...picture.size }] : [];
  const png = Buffer.from(await sharp(Buffer.from(svg)).composite(layers).removeAlpha().png().toBuffer());
  if (picture || !agency.logo) cache.set(address, png);
  return png;
}

/** An uploaded picture in the size of a share image, as JPEG bytes: some networks show no WebP. */
export async function cropShareImage(address: string, picture: Buffer): Promise<Buffer<ArrayBuffer>> {
  const cached = cache.get(address);
  if (cached) return Buffer.from(cached);
  const sharp = await loadSharp();
  const cropped = sharp(picture).flatten({ background: '#fff' }).resize({ width, height, fit: 'cover' });
  const jpeg = Buffer.from(await cropped.jpeg({ quality: 82, mozjpeg: true }).toBuffer());
  cache.set(address, jpeg);
  return jpeg;
}

interface LogoSize {
  left: number;
  top: number;
  width: number;
  height: number;
}

async function fitLogo(bytes: Buffer): Promise<{ data: Buffer; size: LogoSize }> {
  const sharp = await loadSharp();
  const { left, top, width: widest, height: highest } = logoBox;
  const picture = sharp(bytes).resize({ width: widest, height: highest, fit: 'inside' }).png();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { data, size: { left, top: top + Math.round((highest - height) / 2), width, height } };
}

interface Drawing {
  facts: ShareImageContent;
  agency: DrawnAgency;
  logo: LogoSize | undefined;
  outline: TextOutliner;
}

function drawSvg({ facts, agency, logo, outline }: Drawing): string {
  const colour = agency.colours ?? presetInlineColours;
  const { size, lines } = fitTitle(
    facts.title,
    textWidth - 2 * margin,
    (text, sizePx) => (outline(text, 'display800').width * sizePx) / 1000,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-miterlimit="10">`,
    `<path fill="${colour.deep}" d="M0 0H${width}V${height}H0Z"/>`,
    drawArtwork(),
    `<path fill="${colour.land}" d="M0 0H${textWidth}V${height}H0Z"/>`,
    `<path fill="${colour.ink}" d="M${textWidth - 2} 0h4V${height}h-4Z"/>`,
    agency.hasSampleMark ? drawLineAndRing() : '',
    logo ? drawLogoGround(logo) : drawName(),
    drawText(facts.caption, { face: 'text600', size: 28, x: margin, y: 196 }),
    ...lines.map((line, i) =>
      drawText(line, { face: 'display800', size, x: margin, y: 226 + size * (0.82 + i) }),
    ),
    '</svg>',
  ].join('');

  function drawArtwork(): string {
    const art = drawArt({
      seed: facts.seed,
      width: (width - textWidth) / artScale,
      height: height / artScale,
      terrain: terrainFor(facts.seed),
    });
    const { shoal, drying, land, contour } = colour;
    return `<g transform="translate(${textWidth} 0) scale(${artScale})">
      <path d="${art.shoal}" fill="${shoal}" stroke="${contour}" stroke-width="1.5"/>
      <path d="${art.lines}" stroke="${contour}" stroke-opacity=".55"/>
      <path d="${art.drying}" fill="${drying}" stroke="${colour.ink}" stroke-dasharray="1.5 3.5"/>
      <path d="${art.land}" fill="${land}" stroke="${colour.ink}" stroke-width="2"/>
      <path d="${art.hill}" stroke="${colour.ink}" stroke-opacity=".45"/>
    </g>`;
  }

  function drawLineAndRing(): string {
    return `<rect x="904" y="238" width="132" height="132" rx="40" stroke="${colour.ink}" stroke-width="18"/>
      <path d="M-10 560C220 640 560 560 760 420S940 250 1210 286" stroke="${colour.magentaLine}" stroke-width="9"/>`;
  }

  function drawLogoGround({ left, top, width: wide, height: high }: LogoSize): string {
    if (agency.logo?.ground !== 'dark') return '';
    return `<rect x="${left - 16}" y="${top - 14}" width="${wide + 32}" height="${high + 28}" rx="12" fill="${colour.ink}"/>`;
  }

  function drawName(): string {
    const left = agency.hasSampleMark ? margin + 72 : margin;
    const name = drawText(agency.name, { face: 'display700', size: 38, x: left, y: 93 });
    return agency.hasSampleMark ? drawSampleMark() + name : name;
  }

  function drawSampleMark(): string {
    return `<g transform="translate(${margin - 4} 52) scale(1.5)">
      <rect x="8" y="4.5" width="27" height="27" rx="10" stroke="${colour.ink}" stroke-width="6"/>
      <path d="M1 29C13 28 15 9 41 8.5" stroke="${colour.magentaLine}" stroke-width="4.5"/>
    </g>`;
  }

  /** Narrower letters if the text would not fit. */
  function drawText(
    text: string,
    { face, size, x, y }: { face: FontFaceName; size: number; x: number; y: number },
  ): string {
    const { path, width: wide } = outline(text, face);
    const scale = size / 1000;
    const scaleX = Math.min(scale, (textWidth - margin - x) / wide);
    return `<path fill="${colour.ink}" transform="translate(${x} ${y}) scale(${scaleX} ${scale})" d="${path}"/>`;
  }
}

/** Font sizes in pixels, largest first, with the number of lines that fit. */
const sizes = [
  { size: 104, maxLines: 2 },
  { size: 84, maxLines: 3 },
  { size: 66, maxLines: 4 },
] as const;
const maxTitleLength = 110;

/** The title in the largest size that fits; in the smallest size it is truncated. */
export function fitTitle(
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
