// Texts of the public barrier report form: fields, outcomes, the published figures.
import { defineTexts } from '../../texts/define-texts.ts';

export const feedbackTexts = defineTexts({
  title: 'Report an accessibility problem',
  intro:
    "Tell us what got in your way. You don't have to say who you are. Leave an email or phone number if you'd like a reply.",
  fields: {
    message: { label: 'What got in your way?', invalid: 'Tell us what got in your way' },
    page: { label: 'Where did it happen?', hint: 'A page, an email, a document: whatever you remember.' },
    name: { label: 'Name' },
    replyTo: { label: 'Email or phone', hint: "Only if you'd like a reply." },
  },
  tooLong: (label: string, most: string) => `${label} Use at most ${most} characters.`,
  kept: "We've kept what you wrote.",
  failed: "We couldn't save your report. Please try again, or call or email us.",
  flood: "We're getting a lot of reports right now. Please try again in ten minutes, or call or email us.",
  send: 'Send report',
  sentTitle: 'Thank you. We have your report.',
  sent: "A real person will read it. If you left an email or phone number, we'll reply there.",
  titleWithProblems: (title: string) => `Error: ${title}`,
  figures: {
    none: "We haven't received any accessibility reports in the last 12 months.",
    received: (received: number) =>
      received === 1
        ? 'We received 1 report in the last 12 months.'
        : `We received ${received} reports in the last 12 months.`,
    answered: (answered: number, days: number) => {
      const soon = days === 1 ? 'a day' : `${days} days`;
      return answered === 1
        ? `We've answered 1, within ${soon}.`
        : `We've answered ${answered}, half of them within ${soon}.`;
    },
  },
});
