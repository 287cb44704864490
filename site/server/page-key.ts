// Determines the parts of a URL that a page depends on.
import { isPrivatePath } from '../app/seo/private-paths.ts';
import type { IncomingMessage } from 'node:http';

const everyPath = /^/;

/**
 * Query parameters that may change a public page, each with its paths and values. All others are dropped before
 * rendering, so that invented URLs share one cached page.
 */
const allowedQuery: Record<string, { path: RegExp; value: RegExp }> = {
  _routes: { path: /\.data$/, value: /^[\w/,.:*-]{1,300}$/ },
  category: { path: /^\/services(\.data)?$/i, value: /^[^\p{Cc}]{1,80}$/u },
  proposal: { path: everyPath, value: /^(1|)$/ },
  sent: { path: everyPath, value: /^1$/ },
};
/** `.` and `..` segments, plain or encoded: the router would resolve them to another path than the key has. */
const dotSegment = /(^|[/\\])(\.|%2e){1,2}([/\\]|$)/i;

/**
 * The cache key: the path and the allow-listed query, in one order. Null if the request is not for a page that may be
 * cached.
 */
export function pageCacheKey(method: string | undefined, url: string | undefined): string | null {
  if ((method !== 'GET' && method !== 'HEAD') || !url?.startsWith('/') || url.startsWith('//')) return null;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  // Not cached: a private page, and a path that the request for the rendering would change.
  if (/[#\\]/.test(path) || dotSegment.test(path) || isPrivatePath(path)) return null;
  if (mark < 0) return path;
  const query = new URLSearchParams(url.slice(mark + 1));
  const kept = new URLSearchParams();
  for (const [name, allowed] of Object.entries(allowedQuery)) {
    const value = query.get(name);
    if (value !== null && allowed.path.test(path) && allowed.value.test(value)) kept.set(name, value);
  }
  return kept.size > 0 ? `${path}?${kept}` : path;
}

/**
 * Adds the query of the request to a redirect within the site, so that the parameters of a campaign are kept: the
 * page was rendered without them. Parameters of the target take precedence. Nothing is added to a redirect to the
 * same path, whose purpose is to remove the query.
 */
export function addRequestQueryToRedirect(
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
