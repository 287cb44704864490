// Recognizes an uploaded SVG; checks it for content that would be missing in its pixels.
import { receiveUploadTexts } from './receive-upload-texts.ts';

const { drawing: errors } = receiveUploadTexts.errors;

const maxBytes = 1_000_000;

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
  return null;
}
