// Parses a received mail: sender, subject, text, kind, date, tokens, attachments, content key.
import { createHash } from 'node:crypto';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { mailParseOptions } from '../../site/app/data/received-mail.ts';
import { isReplyAddress } from '../../site/app/mail/reply-address.ts';
import {
  classifyMail,
  createMailHeaderLookup,
  type MailHeaderLookup,
  type ReceivedMailKind,
  type MailToClassify,
} from './classify-mail.ts';
import { foldQuotes } from './fold/fold-quotes.ts';
import { listReceivedFiles, type ReceivedFile } from './list-files.ts';
import { mailInLimits } from './mail-in-settings.ts';
import { quotedTextInHtml } from './html-text.ts';
import { cleanMailText, readMailText } from './mail-text.ts';
import { readBounce } from './read-bounce.ts';
import { mailIdsIn, readMailHead, threadMailIdsIn, replyTokensIn } from './read-heads.ts';
import type { SenderCheck } from './sender/check-sender.ts';

/** Which addresses are ours. */
export interface OwnAddresses {
  /** REPLY_ADDRESS */
  reply: string;
  /** of MAIL_FROM */
  sender: string | null;
}

/** What a mail replies to, as `answered_by_mail` finds it by its head. */
export interface RepliedMail {
  /** Whether it replies to a mail from here. */
  isReply: boolean;
  /** messages that it may quote */
  texts: readonly string[];
}

export const noRepliedMail: RepliedMail = { isReply: false, texts: [] };

/** What `receive_mail` takes, but for `id`, `way`, `received_at` and what checkSender finds. */
export interface ParsedMail {
  kind: ReceivedMailKind;
  tokens: string[];
  /** The mails that it answers, nearest first; of a bounce, what came back. */
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
  files: ReceivedFile[];
}

export interface CheckedMail extends ParsedMail {
  sender_check: SenderCheck;
}

export function truncateToLine(text: string, length: number): string {
  const clean = text
    .slice(0, length * 20)
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return clean.slice(0, length).toWellFormed();
}

const subjectLength = 10_000;

/** Words that were split inside a character (RFC 2047 forbids it) are joined before they are decoded. */
function subjectOf(email: Email): string {
  const line = email.headerLines.find(({ key }) => key === 'subject')?.line.slice(0, subjectLength);
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

/** Of a mail whose parts could not be told from one another, or whose type means nothing: all that follows its head. */
function restOf(raw: Uint8Array, bodyAt: number): string {
  const body = raw.subarray(bodyAt, bodyAt + mailInLimits.bodyLength * 4);
  try {
    return cleanMailText(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return cleanMailText(new TextDecoder('windows-1252').decode(body));
  }
}

function senderOf({ from, sender }: Email, headers: MailHeaderLookup): { address: string; name: string } {
  const mailbox = from?.group?.[0] ?? from;
  const address = [mailbox?.address, sender?.address, headers('return-path')?.replaceAll(/[<>]/g, '')]
    .map((given) => truncateToLine(given ?? '', 320))
    .find((given) => /^[^@\s]+@[^@\s]+$/.test(given));
  return { address: address ?? 'unknown@unknown.invalid', name: truncateToLine(mailbox?.name ?? '', 200) };
}

/** Of a mail that is no bounce. */
export function receivedMailKindOf(
  headers: MailHeaderLookup,
  own: OwnAddresses,
  mail: Omit<MailToClassify, 'ownDomains'>,
): ReceivedMailKind {
  const isOwn =
    isReplyAddress(own.reply, mail.fromAddress) ||
    (own.sender !== null && mail.fromAddress.toLowerCase() === own.sender.toLowerCase());
  if (isOwn) return 'own';
  const ownDomains = [own.reply, own.sender ?? own.reply].map((address) => address.split('@')[1] ?? '');
  return classifyMail(headers, { ...mail, ownDomains });
}

/**
 * What makes it one mail by whichever way it comes: servers on the way change heads and encodings and add words, so its
 * Message-ID, sender and date count where it has them; else what it holds.
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

/** A line of flowed text that begins with a space and > is no quote (RFC 3676); unstuffed it would look like one. */
function keepStuffedLines(raw: Uint8Array, bodyAt: number): Uint8Array {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  if (!/format="?flowed/i.test(text.slice(0, bodyAt))) return raw;
  return Buffer.from(text.replaceAll('\n >', '\n  >'), 'latin1');
}

/** The parser takes about 10 µs for each line, so that lines of a few bytes cost a hundred times what letters do. */
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

/** What is shown without opening what is folded. */
function unfolded(body: string, folds: readonly number[]): string {
  const isFolded = (line: number): boolean =>
    folds.some((from, i) => i % 2 === 0 && line >= from && line < (folds[i + 1] ?? 0));
  if (folds.length === 0) return body;
  return body
    .split('\n')
    .filter((_, line) => !isFolded(line))
    .join('\n');
}

/** Throws where the mail cannot be read as one (readBrokenMail then keeps what there is). */
export async function readMail(
  raw: Uint8Array,
  own: OwnAddresses,
  { isReply, texts }: RepliedMail = noRepliedMail,
): Promise<ParsedMail> {
  checkLines(raw);
  const heads = readMailHead(raw);
  const email = await PostalMime.parse(keepStuffedLines(raw, heads.bodyAt), mailParseOptions);
  const headers = createMailHeaderLookup(email);
  const { address, name } = senderOf(email, headers);
  const bounce = readBounce(email, headers);
  const words = readMailText(email) || (hasNoParts(email, headers) ? restOf(raw, heads.bodyAt) : '');
  const body = cleanMailText(words.slice(0, mailInLimits.bodyLength));
  const subject = truncateToLine(subjectOf(email), 500);
  const folds = foldQuotes(body, {
    texts: [...texts, quotedTextInHtml(email.html ?? '')],
    ownAddresses: [`${own.reply.split('@')[0]}+`, own.reply, own.sender ?? own.reply],
    subject,
    fromName: name,
  });
  const fromPerson = (): ReceivedMailKind =>
    receivedMailKindOf(headers, own, { subject, text: unfolded(body, folds), fromAddress: address, isReply });
  const kind = bounce === null ? fromPerson() : bounce.problem === null ? 'notice' : 'bounce';
  const files = await listReceivedFiles(email.attachments);
  const mailId = mailIdsIn(headers('message-id'))[0] ?? null;
  return {
    kind,
    tokens: replyTokensIn(heads.headers, own.reply),
    mail_ids: threadMailIdsIn(heads.headers, bounce?.mailIds),
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
    folds: kind === 'person' ? folds : [],
    is_cut: words.length > mailInLimits.bodyLength || email.attachments.length > mailInLimits.files,
    sent_at: parseSentAt(email.date),
    size_bytes: raw.length,
    ...(bounce?.problem && { problem: bounce.problem }),
    files,
  };
}
