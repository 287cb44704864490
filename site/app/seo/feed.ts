import { backendContext } from '../data/backend-context.ts';
import { readOrThrow } from '../data/read-or-throw.ts';
import { serverClient } from '../data/server-client.ts';
import type { Route } from './+types/feed.ts';
import { feedXml } from './feed-xml.ts';
import { xmlResponse } from './xml.ts';

const maxPosts = 50;

export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const posts = readOrThrow(
    'the feed',
    await serverClient(context)
      .from('posts')
      .select('slug, title, excerpt, published_at')
      .eq('is_published', true)
      .order('published_at', { ascending: false, nullsFirst: false })
      .order('id')
      .limit(maxPosts),
  );
  const { agency } = await context.get(backendContext).agency.read();
  return xmlResponse(feedXml(new URL(request.url).origin, posts, agency), 'application/rss+xml');
}
