// The response of a record's page.
import { data, redirect } from 'react-router';
import { recordPath, type ContentTableName } from '../content/content-types.ts';
import type { RecordParams } from '../content/read-records.ts';
import type { ServerClient } from '../data/server-client.ts';
import { toReadError, dataOrThrow } from '../data/data-or-throw.ts';

/**
 * The response of a record's page, or of its preview; `isFound` is false for an unknown slug or an invalid token. A
 * token begins with its expiry in seconds since 1970, which the database has verified.
 */
export async function createRecordPageResponse<Shown extends object>(
  client: ServerClient,
  table: ContentTableName,
  { params, request }: { params: RecordParams; request: Request },
  isFound: boolean,
  shown: Shown,
) {
  const { token } = params;
  if (token === undefined) {
    const status = isFound ? 200 : await redirectIfMoved(client, table, params.slug, request);
    return data({ ...shown, previewUntil: null }, { status });
  }
  const previewUntil = isFound ? Number(token.split('.')[0]) * 1000 : 0;
  return data({ ...shown, previewUntil }, { status: isFound ? 200 : 404 });
}

/**
 * For a slug without a visible record: throws a redirect to the present slug of the record or to the target of an
 * editor, or returns 410 (deleted) or 404. A former slug refers to its record and not to another slug, so one
 * redirect is enough.
 */
async function redirectIfMoved(
  client: ServerClient,
  kind: ContentTableName,
  slug: string,
  request: Request,
): Promise<404 | 410> {
  const status = await redirectToRecord(client, kind, slug, request);
  await throwStoredRedirect(client, request);
  return status;
}

async function redirectToRecord(
  client: ServerClient,
  kind: ContentTableName,
  slug: string,
  request: Request,
): Promise<404 | 410> {
  const former = await client
    .from('former_slugs')
    .select('record_id')
    .eq('kind', kind)
    .eq('slug', slug)
    .maybeSingle();
  if (former.error) throw toReadError(`the address ${slug}`, former.error);
  if (!former.data) return 404;
  if (former.data.record_id === null) return 410;
  const now = await client
    .from(kind)
    .select('slug')
    .eq('id', former.data.record_id)
    .eq('is_published', true)
    .maybeSingle();
  if (now.error) throw toReadError(`the address ${slug}`, now.error);
  if (!now.data || now.data.slug === slug) return 404;
  // A former slug may be used again, so the redirect must be revalidated: two cached ones would be a loop.
  throw redirect(recordPath(kind, now.data.slug) + new URL(request.url).search, {
    status: 301,
    headers: { 'cache-control': 'public, no-cache' },
  });
}

/**
 * For a path without a page: throws the redirect that an editor made for it, if there is one. The page cache adds the
 * query of the request to a path of this site; a URL of another site is used unchanged.
 */
export async function throwStoredRedirect(client: ServerClient, request: Request): Promise<void> {
  const { pathname, origin, search } = new URL(request.url);
  // the router requests data at a path with this suffix
  const path = pathname.replace(/\.data$/, '');
  const [made] = dataOrThrow('the redirects', await client.rpc('find_redirect', { path }));
  if (!made) return;
  const isPath = made.target.startsWith('/');
  // an absolute URL of this site could cause a loop, because the database only compares paths
  if (!isPath && new URL(made.target).origin === origin) return;
  const target = isPath && !/[?#]/.test(made.target) ? made.target + search : made.target;
  throw redirect(target, { status: made.status, headers: { 'cache-control': 'public, no-cache' } });
}
