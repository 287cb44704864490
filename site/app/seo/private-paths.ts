import { pathSegments } from './path-segments.ts';

/**
 * First segments of private paths, which are never cached or listed as missed. server/site/private-paths.test.ts checks
 * all routes and fails if one is missing here.
 */
const accountAreas = ['auth', 'dashboard'];
/**
 * These are followed by a token, and anyone who has the URL can open the page, so it is never logged, indexed or sent
 * to other sites.
 */
export const tokenPathPrefixes = ['book', 'conversation', 'preview', 'unsubscribe'];

/**
 * Whether a path, in any spelling that the router or a redirect accepts, belongs to accounts or a person's own link.
 */
export function isPrivatePath(path: string): boolean {
  const area = areaOf(path);
  return accountAreas.includes(area) || tokenPathPrefixes.includes(area);
}

/** The path without its token, such as `/book/…`; null if it contains none. */
export function hideTokenInPath(path: string): string | null {
  const area = areaOf(path);
  return tokenPathPrefixes.includes(area) && pathSegments(decoded(path)).length > 1 ? `/${area}/…` : null;
}

export const tokenPathHeaders: Record<string, string> = {
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
  // With `no-referrer`, browsers send forms with the origin "null", like a foreign page.
  'referrer-policy': 'same-origin',
};

function areaOf(path: string): string {
  const [first = ''] = pathSegments(decoded(path));
  return first.toLowerCase().replace(/\.data$/, '');
}

/** Decoded as the router does; a path that cannot be decoded matches no route. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
