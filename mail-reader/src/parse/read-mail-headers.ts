// Parses the header lines of a mail: Message-IDs, tags of addresses, thread references, comments.
import { tagIn, type OwnMail } from '../own-mail.ts';

/** The headers of a mail, read from its first bytes only, so that its body cannot block the thread. */
export interface MailHeaders {
  headers: { key: string; value: string }[];
  /** offset of the first byte after the blank line */
  bodyAt: number;
}

/** The headers of real mail are smaller. */
export const maxMailHeadBytes = 256 * 1024;

/** The newest header comes first, because mail servers add headers at the top. */
export function readMailHeaders(raw: Uint8Array): MailHeaders {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, maxMailHeadBytes));
  const end = /^\r?\n|\r?\n\r?\n/.exec(bytes.toString('latin1'));
  const headBytes = end?.index ?? bytes.length;
  const headers: MailHeaders['headers'] = [];
  for (const line of bytes.subarray(0, headBytes).toString('utf8').split('\n')) {
    const last = headers.at(-1);
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line) && last) last.value += ` ${line.trim()}`;
    else if (colon > 0)
      headers.push({ key: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() });
  }
  return { headers, bodyAt: headBytes + (end?.[0].length ?? 0) };
}

/**
 * The offset of the first byte after the head of a mail and the blank line below it. Of a mail whose head is longer
 * than `maxMailHeadBytes`, or has no end, the number of bytes that are read as its head.
 */
export function findMailBody(raw: Uint8Array): number {
  return readMailHeaders(raw).bodyAt;
}

/** ASCII, and limited in length so that an ID fits into an index. */
const mailIdPattern = /<[!-;=?-~]{1,998}>/g;

export function parseMessageIds(value: string | undefined): string[] {
  return value?.match(mailIdPattern) ?? [];
}

/** Removes quoted strings and comments (RFC 5322), because they may contain any text. */
export function removeHeaderCommentsAndQuotes(value: string): string {
  let text = '';
  let last = '';
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] ?? '';
    if (sign === '\\' && (isQuoted || depth > 0)) at++;
    else if (isQuoted) isQuoted = sign !== '"';
    else if (sign === '(') depth++;
    else if (depth > 0) depth -= Number(sign === ')');
    else if (sign === '"') isQuoted = true;
    else {
      text += sign;
      last = sign;
      continue;
    }
    if (last !== ' ') text += ' ';
    last = ' ';
  }
  return text;
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

/** Reads only the places where an address belongs, because display names may contain any text. */
function addressesIn(value: string): string[] {
  return removeHeaderCommentsAndQuotes(value)
    .split(/[,;]|:\s/)
    .map((part) => {
      const from = part.indexOf('<');
      const to = part.indexOf('>', from);
      return (from >= 0 && to > from ? part.slice(from + 1, to) : part).trim();
    });
}

/** The tags in the addresses that the mail was sent to, at most 20. */
export function replyTagsIn(headers: MailHeaders['headers'], own: OwnMail): string[] {
  const tags = headers
    .filter(({ key }) => addressHeaders.includes(key))
    .flatMap(({ value }) => addressesIn(value))
    .map((address) => tagIn(address, own))
    .filter((tag) => tag !== null);
  return [...new Set(tags)].slice(0, 20);
}

/**
 * Message-IDs of the mails to which it replies, the nearest first. Of a long thread, the nearest 50 and the oldest
 * 50.
 */
export function referencesIn(headers: MailHeaders['headers'], before: readonly string[] = []): string[] {
  const valueOf = (name: string): string | undefined => headers.find(({ key }) => key === name)?.value;
  const ids = [
    ...new Set([
      ...before,
      ...parseMessageIds(valueOf('in-reply-to')),
      ...parseMessageIds(valueOf('references')).toReversed(),
    ]),
  ];
  return ids.length <= 100 ? ids : [...ids.slice(0, 50), ...ids.slice(-50)];
}
