import type { SupabaseClient } from '@supabase/supabase-js';
import { redirect } from 'react-router';
import type { Database } from '../data/database-types.ts';
import { readOrThrow } from '../data/read-or-throw.ts';

/**
 * For an address without a page: throws the redirect that an editor made for it, if there is one. The page cache adds
 * the query of the request to a path of this site; another site gets the address as it was typed.
 */
export async function redirectIfMade(client: SupabaseClient<Database>, request: Request): Promise<void> {
  const { pathname, origin, search } = new URL(request.url);
  // the router asks for data by an address of its own
  const path = pathname.replace(/\.data$/, '');
  const [made] = readOrThrow('the redirects', await client.rpc('find_redirect', { path }));
  if (!made) return;
  const isPath = made.target.startsWith('/');
  // an absolute address of this site could lead in a circle: the database compares paths
  if (!isPath && new URL(made.target).origin === origin) return;
  const target = isPath && !/[?#]/.test(made.target) ? made.target + search : made.target;
  throw redirect(target, { status: made.status, headers: { 'cache-control': 'public, no-cache' } });
}
