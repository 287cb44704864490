// Reads a mail that the parser rejects: its head with the first lines of its text.
import { decodeWords } from 'postal-mime';
import { createMailHeaderLookup } from './kind/automatic-headers.ts';
import { readBounce } from './kind/read-bounce.ts';
import { noReplyContext, type MailDescription, type ReceivedMailHead } from './mail-description.ts';
import type { OwnMail } from './own-mail.ts';
import { cleanMailText } from './parse/mail-text.ts';
import { parseMessageIds, readMailHeaders, referencesIn, replyTagsIn } from './parse/read-mail-headers.ts';
import { mailContentKey, mailKindOf, parseSentAt, truncateToSingleLine } from './read-mail.ts';

const addressLength = 2_000;
const bodyLength = 10_000;

function firstAddressIn(from: string | undefined): string {
  const parts = (from ?? '').slice(0, addressLength).split(/[\s<>"(),;:]+/);
  return parts.find((part) => /^[^@]+@[^@]+$/.test(part)) ?? 'unknown@unknown.invalid';
}

/** What its headers alone say about the mails that a mail answers; in linear time. */
export function readMailHead(raw: Uint8Array, own: OwnMail): ReceivedMailHead {
  const { headers } = readMailHeaders(raw);
  return {
    tags: replyTagsIn(headers, own),
    references: referencesIn(headers),
    fromAddress: firstAddressIn(headers.find(({ key }) => key === 'from')?.value),
  };
}

/**
 * For a mail that the parser cannot read, such as 1,000 nested parts. Its headers decide where it belongs, all of it is
 * kept, and its first lines are its text if they are plain. Takes linear time, so it needs no thread of its own.
 */
export function readBrokenMail(raw: Uint8Array, own: OwnMail, { isReply } = noReplyContext): MailDescription {
  const { headers, bodyAt } = readMailHeaders(raw);
  const valueOf = createMailHeaderLookup({ headers });
  const address = truncateToSingleLine(firstAddressIn(valueOf('from')), 320);
  const messageId = parseMessageIds(valueOf('message-id'))[0] ?? null;
  const isPlain = /^(text\/plain|$)/i.test(valueOf('content-type') ?? '');
  const first = Buffer.from(raw.subarray(bodyAt, bodyAt + bodyLength)).toString('utf8');
  const subject = truncateToSingleLine(decodeWords((valueOf('subject') ?? '').slice(0, addressLength)), 500);
  const bounce = readBounce({ attachments: [], from: { name: '', address }, subject }, valueOf);
  const body = isPlain ? cleanMailText(first) : '';
  const kind = mailKindOf(valueOf, own, {
    subject,
    text: body,
    isQuoting: false,
    fromAddress: address,
    isReply,
  });
  const date = valueOf('date');
  const time = Date.parse(date ?? '');
  return {
    kind: bounce ? 'notice' : kind === 'person' ? 'unreadable' : kind,
    tags: replyTagsIn(headers, own),
    references: referencesIn(headers),
    contentKey: mailContentKey(
      messageId,
      [address.toLowerCase(), Number.isNaN(time) ? date : new Date(time).toISOString()],
      messageId ?? first,
    ),
    messageId,
    fromAddress: address,
    fromName: '',
    subject,
    body,
    folds: [],
    isCut: true,
    sentAt: parseSentAt(date),
    sizeBytes: raw.length,
    failure: null,
    files: [],
    senderCheck: 'unchecked',
  };
}
