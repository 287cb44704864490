// Defines all kinds of outbox mail with their recipients; looks one up by name.
type Addressee = 'lead' | 'booker' | 'visitor' | 'staff';

/**
 * Every kind of mail in private.outbox (supabase/tests/outbox-kinds.test.ts), and its recipient. A mail to a lead has
 * links to its conversation and to unsubscribe; answers to it, and to `booker`, are added to the lead's thread.
 */
const kinds = {
  reply: 'lead',
  received: 'lead',
  'conversation-link': 'lead',
  'booking-booked': 'booker',
  'booking-moved': 'booker',
  'booking-cancelled': 'booker',
  'booking-reminder': 'booker',
  acknowledgement: 'visitor',
  digest: 'staff',
  'recovery-code': 'staff',
  'backup-problem': 'staff',
} satisfies Record<string, Addressee>;

export type MailKind = keyof typeof kinds;

export const mailKinds: Readonly<Record<MailKind, Addressee>> = kinds;

/** Undefined for a kind that a newer version has queued. */
export function findMailKind(name: string): MailKind | undefined {
  return Object.hasOwn(mailKinds, name) ? (name as MailKind) : undefined;
}
