// Recognizes an uploaded SVG; checks it for unsafe, missing, too complex content before rendering.
import { measureSvgWork } from './measure-svg-work.ts';
import { receiveUploadTexts } from './receive-upload-texts.ts';

const { drawing: errors } = receiveUploadTexts.errors;

const maxBytes = 1_000_000;
/** A few elements that refer to each other can draw millions of others. */
const maxUses = 500;
/** Each nested group and each step of a filter may need a copy of the whole drawing in memory. */
const maxDepth = 60;
const maxFilterSteps = 50;
/** In microseconds. */
const maxWork = 450_000;

/**
 * What may precede the first element. The pattern ends here: a further part would make it try every `-->` as the end
 * of a comment.
 */
const prologue = /^\uFEFF?(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/;

/** The text of an SVG file, or null if its first element is not svg, whatever the file's name. */
export function readSvg(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4_000)).toString('utf8').replace(prologue, '');
  return /^<(?:svg[\s>]|!doctype svg)/i.test(start) ? Buffer.from(bytes).toString('utf8') : null;
}

/**
 * Why a drawing is refused, as an instruction; null if it is accepted. Scripts and links need no check, because only
 * pixels are kept. A drawing with content that would be missing in the pixels is refused with a message.
 */
export function findSvgProblem(svg: string): string | null {
  if (svg.length > maxBytes) return errors.tooLarge;
  // entities that contain each other grow without limit; declared attributes are not visible in elements
  if (/<!(?:entity|attlist)/i.test(svg)) return errors.entities;
  if (/<(?:[^\s<>/:]+:)?(?:text|foreignObject)[\s>]/i.test(svg)) return errors.words;
  const isElsewhere =
    /<(?:[^\s<>/:]+:)?(?:image|use|feImage)\b[^<>]*?href\s*=\s*["']\s*(?!#|data:image\/(?:png|jpeg|gif|webp);)/i;
  if (isElsewhere.test(svg) || /@import|url\((?!\s*["']?\s*#)[^)]/i.test(svg)) return errors.elsewhere;
  // Checked in any element: the drawing library ignores declared types and detects a drawing inside a drawing.
  if (/[^\w-]data:/i.test(undisguised(svg.replaceAll(embedded, '')))) return errors.entities;
  const isTooComplex =
    countSvgUseElements(svg) > maxUses ||
    count(svg, /<(?:[^\s<>/:]+:)?fe\w/gi) > maxFilterSteps ||
    depthOf(svg) > maxDepth ||
    measureSvgWork(svg, maxWork) >= maxWork;
  return isTooComplex ? errors.tooComplex : null;
}

/** How often a drawing refers to a part of itself. */
export function countSvgUseElements(svg: string): number {
  return count(svg, /<(?:[^\s<>/:]+:)?use\b/gi);
}

function count(svg: string, pattern: RegExp): number {
  return (svg.match(pattern) ?? []).length;
}

/** Comments and instructions, of which the last may be unterminated, and tags, whose attributes may contain `>`. */
const markup =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<\/?[^\s<>"'!?](?:"[^"<]*"|'[^'<]*'|[^<>"'])*>/g;

/** The nesting depth of the elements, counted only from the tags. */
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

/** A raster picture as a data URL, in the one form that all parsers interpret the same way. */
const embedded = /(["'])\s*data:image\/(?:png|jpeg|gif|webp);base64,([a-z0-9+/=\s]+)\1/gi;

/** The raster pictures in a drawing; `findSvgProblem` refuses pictures of all other kinds. */
export function readEmbeddedPictures(svg: string): Buffer[] {
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
