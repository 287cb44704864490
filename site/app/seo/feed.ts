// The route that serves the RSS feed of published posts, without those that are hidden from search engines.
import { backendContext } from '../data/backend-context.ts';
import { dataOrThrow } from '../data/data-or-throw.ts';
import { serverClient } from '../data/server-client.ts';
import type { Route } from './+types/feed.ts';
import { xmlResponse, escapeXml, newestChangeTime } from './xml.ts';
import type { Agency } from '../agency/agency.ts';
import { productSettings } from '../agency/product-settings.ts';
import { contentTypes, recordPath } from '../content/content-types.ts';
import { seoTexts } from './seo-texts.ts';

const maxPosts = 50;

export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const posts = dataOrThrow(
    'the feed',
    await serverClient(context)
      .from('posts')
      .select('slug, title, excerpt, published_at')
      .eq('is_published', true)
      .not('seo', 'cs', '{"hidden":true}')
      .order('published_at', { ascending: false, nullsFirst: false })
      .order('id')
      .limit(maxPosts),
  );
  const { agency } = await context.get(backendContext).agency.read();
  return xmlResponse(feedXml(new URL(request.url).origin, posts, agency), 'application/rss+xml');
}

interface FeedPost {
  slug: string;
  title: string;
  excerpt: string;
  published_at: string | null;
}

/** RSS 2.0 with a link to itself, which validators require. */
export function feedXml(
  origin: string,
  posts: readonly FeedPost[],
  { name, resourcesIntro }: Pick<Agency, 'name' | 'resourcesIntro'>,
): string {
  const { path } = contentTypes.posts;
  const { title } = contentTypes.posts.list;
  const built = newestChangeTime(posts.map(({ published_at }) => ({ changedAt: published_at })));
  return [
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', seoTexts.feed(name, title)),
    element('link', origin + path),
    element('description', resourcesIntro),
    element('language', productSettings.locale.toLowerCase()),
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
