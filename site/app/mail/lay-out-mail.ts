// The parts of a mail, with their layout as text and HTML.
import escapeHtml from 'escape-html';
import { presetInlineColours, type InlineColours } from '../colours/colour-tokens.ts';
import type { MailLogo } from '../agency/mail-logo.ts';
import { splitParagraphs } from '../ui/split-paragraphs.ts';
import { mailTexts } from './mail-texts.ts';
import type { MailKind } from '../data/mail-kinds.ts';

export function paragraphsAsHtml(text: string): string {
  return splitParagraphs(text)
    .map((part) => `<p style="margin:0 0 18px">${escapeHtml(part).replaceAll(/\r?\n/g, '<br>\n')}</p>`)
    .join('\n');
}

interface Link {
  label: string;
  href: string;
}

function buttonAsHtml({ label, href }: Link, colours: InlineColours): string {
  const look = `display:inline-block;padding:13px 22px;border-radius:6px;background:${colours.ink};color:white;font-weight:bold;text-decoration:none`;
  return `<p style="margin:0 0 18px"><a class="button" href="${escapeHtml(href)}" style="${look}">${escapeHtml(label)}</a></p>`;
}

/** For mail programs in which the button does not work. */
function addressAsHtml({ href }: Link, colours: InlineColours): string {
  const link = `<a href="${escapeHtml(href)}" style="color:${colours.harbour}">${escapeHtml(href)}</a>`;
  return `<p style="margin:0 0 18px;font-size:14px;line-height:1.5">${mailTexts.buttonFails}<br>\n${link}</p>`;
}

/** A code to type in. */
interface MailCode {
  label: string;
  value: string;
}

function codeAsHtml({ label, value }: MailCode): string {
  const digits = 'font:bold 28px ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px';
  return `<p style="margin:0 0 18px">${escapeHtml(label)}:<br>\n<span style="${digits}">${escapeHtml(value)}</span></p>`;
}

/** An entry of a list in a mail; its title is a link. */
export interface MailListEntry {
  title: string;
  lines: readonly string[];
  href: string;
}

function entryAsHtml({ title, lines, href }: MailListEntry, colours: InlineColours): string {
  const parts = [linkAsHtml({ label: title, href }, colours), ...lines.map((line) => escapeHtml(line))];
  return `<p style="margin:0 0 18px;padding-left:12px;border-left:3px solid ${colours.shoal}">${parts.join('<br>\n')}</p>`;
}

/** The logo on a background on which it can be recognised in both themes; without one the name. */
function headAsHtml({ agency, logo }: MailContent, colours: InlineColours): string {
  const look = 'margin:0 0 22px;font-size:19px;font-weight:bold';
  if (!logo) return `<p style="${look}">${escapeHtml(agency)}</p>`;
  const { src, alt, width, height, isForDark } = logo;
  const [plate, words] = isForDark ? [colours.dark.paper, darkInk] : ['#ffffff', colours.ink];
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" style="max-width:100%;border:0;vertical-align:middle;color:${words}">`;
  return `<p style="${look}"><span style="display:inline-block;padding:${isForDark ? '8px 12px' : '6px 8px 6px 0'};background:${plate};border-radius:6px" class="plate">${image}</span></p>`;
}

const darkInk = '#eef4f4';

/** Mail programs that have a dark theme of their own mostly obey these; others invert the light colours. */
function darkStyles({ deep, paper, shoal, harbour }: InlineColours['dark']): string {
  return `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
body{background:${deep}!important;color:${darkInk}!important}
.sheet{background:${paper}!important;color:${darkInk}!important}
.sheet a{color:${harbour}!important}
.sheet .button{background:${harbour}!important;color:${deep}!important}
.sheet p,.sheet blockquote{border-color:${shoal}!important}
.plate{padding:8px 12px!important}
}`;
}

/** What all mails of an agency have in common. */
export interface MailHead {
  agency: string;
  colours?: InlineColours;
  logo?: MailLogo | null;
}

export interface MailContent extends MailHead {
  subject: string;
  text: string;
  /** below the text */
  entries?: readonly MailListEntry[];
  /** below the entries */
  after?: string | undefined;
  button?: Link;
  /** whether the HTML has the address of the button as well */
  showsAddress?: boolean;
  code?: MailCode | undefined;
  /** small print below the code */
  note?: string;
  /** lines under the text */
  signature?: readonly string[];
  /** why the recipient gets it */
  reason: string;
  /** below the reason */
  links?: readonly Link[];
  /** below everything else, such as the quoted thread */
  below?: { text: string; html: string } | null;
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

/** The layout of all our mails, as text and as HTML. */
export function layOutMail(parts: MailContent): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const {
    subject,
    text,
    entries = [],
    after = '',
    button,
    code,
    note = '',
    signature = [],
    reason,
    links = [],
    below,
  } = parts;
  const listed = entries.map(({ title, lines, href }) => [title, ...lines, href].join('\n'));
  const written = [
    text,
    ...listed,
    after,
    button ? linkAsText(button) : '',
    code ? `${code.label}: ${code.value}` : '',
    note,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const foot = [reason, ...links.map(linkAsText)].join('\n');
  const signed = signature.length > 0 ? `${signature.join('\n')}\n\n${foot}` : foot;
  return {
    subject,
    text: `${written}\n\n-- \n${signed}\n${below ? `\n${below.text}\n` : ''}`,
    html: fitMailPage(parts),
  };
}

function linkAsText({ label, href }: Link): string {
  return `${mailTexts.linkBelow(label)}\n${href}`;
}

function linkAsHtml({ label, href }: Link, colours: InlineColours): string {
  return `<a href="${escapeHtml(href)}" style="color:${colours.harbour}">${escapeHtml(label)}</a>`;
}

/** Gmail cuts the HTML of a mail off at 102 kB, with everything that follows. */
const maxHtmlBytes = 100_000;

/** Leaves out the quoted thread if the page would be too long, then the end of the text, which the text part has. */
function fitMailPage(parts: MailContent): string {
  const whole = mailPage(parts);
  if (Buffer.byteLength(whole) <= maxHtmlBytes) return whole;
  const unquoted: MailContent = { ...parts, below: null };
  let page = mailPage(unquoted);
  for (
    let kept = Math.min(parts.text.length, maxHtmlBytes);
    Buffer.byteLength(page) > maxHtmlBytes && kept > 100;
    kept = Math.floor(kept * 0.8)
  )
    page = mailPage({ ...unquoted, text: `${parts.text.slice(0, kept)}…\n\n${mailTexts.restInText}` });
  return page;
}

/** One column on paper colour, the agency's logo or name above, small print below. */
function mailPage(parts: MailContent): string {
  const { colours = presetInlineColours, subject, text, entries = [], after = '' } = parts;
  const { button, showsAddress = false, code, note = '', signature = [], reason, links = [] } = parts;
  const body = [
    paragraphsAsHtml(text),
    ...entries.map((entry) => entryAsHtml(entry, colours)),
    paragraphsAsHtml(after),
    ...(button ? [buttonAsHtml(button, colours)] : []),
    ...(button && showsAddress ? [addressAsHtml(button, colours)] : []),
    ...(code ? [codeAsHtml(code)] : []),
    paragraphsAsHtml(note),
    ...(signature.length > 0
      ? [`<p style="margin:0">${signature.map((line) => escapeHtml(line)).join('<br>\n')}</p>`]
      : []),
  ].join('\n');
  const foot = [escapeHtml(reason), ...links.map((link) => linkAsHtml(link, colours))].join('<br>\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
${darkStyles(colours.dark)}
</style>
</head>
<body style="margin:0;padding:24px 12px;background:${colours.deep};color:${colours.ink};font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div class="sheet" role="article" aria-label="${escapeHtml(subject)}" style="max-width:560px;margin:0 auto;padding:28px 28px 14px;background:white;border-top:5px solid ${colours.magentaLine};border-radius:0 0 8px 8px;overflow-wrap:anywhere">
${headAsHtml(parts, colours)}
${body}
<p style="margin:26px 0 14px;padding-top:14px;border-top:1px solid ${colours.shoal};font-size:14px;line-height:1.5">${foot}</p>
${parts.below?.html ?? ''}
</div>
</body>
</html>
`;
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
