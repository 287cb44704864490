import { agency } from '../agency.ts';
import type { ClaimedMail } from './claim-mail.ts';
import { buttonAsHtml, escapeHtml, mailPage } from './mail-page.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import type { Letterhead } from './write-reply.ts';

/** Notifies a colleague of the number of new leads. Their data stays in the inbox, behind sign-in. */
export function writeNotice(mail: ClaimedMail, { siteUrl, domain }: Letterhead): OutgoingMail {
  const count = mail.lead_count ?? 1;
  const inbox = `${siteUrl}/dashboard/messages`;
  const subject = count === 1 ? 'New lead' : `${count.toLocaleString('en-CA')} new leads`;
  const sentence =
    count === 1 ? 'Someone just contacted us.' : `${count.toLocaleString('en-CA')} people just contacted us.`;
  const why = `You're receiving this because you handle leads for ${agency.name}. You'll get one email every five minutes at most.`;
  return {
    kind: 'new-leads',
    to: mail.to_address ?? '',
    subject,
    text: `${sentence}\n\nOpen the inbox:\n${inbox}\n\n-- \n${why}\n`,
    html: mailPage({
      subject,
      body: `<p style="margin:0 0 18px">${escapeHtml(sentence)}</p>\n${buttonAsHtml('Open the inbox', inbox)}`,
      foot: escapeHtml(why),
    }),
    messageId: `<leads-${mail.id}@${domain}>`,
    humanAuthored: false,
  };
}
