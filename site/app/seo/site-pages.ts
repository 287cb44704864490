// The pages that are not a record's.
import type { Agency } from '../agency/agency.ts';
import { contentTypes, type ContentType, isPageOpen } from '../content/content-types.ts';
import { sitePageTexts } from './site-page-texts.ts';
import type { ShareFacts } from './share-image-path.ts';

export interface SitePage extends ShareFacts {
  path: string;
  description: string;
  /** in the footer */
  link?: string;
}

/** The lists of the types of content, by the last part of their path. */
const lists: ContentType[] = Object.values(contentTypes);
const contentLists = Object.fromEntries(
  lists.map(({ path, label, list, seed }) => [path.slice(1), { path, ...list, caption: label, seed }]),
) as Record<string, SitePage>;

const { contact, ...plain } = sitePageTexts;

/** Pages with a folder of their own, at the path of their name. */
const plainPages = Object.fromEntries(
  Object.entries(plain).map(([name, texts]) => [name, { path: `/${name}`, ...texts, seed: name }]),
) as Record<keyof typeof plain, SitePage>;

/** The pages that are not a record's. */
export function sitePages({
  consultationMinutes,
  location,
  seoTitle: title,
  seoDescription: description,
  seoCaption: caption,
}: Agency): Record<string, SitePage> & Record<'home' | keyof typeof sitePageTexts, SitePage> {
  return {
    home: { path: '/', title, description, caption, seed: 'home-23' },
    ...contentLists,
    contact: {
      path: '/contact',
      ...contact,
      description: contact.description(consultationMinutes, location),
      seed: 'contact',
    },
    ...plainPages,
  };
}

/** In the order of the sitemap. */
export const sitePagePaths: readonly string[] = [
  '/',
  ...Object.values(contentLists).map(({ path }) => path),
  '/contact',
  ...Object.values(plainPages).map(({ path }) => path),
];

/** Links to the open pages that forms and their confirmations lead to. */
export function openPageLinks({ openPages }: Agency): { to: string; label: string }[] {
  return Object.entries(sitePageTexts).flatMap(([name, texts]) =>
    'invitation' in texts && isPageOpen(name, openPages) ? [{ to: `/${name}`, label: texts.invitation }] : [],
  );
}
