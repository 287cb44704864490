import { defineTexts } from '../../texts/define-texts.ts';

export const mailTexts = defineTexts({
  title: 'Mail',
  description: 'Emails that would have been sent. No mail server is set up, so they stay on this computer.',
  loading: 'Loading…',
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  empty: 'No mail yet. Replies, new-lead notifications and account links appear here.',
  what: 'mail',
  noSubject: 'No subject',
  to: (address: string) => `To ${address || 'nobody'}`,
  kinds: { reply: 'Reply', newLeads: 'New leads', test: 'Test', account: 'Account' },
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
