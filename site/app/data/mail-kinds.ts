// Generated from private.mail_kinds by supabase/render-mail-kinds.ts (npm run types). Do not edit.

/** Every kind of mail in private.outbox, with its recipient. */
export const mailKinds = {
  acknowledgement: 'visitor',
  'backup-problem': 'staff',
  'booking-booked': 'booker',
  'booking-cancelled': 'booker',
  'booking-moved': 'booker',
  'booking-reminder': 'booker',
  'change-not-published': 'staff',
  'conversation-link': 'lead',
  digest: 'staff',
  received: 'lead',
  'recovery-code': 'staff',
  reply: 'lead',
} as const;

export type MailKind = keyof typeof mailKinds;
