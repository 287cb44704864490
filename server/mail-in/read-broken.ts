// Reads a mail that the parser rejects: its head with the first lines of its text.
import { decodeWords } from 'postal-mime';
import { createMailHeaderLookup } from './automatic-headers.ts';
import { cleanMailText } from './mail-text.ts';
import { readBounce } from './read-bounce.ts';
import { parseMessageIds, readMailHeaders, referencedMailIdsIn, replyTokensIn } from './read-mail-headers.ts';
import {
  noReplyContext,
  mailContentKey,
  receivedMailKindOf,
  truncateToSingleLine,
  parseSentAt,
  type CheckedMail,
  type OwnMailAddresses,
} from './read-mail.ts';

const addressLength = 2_000;
const bodyLength = 10_000;

export function firstAddressIn(from: string | undefined): string {
  const parts = (from ?? '').slice(0, addressLength).split(/[\s<>"(),;:]+/);
  return parts.find((part) => /^[^@]+@[^@]+$/.test(part)) ?? 'unknown@unknown.invalid';
}

/**
 * For a mail that the parser cannot read, such as 1,000 nested parts. Its headers decide where it belongs, all of it is
 * kept, and its first lines are its text if they are plain. Takes linear time, so it needs no thread of its own.
 */
export function readBrokenMail(
  raw: Uint8Array,
  own: OwnMailAddresses,
  { isReply } = noReplyContext,
): CheckedMail {
  const { headers, bodyAt } = readMailHeaders(raw);
  const valueOf = createMailHeaderLookup({ headers });
  const address = truncateToSingleLine(firstAddressIn(valueOf('from')), 320);
  const mailId = parseMessageIds(valueOf('message-id'))[0] ?? null;
  const isPlain = /^(text\/plain|$)/i.test(valueOf('content-type') ?? '');
  const first = Buffer.from(raw.subarray(bodyAt, bodyAt + bodyLength)).toString('utf8');
  const subject = truncateToSingleLine(decodeWords((valueOf('subject') ?? '').slice(0, addressLength)), 500);
  const bounce = readBounce({ attachments: [], from: { name: '', address }, subject }, valueOf);
  const body = isPlain ? cleanMailText(first) : '';
  const kind = receivedMailKindOf(valueOf, own, {
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
    tokens: replyTokensIn(headers, own.reply),
    mail_ids: referencedMailIdsIn(headers),
    content_key: mailContentKey(
      mailId,
      [address.toLowerCase(), Number.isNaN(time) ? date : new Date(time).toISOString()],
      mailId ?? first,
    ),
    mail_id: mailId,
    from_address: address,
    from_name: '',
    subject,
    body,
    folds: [],
    is_cut: true,
    sent_at: parseSentAt(date),
    size_bytes: raw.length,
    files: [],
    sender_check: 'unchecked',
  };
}
