// A reply to a lead, with the thread that it quotes.
import type { Agency } from '../agency/agency.ts';
import type { InlineColours } from '../colours/colour-tokens.ts';
import type { ClaimedMail } from './claim-mail.ts';
import type { StaffDigest } from './staff-digest.ts';
import { layOutMail, type ComposedMail, type MailHead, paragraphsAsHtml } from './lay-out-mail.ts';
import { mailTexts as t } from './mail-texts.ts';
import escapeHtml from 'escape-html';
import { splitQuotedText } from '../lead/split-quoted-text.ts';
import { formatLongDateTime } from '../ui/format-values.ts';
import { mailLogoOf } from '../agency/mail-logo.ts';

export interface MailLetterhead {
  agency: Agency;
  colours: InlineColours;
  /** lines below the author's name; empty means the agency's name */
  mailSignature: readonly string[];
  /** paragraphs of the mail that acknowledges a request */
  acknowledgementText: string;
  /** Base URL without a trailing slash. */
  siteUrl: string;
  /** The right half of Message-IDs: the sender's domain. */
  domain: string;
}

/** What every mail of the agency begins with. */
export function mailHeadOf({
  agency,
  colours,
  siteUrl,
}: Pick<MailLetterhead, 'agency' | 'colours' | 'siteUrl'>): MailHead {
  return { agency: agency.name, colours, logo: mailLogoOf(agency, siteUrl) };
}

/** A message of a conversation, as `conversation_for_mail` returns it. */
export interface EarlierMessage {
  from_staff: boolean;
  /** the colleague's name; null if the account has none, and for the prospect */
  author: string | null;
  message: string;
  sent_at: string;
}

export interface MailConversation {
  /** the token of the lead's page */
  token: string;
  /** messages before this reply, newest first; empty for other mails */
  earlier: readonly EarlierMessage[];
}

export interface ReplyContent {
  body: string;
  author: string | null;
  /** lines that the author has configured below the name */
  signature: string | null;
  /** Message-IDs of the conversation's other mails, newest first */
  earlierIds: readonly string[];
}

export interface MailToCompose extends ClaimedMail {
  /** for a mail to a lead */
  lead_name: string | null;
  /** for a mail to a lead: the requested service */
  service_name: string | null;
  /** for a mail to a lead: the token of the page that unsubscribes its recipient */
  unsubscribe_token: string | null;
  /** for a mail to a lead: the address whose mail gets into the thread; if null, replies go to the agency's address */
  reply_address: string | null;
  /** for a mail to a lead */
  conversation: MailConversation | null;
  reply: ReplyContent | null;
  digest: StaffDigest | null;
}

const messageId = /^<[^<>\s@]+@[^<>\s@]+>$/;

export function toOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Mail programs group a conversation only if its subject is always the same. */
export function replySubjectOf({ service_name: service }: MailToCompose, agency: Agency): string {
  return service ? t.reply.subjectAboutService(toOneLine(service)) : t.reply.subject(agency.name);
}

/** Pages for the recipient of a mail to a lead; `links` are for the small print. */
export function leadPageUrls(
  { unsubscribe_token: unsubscribe, conversation }: MailToCompose,
  { siteUrl }: MailLetterhead,
) {
  const unsubscribeUrl = `${siteUrl}/unsubscribe/${unsubscribe ?? ''}`;
  return {
    unsubscribeUrl,
    conversationUrl: `${siteUrl}/conversation/${conversation?.token ?? ''}`,
    links: [
      { label: t.reply.unsubscribe, href: unsubscribeUrl },
      { label: t.reply.privacy, href: `${siteUrl}/privacy` },
    ],
  };
}

/** A reply to a lead. Answers go into its thread or to the agency's address, because the colleague may be away. */
export function composeReply(mail: MailToCompose, letterhead: MailLetterhead): ComposedMail {
  const { agency, mailSignature, siteUrl, domain } = letterhead;
  const { reply } = mail;
  if (!reply) throw new Error('the reply is no longer there');
  const author = toOneLine(reply.author ?? '');
  const own = (reply.signature ?? '').split('\n').map((line) => line.trim());
  const signature = [author, ...own, ...(mailSignature.length > 0 ? mailSignature : [agency.name])].filter(
    Boolean,
  );
  const { conversationUrl, unsubscribeUrl, links } = leadPageUrls(mail, letterhead);
  const quote = quoteThread(mail.conversation?.earlier ?? [], {
    agency: agency.name,
    lead: mail.lead_name ?? '',
    timeZone: agency.timeZone,
  });
  const conversation = `<lead-${mail.lead_id}@${domain}>`;
  const earlier = reply.earlierIds.filter((id) => messageId.test(id)).toReversed();
  return {
    to: mail.to_address ?? '',
    ...layOutMail({
      ...mailHeadOf(letterhead),
      subject: replySubjectOf(mail, agency),
      text: reply.body,
      signature,
      reason: t.reply.reason(agency.name, siteUrl, agency.phone),
      links: [{ label: t.reply.conversation, href: conversationUrl }, ...links],
      below: quote,
    }),
    messageId: `<reply-${mail.message_id}@${domain}>`,
    replyTo: { name: agency.name, address: mail.reply_address ?? agency.email },
    ...(mail.reply_address?.endsWith(`@${domain}`) && { returnPath: mail.reply_address }),
    inReplyTo: earlier.at(-1) ?? conversation,
    references: [conversation, ...earlier],
    unsubscribeUrl,
    humanAuthored: true,
  };
}

interface Names {
  /** the author's name for messages without one */
  agency: string;
  lead: string;
  timeZone: string;
}

/** Longer threads slow down mail programs, and some cut such mails. */
const maxBytes = 20_000;

const quoteStyle = 'margin:0 0 0 4px;padding:0 0 0 12px;border-left:2px solid #c5c9cc';

/** The introduction of a quote. Mail programs recognise it by the colon after "wrote" at the end of the line. */
function introOf({ from_staff: fromStaff, author, sent_at: sentAt }: EarlierMessage, names: Names): string {
  const who = fromStaff ? (author ?? names.agency) : names.lead;
  return t.reply.wrote(
    formatLongDateTime(sentAt, names.timeZone),
    who.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim(),
  );
}

function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n');
}

/**
 * The newest messages that fit into `maxBytes`, each without the text that it quotes. The first is cut if it is too
 * long.
 */
function fit(earlier: readonly EarlierMessage[]): EarlierMessage[] {
  const kept: EarlierMessage[] = [];
  let bytesLeft = maxBytes;
  for (const one of earlier) {
    const { own } = splitQuotedText(one.message);
    const bytes = Buffer.byteLength(own);
    if (bytes > bytesLeft && kept.length > 0) break;
    const message =
      bytes > bytesLeft ? `${Buffer.from(own).toString('utf8', 0, bytesLeft).replace(/�$/, '')}…` : own;
    kept.push({ ...one, message });
    bytesLeft -= bytes;
    if (bytesLeft <= 0) break;
  }
  return kept;
}

/**
 * The thread below a reply, newest first: the newest message is quoted once, earlier ones twice, so that mail programs
 * collapse it like their own replies. Null if there are no earlier messages.
 */
export function quoteThread(
  earlier: readonly EarlierMessage[],
  names: Names,
): { text: string; html: string } | null {
  const [newest, ...older] = fit(earlier);
  if (!newest) return null;
  const olderText = older.map((one) => `${introOf(one, names)}\n${quoteLines(one.message)}`);
  const olderHtml = older.map(
    (one) =>
      `<p style="margin:0 0 8px">${escapeHtml(introOf(one, names))}</p>\n<blockquote type="cite" style="${quoteStyle}">\n${paragraphsAsHtml(one.message)}\n</blockquote>`,
  );
  return {
    text: `${introOf(newest, names)}\n${quoteLines([newest.message, ...olderText].join('\n\n'))}`,
    html: `<div class="gmail_quote">
<p style="margin:0 0 8px">${escapeHtml(introOf(newest, names))}</p>
<blockquote type="cite" class="gmail_quote" style="${quoteStyle}">
${[paragraphsAsHtml(newest.message), ...olderHtml].join('\n')}
</blockquote>
</div>`,
  };
}
