// Mails of a few sentences: acknowledgements, notices to accounts, the test message.
import { dashboardListPath, type ContentTableName } from '../content/content-types.ts';
import { scheduleTexts } from '../content/schedule-texts.ts';
import type { ClaimedMail } from './claim-mail.ts';
import { layOutMail, type ComposedMail, type MailHead, type OutgoingMail } from './lay-out-mail.ts';
import { mailHeadOf, type MailLetterhead } from './compose-reply.ts';
import { mailTexts } from './mail-texts.ts';
import type { MailKind } from '../data/mail-kinds.ts';
import { randomUUID } from 'node:crypto';

export interface NoticeMailWording {
  /** default: derived from the kind and the mail's id */
  messageId?: string;
  subject: string;
  sentences: readonly string[];
  /** `path` on this site */
  button: { label: string; path: string };
  /** why the recipient gets it */
  reason: string;
}

/** A mail of some sentences and a button. `mail` has the recipient. */
export function composeNoticeMail(
  mail: ClaimedMail,
  letterhead: MailLetterhead,
  { messageId, subject, sentences, button, reason }: NoticeMailWording,
): ComposedMail {
  const { siteUrl, domain } = letterhead;
  return {
    messageId: messageId ?? `<${mail.kind}-${mail.id}@${domain}>`,
    to: mail.to_address ?? '',
    ...layOutMail({
      ...mailHeadOf(letterhead),
      subject,
      text: sentences.join('\n\n'),
      button: { label: button.label, href: siteUrl + button.path },
      reason,
    }),
    humanAuthored: false,
  };
}

const t = mailTexts.acknowledgement;

/** Acknowledges an accessibility report, without its text, because the address may belong to another person. */
export function composeAccessibilityAcknowledgement(
  mail: ClaimedMail,
  letterhead: MailLetterhead,
): ComposedMail {
  const { agency, siteUrl, domain } = letterhead;
  const written = composeNoticeMail(mail, letterhead, {
    messageId: `<acknowledgement-${mail.report_id}@${domain}>`,
    subject: t.subject,
    sentences: [t.thanks(agency.name), t.next(agency.phone)],
    button: { label: t.open, path: '/accessibility' },
    reason: t.reason(siteUrl),
  });
  return { ...written, replyTo: { name: agency.name, address: agency.email } };
}

const { backups, recovery, unpublishedChange } = mailTexts;

/** Notices to accounts, by kind of private.outbox. */
const notices = {
  /** a recovery code removed the second factor of the account */
  'recovery-code': (_, agency) => ({
    subject: recovery.subject,
    sentences: [recovery.used(agency), recovery.advice],
    button: { label: recovery.openSettings, path: '/dashboard/settings' },
    reason: recovery.reason(agency),
  }),
  /** to owners, in the server's own words */
  'backup-problem': ({ details }, agency) => ({
    subject: backups.subject(agency),
    sentences: [...(details as { problem: string }).problem.split('\n\n'), backups.advice],
    button: { label: backups.openDashboard, path: '/dashboard' },
    reason: backups.reason(agency),
  }),
  /** to owners and who scheduled it: a change of a page that could not be published when it was due */
  'change-not-published': ({ details }, agency) => {
    const { kind, record, name, problem } = details as {
      kind: ContentTableName;
      record: string;
      name: string;
      problem: string;
    };
    return {
      subject: unpublishedChange.subject(name),
      sentences: [
        unpublishedChange.failed(name, scheduleTexts.reasons[problem] ?? scheduleTexts.otherReason(problem)),
        unpublishedChange.advice,
      ],
      button: { label: unpublishedChange.open, path: `${dashboardListPath(kind)}/${record}` },
      reason: unpublishedChange.reason(agency),
    };
  },
} satisfies Partial<Record<MailKind, (mail: ClaimedMail, agency: string) => NoticeMailWording>>;

export const noticeMailComposers = Object.fromEntries(
  Object.entries(notices).map(([kind, words]) => [
    kind,
    (mail: ClaimedMail, letterhead: MailLetterhead): ComposedMail =>
      composeNoticeMail(mail, letterhead, words(mail, letterhead.agency.name)),
  ]),
) as Record<keyof typeof notices, (mail: ClaimedMail, letterhead: MailLetterhead) => ComposedMail>;

const { subject, works, look, reason } = mailTexts.test;

/** A test mail to the owner who asked for it. */
export function composeTestMail(to: string, domain: string, head: MailHead): OutgoingMail {
  return {
    kind: 'test',
    to,
    ...layOutMail({ ...head, subject, text: `${works}\n\n${look}`, reason: reason(head.agency) }),
    messageId: `<test-${randomUUID()}@${domain}>`,
    humanAuthored: false,
  };
}
