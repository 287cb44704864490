// The route that serves sitemap.xml.
import type { Route } from './+types/sitemap.ts';
import { readSitemap } from './read-sitemap.server.ts';
import { sitemapXml, xmlResponse } from './xml.ts';

export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const entries = await readSitemap(context);
  return xmlResponse(sitemapXml(new URL(request.url).origin, entries), 'application/xml');
}
