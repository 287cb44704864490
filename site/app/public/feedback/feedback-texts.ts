// Texts of the public barrier report form: fields, outcomes, the published figures.
import { defineTexts } from '../../texts/define-texts.ts';

/** The form on /accessibility, and the figures beside it. */
export const feedbackTexts = defineTexts({
  title: 'Report a barrier',
  intro:
    'Tell us what got in your way. You don’t have to say who you are. Leave an email or phone number if you’d like an answer.',
  fields: {
    message: { label: 'What got in your way?', invalid: 'Write what got in your way.' },
    page: { label: 'Where was it?', hint: 'A page, an email, a document: whatever you remember.' },
    name: { label: 'Name' },
    replyTo: { label: 'Email or phone', hint: 'Only if you’d like an answer.' },
  },
  tooLong: (label: string, most: string) => `${label} Use at most ${most} characters.`,
  problems: 'Your message wasn’t sent yet:',
  kept: 'What you wrote is still here.',
  failed: 'We couldn’t save your message. Please try again, call or email us.',
  flood: 'We’re getting many messages right now. Please try again in ten minutes, call or email us.',
  send: 'Send report',
  sentTitle: 'Thank you. We have your report.',
  sent: 'A real person reads it. If you left an email or phone number, we’ll answer you there.',
  titleWithProblems: (title: string) => `Error: ${title}`,
  figures: {
    none: 'In the last 12 months nobody has reported a barrier here.',
    received: (received: number) =>
      received === 1
        ? 'In the last 12 months we received one report.'
        : `In the last 12 months we received ${received} reports.`,
    answered: (answered: number, days: number) => {
      const soon = days === 1 ? 'a day' : `${days} days`;
      return answered === 1
        ? `We’ve answered one, within ${soon}.`
        : `We’ve answered ${answered}, half of them within ${soon}.`;
    },
  },
});
