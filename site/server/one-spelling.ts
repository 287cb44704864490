/** The first part of every address of the site, as routes.ts has it (held by a test). */
export const firstParts = new Set([
  '',
  'services',
  'apps',
  'resources',
  'contact',
  'privacy',
  'terms',
  'accessibility',
  'preview',
  'auth',
  'dashboard',
  'team-links',
  'finish-upload',
  'form-hint',
  'chart',
  'share',
  'robots.txt',
  'sitemap.xml',
  'sitemap',
]);
const spelledRight = /^\/(?:[a-z0-9_-]+(?:[./][a-z0-9_-]+)*)?$/;
/** A file's name may have any letters. */
const keepsCase = /^\/dashboard\/mail\/files\//i;

/**
 * The one spelling of an address: small letters, nothing encoded, single slashes, no dots or slashes at the end. Null
 * where it is spelled so already. Of an address that is none of ours only the slashes at its end go. The query stays
 * as it came, and no answer leads to another origin.
 */
export function oneSpelling(url: string): string | null {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (spelledRight.test(path)) return null;
  const clean = ownSpelling(path) ?? withoutEndSlashes(path);
  return clean === path ? null : clean + (mark < 0 ? '' : url.slice(mark));
}

/** Null where it is no address of this site, whatever its spelling. */
function ownSpelling(path: string): string | null {
  let text: string;
  try {
    text = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (!/^[\w.~/\\ -]*$/.test(text)) return null;
  const parts: string[] = [];
  for (const part of (keepsCase.test(text) ? text : text.toLowerCase()).split(/[/\\]/)) {
    const bare = cutEnd(part, '. ');
    if (part === '..') parts.pop();
    else if (bare !== '') parts.push(bare);
  }
  const [first = ''] = parts;
  const clean = `/${parts.join('/')}`;
  const isOurs = firstParts.has(first) || firstParts.has(first.replace(/\.data$/, ''));
  return isOurs && !clean.includes(' ') ? clean : null;
}

function withoutEndSlashes(path: string): string {
  if (path === '/' || !path.endsWith('/')) return path;
  let start = 0;
  while ('/\\'.includes(path[start] ?? ' ')) start += 1;
  return `/${cutEnd(path.slice(start), '/\\')}`;
}

/** A regular expression would need the square of the length. */
function cutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
