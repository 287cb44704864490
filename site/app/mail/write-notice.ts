import type { ClaimedMail } from './claim-mail.ts';
import { buttonAsHtml, escapeHtml, mailPage } from './mail-page.ts';
import { mailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import type { Letterhead } from './write-reply.ts';

const { backups, message, notice, recovery, triage } = mailTexts;

export interface Notice {
  kind: OutgoingMail['kind'];
  messageId: string;
  subject: string;
  sentences: readonly string[];
  button: { label: string; href: string };
  /** why its reader gets it */
  reason: string;
}

/** Notifies a colleague of the number of new leads. Their data stays in the inbox, behind sign-in. */
export function writeNotice(mail: ClaimedMail, letterhead: Letterhead): OutgoingMail {
  const { agency, siteUrl, domain } = letterhead;
  const count = mail.lead_count ?? 1;
  return writeMail(mail, letterhead, {
    kind: 'new-leads',
    messageId: `<leads-${mail.id}@${domain}>`,
    subject: notice.subject(count),
    sentences: [notice.sentence(count)],
    button: { label: notice.openInbox, href: `${siteUrl}/dashboard/messages` },
    reason: notice.reason(agency.name),
  });
}

/** Notifies a colleague that a prospect answered; what and who stays in the inbox. */
export function writeMessageNotice(mail: ClaimedMail, letterhead: Letterhead): OutgoingMail {
  const { agency, siteUrl, domain } = letterhead;
  return writeMail(mail, letterhead, {
    kind: 'answer',
    messageId: `<answer-${mail.id}@${domain}>`,
    subject: message.subject,
    sentences: [message.sentence],
    button: { label: notice.openInbox, href: `${siteUrl}/dashboard/messages` },
    reason: message.reason(agency.name),
  });
}

/** Notifies a colleague of mail in triage; who wrote it stays behind sign-in. */
export function writeTriageNotice(mail: ClaimedMail, letterhead: Letterhead): OutgoingMail {
  const { agency, siteUrl, domain } = letterhead;
  return writeMail(mail, letterhead, {
    kind: 'triage',
    messageId: `<triage-${mail.id}@${domain}>`,
    subject: triage.subject,
    sentences: [triage.sentence],
    button: { label: triage.open, href: `${siteUrl}/dashboard/messages/triage` },
    reason: triage.reason(agency.name),
  });
}

/** Informs an account's user that a recovery code removed the second factor. */
export function writeRecoveryNotice(mail: ClaimedMail, letterhead: Letterhead): OutgoingMail {
  const { agency, siteUrl, domain } = letterhead;
  return writeMail(mail, letterhead, {
    kind: 'recovery-code',
    messageId: `<recovery-code-${mail.id}@${domain}>`,
    subject: recovery.subject,
    sentences: [recovery.used(agency.name), recovery.advice],
    button: { label: recovery.openSettings, href: `${siteUrl}/dashboard/settings` },
    reason: recovery.reason(agency.name),
  });
}

/** Tells an owner what is wrong with the backups, as the server said it. */
export function writeBackupProblem(mail: ClaimedMail, letterhead: Letterhead): OutgoingMail {
  const { agency, siteUrl, domain } = letterhead;
  return writeMail(mail, letterhead, {
    kind: 'backup-problem',
    messageId: `<backup-problem-${mail.id}@${domain}>`,
    subject: backups.subject(agency.name),
    sentences: [...(mail.body ?? '').split('\n\n'), backups.advice],
    button: { label: backups.openDashboard, href: `${siteUrl}/dashboard` },
    reason: backups.reason(agency.name),
  });
}

/** `mail` says to whom. */
export function writeMail(
  mail: ClaimedMail,
  { agency, colours }: Letterhead,
  { sentences, button, reason, ...written }: Notice,
): OutgoingMail {
  const { label, href } = button;
  const paragraphs = sentences.map((text) => `<p style="margin:0 0 18px">${escapeHtml(text)}</p>`);
  return {
    ...written,
    to: mail.to_address ?? '',
    text: `${sentences.join('\n\n')}\n\n${mailTexts.linkBelow(label)}\n${href}\n\n-- \n${reason}\n`,
    html: mailPage({
      agency: agency.name,
      colours,
      subject: written.subject,
      body: [...paragraphs, buttonAsHtml(label, href)].join('\n'),
      foot: escapeHtml(reason),
    }),
    humanAuthored: false,
  };
}
