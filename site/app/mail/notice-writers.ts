import type { MailKind } from '../data/mail-kinds.ts';
import type { ClaimedMail } from './claim-mail.ts';
import { mailTexts } from './mail-texts.ts';
import type { WrittenMail } from './outgoing-mail.ts';
import { writeMail, type Words } from './write-mail.ts';
import type { Letterhead } from './write-reply.ts';

const { backups, recovery } = mailTexts;

/** What concerns an account, by the kinds of private.outbox. */
const notices = {
  /** a recovery code removed the second factor of the account */
  'recovery-code': (_, agency) => ({
    subject: recovery.subject,
    sentences: [recovery.used(agency), recovery.advice],
    button: { label: recovery.openSettings, path: '/dashboard/settings' },
    reason: recovery.reason(agency),
  }),
  /** to an owner, as the server said it */
  'backup-problem': ({ details }, agency) => ({
    subject: backups.subject(agency),
    sentences: [...(details as { problem: string }).problem.split('\n\n'), backups.advice],
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
