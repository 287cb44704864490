import { agency } from '../agency.ts';
import { resourcesTitle } from './resources-title.ts';
import type { ShareFacts } from './share-image-path.ts';

export interface SitePage extends ShareFacts {
  path: string;
  description: string;
}

/** Titles and descriptions of the pages that are not a record's. */
export const sitePages = {
  home: {
    path: '/',
    title: 'Get found. Work for everyone.',
    description:
      'Digital marketing and accessibility for businesses across Canada and worldwide: search, websites, email and reviews that every visitor can use.',
    caption: 'Digital marketing and accessibility',
    seed: 'home-23',
  },
  services: {
    path: '/services',
    title: 'Our Services',
    description:
      'Search, websites, email, reputation and accessibility services across Canada and worldwide, with clear prices in Canadian dollars.',
    caption: 'Services',
    seed: 'open-water',
  },
  apps: {
    path: '/apps',
    title: 'Custom Applications',
    description:
      'Small tools we build, use every day and can set up for you: focus testing, shared inboxes, review requests, accessible forms.',
    caption: 'Apps',
    seed: 'apps',
  },
  resources: {
    path: '/resources',
    title: resourcesTitle,
    description:
      'Practical guides to search, reviews, consent and accessible websites, each with a checklist you can use today.',
    caption: 'Resources',
    seed: 'resources',
  },
  contact: {
    path: '/contact',
    title: 'Get in Touch',
    description: `Ask a question or book the free ${agency.consultationMinutes}-minute consultation. ${agency.location}, by phone, email or this form.`,
    caption: 'Contact',
    seed: 'contact',
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy Policy',
    description:
      'What we know about you, why, how we protect it, and how to see, correct or delete it. No tracking, no advertising cookies.',
    caption: 'Legal',
    seed: 'privacy',
  },
  terms: {
    path: '/terms',
    title: 'Terms of Service',
    description:
      'The agreement for our services: proposals, payment, pay-per-results, who owns the work, liability, governing law and termination.',
    caption: 'Legal',
    seed: 'terms',
  },
  accessibility: {
    path: '/accessibility',
    title: 'Accessibility Statement',
    description:
      'How this website works for people with disabilities: our standard, what was tested and when, known limits, and how to reach us.',
    caption: 'Legal',
    seed: 'accessibility',
  },
} satisfies Record<string, SitePage>;

export type SitePageName = keyof typeof sitePages;
