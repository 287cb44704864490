import type { IncomingMessage } from 'node:http';

/**
 * The headers of a redirect within the site with the query of the request, which the rendering never saw: a campaign's
 * parameters go on to the new address. What the new address has itself stays; one that leads to the same path is there
 * to take the query away.
 */
export function withQuery(
  headers: Record<string, string>,
  { url = '' }: IncomingMessage,
): Record<string, string> {
  const { location } = headers;
  const mark = url.indexOf('?');
  if (mark < 0 || !location?.startsWith('/') || location.startsWith('//')) return headers;
  const target = new URL(location, 'http://site');
  if (target.pathname.toLowerCase() === url.slice(0, mark).toLowerCase()) return headers;
  const own = new Set(target.searchParams.keys());
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) {
    if (!own.has(name)) target.searchParams.append(name, value);
  }
  return { ...headers, location: target.pathname + target.search + target.hash };
}
