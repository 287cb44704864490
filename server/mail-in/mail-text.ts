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

/** Plain text that only refers to the HTML part. */
const pointsToHtml = /\bhtml\b/i;
const pointerLength = 300;

/** The text of a mail; from its HTML part only if there is no plain text. */
export function readMailText({ text = '', html = '' }: Pick<Email, 'text' | 'html'>): string {
  const plain = cleanMailText(text);
  if (html === '') return plain;
  const isPointer = plain.length < pointerLength && pointsToHtml.test(plain);
  if (plain !== '' && !isPointer) return plain;
  return cleanMailText(htmlToText(html)).replaceAll(/\n{3,}/g, '\n\n') || plain;
}
