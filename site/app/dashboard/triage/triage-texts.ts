// Texts of the screen where staff sort received emails that belong to no thread.
import { defineTexts } from '../../texts/define-texts.ts';

/** Of the screen where staff decide about received mail that belongs to no thread. */
export const triageTexts = defineTexts({
  title: 'Emails to sort',
  description:
    'Emails that came in and clearly belong to no conversation. Join each to a lead, make it a new lead, or dismiss it.',
  noAccess: 'Owners and agents sort emails.',
  loading: 'Loading…',
  what: 'emails',
  show: 'Show',
  shown: { triage: 'Waiting', machine: 'Automatic', dismissed: 'Dismissed' },
  empty: {
    triage: 'Nothing to sort. Emails that belong to a conversation go there by themselves.',
    machine: 'No automatic emails without a lead.',
    dismissed: 'No dismissed emails. They are deleted after 90 days.',
  },
  noSubject: '(no subject)',
  late: 'Past the target for an answer',
  reasons: {
    'unknown-sender': 'No lead has this address.',
    'forged-token': 'It was sent to a reply address that we never gave out.',
    contradiction: 'It answers one conversation and was sent to the address of another.',
    'several-leads': 'Its sender has several open leads. Join it to the one that it is about.',
    unconfirmed:
      'It names a lead’s address or a conversation, but may come from elsewhere. Join it if they wrote it.',
    team: 'It was sent from a colleague’s address.',
    moved: 'A colleague took it out of a conversation.',
    'too-large': 'It is larger than 25 MB and still in its mailbox.',
    'over-limit':
      'Its sender, or all unknown senders together, sent more than is kept in a day. It is unread in its mailbox.',
    unreadable: 'It could not be read. The original is complete: download it to open it in a mail program.',
  },
  join: (from: string) => `Join to a lead<spoken> (email from ${from})</spoken>`,
  make: (from: string) => `Make it a lead<spoken> (email from ${from})</spoken>`,
  making: 'Making a lead…',
  made: 'New lead added',
  dismiss: (from: string) => `Dismiss<spoken> the email from ${from}</spoken>`,
  dismissing: 'Dismissing…',
  dismissed: 'Email dismissed',
  restore: (from: string) => `Sort again<spoken> (email from ${from})</spoken>`,
  restored: 'The email waits again',
});
