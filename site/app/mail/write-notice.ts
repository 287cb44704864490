import { agency } from '../agency.ts';
import type { ClaimedMail } from './claim-mail.ts';
import { buttonAsHtml, escapeHtml, mailPage } from './mail-page.ts';
import { mailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import type { Letterhead } from './write-reply.ts';

const texts = mailTexts.notice;

/** Notifies a colleague of the number of new leads. Their data stays in the inbox, behind sign-in. */
export function writeNotice(mail: ClaimedMail, { siteUrl, domain }: Letterhead): OutgoingMail {
  const count = mail.lead_count ?? 1;
  const inbox = `${siteUrl}/dashboard/messages`;
  const subject = texts.subject(count);
  const sentence = texts.sentence(count);
  const why = texts.reason(agency.name);
  return {
    kind: 'new-leads',
    to: mail.to_address ?? '',
    subject,
    text: `${sentence}\n\n${mailTexts.linkBelow(texts.openInbox)}\n${inbox}\n\n-- \n${why}\n`,
    html: mailPage({
      subject,
      body: `<p style="margin:0 0 18px">${escapeHtml(sentence)}</p>\n${buttonAsHtml(texts.openInbox, inbox)}`,
      foot: escapeHtml(why),
    }),
    messageId: `<leads-${mail.id}@${domain}>`,
    humanAuthored: false,
  };
}
