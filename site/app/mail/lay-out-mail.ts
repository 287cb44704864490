// The parts of a mail, with their layout as text and HTML.
import escapeHtml from 'escape-html';
import { presetLightThemeColours, type LightThemeColours } from '../colours/colour-tokens.ts';
import { splitParagraphs } from '../ui/split-paragraphs.ts';
import { mailTexts } from './mail-texts.ts';
import type { MailKind } from '../data/mail-kinds.ts';

export function paragraphsAsHtml(text: string): string {
  return splitParagraphs(text)
    .map((part) => `<p style="margin:0 0 18px">${escapeHtml(part).replaceAll(/\r?\n/g, '<br>\n')}</p>`)
    .join('\n');
}

function buttonAsHtml({ label, href }: Link, colours: LightThemeColours): string {
  const look = `display:inline-block;padding:13px 22px;border-radius:6px;background:${colours.ink};color:white;font-weight:bold;text-decoration:none`;
  return `<p style="margin:0 0 18px"><a href="${escapeHtml(href)}" style="${look}">${escapeHtml(label)}</a></p>`;
}

function entryAsHtml({ title, lines, href }: MailListEntry, colours: LightThemeColours): string {
  const parts = [linkAsHtml({ label: title, href }), ...lines.map((line) => escapeHtml(line))];
  return `<p style="margin:0 0 18px;padding-left:12px;border-left:3px solid ${colours.shoal}">${parts.join('<br>\n')}</p>`;
}

interface Link {
  label: string;
  href: string;
}

/** An entry of a list in a mail; its title is a link. */
export interface MailListEntry {
  title: string;
  lines: readonly string[];
  href: string;
}

export interface MailContent {
  agency: string;
  colours?: LightThemeColours;
  subject: string;
  text: string;
  /** below the text */
  entries?: readonly MailListEntry[];
  /** below the entries */
  after?: string | undefined;
  button?: Link;
  /** lines under the text */
  signature?: readonly string[];
  /** why the recipient gets it */
  reason: string;
  /** below the reason */
  links?: readonly Link[];
  /** below everything else, such as the quoted thread */
  below?: { text: string; html: string } | null;
}

/** The layout of all our mails, as text and as HTML. */
export function layOutMail(parts: MailContent): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const {
    subject,
    text,
    entries = [],
    after = '',
    button,
    signature = [],
    reason,
    links = [],
    below,
  } = parts;
  const listed = entries.map(({ title, lines, href }) => [title, ...lines, href].join('\n'));
  const written = [text, ...listed, after, button ? linkAsText(button) : '']
    .filter((part) => part !== '')
    .join('\n\n');
  const foot = [reason, ...links.map(linkAsText)].join('\n');
  const signed = signature.length > 0 ? `${signature.join('\n')}\n\n${foot}` : foot;
  return {
    subject,
    text: `${written}\n\n-- \n${signed}\n${below ? `\n${below.text}\n` : ''}`,
    html: mailPage(parts),
  };
}

function linkAsText({ label, href }: Link): string {
  return `${mailTexts.linkBelow(label)}\n${href}`;
}

function linkAsHtml({ label, href }: Link): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
}

/** One column on paper colour, the agency's name above, small print below. No images, so that nothing is loaded. */
function mailPage(parts: MailContent): string {
  const { agency, colours = presetLightThemeColours, subject, text, entries = [], after = '' } = parts;
  const { button, signature = [], reason, links = [] } = parts;
  const body = [
    paragraphsAsHtml(text),
    ...entries.map((entry) => entryAsHtml(entry, colours)),
    paragraphsAsHtml(after),
    ...(button ? [buttonAsHtml(button, colours)] : []),
    ...(signature.length > 0
      ? [`<p style="margin:0">${signature.map((line) => escapeHtml(line)).join('<br>\n')}</p>`]
      : []),
  ].join('\n');
  const foot = [escapeHtml(reason), ...links.map(linkAsHtml)].join('<br>\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:${colours.deep};color:${colours.ink};font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div role="article" aria-label="${escapeHtml(subject)}" style="max-width:560px;margin:0 auto;padding:28px 28px 14px;background:white;border-top:5px solid ${colours.magentaLine};border-radius:0 0 8px 8px;overflow-wrap:anywhere">
<p style="margin:0 0 22px;font-size:19px;font-weight:bold">${escapeHtml(agency)}</p>
${body}
<p style="margin:26px 0 14px;padding-top:14px;border-top:1px solid ${colours.shoal};font-size:14px;line-height:1.5">${foot}</p>
${parts.below?.html ?? ''}
</div>
</body>
</html>
`;
}

export interface OutgoingMail {
  /** A bare address; anything else is rejected when sending. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** For file names and the log; must not be personal data. */
  kind: MailKind | 'test';
  /** `<left@right>`, derived from the content, so that a retry has the same. */
  messageId: string;
  replyTo?: { name: string; address: string };
  /** The address to which mail servers report failures; default: the sender. */
  returnPath?: string;
  inReplyTo?: string;
  references?: string[];
  /** The page that unsubscribes the address with a POST; also in the headers for which mail programs show a button. */
  unsubscribeUrl?: string;
  /** iCalendar, which mail programs show as an event, also attached as a file */
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string };
  humanAuthored: boolean;
}

/** The result of a composer; the kind comes from the queue. */
export type ComposedMail = Omit<OutgoingMail, 'kind'>;

/**
 * Sends messages; provided by the server. `deliver` rejects on failure; an error with `permanent: true` must not be
 * retried.
 */
export interface MailTransport {
  /** False if messages are written to files. */
  delivers: boolean;
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}
