import type { MailKind } from '../data/mail-kinds.ts';
import type { ClaimedMail } from './claim-mail.ts';
import { mailTexts } from './mail-texts.ts';
import type { WrittenMail } from './outgoing-mail.ts';
import { writeMail, type Words } from './write-mail.ts';
import type { Letterhead } from './write-reply.ts';

const { backups, late, mention, message, notice, recovery, report, triage } = mailTexts;

function detail({ details }: ClaimedMail, name: string): unknown {
  return typeof details === 'object' && details !== null && !Array.isArray(details)
    ? details[name]
    : undefined;
}

/** What colleagues are told, by the kinds of private.outbox. Who and what it is about stays behind the sign-in. */
const notices = {
  'new-leads': ({ lead_count: count }, agency) => ({
    subject: notice.subject(count ?? 1),
    sentences: [notice.sentence(count ?? 1)],
    button: { label: notice.openInbox, path: '/dashboard/messages' },
    reason: notice.reason(agency),
  }),
  /** a prospect answered */
  answer: (_, agency) => ({
    subject: message.subject,
    sentences: [message.sentence],
    button: { label: notice.openInbox, path: '/dashboard/messages' },
    reason: message.reason(agency),
  }),
  triage: (_, agency) => ({
    subject: triage.subject,
    sentences: [triage.sentence],
    button: { label: triage.open, path: '/dashboard/messages/triage' },
    reason: triage.reason(agency),
  }),
  mention(mail, agency) {
    const author = detail(mail, 'author');
    return {
      subject: mention.subject,
      sentences: [typeof author === 'string' ? mention.by(author) : mention.byColleague],
      button: { label: mention.open, path: '/dashboard/messages?needs=mention' },
      reason: mention.reason(agency),
    };
  },
  /** to who is responsible, or an owner: leads, or emails to sort, wait longer than the target */
  'late-leads'(mail, agency) {
    const mails = Number(detail(mail, 'mails') ?? 0);
    const count = Number(detail(mail, 'count') ?? 1);
    const sentences = [
      count > 0 && late.sentence(count),
      mails > 0 && late.mailsSentence(mails),
      late.advice,
    ];
    return {
      subject: count > 0 ? late.subject(count) : late.mailsSubject(mails),
      sentences: sentences.filter((sentence) => sentence !== false),
      button:
        count > 0
          ? { label: late.open, path: '/dashboard/messages?needs=late' }
          : { label: late.openMails, path: '/dashboard/messages/triage' },
      reason: late.reason(agency),
    };
  },
  /** of a barrier */
  report: (_, agency) => ({
    subject: report.subject,
    sentences: [report.sentence, report.advice],
    button: { label: report.open, path: '/dashboard/feedback' },
    reason: report.reason(agency),
  }),
  /** a recovery code removed the second factor of the account */
  'recovery-code': (_, agency) => ({
    subject: recovery.subject,
    sentences: [recovery.used(agency), recovery.advice],
    button: { label: recovery.openSettings, path: '/dashboard/settings' },
    reason: recovery.reason(agency),
  }),
  /** to an owner, as the server said it */
  'backup-problem': ({ body }, agency) => ({
    subject: backups.subject(agency),
    sentences: [...(body ?? '').split('\n\n'), backups.advice],
    button: { label: backups.openDashboard, path: '/dashboard' },
    reason: backups.reason(agency),
  }),
} satisfies Partial<Record<MailKind, (mail: ClaimedMail, agency: string) => Words>>;

export const noticeWriters = Object.fromEntries(
  Object.entries(notices).map(([kind, words]) => [
    kind,
    (mail: ClaimedMail, letterhead: Letterhead): WrittenMail =>
      writeMail(mail, letterhead, words(mail, letterhead.agency.name)),
  ]),
) as Record<keyof typeof notices, (mail: ClaimedMail, letterhead: Letterhead) => WrittenMail>;
