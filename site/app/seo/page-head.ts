// Builds the head of a page: title, description, canonical, share tags, JSON-LD.
import type { MetaDescriptor } from 'react-router';
import type { Agency } from '../agency/agency.ts';
import { productSettings } from '../agency/product-settings.ts';
import { agencyOf } from '../agency/use-agency.ts';
import { contentTypes, isPageOpen, listPageName } from '../content/content-types.ts';
import { formatHeadTexts, formatPageTitle, shortenText } from './format-head-texts.ts';
import type { RecordSeo } from './record-seo.ts';
import { shareImagePath, type ShareImageContent, type ShareImageKind } from './share-image-path.ts';
import { seoTexts } from './seo-texts.ts';
import { jsonLdGraph, type JsonLd } from './structured-data.ts';

/** Language → path of the page in it, including this page. */
type Translations = Readonly<Record<string, string>>;

export interface IndexedPageHeadOptions {
  /** from the router's `meta`: the root's loader provides the agency, the public layout's the origin */
  matches: readonly ({ loaderData?: unknown } | undefined)[];
  path: string;
  title: string;
  /** texts of the page, the most important first */
  texts: readonly string[];
  share: { kind: ShareImageKind; slug: string; facts: ShareImageContent };
  type?: 'website' | 'article';
  seo?: RecordSeo | undefined;
  /** paths by language */
  translations?: Translations;
  /** the JSON-LD of the page; `origin` has no trailing slash */
  describe: (origin: string, agency: Agency) => JsonLd[];
}

/**
 * Title, description, canonical, share tags and JSON-LD of a page; without canonical and JSON-LD if it is hidden from
 * search engines.
 */
export function indexedPageHead(page: IndexedPageHeadOptions): MetaDescriptor[] {
  const agency = agencyOf(page.matches);
  const origin = originOf(page.matches);
  const { title, description } = formatHeadTexts(page, agency);
  const url = origin + page.path;
  const { kind, slug, facts } = page.share;
  const isHidden = page.seo?.hidden === true;
  return [
    { title },
    { name: 'description', content: description },
    ...(isHidden
      ? [noindex]
      : [
          { tagName: 'link', rel: 'canonical', href: url } as const,
          ...alternateLinks(origin, page.translations),
        ]),
    ...feedLinks(agency),
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: agency.name },
    { property: 'og:locale', content: productSettings.locale.replace('-', '_') },
    { property: 'og:title', content: shortenText(page.seo?.title ?? page.title, 95) },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: origin + shareImagePath(kind, slug, facts, agency) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: seoTexts.shareImage(facts.caption, facts.title) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(isHidden ? [] : [{ 'script:ld+json': jsonLdGraph(page.describe(origin, agency)) }]),
  ];
}

/**
 * Removes the title from a head: pages with a form render it themselves, because a post without scripts changes it.
 */
export function removeHeadTitle(head: MetaDescriptor[]): MetaDescriptor[] {
  return head.filter((descriptor) => !('title' in descriptor && !('tagName' in descriptor)));
}

const noindex = { name: 'robots', content: 'noindex' };

/** For a response without a page: no canonical, no indexing. */
export function noindexPageHead(
  matches: IndexedPageHeadOptions['matches'],
  title: string,
  description: string,
): MetaDescriptor[] {
  return [
    { title: formatPageTitle(title, agencyOf(matches).name) },
    { name: 'description', content: description },
    noindex,
  ];
}

/** The link to the feed; none while the list of its posts is hidden. */
function feedLinks({ name, openPages }: Agency): MetaDescriptor[] {
  if (!isPageOpen(listPageName('posts'), openPages)) return [];
  const title = seoTexts.feed(name, contentTypes.posts.list.title);
  return [
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title, href: '/resources/feed.xml' },
  ];
}

function originOf(matches: IndexedPageHeadOptions['matches']): string {
  for (const match of matches) {
    const data = match?.loaderData;
    if (typeof data === 'object' && data !== null && 'siteOrigin' in data) return String(data.siteOrigin);
  }
  return '';
}

/** A page's hreflang links. Translations list each other and themselves; none for a page without a translation. */
export function alternateLinks(origin: string, translations: Translations = {}): MetaDescriptor[] {
  const pages = Object.entries(translations);
  if (pages.length < 2) return [];
  const main = translations[productSettings.locale];
  if (main !== undefined) pages.push(['x-default', main]);
  return pages.map(([hrefLang, path]) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: origin + path,
  }));
}
