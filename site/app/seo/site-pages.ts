import { contentTypes, type ContentType } from '../content/content-types.ts';
import { sitePageTexts } from './site-page-texts.ts';
import type { ShareFacts } from './share-image-path.ts';

export interface SitePage extends ShareFacts {
  path: string;
  description: string;
}

/** The lists of the types of content, by the last part of their path. */
function contentLists(): Record<string, SitePage> {
  const types: ContentType[] = Object.values(contentTypes);
  return Object.fromEntries(
    types.map(({ path, label, list, seed }) => [path.slice(1), { path, ...list, caption: label, seed }]),
  );
}

/** The pages that are not a record's. */
export const sitePages: Record<string, SitePage> & Record<keyof typeof sitePageTexts, SitePage> = {
  home: { path: '/', ...sitePageTexts.home, seed: 'home-23' },
  ...contentLists(),
  contact: { path: '/contact', ...sitePageTexts.contact, seed: 'contact' },
  privacy: { path: '/privacy', ...sitePageTexts.privacy, seed: 'privacy' },
  terms: { path: '/terms', ...sitePageTexts.terms, seed: 'terms' },
  accessibility: { path: '/accessibility', ...sitePageTexts.accessibility, seed: 'accessibility' },
};
