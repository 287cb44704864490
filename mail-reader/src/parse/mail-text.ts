// Extracts the clean plain text of a received mail; uses HTML only without a text part.
import type { Email } from 'postal-mime';
import { htmlToText } from './html-text.ts';

/** Cleans a text like private.clean_text, and removes characters that text columns do not accept. */
export function cleanMailText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .toWellFormed()
    .trim();
}

/**
 * Decodes UTF-7 (RFC 2152), which decoders of browsers no longer know. What is no valid UTF-16 between "+" and "-" was
 * not encoded and stays: "C++", "+1 604".
 */
export function decodeUtf7(text: string): string {
  return text.replaceAll(/\+([A-Za-z0-9+/]*)(-?)/g, (whole, encoded: string, end: string) => {
    if (encoded === '') return end === '-' ? '+' : whole;
    const bytes = Buffer.from(encoded, 'base64');
    const isWhole = bytes.length >= 2 && (encoded.length * 6) % 16 < 6;
    if (!isWhole) return whole;
    const decoded = bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le');
    return decoded.isWellFormed() ? decoded : whole;
  });
}

/** Plain text that only refers to the HTML part: "View this email in your browser: https://…". */
const pointsToHtml =
  /\bhtml\b|\bbrowser\b|view (?:it |this |the )?(?:e-?mail|message|mail )?online|navigateur|en ligne|navegador|en línea/i;
const pointerLength = 400;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? [];

/**
 * Whether the plain text stands in for the HTML part instead of repeating it: it is short, and says that it does, has
 * no words but addresses, or most of its words are not in the HTML.
 */
function isPointer(plain: string, html: string): boolean {
  if (plain.length >= pointerLength) return false;
  const own = wordsOf(plain.replaceAll(/https?:\/\/\S+/g, ' '));
  const shown = new Set(wordsOf(html));
  const missing = own.filter((word) => !shown.has(word)).length;
  const isShort = own.length * 2 < shown.size || own.length === 0;
  const isElsewhere = missing * 2 > own.length;
  if (shown.size === 0) return false;
  return pointsToHtml.test(plain) ? isShort || isElsewhere : isShort && (isElsewhere || own.length === 0);
}

/** The text of a mail; from its HTML part only if there is no plain text. */
export function readMailText({ text = '', html = '' }: Pick<Email, 'text' | 'html'>): string {
  const plain = cleanMailText(text);
  if (html === '') return plain;
  if (plain.length >= pointerLength) return plain;
  const shown = cleanMailText(htmlToText(html)).replaceAll(/\n{3,}/g, '\n\n');
  return plain === '' || isPointer(plain, shown) ? shown || plain : plain;
}
