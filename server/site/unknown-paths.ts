import type { SupabaseClient } from '@supabase/supabase-js';
import { canonicalUrl } from '../../site/server/canonical-url.ts';
import type { Database } from '../../site/app/data/database-types.ts';

/** With more, each path is looked up in the database instead. */
const maxRedirects = 1_000;

export interface UnknownPaths {
  /** Whether no page and no redirect has this path; false also while that is not known. */
  has(path: string): boolean;
  /** Redirects may have changed. */
  clear(): void;
}

/** Programs that try addresses send thousands of them: the paths of redirects are kept in memory. */
export function createUnknownPaths(
  client: SupabaseClient<Database>,
  firstSegments: ReadonlySet<string>,
): UnknownPaths {
  let redirects: ReadonlySet<string> | null = null;
  let loading: Promise<void> | null = null;
  let generation = 0;

  async function load(): Promise<void> {
    const loadFor = generation;
    const { data } = await client.from('redirects').select('from_path').limit(maxRedirects);
    if (loadFor !== generation || data === null || data.length >= maxRedirects) return;
    redirects = new Set(data.map((row) => row.from_path));
  }

  return {
    has(path) {
      if (redirects === null) {
        loading ??= load().finally(() => (loading = redirects === null ? null : loading));
        return false;
      }
      const first = path.split('/', 2)[1] ?? '';
      if (firstSegments.has(first) || path.endsWith('.data') || path.includes('%')) return false;
      return canonicalUrl(path, firstSegments) === null && !redirects.has(path.toLowerCase());
    },
    clear() {
      generation += 1;
      redirects = null;
      loading = null;
    },
  };
}
