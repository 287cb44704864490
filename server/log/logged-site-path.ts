import { loggedPath } from '@fairlead/backend/errors/logged-path.ts';

/** Without the query, and without tokens: that of a preview opens a draft, the others belong to a person. */
export function loggedSitePath(path: string): string {
  const [bare = ''] = path.split('?', 1);
  const [, kind] = /^\/(book|conversation|preview|unsubscribe)\//i.exec(bare) ?? [];
  return kind === undefined ? loggedPath(bare) : `/${kind.toLowerCase()}/…`;
}
