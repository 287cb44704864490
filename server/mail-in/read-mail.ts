// Parses a received mail: sender, subject, text, kind, date, tokens, attachments, content key.
import { createHash } from 'node:crypto';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { mailParseOptions } from '../../site/app/data/received-mail.ts';
import { isReplyAddress } from '../../site/app/mail/reply-address.ts';
import { createMailHeaderLookup, type MailHeaderLookup } from './automatic-headers.ts';
import {
  classifyExternalMail,
  type ReceivedMailKind,
  type MailToClassify,
} from './classify-external-mail.ts';
import { findFoldedLineRanges } from './fold/find-folded-line-ranges.ts';
import { listMailAttachments, type MailAttachment } from './list-mail-attachments.ts';
import { mailInLimits } from '../settings/mail-in-settings.ts';
import { quotedTextInHtml } from './html-text.ts';
import { cleanMailText, decodeUtf7, readMailText } from './mail-text.ts';
import { readBounce } from './read-bounce.ts';
import { parseMessageIds, readMailHeaders, referencedMailIdsIn, replyTokensIn } from './read-mail-headers.ts';
import type { SenderCheckResult } from './sender/check-sender.ts';

/** Our own addresses. */
export interface OwnMailAddresses {
  /** REPLY_ADDRESS */
  reply: string;
  /** the address in MAIL_FROM */
  sender: string | null;
}

/** What is known about the mail to which a received mail replies; answered_by_mail finds it by the headers. */
export interface ReplyContext {
  /** Whether the received mail replies to a mail that we sent. */
  isReply: boolean;
  /** messages that the received mail may quote */
  texts: readonly string[];
}

export const noReplyContext: ReplyContext = { isReply: false, texts: [] };

/** The argument of receive_mail, except `id`, `way`, `received_at` and the result of checkSender. */
export interface MailToReceive {
  kind: ReceivedMailKind;
  tokens: string[];
  /**
   * Message-IDs of the mails to which it replies, the nearest first; of a bounce, also those of the returned mails.
   */
  mail_ids: string[];
  content_key: string;
  mail_id: string | null;
  from_address: string;
  from_name: string;
  subject: string;
  body: string;
  folds: number[];
  is_cut: boolean;
  sent_at: string | null;
  size_bytes: number;
  problem?: string;
  files: MailAttachment[];
}

export interface CheckedMail extends MailToReceive {
  sender_check: SenderCheckResult;
}

export function truncateToSingleLine(text: string, length: number): string {
  const clean = text
    .slice(0, length * 20)
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
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
  const body = raw.subarray(bodyAt, bodyAt + mailInLimits.bodyLength * 4);
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
export function receivedMailKindOf(
  headers: MailHeaderLookup,
  own: OwnMailAddresses,
  mail: Omit<MailToClassify, 'ownDomains'>,
): ReceivedMailKind {
  const isOwn =
    isReplyAddress(own.reply, mail.fromAddress) ||
    (own.sender !== null && mail.fromAddress.toLowerCase() === own.sender.toLowerCase());
  if (isOwn) return 'own';
  const ownDomains = [own.reply, own.sender ?? own.reply].map((address) => address.split('@')[1] ?? '');
  return classifyExternalMail(headers, { ...mail, ownDomains });
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
  if (lines > mailInLimits.shortLines && raw.length / lines < mailInLimits.shortLineBytes)
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
function isQuotation(folded: string, own: OwnMailAddresses): boolean {
  return (
    /^>/m.test(folded) || [own.reply, own.sender ?? own.reply].some((address) => folded.includes(address))
  );
}

/** Throws if the mail cannot be parsed; the caller then uses readBrokenMail. */
export async function readMail(
  raw: Uint8Array,
  own: OwnMailAddresses,
  { isReply, texts }: ReplyContext = noReplyContext,
): Promise<MailToReceive> {
  checkLines(raw);
  const heads = readMailHeaders(raw);
  const email = await PostalMime.parse(keepStuffedLines(raw, heads.bodyAt), mailParseOptions);
  const headers = createMailHeaderLookup(email);
  const { address, name } = senderOf(email, headers);
  const bounce = readBounce(email, headers);
  const parts = textPartsOf(email, raw);
  const words = readMailText(parts) || (hasNoParts(email, headers) ? restOf(raw, heads.bodyAt) : '');
  const body = cleanMailText(words.slice(0, mailInLimits.bodyLength));
  const subject = truncateToSingleLine(subjectOf(email), 500);
  const folds = findFoldedLineRanges(body, {
    texts: [...texts, quotedTextInHtml(parts.html ?? '')],
    ownAddresses: [`${own.reply.split('@')[0]}+`, own.reply, own.sender ?? own.reply],
    subject,
    fromName: name,
  });
  const fromPerson = (): ReceivedMailKind => {
    const { text, folded } = splitAtFolds(body, folds);
    const isQuoting = isQuotation(folded, own);
    return receivedMailKindOf(headers, own, { subject, text, isQuoting, fromAddress: address, isReply });
  };
  const kind = bounce === null ? fromPerson() : bounce.problem === null ? 'notice' : 'bounce';
  const files = await listMailAttachments(email.attachments);
  const mailId = parseMessageIds(headers('message-id'))[0] ?? null;
  return {
    kind,
    tokens: replyTokensIn(heads.headers, own.reply),
    mail_ids: referencedMailIdsIn(heads.headers, bounce?.mailIds),
    content_key: mailContentKey(
      mailId,
      mailId !== null && email.date !== undefined
        ? [address.toLowerCase(), email.date]
        : [address.toLowerCase(), email.date, subject, files.map((file) => file.size_bytes)],
      words,
    ),
    mail_id: mailId,
    from_address: address,
    from_name: name,
    subject,
    body,
    folds,
    is_cut: words.length > mailInLimits.bodyLength || email.attachments.length > mailInLimits.files,
    sent_at: parseSentAt(email.date),
    size_bytes: raw.length,
    ...(bounce?.problem && { problem: bounce.problem }),
    files,
  };
}
