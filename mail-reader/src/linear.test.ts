// A text takes at most five times the processor time of its sixteen parts, whatever a mail contains.
import { describe, expect, test } from 'vitest';
import { corpusOwnMail as own } from '../corpus/corpus-world.ts';
import { findFoldedLineRanges } from './fold/find-folded-line-ranges.ts';
import { createMailHeaderLookup } from './kind/automatic-headers.ts';
import { classifyExternalMail } from './kind/classify-external-mail.ts';
import { readBounce } from './kind/read-bounce.ts';
import { htmlToText } from './parse/html-text.ts';
import { sanitizeFileName } from './parse/mail-attachments.ts';
import { cleanMailText, readMailText } from './parse/mail-text.ts';
import {
  readMailHeaders,
  referencesIn,
  removeHeaderCommentsAndQuotes,
  replyTagsIn,
} from './parse/read-mail-headers.ts';
import { readBrokenMail } from './read-broken-mail.ts';
import { truncateToSingleLine } from './read-mail.ts';
import { readTrustedAuthResults } from './sender/trusted-results.ts';

const isWholeMatrix = process.env['MATRIX'] === 'whole';

const fragments = [
  '--\n', '-- \n', '----------\n', '----------\n\n', '---\n', '>\n', '> a\n\n', 'On 1\n', 'On 1 @ wrote\n', 'On a wrote:\n',
  'From: a\n', 'Sent from my a\n', '\n', '\r\n', '\r', ' ', '\t', '\u00a0', '\u2028', 'a', 'a ', 'é', '😀', '\ud800', '\0',
  '"', '\\"', '"\\"', '(', '(a', '()', ')', '\\', '<', '>', '<@', '<a@b', '@', '@@ ', 'a@', 'a@b ', ',', ';', ':', ': ', '.',
  '*', '_', '=?utf-8?B?YQ==?= ', '=?utf-8?B?YQ==?=', '=?', '?=', '<div>', '</div>', '<b>', '</b>', '<a href=x>', '<a href="http://x">y',
  '<p>', '<table><tr><td>', '<td>', '<li>', '<ul><li>', '<ol><li>', '<blockquote>', '<pre>', '<br>', '<hr>', '<h1>', '<!--', '<![CDATA[',
  '<script>', '<script', '</script ', '<style>', '<title>', '<a ', '<a x="', "<a x='", '&', '&amp;', '&#', '&#120', 'diagnostic-code:\n',
  'diagnostic-code:', 'diagnostic-code: x;\n ', 'status: 5.1.1\n', '5.1.1 ', '550 ', 'message-id: <a@b>\n', 'message-id:\n',
  'message-id:', '--b\n', '--b--\n', '=\n', '=3D', 'a=b;', 'dmarc=pass ', 'header.from=', 'header.from=a;', 'x: b\n', '\n ',
  '; a*0=b', "; a*=utf-8''b", 'aaaaaaaaaaaab\n', 'あああああい\n',
]; // prettier-ignore

const repeat = (fragment: string, length: number): string =>
  fragment.repeat(Math.ceil(length / fragment.length)).slice(0, length);
const inHead = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');
const mailOf = (heads: string, body = 'x'): Buffer =>
  Buffer.from(`From: a@b.example\r\nTo: ${own.replyAddress}\r\n${heads}\r\n\r\n${body}\r\n`);
const headersWith = (name: string, text: string) => [{ key: name, value: inHead(text) }];
const bounceWith = (text: string) =>
  readBounce(
    { text, attachments: [], subject: 'Undeliverable', from: { name: '', address: 'postmaster@x.example' } },
    () => undefined,
  );

const usual = isWholeMatrix ? 50_000 : 20_000;

/** Each with the length of its input, long enough for a measurable time. */
const functions: Record<string, [number, (text: string) => unknown]> = {
  findFoldedLineRanges: [usual, (text) => findFoldedLineRanges(text)],
  'findFoldedLineRanges compared with known texts': [
    usual,
    (text) =>
      findFoldedLineRanges(text, {
        texts: ['Does Thursday work for you?\n'.repeat(500)],
        subject: 'Your inquiry',
        ownAddresses: [own.replyAddress],
        ownFooter: own,
      }),
  ],
  'findFoldedLineRanges compared with what its sender wrote before': [
    20_000,
    (text) => findFoldedLineRanges(text, { texts: [text.replaceAll(/[bい]/g, '')] }),
  ],
  'findFoldedLineRanges of a head, an introduction and a signature': [
    isWholeMatrix ? 20_000 : 10_000,
    (text) =>
      ['From: ', 'On 1 ', '> From: ', 'x\n-- \n'].forEach((first) => findFoldedLineRanges(first + text)),
  ],
  cleanText: [usual, cleanMailText],
  htmlText: [usual, htmlToText],
  'mailText of HTML between paragraphs': [usual, (html) => readMailText({ html: `<p>x</p>${html}<p>y</p>` })],
  readBounce: [usual, bounceWith],
  'readBounce after a field': [usual, (text) => bounceWith(`Diagnostic-Code: ${text}`)],
  withoutComments: [usual, removeHeaderCommentsAndQuotes],
  trustedResults: [
    usual,
    (text) =>
      readTrustedAuthResults(
        [{ key: 'authentication-results', line: Buffer.from(`A: mx; ${inHead(text)}`) as never }],
        'mx',
      ),
  ],
  replyTagsIn: [usual, (text) => replyTagsIn(headersWith('x-forwarded-to', text), own)],
  referencesIn: [usual, (text) => referencesIn(headersWith('references', text))],
  readHeads: [usual, (text) => readMailHeaders(Buffer.from(text))],
  readBroken: [usual, (text) => readBrokenMail(mailOf(`Subject: ${inHead(text)}`, text), own)],
  classifyExternalMail: [
    usual,
    (text) =>
      classifyExternalMail(createMailHeaderLookup({ headers: headersWith('content-type', text) }), {
        subject: inHead(text),
        text,
        isQuoting: false,
        fromAddress: 'ana@roy.example',
        isReply: true,
        ownDomains: ['agency.example'],
        ownSubjects: own.subjects ?? [],
      }),
  ],
  safeName: [usual, (text) => sanitizeFileName(text, 'attachment-1')],
  oneLine: [usual, (text) => truncateToSingleLine(text, 500)],
};

/** Processor time of this thread in ms. Systems count it in steps of some milliseconds. */
function timeOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Shorter times are not compared, because noise would decide. */
const measurableMs = 20;
const parts = 16;
/** Linear time gives 1 to 3, because longer texts leave the processor's caches; quadratic time gives 16. */
const limit = 5;
/** The noise of a single run can exceed the limit, that of the sum of so many does not. */
const maxRuns = 20;

describe('B-170 every function that reads mail is linear', () => {
  test.each(Object.entries(functions))(
    'B-170 takes time in proportion to the length of the mail: %s',
    (_, [length, run]) => {
      for (const fragment of fragments) {
        const whole = repeat(fragment, length);
        const part = repeat(fragment, length / parts);
        let wholeMs = 0;
        let partsMs = 0;
        for (let runs = 1; runs <= maxRuns; runs++) {
          wholeMs += timeOf(() => run(whole));
          if (wholeMs <= measurableMs * runs) break;
          partsMs += timeOf(() => Array.from({ length: parts }, () => run(part)));
          if (wholeMs <= partsMs * limit) break;
          if (runs === maxRuns)
            expect.fail(`${JSON.stringify(fragment)}: ${wholeMs} ms, its parts ${partsMs} ms`);
        }
      }
    },
  );
});
