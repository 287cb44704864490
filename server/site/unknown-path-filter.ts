// Detects paths that have neither a page nor a redirect, with redirects kept in memory.
import type { SupabaseClient } from '@supabase/supabase-js';
import { canonicalRedirectUrl } from '../../site/server/canonical-redirect-url.ts';
import type { Database } from '../../site/app/data/database-types.ts';

/** The number of rows in one response of the API. */
const pageSize = 1_000;
/** With more redirects, each path is looked up in the database instead. */
const maxRedirects = 50_000;

/** Programs that probe for known paths send thousands of requests, so the paths of redirects are kept in memory. */
export function createUnknownPathFilter(
  client: SupabaseClient<Database>,
  firstSegments: ReadonlySet<string>,
) {
  let redirects: ReadonlySet<string> | null = null;
  let loading: Promise<void> | null = null;
  let generation = 0;
  let isReadable = true;

  /** Null if there are too many. */
  async function readPaths(): Promise<ReadonlySet<string> | null> {
    const paths = new Set<string>();
    for (let last = ''; paths.size < maxRedirects;) {
      const query = client.from('redirects').select('from_path').gt('from_path', last);
      const { data } = await query.order('from_path').limit(pageSize).throwOnError();
      for (const row of data) paths.add(row.from_path);
      // A project may allow fewer rows per response, so only an empty response marks the end.
      const end = data.at(-1);
      if (end === undefined) return paths;
      last = end.from_path;
    }
    return null;
  }

  async function load(): Promise<void> {
    const loadFor = generation;
    const paths = await readPaths();
    if (loadFor !== generation) return;
    redirects = paths;
    isReadable = paths !== null;
  }

  return {
    /** Whether no page and no redirect has this path; false also while that is unknown. */
    has(path: string) {
      if (redirects === null) {
        if (isReadable) {
          // In an outage, the next path tries again.
          loading ??= load()
            .catch(() => {})
            .finally(() => (loading = null));
        }
        return false;
      }
      const first = path.split('/', 2)[1] ?? '';
      if (firstSegments.has(first) || path.endsWith('.data') || path.includes('%')) return false;
      return canonicalRedirectUrl(path, firstSegments) === null && !redirects.has(path.toLowerCase());
    },
    /** Call it if redirects may have changed. */
    clear() {
      generation += 1;
      redirects = null;
      isReadable = true;
    },
  };
}
