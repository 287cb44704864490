// Examples that are shorter than a whole mail. Each is a line of a JSON file beside this one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

function readExamples<Examples>(name: string): Examples {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as Examples;
}

/** A mail to the agency: an answer to one of its mails, or a new one. `system` is what sent it, or what it tries. */
export interface ReplyExample {
  system: string;
  subject: string;
  body: string;
  headers?: Record<string, string>;
}

/** Automatic replies as systems write them, mostly without a header that marks them. */
export const automaticReplies = readExamples<ReplyExample[]>('automatic-replies');
/**
 * Automatic replies in languages, of products and in wordings that the former do not have. Half of the first 66, and
 * the last 30, were held back while the rules were written (docs/measured/mail-in.md).
 */
export const unusualAutomaticReplies = readExamples<ReplyExample[]>('unusual-automatic-replies');
/** Mails of people with the headers or wording of machines: their text must reach the thread. */
export const peopleLikeMachines = readExamples<ReplyExample[]>('people-like-machines');
/** The same, or for staff to sort. Half of the first 46, and the last 30, were held back while the rules were written. */
export const peopleWithAutomaticMarks = readExamples<ReplyExample[]>('people-with-automatic-marks');
/** The same of people who write for the first time. */
export const newRequestsWithAutomaticMarks = readExamples<ReplyExample[]>(
  'new-requests-with-automatic-marks',
);

/** How mail programs of many languages introduce the mail that they quote. */
export interface QuotingProgram {
  program: string;
  intro: string;
  /** Each line begins with >; otherwise the former mail follows unchanged. */
  isMarked: boolean;
}

export const quotingPrograms = readExamples<QuotingProgram[]>('quoting-programs');
/** Lines of the program or device below a person's text. */
export const programLines = readExamples<string[]>('program-lines');
/** Texts of people that look like a quotation, a signature or a line of a program; none of them may be folded. */
export const ownWords = readExamples<string[]>('own-words');

const quotedShapes = readExamples<Record<string, string>>('quoted-shapes');
const mark = (text: string): string => text.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');

/** What each mail program writes below the new text, as recorded from it, with this former mail in its place. */
export function quoteAsPrograms(former: string): [program: string, below: string][] {
  return Object.entries(quotedShapes).map(([program, shape]) => [
    program,
    shape.replace('> {quoted}', () => mark(former)).replace('{quoted}', () => former),
  ]);
}

/** New text that people write above it, by kind; the last two look like a quotation but are not. */
export const newWords = readExamples<Record<string, string>>('new-words');
