// Title, description, caption, footer link of each page that is no list and no record.
import { defineTexts } from '../texts/define-texts.ts';

/**
 * The fixed pages, each at the path of its name, in the order of footer and sitemap. `link` is the
 * footer's link, the caption is on the share image, an invitation is a link beside forms and in their confirmations.
 * Texts of the home page are the agency's.
 */
export const sitePageTexts = defineTexts({
  contact: {
    title: 'Get in Touch',
    description: (minutes: number, location: string) =>
      `Ask a question or book the free ${minutes}-minute consultation. ${location}, by phone, email or this form.`,
    caption: 'Contact',
    link: 'Contact',
  },
  book: {
    title: 'Book a Free Consultation',
    description:
      'Choose a time for a free call about your website, search or accessibility. See times in your time zone. Change or cancel with one link.',
    caption: 'Consultation',
    link: 'Book a Consultation',
    invitation: 'Book your free consultation',
  },
  privacy: {
    title: 'Privacy Policy',
    description:
      'What we know about you, why, how we protect it, and how to see, correct or delete it. No tracking or advertising cookies.',
    caption: 'Legal',
    link: 'Privacy Policy',
  },
  terms: {
    title: 'Terms of Service',
    description:
      'The agreement for our services: proposals, payment, who owns the work, liability, governing law and termination.',
    caption: 'Legal',
    link: 'Terms of Use',
  },
  accessibility: {
    title: 'Accessibility Statement',
    description:
      'How this website works for people with disabilities: our standard, what we tested and when, known limits, and how to reach us.',
    caption: 'Legal',
    link: 'Accessibility',
  },
});
