// Texts of the mailbox of unsent emails: names of mail kinds, why it is unavailable, errors of its route.
import type { MailKind } from '../../data/mail-kinds.ts';
import { defineTexts } from '../../texts/define-texts.ts';

export const mailboxTexts = defineTexts({
  title: 'Mail',
  description: 'Emails that would have been sent. No mail server is set up, so they stay on this computer.',
  refresh: 'Refresh',
  refreshing: 'Refreshing...',
  empty: 'No emails yet. Replies, lead notifications and account links appear here.',
  what: 'emails',
  noSubject: 'No subject',
  to: (address: string) => `To ${address || 'no one'}`,
  account: 'Account',
  kinds: {
    reply: 'Reply',
    received: 'Automatic reply',
    'conversation-link': 'New link',
    'booking-booked': 'Consultation',
    'booking-moved': 'Consultation',
    'booking-cancelled': 'Consultation',
    'booking-reminder': 'Reminder',
    acknowledgement: 'Report received',
    digest: 'Notification',
    'recovery-code': 'Account',
    'backup-problem': 'Backups',
    'change-not-published': 'Content',
    test: 'Test',
  } satisfies Record<MailKind | 'test', string>,
  loadingMessage: 'Loading the email...',
  done: 'Done',
  unavailable: {
    sent: "Emails appear here only when no mail server is set up. Check each reply's status in its thread.",
    notLocal:
      'Emails appear here only in local mode. Until a mail server is set up, they are kept as files on the server.',
    notOwner: 'Only owners can view these emails.',
  },
  errors: { notLoaded: "We couldn't load the emails. Please try again in a moment." },
});

export const mailFileTexts = defineTexts({
  errors: {
    notLocal: 'Emails appear here only in local mode, when no mail server is set up.',
    signedOut: 'Sign in again to view these emails.',
    notOwner: 'Only owners can view these emails.',
    missing: 'This email is no longer available.',
  },
});
