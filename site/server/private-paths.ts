import { pathSegments } from './path-segments.ts';

/**
 * First segments of private paths: no cache keeps them, no list of missed addresses contains them.
 * server/site/private-paths.test.ts walks the routes and fails where one is missing here.
 */
const accountAreas = ['auth', 'dashboard'];
/** A token follows, and everyone who has the address opens the page: no log keeps it, no index and no other site learns it. */
export const tokenPathSegments = ['book', 'conversation', 'preview', 'unsubscribe'];

/** Whether a path, in any spelling that the router or a redirect accepts, is of accounts or of a person's own link. */
export function isPrivatePath(path: string): boolean {
  const area = areaOf(path);
  return accountAreas.includes(area) || tokenPathSegments.includes(area);
}

/** The path without its token, such as `/book/…`; null where none follows. */
export function hideTokenInPath(path: string): string | null {
  const area = areaOf(path);
  return tokenPathSegments.includes(area) && pathSegments(decoded(path)).length > 1 ? `/${area}/…` : null;
}

export const tokenPageHeaders: Record<string, string> = {
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
  // With `no-referrer` browsers send forms with the origin "null", as a foreign page would.
  'referrer-policy': 'same-origin',
};

function areaOf(path: string): string {
  const [first = ''] = pathSegments(decoded(path));
  return first.toLowerCase().replace(/\.data$/, '');
}

/** As the router matches it; a path that cannot be decoded matches no route. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
