// What the mailbox of the corpus received and sent before: leads, replies to them, and what these look like.
import type { OwnMail } from '../src/own-mail.ts';
import corpusLeads from './leads.json' with { type: 'json' };
import sentMails from './outgoing-mails.json' with { type: 'json' };

/** The right half of our Message-IDs, and the domain of reply addresses. */
export const mailDomain = 'mail.example.test';
/** The sender of our replies and notifications. Mail to hello@fairlead.example arrives in the same mailbox. */
const senderAddress = 'post@mail.example.test';

/**
 * By key, with a UUID each; `order` is that of their creation. `not_interested` is closed, the others are open. Carla
 * and Emma have two leads each. Emma's newer one is closed.
 */
export { corpusLeads };

/** A lead that was erased: its tokens are still valid, but there is no row. */
export const erasedLead = { key: 'lead-erased', id: '269576eb-a2c4-4103-85ee-9daebfc0d10a' } as const;

export type LeadKey = keyof typeof corpusLeads;

export type OutgoingKey = keyof typeof sentMails;

/**
 * Replies that were sent, oldest first. The Message-ID of each is `<reply-ID@DOMAIN>`; its References begin with
 * `<lead-LEADID@DOMAIN>` and continue with the thread's earlier replies.
 */
export const outgoingMails = sentMails as Record<OutgoingKey, { id: string; lead: LeadKey; text: string }>;

/** What the mails of the corpus answer and quote. */
export const corpusOwnMail: OwnMail = {
  replyAddress: `reply@${mailDomain}`,
  senderAddress,
  subjects: ['Your inquiry to', 'Your inquiry about'],
  footerSentences: [
    "You're receiving this because you contacted \0 at \0. Reply to this email or call \0.",
    'Unsubscribe from our emails',
    "Don't email me about anything else",
  ],
  footerLines: ['Privacy'],
};
