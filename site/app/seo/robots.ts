// The route that serves robots.txt.
import type { Route } from './+types/robots.ts';

/** Nothing is disallowed, because crawlers must fetch a page to see its noindex. */
export function loader({ request }: Route.LoaderArgs): Response {
  const text = `User-agent: *\nAllow: /\n\nSitemap: ${new URL(request.url).origin}/sitemap.xml\n`;
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
