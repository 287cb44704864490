// Parses a received mail: sender, subject, text, kind, date, tags, files, content key.
import { createHash } from 'node:crypto';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { findFoldedLineRanges } from './fold/find-folded-line-ranges.ts';
import { createMailHeaderLookup, type MailHeaderLookup } from './kind/automatic-headers.ts';
import { classifyExternalMail, type MailToClassify } from './kind/classify-external-mail.ts';
import { readBounce } from './kind/read-bounce.ts';
import {
  noReplyContext,
  type MailDescription,
  type ReceivedMailKind,
  type ReplyContext,
} from './mail-description.ts';
import { mailReaderLimits } from './mail-reader-limits.ts';
import { isOwnAddress, ownAddressesOf, type OwnMail } from './own-mail.ts';
import { quotedTextInHtml } from './parse/html-text.ts';
import { listMailAttachments, mailParseOptions } from './parse/mail-attachments.ts';
import { cleanMailText, decodeUtf7, readMailText } from './parse/mail-text.ts';
import { parseMessageIds, readMailHeaders, referencesIn, replyTagsIn } from './parse/read-mail-headers.ts';

export function truncateToSingleLine(text: string, length: number): string {
  const clean = text
    .slice(0, length * 20)
    // Direction marks; joiners are part of the spelling of a name.
    .replaceAll(/[^\P{Cf}\u200c\u200d]/gu, '')
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return clean.slice(0, length).toWellFormed();
}

const subjectLength = 10_000;

/** Joins encoded words that were split inside a character (which RFC 2047 forbids) before it decodes them. */
function subjectOf(email: Email): string {
  const line = email.headerLines.find(({ key }) => key === 'subject')?.line.slice(0, subjectLength);
  if (line !== undefined && /=\?(?:unicode-1-1-)?utf-7\?/i.test(line)) return decodeUtf7(email.subject ?? '');
  if (line === undefined || !/\?B\?/i.test(line)) return email.subject ?? '';
  const groups: { charset?: string | undefined; words: string[] }[] = [];
  for (const word of line
    .slice(line.indexOf(':') + 1)
    .trim()
    .split(/\s+/)) {
    const [, charset, text = word] = /^=\?([^?]+)\?B\?([A-Za-z0-9+/=]*)\?=$/i.exec(word) ?? [];
    const last = groups.at(-1);
    if (charset !== undefined && last?.charset === charset) last.words.push(text);
    else groups.push({ charset, words: [text] });
  }
  const joined = groups.map(({ charset, words }) => {
    if (charset === undefined) return words[0];
    const bytes = Buffer.concat(words.map((word) => Buffer.from(word, 'base64')));
    return `=?${charset}?B?${bytes.toString('base64')}?=`;
  });
  return decodeWords(joined.join(' '));
}

/** All text after the headers, for a mail whose parts cannot be separated or whose type is invalid. */
function restOf(raw: Uint8Array, bodyAt: number): string {
  const body = raw.subarray(bodyAt, bodyAt + mailReaderLimits.bodyLength * 4);
  try {
    return cleanMailText(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return cleanMailText(new TextDecoder('windows-1252').decode(body));
  }
}

const utf7 = /charset\*?=(?:"\s*)?(?:x-)?(?:unicode-(?:1-1|2-0)-)?utf-?7\b/i;

/** The parts, decoded if one of them is UTF-7, which the parser does not know. */
function textPartsOf({ text = '', html = '' }: Email, raw: Uint8Array): Pick<Email, 'text' | 'html'> {
  const isUtf7 = utf7.test(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1'));
  return isUtf7 ? { text: decodeUtf7(text), html: decodeUtf7(html) } : { text, html };
}

function senderOf({ from, sender }: Email, headers: MailHeaderLookup): { address: string; name: string } {
  const mailbox = from?.group?.[0] ?? from;
  const address = [mailbox?.address, sender?.address, headers('return-path')?.replaceAll(/[<>]/g, '')]
    .map((given) => truncateToSingleLine(given ?? '', 320))
    .find((given) => /^[^@\s]+@[^@\s]+$/.test(given));
  return {
    address: address ?? 'unknown@unknown.invalid',
    name: truncateToSingleLine(mailbox?.name ?? '', 200),
  };
}

/** The kind of a mail that is not a bounce; `own` for mail from our own addresses. */
export function mailKindOf(
  headers: MailHeaderLookup,
  own: OwnMail,
  mail: Omit<MailToClassify, 'ownDomains' | 'ownSubjects'>,
): ReceivedMailKind {
  if (isOwnAddress(mail.fromAddress, own)) return 'own';
  const ownDomains = ownAddressesOf(own).map((address) => address.split('@')[1] ?? '');
  return classifyExternalMail(headers, { ...mail, ownDomains, ownSubjects: own.subjects ?? [] });
}

/**
 * Identifies a mail that arrives in several ways. Servers on the way change headers and encodings and add text, so the
 * key uses Message-ID, sender and date if present, otherwise the content.
 */
export function mailContentKey(mailId: string | null, parts: readonly unknown[], words: string): string {
  const known = mailId === null ? [words.replaceAll(/\s+/g, ' ').trim()] : [mailId];
  return createHash('sha256')
    .update(JSON.stringify([...known, ...parts]))
    .digest('hex');
}

export function parseSentAt(date: string | undefined): string | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) || time < 0 || time > Date.now() + 86_400_000
    ? null
    : new Date(time).toISOString();
}

/** In flowed text (RFC 3676) a line that begins with " >" is no quotation, but would look like one once decoded. */
function keepStuffedLines(raw: Uint8Array, bodyAt: number): Uint8Array {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  if (!/format="?flowed/i.test(text.slice(0, bodyAt))) return raw;
  return Buffer.from(text.replaceAll('\n >', '\n  >'), 'latin1');
}

/** The parser takes about 10 µs per line, so very short lines take a hundred times as long as normal text. */
function checkLines(raw: Uint8Array): void {
  let lines = 0;
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) lines++;
  if (lines > mailReaderLimits.shortLines && raw.length / lines < mailReaderLimits.shortLineBytes)
    throw new Error(`${lines} lines, most of them of a few bytes`);
}

function hasNoParts({ attachments }: Email, headers: MailHeaderLookup): boolean {
  const type = headers('content-type') ?? '';
  return (
    attachments.length === 0 || (attachments.length === 1 && type !== '' && !/^[\w.+-]+\/[\w.+-]+/.test(type))
  );
}

/** The text that is visible while all folds are closed, and what the folds contain. */
function splitAtFolds(body: string, folds: readonly number[]): { text: string; folded: string } {
  const isFolded = (line: number): boolean =>
    folds.some((from, i) => i % 2 === 0 && line >= from && line < (folds[i + 1] ?? 0));
  const lines = body.split('\n');
  const pick = (wanted: boolean): string => lines.filter((_, line) => isFolded(line) === wanted).join('\n');
  return folds.length === 0 ? { text: body, folded: '' } : { text: pick(false), folded: pick(true) };
}

/** Whether the folds contain a quotation rather than a signature. */
function isQuotation(folded: string, own: OwnMail): boolean {
  return /^>/m.test(folded) || ownAddressesOf(own).some((address) => folded.includes(address));
}

/** Throws if the mail cannot be parsed; the caller then uses readBrokenMail. */
export async function readMail(
  raw: Uint8Array,
  own: OwnMail,
  { isReply, texts }: ReplyContext = noReplyContext,
): Promise<Omit<MailDescription, 'senderCheck'>> {
  checkLines(raw);
  const heads = readMailHeaders(raw);
  const email = await PostalMime.parse(keepStuffedLines(raw, heads.bodyAt), mailParseOptions);
  const headers = createMailHeaderLookup(email);
  const { address, name } = senderOf(email, headers);
  const bounce = readBounce(email, headers);
  const parts = textPartsOf(email, raw);
  const words = readMailText(parts) || (hasNoParts(email, headers) ? restOf(raw, heads.bodyAt) : '');
  const body = cleanMailText(words.slice(0, mailReaderLimits.bodyLength));
  const subject = truncateToSingleLine(subjectOf(email), 500);
  const folds = findFoldedLineRanges(body, {
    texts: [...texts, quotedTextInHtml(parts.html ?? '')],
    ownAddresses: [`${own.replyAddress.split('@')[0]}+`, ...ownAddressesOf(own)],
    subject,
    fromName: name,
    ownFooter: own,
  });
  const fromPerson = (): ReceivedMailKind => {
    const { text, folded } = splitAtFolds(body, folds);
    const isQuoting = isQuotation(folded, own);
    return mailKindOf(headers, own, { subject, text, isQuoting, fromAddress: address, isReply });
  };
  const kind = bounce === null ? fromPerson() : bounce.failure === null ? 'notice' : 'bounce';
  const files = await listMailAttachments(email.attachments);
  const messageId = parseMessageIds(headers('message-id'))[0] ?? null;
  return {
    kind,
    tags: replyTagsIn(heads.headers, own),
    references: referencesIn(heads.headers, bounce?.mailIds),
    contentKey: mailContentKey(
      messageId,
      messageId !== null && email.date !== undefined
        ? [address.toLowerCase(), email.date]
        : [address.toLowerCase(), email.date, subject, files.map((file) => file.sizeBytes)],
      words,
    ),
    messageId,
    fromAddress: address,
    fromName: name,
    subject,
    body,
    folds,
    isCut: words.length > mailReaderLimits.bodyLength || email.attachments.length > mailReaderLimits.files,
    sentAt: parseSentAt(email.date),
    sizeBytes: raw.length,
    failure: bounce?.failure ?? null,
    files,
  };
}
