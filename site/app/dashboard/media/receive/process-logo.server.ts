// Converts an uploaded logo (SVG or pixels) to lossless WebP; checks its contrast on page backgrounds.
import type { LogoBackground } from '../../../agency/agency-logo.ts';
import { loadSharp } from '../../../art/load-sharp.server.ts';
import { findSvgProblem, readSvg } from './check-svg.ts';
import { drawSvg } from './draw-svg.server.ts';
import {
  encodePictureSizes,
  maxStoredPictureSize,
  openPicture,
  PictureError,
  type ProcessedPicture,
} from './encode-picture-sizes.server.ts';
import { receiveUploadTexts } from './receive-upload-texts.ts';

const { errors } = receiveUploadTexts;

const svgAnimation = /<(?:[^\s<>/:]+:)?(?:animate|set\b)|@keyframes/i;
/** The contrast from which on a part of a logo is visible. */
const leastContrast = 3;
/** The share of the pixels of a logo that must be visible. */
const leastShare = 0.65;

/** The luminance of backgrounds: `--water` in the light theme, and the lighter one, `--night`, in the dark theme. */
const grounds = { light: 0.93, dark: 0.015 };

/**
 * A logo as lossless WebP without its empty edges. A drawing becomes pixels, so that only its appearance is kept.
 * Throws a PictureError.
 */
export async function processLogo(original: Uint8Array): Promise<ProcessedPicture> {
  const { pixels, wasAnimated } = await drawPixels(original);
  const sharp = await loadSharp();
  const { data, info } = await sharp(pixels).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const isOpaque = !data.some((value, i) => i % 4 === 3 && value < 250);
  if (!data.some((value, i) => i % 4 === 3 && value > 25)) throw new PictureError(errors.drawing.empty);
  const whole = sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
  const hasEdges = !isOpaque && Math.min(info.width, info.height) >= 3;
  const png = await (hasEdges ? whole.trim({ threshold: 1 }) : whole).png().toBuffer();
  const picture = await encodePictureSizes(png, { lossless: true });
  return { ...picture, wasAnimated, ground: isOpaque ? 'any' : await groundFor(png) };
}

async function drawPixels(original: Uint8Array): Promise<{ pixels: Buffer; wasAnimated: boolean }> {
  const svg = readSvg(original);
  try {
    if (svg === null) {
      const { picture, wasAnimated } = await openPicture(original);
      const pixels = await picture
        .autoOrient()
        .resize({ ...maxStoredPictureSize, fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer();
      return { pixels, wasAnimated };
    }
    const problem = findSvgProblem(svg);
    if (problem !== null) throw new PictureError(problem);
    const pixels = await drawSvg(svg);
    if (pixels === null) throw new PictureError(errors.drawing.tooComplex);
    return { pixels, wasAnimated: svgAnimation.test(svg) };
  } catch (error) {
    if (error instanceof PictureError) throw error;
    if (/pixel limit/i.test(String(error))) throw new PictureError(errors.tooManyPixels);
    throw new PictureError(svg === null ? errors.damaged : errors.drawing.damaged);
  }
}

async function groundFor(png: Buffer): Promise<LogoBackground> {
  const sharp = await loadSharp();
  const pixels = await sharp(png).resize({ width: 160, withoutEnlargement: true }).raw().toBuffer();
  const seen = { light: 0, dark: 0 };
  let all = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    all += 1;
    const luminance = luminanceOf([red, green, blue]);
    if (contrast(luminance, grounds.light) >= leastContrast) seen.light += 1;
    if (contrast(luminance, grounds.dark) >= leastContrast) seen.dark += 1;
  }
  if (Math.min(seen.light, seen.dark) >= leastShare * all) return 'any';
  return seen.light >= seen.dark ? 'light' : 'dark';
}

/** Relative luminance as WCAG defines it, of red, green and blue up to 255. */
function luminanceOf(colour: readonly [number, number, number]): number {
  const [r = 0, g = 0, b = 0] = colour.map((value) => {
    const channel = value / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
