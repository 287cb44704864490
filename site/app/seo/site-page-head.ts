import type { MetaDescriptor } from 'react-router';
import { publicHead, type PublicPage } from './page-head.ts';
import { sitePages, type SitePageName } from './site-pages.ts';

/** The head of one of site-pages.ts. */
export function sitePageHead(
  name: SitePageName,
  matches: PublicPage['matches'],
  describe: PublicPage['describe'],
): MetaDescriptor[] {
  const { path, title, description, ...rest } = sitePages[name];
  const share = { kind: 'pages', slug: name, facts: { title, ...rest } } as const;
  return publicHead({ matches, path, title, texts: [description], share, describe });
}
