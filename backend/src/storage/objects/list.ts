import { z } from 'zod';
import type { Statement } from '../../database/run-as-caller.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readJson } from '../http/read-json.ts';
import { checkBucketName } from '../names.ts';
import { authenticate, query } from '../storage-context.ts';
import type { StorageContext } from '../storage-context.ts';

const order = z.string().transform((value) => (value.toLowerCase() === 'desc' ? 'desc' : 'asc'));

const body = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.int().min(1).max(10_000).default(100),
  offset: z.int().min(0).max(1_000_000).default(0),
  search: z.string().max(1024).default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: order.default('asc'),
    })
    .prefault({}),
});

/**
 * One level below a prefix, folders first, names without the prefix. Folders derive from the names that the caller
 * may see, so they reveal no others.
 */
export async function list(context: StorageContext, request: Request, bucket: string): Promise<Response> {
  const operation = await authenticate(context, request, 'storage.object.list');
  const input = await readJson(request, body);
  const folder = input.prefix
    .replace(/^\/+/, '')
    .replace(/\/*$/, (slashes) => (slashes || input.prefix ? '/' : ''));
  const prefix = folder === '/' ? '' : folder;
  const rows = await query(context, operation, listStatement(checkBucketName(bucket), prefix, input), {
    readOnly: true,
  });
  return jsonResponse(rows);
}

function listStatement(
  bucket: string,
  prefix: string,
  { limit, offset, search, sortBy }: z.output<typeof body>,
): Statement {
  // Column and order come from the enums above.
  const direction = sortBy.order;
  const column = sortBy.column === 'name' ? 'name collate "C"' : sortBy.column;
  const text = `
    with seen as materialized (
      select substr(name, length($2) + 1) as rest, id, updated_at, created_at, last_accessed_at, metadata
      from storage.objects
      where bucket_id = $1 and name collate "C" >= $2 and ($2 = '' or name collate "C" < $3)
    ), wanted as (
      select * from seen where starts_with(lower(rest), lower($4))
    ), entries as (
      select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from wanted where strpos(rest, '/') > 0
      group by 1
      union all
      select rest, id, updated_at, created_at, last_accessed_at, metadata
      from wanted where strpos(rest, '/') = 0 and rest <> ''
    )
    select name, id, updated_at, created_at, last_accessed_at, metadata from entries
    order by id is not null, ${column} ${direction}, name collate "C" ${direction}
    limit $5 offset $6`;
  return { text, values: [bucket, prefix, afterPrefix(prefix), search, limit, offset] };
}

/** The first text, in byte order, after all that begin with the prefix: names are ASCII below DEL. */
export function afterPrefix(prefix: string): string {
  return `${prefix}\u007f`;
}
