import type { LeadKind } from './lead-fields.ts';

/** The spec's words for what came of a submission. */
export const leadWords: Record<
  LeadKind,
  { sentTitle: string; sent: string; failed: string; submit: string; busy: string }
> = {
  contact: {
    sentTitle: 'Message Sent!',
    sent: "Thank you for contacting us. We'll respond shortly.",
    failed: 'Failed to send message. Please try again.',
    submit: 'Send Message',
    busy: 'Sending…',
  },
  proposal: {
    sentTitle: 'Success!',
    sent: "Thank you for your interest. We'll be in touch shortly.",
    failed: 'Something went wrong. Please try again.',
    submit: 'Send request',
    busy: 'Sending…',
  },
};
