// Removes query strings or tokens from a URL path before it is logged.
import { redactPathForLog } from '@fairlead/backend/errors';
import { tokenPathPrefixes } from '../../site/app/seo/private-paths.ts';

/** Also matches paths that open no page, because an address copied with errors may still contain a valid token. */
const beforeToken = new RegExp(`(?:^|[^\\w-])(${tokenPathPrefixes.join('|')})[^\\w-]`, 'i');
const mostEncodings = 3;

/** Without the query, and without tokens, which open drafts of a preview or pages of a person. */
export function loggedSitePath(path: string): string {
  const [bare = ''] = path.split('?', 1);
  const [, area] = beforeToken.exec(decode(bare)) ?? [];
  return area === undefined ? redactPathForLog(bare) : `/${area.toLowerCase()}/…`;
}

/** Malformed text is returned unchanged. */
function decode(text: string): string {
  let decoded = text;
  for (let times = 0; times < mostEncodings && decoded.includes('%'); times += 1)
    decoded = decoded.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCodePoint(parseInt(hex, 16)),
    );
  return decoded;
}
