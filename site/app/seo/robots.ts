import type { Route } from './+types/robots.ts';

/** Nothing is disallowed: what is not for search engines says so itself (noindex), and must be seen to say so. */
export function loader({ request }: Route.LoaderArgs): Response {
  const text = `User-agent: *\nAllow: /\n\nSitemap: ${new URL(request.url).origin}/sitemap.xml\n`;
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
