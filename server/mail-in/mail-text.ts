import { compile } from 'html-to-text';
import type { Email } from 'postal-mime';

/** Of HTML: more is no letter of a person, and would take seconds. */
const maxHtmlLength = 2_000_000;

/** An address that a person would open; none that runs or holds a page. */
function safeAddress(address: string): string {
  return /^\s*(https?:|mailto:|tel:)/i.test(address) ? address : '';
}

/** Nothing is loaded and nothing runs: a text comes out. Tables of layout are read in the order of their cells. */
const toText = compile({
  wordwrap: false,
  limits: { maxInputLength: maxHtmlLength, maxDepth: 200, maxChildNodes: 20_000 },
  selectors: [
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, pathRewrite: safeAddress },
    },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'ul', options: { itemPrefix: ' - ' } },
    { selector: 'hr', options: { length: 20 } },
  ],
});

const trimmed =
  /^[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$/gu;

/** As the database cleans it (private.clean_text), and without what no text column takes. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .toWellFormed()
    .replaceAll(trimmed, '');
}

/** Also of what is nested more deeply than the reader goes. */
function htmlText(html: string): string {
  const part = html.slice(0, maxHtmlLength);
  const text = cleanText(toText(part)).replaceAll(/\n{3,}/g, '\n\n');
  if (text.replaceAll('.', '') !== '') return text;
  const withoutScripts = part.replaceAll(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ');
  return cleanText(withoutScripts.replaceAll(/<[^<>]*>/g, ' '));
}

/** A text that only says to look at the other part. */
const pointsToHtml = /\bhtml\b/i;
const pointerLength = 300;

/** The words of a mail; HTML only where there is no plain text. */
export function mailText({ text = '', html = '' }: Pick<Email, 'text' | 'html'>): string {
  const plain = cleanText(text);
  if (html === '') return plain;
  const isPointer = plain.length < pointerLength && pointsToHtml.test(plain);
  return plain === '' || isPointer ? htmlText(html) || plain : plain;
}
