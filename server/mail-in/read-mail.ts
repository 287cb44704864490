import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
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
}

/** Of the connection that brought it; an IMAP mailbox knows none. */
export interface Envelope {
  from?: string | null;
  to?: readonly string[];
}

/** What `receive_mail` takes, but for `id` and `way`. */
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

const mailIdPattern = /<[^<>\s]{1,998}>/g;

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

/** Also addresses that no parser understands, in whatever head they stand. */
function tokensOf(email: Email, envelope: Envelope, reply: string): string[] {
  const heads = email.headers.filter(({ key }) => addressHeaders.includes(key)).map(({ value }) => value);
  const given = [
    ...(envelope.to ?? []),
    ...heads.flatMap((value) => value.slice(0, 20_000).split(/[\s<>,;:()"]+/)),
  ];
  const tokens = given.map((address) => tokenOf(reply, address)).filter((token) => token !== null);
  return [...new Set(tokens)].slice(0, 20);
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
 * What makes it one mail by whichever way it comes: servers on the way change heads and encodings, not the words. With
 * the words, nobody can keep a mail out by sending another one with its Message-ID before.
 */
function contentKey(mailId: string | null, parts: readonly unknown[], words: string): string {
  const known = JSON.stringify([mailId, ...parts, words.replaceAll(/\s+/g, ' ').trim()]);
  return createHash('sha256').update(known).digest('hex');
}

function sentAt(date: string | undefined): string | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) || time < 0 || time > Date.now() + 86_400_000
    ? null
    : new Date(time).toISOString();
}

/** Throws where the mail cannot be read as one (readBroken then keeps what there is). */
export async function readMail(raw: Uint8Array, envelope: Envelope, own: OwnAddresses): Promise<ReadMail> {
  const email = await PostalMime.parse(raw, mailParseOptions);
  const headers = headersOf(email);
  const { address, name } = senderOf(email, headers, envelope);
  const bounce = readBounce(email, headers);
  const kind =
    bounce === null ? kindOf(email, headers, address, own) : bounce.problem === null ? 'notice' : 'bounce';
  const words = mailText(email);
  const body = cleanText(words.slice(0, mailInLimits.bodyLength));
  const subject = oneLine(email.subject ?? '', 500);
  const files = await listFiles(email.attachments);
  const mailId = mailIdsOf(headers('message-id'))[0] ?? null;
  const threadIds = [...mailIdsOf(email.inReplyTo), ...mailIdsOf(headers('references')).toReversed()];
  return {
    kind: kind === 'person' && envelope.from === '' ? 'notice' : kind,
    tokens: tokensOf(email, envelope, own.reply),
    mail_ids: [...new Set([...(bounce?.mailIds ?? []), ...threadIds])].slice(0, 100),
    content_key: contentKey(
      mailId,
      [
        address.toLowerCase(),
        mailId === null ? email.date : '',
        subject,
        files.map((file) => file.size_bytes),
      ],
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
