import { agency } from '../agency.ts';
import { contentTypes, type ContentType } from '../content/content-types.ts';
import type { ShareFacts } from './share-image-path.ts';

export interface SitePage extends ShareFacts {
  path: string;
  description: string;
}

/** The pages with a file of their own; each type of content has a list besides. */
type OwnPage = 'home' | 'contact' | 'privacy' | 'terms' | 'accessibility';

/** The lists of the types of content, by the last part of their path. */
function contentLists(): Record<string, SitePage> {
  const types: ContentType[] = Object.values(contentTypes);
  return Object.fromEntries(
    types.map(({ path, label, list }) => [path.slice(1), { path, ...list, caption: label }]),
  );
}

/** Titles and descriptions of the pages that are not a record's. */
export const sitePages: Record<string, SitePage> & Record<OwnPage, SitePage> = {
  home: {
    path: '/',
    title: 'Get found. Work for everyone.',
    description:
      'Digital marketing and accessibility for businesses across Canada and worldwide: search, websites, email and reviews that every visitor can use.',
    caption: 'Digital marketing and accessibility',
    seed: 'home-23',
  },
  ...contentLists(),
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
};
