import type { MetaDescriptor } from 'react-router';
import { agency } from '../agency.ts';
import { alternates, type Translations } from './alternates.ts';
import { fitDescription, fitTitle, shorten } from './fit-text.ts';
import { shareAddress, type ShareFacts, type ShareKind } from './share-address.ts';
import { resourcesTitle } from './resources-title.ts';
import { asGraph, type JsonLd } from './structured-data.ts';

/** The head of a public page, as its route knows it. */
export interface PublicPage {
  /** what the router hands to `meta`; the public layout's loader says where this site is */
  matches: readonly ({ loaderData?: unknown } | undefined)[];
  path: string;
  title: string;
  /** texts of the page, most telling first */
  texts: readonly string[];
  share: { kind: ShareKind; slug: string; facts: ShareFacts };
  type?: 'website' | 'article';
  /** where the page exists in more than one language */
  translations?: Translations;
  /** the page's own things in JSON-LD; `origin` is without a slash at the end */
  describe: (origin: string) => JsonLd[];
}

/** Title, description, canonical, share tags and JSON-LD of a page that search engines may list. */
export function publicHead(page: PublicPage): MetaDescriptor[] {
  const origin = originOf(page.matches);
  const description = fitDescription(page.title, page.texts);
  const url = origin + page.path;
  const { kind, slug, facts } = page.share;
  return [
    { title: fitTitle(page.title) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...alternates(origin, page.translations),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: `${agency.name}: ${resourcesTitle}`,
      href: '/resources/feed.xml',
    },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: agency.name },
    { property: 'og:locale', content: agency.locale.replace('-', '_') },
    { property: 'og:title', content: shorten(page.title, 95) },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: origin + shareAddress(kind, slug, facts) },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${facts.caption}: ${facts.title}, on a nautical chart` },
    { name: 'twitter:card', content: 'summary_large_image' },
    { 'script:ld+json': asGraph(page.describe(origin)) },
  ];
}

/** For a page that puts its title itself, because a form that was posted without scripts can change it. */
export function withoutTitle(head: MetaDescriptor[]): MetaDescriptor[] {
  return head.filter((descriptor) => !('title' in descriptor && !('tagName' in descriptor)));
}

/** The head of an address without a page: no canonical, and not for search engines. */
export function missingHead(title: string, description: string): MetaDescriptor[] {
  return [
    { title: fitTitle(title) },
    { name: 'description', content: description },
    { name: 'robots', content: 'noindex' },
  ];
}

function originOf(matches: PublicPage['matches']): string {
  for (const match of matches) {
    const data = match?.loaderData;
    if (typeof data === 'object' && data !== null && 'siteOrigin' in data) return String(data.siteOrigin);
  }
  return '';
}
