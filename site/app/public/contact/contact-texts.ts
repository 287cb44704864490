// Texts of the contact page: introduction, how to reach the agency.
import { defineTexts } from '../../texts/define-texts.ts';

export const contactTexts = defineTexts({
  intro: "Ask a question or tell us what you'd like to fix. Name, email and message are required.",
  facts: {
    label: 'How to reach us',
    title: 'What happens next',
    tollFree: 'Toll-free',
    phone: 'Phone',
    email: 'Email',
    location: 'Location',
    address: 'Mailing address',
    hours: 'Business hours',
  },
});
