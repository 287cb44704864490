// Texts of the screen where staff sort received emails that belong to no thread.
import { defineTexts } from '../../texts/define-texts.ts';

export const triageTexts = defineTexts({
  title: 'Emails to sort',
  description:
    "Emails we couldn't match to a lead. Add each one to a lead, create a new lead, or dismiss it.",
  what: 'emails',
  show: 'Show',
  shown: { triage: 'To sort', machine: 'Automatic', dismissed: 'Dismissed' },
  empty: {
    triage: 'Nothing to sort. Emails we can match go straight to their lead.',
    machine: 'No automatic emails.',
    dismissed: 'No dismissed emails. Dismissed emails are deleted after 90 days.',
  },
  noSubject: '(no subject)',
  late: 'Past your response-time target',
  reasons: {
    'unknown-sender': 'No lead has this email address.',
    'forged-token': 'Sent to a reply address we never gave out.',
    contradiction: "Replies to one conversation, but was sent to another one's address.",
    'several-leads': 'The sender has several open leads. Add it to the right one.',
    unconfirmed:
      "Looks like it's from a lead, but we couldn't confirm the sender. Add it only if you're sure they wrote it.",
    doubt: 'It might be an automatic email. Add it to a lead if a person wrote it, or dismiss it.',
    team: "Sent from a colleague's address.",
    moved: 'A colleague moved it out of a conversation.',
    'too-large':
      "Larger than 25 MB, so we couldn't keep it. Look for it in the mailbox, or ask the sender for a link to the files.",
    'over-limit':
      'Over the daily limit for this sender, or for all unknown senders. It stays unread in its mailbox.',
    unreadable: "We couldn't read this email. Download the original and open it in an email app.",
  },
  join: (from: string) => `Add to a lead<spoken> (email from ${from})</spoken>`,
  make: (from: string) => `Create a lead<spoken> (email from ${from})</spoken>`,
  making: 'Creating a lead...',
  made: 'New lead added',
  dismiss: (from: string) => `Dismiss<spoken> the email from ${from}</spoken>`,
  dismissing: 'Dismissing...',
  dismissed: 'Email dismissed',
  restore: (from: string) => `Sort again<spoken> (email from ${from})</spoken>`,
  restored: 'Moved back to Emails to sort',
});
