// Recognizes an uploaded SVG; checks it for unsafe, missing, too complex content before rendering.
import { receiveUploadTexts } from './receive-upload-texts.ts';

const { drawing: errors } = receiveUploadTexts.errors;

const maxBytes = 1_000_000;
/** A few elements that use each other draw millions of others. */
const maxUses = 500;
/** Each nested group and each step of a filter may take a picture of the whole drawing in memory. */
const maxDepth = 60;
const maxFilterSteps = 50;

/** What may come before the first element. Nothing follows, so that each of its comments can end in one place only. */
const prologue = /^\uFEFF?(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/;

/** The text of an SVG file, or null for what is none: its first element says so, whatever the file's name. */
export function readDrawing(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4_000)).toString('utf8').replace(prologue, '');
  return /^<(?:svg[\s>]|!doctype svg)/i.test(start) ? Buffer.from(bytes).toString('utf8') : null;
}

/**
 * Why a drawing is not drawn, as an instruction; null where it is. Scripts and links need no check: only pixels are kept.
 * What would be missing from them is named instead of being lost.
 */
export function findDrawingProblem(svg: string): string | null {
  if (svg.length > maxBytes) return errors.tooLarge;
  // declared pieces of text that contain each other grow without end; declared attributes are in no element
  if (/<!(?:entity|attlist)/i.test(svg)) return errors.entities;
  if (/<(?:\w+:)?(?:text|foreignObject)[\s>]/i.test(svg)) return errors.words;
  const isElsewhere =
    /<(?:\w+:)?(?:image|use|feImage)\b[^<>]*?href\s*=\s*["']\s*(?!#|data:image\/(?:png|jpeg|gif|webp);)/i;
  if (isElsewhere.test(svg) || /@import|url\(\s*["']?\s*(?!#)[^)]/i.test(svg)) return errors.elsewhere;
  // Whatever element it is in: the library that draws goes by its first bytes, also into drawings in drawings.
  if (/[^\w-]data:/i.test(undisguised(svg.replaceAll(embedded, '')))) return errors.entities;
  const isTooComplex =
    countSvgUses(svg) > maxUses || count(svg, /<(?:\w+:)?fe\w/gi) > maxFilterSteps || depthOf(svg) > maxDepth;
  return isTooComplex ? errors.tooComplex : null;
}

/** How often it repeats a part of itself. */
export function countSvgUses(svg: string): number {
  return count(svg, /<(?:\w+:)?use\b/gi);
}

function count(svg: string, pattern: RegExp): number {
  return (svg.match(pattern) ?? []).length;
}

/** Comments and instructions, of which the last may not end, and tags, whose attributes may contain `>`. */
const markup =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<\/?[^\s<>"'!?](?:"[^"<]*"|'[^'<]*'|[^<>"'])*>/g;

/** Of its elements, counted from the tags alone. */
function depthOf(svg: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of svg.matchAll(markup)) {
    if (/^<[!?]/.test(tag)) continue;
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** A raster picture as a data URL, written in the one way that all who read it agree on. */
const embedded = /(["'])\s*data:image\/(?:png|jpeg|gif|webp);base64,([a-z0-9+/=\s]+)\1/gi;

/** Its raster pictures; `findDrawingProblem` leaves no other kind. */
export function embeddedPictures(svg: string): Buffer[] {
  return [...svg.matchAll(embedded)].map(([, , data = '']) => Buffer.from(data, 'base64'));
}

/** Decodes escapes of XML and CSS, removes what URL parsers ignore: `&#100;ata:`, `d\61 ta:` become equal. */
function undisguised(svg: string): string {
  return svg
    .replaceAll(/&#(?:x([\da-f]+)|(\d+));|\\([\da-f]{1,6})/gi, (_, hex, decimal, css) => {
      const code = decimal === undefined ? parseInt(hex ?? css, 16) : Number(decimal);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
    })
    .replaceAll(/[\s\p{Cc}\\]/gu, '');
}
