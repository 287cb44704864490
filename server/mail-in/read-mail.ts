import { createHash } from 'node:crypto';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { mailParseOptions } from '../../site/app/data/mail-parse-options.ts';
import { isReplyAddress, tokenOf } from '../../site/app/mail/reply-address.ts';
import { classifyMail, headersOf, type Headers, type MailKind } from './classify-mail.ts';
import { foldQuotes } from './fold-quotes.ts';
import { listFiles, type ReceivedFile } from './list-files.ts';
import { mailInLimits } from './mail-in-limits.ts';
import { cleanText, mailText } from './mail-text.ts';
import { readBounce } from './read-bounce.ts';

/** Which addresses are ours. */
export interface OwnAddresses {
  /** REPLY_ADDRESS */
  reply: string;
  /** of MAIL_FROM */
  sender: string | null;
  /** more that mail of ours comes from, such as the agency's */
  others?: readonly string[];
}

/** Of the connection that brought it; an IMAP mailbox knows none. */
export interface Envelope {
  from?: string | null;
  to?: readonly string[];
  /** The mail server that spoke to us, where it is not of our own network. */
  client?: { ip: string; helo: string } | undefined;
}

/** What `receive_mail` takes, but for `id`, `way` and what checkSender finds. */
export interface ReadMail {
  kind: MailKind;
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

export function oneLine(text: string, length: number): string {
  const clean = text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return clean.slice(0, length).toWellFormed();
}

/** ASCII alone: longer ones do not fit into an index. */
export const mailIdPattern = /<[!-;=?-~]{1,998}>/g;

function mailIdsOf(value: string | undefined): string[] {
  return value?.match(mailIdPattern) ?? [];
}

const addressHeaders = [
  'to',
  'cc',
  'delivered-to',
  'x-original-to',
  'x-forwarded-to',
  'envelope-to',
  'x-envelope-to',
  'resent-to',
];

/** Names may hold anything: only what stands where an address does. */
function addressesIn(value: string): string[] {
  const bare = value.slice(0, 20_000).replaceAll(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, ' ');
  return bare.split(/[,;]|:\s/).map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim());
}

function tokensOf(email: Email, envelope: Envelope, reply: string): string[] {
  const heads = email.headers.filter(({ key }) => addressHeaders.includes(key)).map(({ value }) => value);
  const given = [...(envelope.to ?? []), ...heads.flatMap(addressesIn)];
  const tokens = given.map((address) => tokenOf(reply, address)).filter((token) => token !== null);
  return [...new Set(tokens)].slice(0, 20);
}

/** The nearest and the oldest of a long thread. */
function threadIdsOf(mailIds: readonly string[]): string[] {
  const ids = [...new Set(mailIds)];
  return ids.length <= 100 ? ids : [...ids.slice(0, 50), ...ids.slice(-50)];
}

/** Words that were split inside a character (RFC 2047 forbids it) are joined before they are decoded. */
function subjectOf(email: Email): string {
  const line = email.headerLines.find(({ key }) => key === 'subject')?.line;
  if (line === undefined || !/\?B\?/i.test(line)) return email.subject ?? '';
  const pair = /=\?([^?\s]+)\?B\?([A-Za-z0-9+/=]*)\?=\s+=\?\1\?B\?([A-Za-z0-9+/=]*)\?=/gi;
  let value = line.slice(line.indexOf(':') + 1).trim();
  for (let joins = 0; joins < 50 && value.search(pair) >= 0; joins++)
    value = value.replace(pair, (_, charset: string, one: string, other: string) => {
      const bytes = Buffer.concat([Buffer.from(one, 'base64'), Buffer.from(other, 'base64')]);
      return `=?${charset}?B?${bytes.toString('base64')}?=`;
    });
  return decodeWords(value);
}

/** Of a mail whose parts could not be told from one another, or whose type means nothing: all that follows its heads. */
function restOf(raw: Uint8Array): string {
  const text = Buffer.from(raw.subarray(0, mailInLimits.bodyLength * 4)).toString('latin1');
  const body = Buffer.from(text.slice(text.search(/\r?\n\r?\n/)), 'latin1');
  try {
    return cleanText(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return cleanText(new TextDecoder('windows-1252').decode(body));
  }
}

function senderOf(
  { from, sender }: Email,
  headers: Headers,
  envelope: Envelope,
): { address: string; name: string } {
  const mailbox = from?.group?.[0] ?? from;
  const address = [
    mailbox?.address,
    sender?.address,
    envelope.from,
    headers('return-path')?.replaceAll(/[<>]/g, ''),
  ]
    .map((given) => oneLine(given ?? '', 320))
    .find((given) => /^[^@\s]+@[^@\s]+$/.test(given));
  return { address: address ?? 'unknown@unknown.invalid', name: oneLine(mailbox?.name ?? '', 200) };
}

function kindOf(email: Email, headers: Headers, address: string, own: OwnAddresses): MailKind {
  const isOwn =
    isReplyAddress(own.reply, address) ||
    (own.sender !== null && address.toLowerCase() === own.sender.toLowerCase());
  return isOwn ? 'own' : classifyMail(headers, email.subject ?? '');
}

/**
 * What makes it one mail by whichever way it comes: servers on the way change heads and encodings and add words, so its
 * Message-ID, sender and date count where it has them; else what it holds.
 */
function contentKey(mailId: string | null, parts: readonly unknown[], words: string): string {
  const known = mailId === null ? [words.replaceAll(/\s+/g, ' ').trim()] : [mailId];
  return createHash('sha256')
    .update(JSON.stringify([...known, ...parts]))
    .digest('hex');
}

function sentAt(date: string | undefined): string | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) || time < 0 || time > Date.now() + 86_400_000
    ? null
    : new Date(time).toISOString();
}

/** A line of flowed text that begins with a space and > is no quote (RFC 3676); unstuffed it would look like one. */
function keepStuffedLines(raw: Uint8Array): Uint8Array {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  const heads = text.slice(0, text.search(/\r?\n\r?\n/));
  if (!/format="?flowed/i.test(heads)) return raw;
  return Buffer.from(text.replaceAll('\n >', '\n  >'), 'latin1');
}

function hasNoParts({ attachments }: Email, headers: Headers): boolean {
  const type = headers('content-type') ?? '';
  return (
    attachments.length === 0 || (attachments.length === 1 && type !== '' && !/^[\w.+-]+\/[\w.+-]+/.test(type))
  );
}

/** Throws where the mail cannot be read as one (readBroken then keeps what there is). */
export async function readMail(raw: Uint8Array, envelope: Envelope, own: OwnAddresses): Promise<ReadMail> {
  const email = await PostalMime.parse(keepStuffedLines(raw), mailParseOptions);
  const headers = headersOf(email);
  const { address, name } = senderOf(email, headers, envelope);
  const bounce = readBounce(email, headers);
  const kind =
    bounce === null ? kindOf(email, headers, address, own) : bounce.problem === null ? 'notice' : 'bounce';
  const words = mailText(email) || (hasNoParts(email, headers) ? restOf(raw) : '');
  const body = cleanText(words.slice(0, mailInLimits.bodyLength));
  const subject = oneLine(subjectOf(email), 500);
  const files = await listFiles(email.attachments);
  const mailId = mailIdsOf(headers('message-id'))[0] ?? null;
  const threadIds = [...mailIdsOf(email.inReplyTo), ...mailIdsOf(headers('references')).toReversed()];
  return {
    kind: kind === 'person' && envelope.from === '' ? 'notice' : kind,
    tokens: tokensOf(email, envelope, own.reply),
    mail_ids: threadIdsOf([...(bounce?.mailIds ?? []), ...threadIds]),
    content_key: contentKey(
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
    folds: kind === 'person' ? foldQuotes(body) : [],
    is_cut: words.length > mailInLimits.bodyLength || email.attachments.length > mailInLimits.files,
    sent_at: sentAt(email.date),
    size_bytes: raw.length,
    ...(bounce?.problem && { problem: bounce.problem }),
    files,
  };
}
