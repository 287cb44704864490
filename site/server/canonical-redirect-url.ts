import { pathSegments, trimTrailingCharacters } from '../app/seo/path-segments.ts';

const canonicalPath = /^\/(?:[a-z0-9_-]+(?:[./][a-z0-9_-]+)*)?$/;
/** Paths with file names or tokens, which are case-sensitive. */
const keepsCase = /^\/(dashboard\/mail\/files|conversation)\//i;

/**
 * The canonical form of a path: lower case, nothing encoded, single slashes, no dots or slashes at the end. Null if it
 * is canonical already. A path that is not of this site only loses its trailing slashes. The query is unchanged, and
 * the result never leads to another origin.
 */
export function canonicalRedirectUrl(url: string, firstSegments: ReadonlySet<string>): string | null {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (canonicalPath.test(path)) return null;
  const clean = canonicalOwnPath(path, firstSegments) ?? withoutTrailingSlashes(path);
  return clean === path ? null : clean + (mark < 0 ? '' : url.slice(mark));
}

/** Null if it is no path of this site in any form. */
function canonicalOwnPath(path: string, firstSegments: ReadonlySet<string>): string | null {
  let text: string;
  try {
    text = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (!/^[\w.~/\\ -]*$/.test(text)) return null;
  const parts = pathSegments(keepsCase.test(text) ? text : text.toLowerCase());
  const [first = ''] = parts;
  const clean = `/${parts.join('/')}`;
  const isOurs = firstSegments.has(first) || firstSegments.has(first.replace(/\.data$/, ''));
  return isOurs && !clean.includes(' ') ? clean : null;
}

function withoutTrailingSlashes(path: string): string {
  if (path === '/' || !path.endsWith('/')) return path;
  let start = 0;
  while ('/\\'.includes(path[start] ?? ' ')) start += 1;
  return `/${trimTrailingCharacters(path.slice(start), '/\\')}`;
}
