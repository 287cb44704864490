import type { MetaDescriptor } from 'react-router';
import { agencyOf } from '../agency/use-agency.ts';
import { publicHead, type PublicPage } from './page-head.ts';
import { sitePages } from './site-pages.ts';

export function sitePageHead(
  name: string,
  matches: PublicPage['matches'],
  describe: PublicPage['describe'],
): MetaDescriptor[] {
  const page = sitePages(agencyOf(matches))[name];
  if (!page) throw new Error(`${name} is not in site-pages.ts`);
  const { path, title, description, ...rest } = page;
  const share = { kind: 'pages', slug: name, facts: { title, ...rest } } as const;
  return publicHead({ matches, path, title, texts: [description], share, describe });
}
