import { loggedPath } from '@fairlead/backend/errors/logged-path.ts';

/** Without the query, and without tokens: one opens a draft, one refuses mail for a person, one cancels a call. */
export function loggedSitePath(path: string): string {
  const [bare = ''] = path.split('?', 1);
  const [, kind] = /^\/(book|preview|unsubscribe)\//i.exec(bare) ?? [];
  return kind === undefined ? loggedPath(bare) : `/${kind.toLowerCase()}/…`;
}
