import type { ClaimedMail } from './claim-mail.ts';
import { buttonAsHtml, escapeHtml, mailPage } from './mail-page.ts';
import { mailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import type { Letterhead } from './write-reply.ts';

export interface Words {
  kind: OutgoingMail['kind'];
  /** else it names kind and mail */
  messageId?: string;
  subject: string;
  sentences: readonly string[];
  /** `path` of this site */
  button: { label: string; path: string };
  /** why its reader gets it */
  reason: string;
}

/** A mail of some sentences and a button. `mail` says to whom. */
export function writeMail(
  mail: ClaimedMail,
  { agency, colours, siteUrl, domain }: Letterhead,
  { kind, messageId, subject, sentences, button, reason }: Words,
): OutgoingMail {
  const { label } = button;
  const href = siteUrl + button.path;
  const paragraphs = sentences.map((text) => `<p style="margin:0 0 18px">${escapeHtml(text)}</p>`);
  return {
    kind,
    messageId: messageId ?? `<${kind}-${mail.id}@${domain}>`,
    to: mail.to_address ?? '',
    subject,
    text: `${sentences.join('\n\n')}\n\n${mailTexts.linkBelow(label)}\n${href}\n\n-- \n${reason}\n`,
    html: mailPage({
      agency: agency.name,
      colours,
      subject,
      body: [...paragraphs, buttonAsHtml(label, href)].join('\n'),
      foot: escapeHtml(reason),
    }),
    humanAuthored: false,
  };
}
