// Defines all kinds of outbox mail with their recipients; looks one up by name.
type Addressee = 'lead' | 'booker' | 'visitor' | 'staff';

/**
 * Every kind of mail that private.outbox carries (supabase/tests/outbox-kinds.test.ts), and to whom it goes. One to a
 * lead has links to its conversation and away from our list; its answers, and those to `booker`, come into
 * the lead's thread.
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
