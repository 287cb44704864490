import { agency } from '../agency.ts';
import { defineTexts } from '../texts/define-texts.ts';

/** Titles and descriptions of the pages with a file of their own; the caption is on the share image. */
export const sitePageTexts = defineTexts({
  home: {
    title: 'Get found. Work for everyone.',
    description:
      'Digital marketing and accessibility for businesses across Canada and worldwide: search, websites, email and reviews that every visitor can use.',
    caption: 'Digital marketing and accessibility',
  },
  contact: {
    title: 'Get in Touch',
    description: `Ask a question or book the free ${agency.consultationMinutes}-minute consultation. ${agency.location}, by phone, email or this form.`,
    caption: 'Contact',
  },
  privacy: {
    title: 'Privacy Policy',
    description:
      'What we know about you, why, how we protect it, and how to see, correct or delete it. No tracking, no advertising cookies.',
    caption: 'Legal',
  },
  terms: {
    title: 'Terms of Service',
    description:
      'The agreement for our services: proposals, payment, pay-per-results, who owns the work, liability, governing law and termination.',
    caption: 'Legal',
  },
  accessibility: {
    title: 'Accessibility Statement',
    description:
      'How this website works for people with disabilities: our standard, what was tested and when, known limits, and how to reach us.',
    caption: 'Legal',
  },
});
