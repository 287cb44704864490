import type { SupabaseClient } from '@supabase/supabase-js';
import { data } from 'react-router';
import type { ContentTable } from '../content/content-types.ts';
import type { RecordParams } from '../content/read-records.ts';
import type { Database } from '../data/database-types.ts';
import { redirectIfMoved } from './redirect-if-moved.server.ts';

/**
 * The response of a record's page, or of its preview; `isFound` is false for a slug or token that opens nothing. A
 * token begins with its expiry in seconds since 1970, verified by the database.
 */
export async function recordResponse<Shown extends object>(
  client: SupabaseClient<Database>,
  table: ContentTable,
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
