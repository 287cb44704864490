import escapeHtml from 'escape-html';
import { foldQuoted } from '../lead/fold-quoted.ts';
import { formatLongTime } from '../ui/dates.ts';
import { paragraphsAsHtml } from './lay-out-mail.ts';
import { mailTexts } from './mail-texts.ts';

/** A message of a conversation, as `conversation_for_mail` returns it. */
export interface EarlierMessage {
  from_staff: boolean;
  /** the colleague's name; null where it has none, and of the prospect */
  author: string | null;
  message: string;
  sent_at: string;
}

interface Names {
  /** who wrote, where the message itself does not say it */
  agency: string;
  lead: string;
  timeZone: string;
}

/** Longer threads slow mail programs, and some cut such mails. */
const maxBytes = 20_000;

const quoteStyle = 'margin:0 0 0 4px;padding:0 0 0 12px;border-left:2px solid #c5c9cc';

/** A colon after "wrote" ends the line that mail programs take for the beginning of a quote. */
function introOf({ from_staff: fromStaff, author, sent_at: sentAt }: EarlierMessage, names: Names): string {
  const who = fromStaff ? (author ?? names.agency) : names.lead;
  return mailTexts.reply.wrote(
    formatLongTime(sentAt, names.timeZone),
    who.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim(),
  );
}

function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n');
}

/** As many as fit, each with what it says itself; one that alone is too long is cut. */
function fit(earlier: readonly EarlierMessage[]): EarlierMessage[] {
  const kept: EarlierMessage[] = [];
  let bytesLeft = maxBytes;
  for (const one of earlier) {
    const { own } = foldQuoted(one.message);
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
 * The thread below a reply, newest first: the newest message is quoted once, those before it twice, so that mail
 * programs fold the whole as they fold a reply of their own. Null where there is nothing before it.
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
