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

const { home, ...others } = sitePageTexts;

/** Pages with a folder of their own, at the path of their name. */
const namedPages = Object.fromEntries(
  Object.entries(others).map(([name, texts]) => [name, { path: `/${name}`, ...texts, seed: name }]),
) as Record<keyof typeof others, SitePage>;

/** The pages that are not a record's. */
export const sitePages: Record<string, SitePage> & Record<keyof typeof sitePageTexts, SitePage> = {
  home: { path: '/', ...home, seed: 'home-23' },
  ...contentLists(),
  ...namedPages,
};
