import { loggedPath } from '@fairlead/backend/errors/logged-path.ts';

/** Without the query, and without the token of a preview, which opens a draft. */
export function loggedSitePath(path: string): string {
  const [bare = ''] = path.split('?', 1);
  return /^\/preview\//i.test(bare) ? '/preview/…' : loggedPath(bare);
}
