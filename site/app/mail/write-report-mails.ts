import type { ClaimedMail } from './claim-mail.ts';
import { mailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import { writeMail } from './write-notice.ts';
import type { Letterhead } from './write-reply.ts';

const { acknowledgement, report } = mailTexts;

/** Notifies a colleague that a barrier was reported. What was written stays in the dashboard, behind sign-in. */
export function writeReportNotice(mail: ClaimedMail, letterhead: Letterhead): OutgoingMail {
  const { agency, siteUrl, domain } = letterhead;
  return writeMail(mail, letterhead, {
    kind: 'report',
    messageId: `<report-${mail.id}@${domain}>`,
    subject: report.subject,
    sentences: [report.sentence, report.advice],
    button: { label: report.open, href: `${siteUrl}/dashboard/feedback` },
    reason: report.reason(agency.name),
  });
}

/** Acknowledges a report of a barrier; without its words, since the address may belong to another person. */
export function writeAcknowledgement(mail: ClaimedMail, letterhead: Letterhead): OutgoingMail {
  const { agency, siteUrl, domain } = letterhead;
  const written = writeMail(mail, letterhead, {
    kind: 'acknowledgement',
    messageId: `<acknowledgement-${mail.report_id}@${domain}>`,
    subject: acknowledgement.subject,
    sentences: [acknowledgement.thanks(agency.name), acknowledgement.next(agency.phone)],
    button: { label: acknowledgement.open, href: `${siteUrl}/accessibility` },
    reason: acknowledgement.reason(siteUrl),
  });
  return { ...written, replyTo: { name: agency.name, address: agency.email } };
}
