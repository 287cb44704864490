import type { ClaimedMail } from './claim-mail.ts';
import { mailTexts } from './mail-texts.ts';
import type { WrittenMail } from './outgoing-mail.ts';
import { writeMail } from './write-mail.ts';
import type { Letterhead } from './write-reply.ts';

const t = mailTexts.acknowledgement;

/** Acknowledges a report of a barrier; without its words, since the address may belong to another person. */
export function writeAcknowledgement(mail: ClaimedMail, letterhead: Letterhead): WrittenMail {
  const { agency, siteUrl, domain } = letterhead;
  const written = writeMail(mail, letterhead, {
    messageId: `<acknowledgement-${mail.report_id}@${domain}>`,
    subject: t.subject,
    sentences: [t.thanks(agency.name), t.next(agency.phone)],
    button: { label: t.open, path: '/accessibility' },
    reason: t.reason(siteUrl),
  });
  return { ...written, replyTo: { name: agency.name, address: agency.email } };
}
