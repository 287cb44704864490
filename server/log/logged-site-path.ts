import { loggedPath } from '@fairlead/backend/errors/logged-path.ts';
import { withoutToken } from '../../site/server/private-paths.ts';

/** Without the query, and without tokens: that of a preview opens a draft, the others belong to a person. */
export function loggedSitePath(path: string): string {
  const [bare = ''] = path.split('?', 1);
  return withoutToken(bare) ?? loggedPath(bare);
}
