// Lists the pages that do not show a record.
import type { Agency } from '../agency/agency.ts';
import { contentTypes, type ContentType, isPageOpen } from '../content/content-types.ts';
import { sitePageTexts } from './site-page-texts.ts';
import type { ShareImageContent } from './share-image-path.ts';

export interface SitePage extends ShareImageContent {
  path: string;
  description: string;
  /** the label in the footer */
  link?: string;
}

/** The lists of the types of content, by the last part of their path. */
const lists: ContentType[] = Object.values(contentTypes);
const contentLists = Object.fromEntries(
  lists.map(({ path, label, list, seed, intro }) => [
    path.slice(1),
    { path, ...list, caption: label, seed, intro },
  ]),
);

const { contact, ...plain } = sitePageTexts;

/** The other fixed pages, at the path of their name. */
const plainPages = Object.fromEntries(
  Object.entries(plain).map(([name, texts]) => [name, { path: `/${name}`, ...texts, seed: name }]),
) as Record<keyof typeof plain, SitePage>;

/** Seed of the art at the top of the home page; it differs between agencies. */
export function homeArtSeed({ name, hasSampleMark }: Pick<Agency, 'name' | 'hasSampleMark'>): string {
  return hasSampleMark ? 'fairlead 14' : `home-${name}`;
}

export function sitePagesOf(
  agency: Agency,
): Record<string, SitePage> & Record<'home' | keyof typeof sitePageTexts, SitePage> {
  const { consultationMinutes, location, seoTitle: title, seoDescription, seoCaption: caption } = agency;
  return {
    home: { path: '/', title, description: seoDescription, caption, seed: homeArtSeed(agency) },
    ...Object.fromEntries(
      Object.entries(contentLists).map(([name, list]) => [
        name,
        { ...list, description: agency[list.intro] },
      ]),
    ),
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

/** Links to the open pages that forms and their confirmations refer to. */
export function linksToOpenPages({ openPages }: Agency): { to: string; label: string }[] {
  return Object.entries(sitePageTexts).flatMap(([name, texts]) =>
    'invitation' in texts && isPageOpen(name, openPages) ? [{ to: `/${name}`, label: texts.invitation }] : [],
  );
}
