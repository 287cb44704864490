import type { Agency } from '../agency/agency.ts';
import { product } from '../agency/product.ts';
import { contentTypes, recordPath } from '../content/content-types.ts';
import { newest } from './sitemap-xml.ts';
import { seoTexts } from './seo-texts.ts';
import { escapeXml } from './xml.ts';

export interface FeedPost {
  slug: string;
  title: string;
  excerpt: string;
  published_at: string | null;
}

/** RSS 2.0 with a link to itself, which validators require. */
export function feedXml(origin: string, posts: readonly FeedPost[], { name }: Pick<Agency, 'name'>): string {
  const { path } = contentTypes.posts;
  const { title, description } = contentTypes.posts.list;
  const built = newest(posts.map(({ published_at }) => ({ changedAt: published_at })));
  return [
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', seoTexts.feed(name, title)),
    element('link', origin + path),
    element('description', description),
    element('language', product.locale.toLowerCase()),
    `<atom:link href="${escapeXml(`${origin}/resources/feed.xml`)}" rel="self" type="application/rss+xml"/>`,
    built === null ? '' : element('lastBuildDate', new Date(built).toUTCString()),
    ...posts.map((post) => item(origin, post)),
    '</channel>',
    '</rss>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function item(origin: string, { slug, title, excerpt, published_at: publishedAt }: FeedPost): string {
  const link = escapeXml(origin + recordPath('posts', slug));
  const date = publishedAt === null ? '' : element('pubDate', new Date(publishedAt).toUTCString());
  return `<item>${element('title', title)}<link>${link}</link><guid isPermaLink="true">${link}</guid>${date}${element('description', excerpt)}</item>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
