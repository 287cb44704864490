// Texts of the contact page: introduction, next steps, how to reach the agency.
import { defineTexts } from '../../texts/define-texts.ts';

export const contactTexts = defineTexts({
  intro: "Ask a question or tell us what you'd like to fix. Name, email and message are required.",
  facts: {
    label: 'How to reach us',
    title: 'What happens next',
    steps: {
      reading: 'A real person reads your message the same business day.',
      reply: 'An account manager replies with questions or a time to talk.',
      consultation: (minutes: number) =>
        `You get a free ${minutes}-minute consultation, then a written quote.`,
    },
    tollFree: 'Toll-free',
    phone: 'Phone',
    email: 'Email',
    location: 'Location',
    hours: 'Business hours',
  },
});
