/** Marks that show the text that follows in another order. */
export const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;
const controls = /[^\P{Cc}\t\n]/gu;
/** What has no width and no meaning, and direction marks. Joiners stay: they are part of the spelling of a name. */
const widthless = /[\u061c\u200b\u200e\u200f\u2060\ufeff]/g;
const lineBreaks = /[\t-\r\u0085\u2028\u2029]+/g;

/** The stored form of a typed text. SQL: private.clean_text; the mail reader has the same rule. */
export function cleanText(typed: string): string {
  return typed.replaceAll(/\r\n?/g, '\n').replaceAll(controls, '').replaceAll(directionMarks, '').trim();
}

/** The stored form of a name or another text on one line. SQL: private.clean_line. */
export function cleanLine(typed: string): string {
  return cleanText(typed.replaceAll(widthless, '').replaceAll(lineBreaks, ' '));
}
