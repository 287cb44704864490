// Texts of the mailbox of unsent emails: names of mail kinds, why it is unavailable, errors of its route.
import type { MailKind } from '../../data/mail-kinds.ts';
import { defineTexts } from '../../texts/define-texts.ts';

export const mailboxTexts = defineTexts({
  title: 'Mail',
  description: 'Emails that would have been sent. No mail server is set up, so they stay on this computer.',
  loading: 'Loading…',
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  empty: 'No mail yet. Replies, lead notifications and account links appear here.',
  what: 'mail',
  noSubject: 'No subject',
  to: (address: string) => `To ${address || 'nobody'}`,
  account: 'Account',
  kinds: {
    reply: 'Reply',
    received: 'Request received',
    'conversation-link': 'New link',
    'booking-booked': 'Consultation',
    'booking-moved': 'Consultation',
    'booking-cancelled': 'Consultation',
    'booking-reminder': 'Reminder',
    acknowledgement: 'Report received',
    digest: 'Leads',
    'recovery-code': 'Account',
    'backup-problem': 'Backups',
    test: 'Test',
  } satisfies Record<MailKind | 'test', string>,
  loadingMessage: 'Loading the message…',
  done: 'Done',
  unavailable: {
    sent: "Mail appears here only when no mail server is set up. Check each reply's status in its thread.",
    notLocal:
      'Mail appears here only in local mode. Until a mail server is set up, it is kept as files in DATA_DIR/mail.',
    notOwner: 'Only owners can view mail.',
  },
  errors: { notLoaded: "We couldn't load the mail. Please try again in a moment." },
});

export const mailFileTexts = defineTexts({
  errors: {
    notLocal: 'Mail appears here only in local mode, when no mail server is set up.',
    signedOut: 'Sign in again to view mail.',
    notOwner: 'Only owners can view mail.',
    missing: 'This email is no longer available.',
  },
});
