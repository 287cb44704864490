// The route that serves one numbered part of a large sitemap.
import type { Route } from './+types/sitemap-part.ts';
import { readSitemap } from './read-sitemap.server.ts';
import { missingFileTexts } from '../texts/server-error-texts.ts';
import { sitemapPartXml, xmlResponse } from './xml.ts';

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const part = /^([1-9]\d{0,4})\.xml$/.exec(params.part)?.[1];
  const xml =
    part === undefined
      ? null
      : sitemapPartXml(new URL(request.url).origin, await readSitemap(context), Number(part));
  if (xml !== null) return xmlResponse(xml, 'application/xml');
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return new Response(`${missingFileTexts.noSitemapPart}\n`, { status: 404, headers });
}
