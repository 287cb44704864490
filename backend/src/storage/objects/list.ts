// Endpoints that list the objects of a bucket.
import { z } from 'zod';
import type { SqlStatement } from '../../database/run-sql-as-caller.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readStorageBody } from '../http/request-body.ts';
import { checkBucketName } from '../names.ts';
import { authenticateOperation, readStorageRows, type BucketRequest } from '../storage-context.ts';
import { invalidStorageRequestError } from '../errors.ts';

const order = z.string().transform((value) => (value.toLowerCase() === 'desc' ? 'desc' : 'asc'));

const listBody = z.object({
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
 * Lists one level below a prefix, folders first, names without the prefix. Folders derive from names that the caller
 * may see, so they reveal no others.
 */
export async function listBucketObjects({ bucket, ...given }: BucketRequest): Promise<Response> {
  const operation = await authenticateOperation(given, 'storage.object.list');
  const input = await readStorageBody(given.request, listBody);
  const folder = input.prefix
    .replace(/^\/+/, '')
    .replace(/\/*$/, (slashes) => (slashes || input.prefix ? '/' : ''));
  const prefix = folder === '/' ? '' : folder;
  const statement = listStatement(checkBucketName(bucket), prefix, input);
  return jsonResponse(await readStorageRows(operation, statement));
}

function listStatement(
  bucket: string,
  prefix: string,
  { limit, offset, search, sortBy }: z.output<typeof listBody>,
): SqlStatement {
  // Column and order can only be values of the enums above.
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

/** The first text, in byte order, after all texts that begin with the prefix: names are ASCII below DEL. */
function afterPrefix(prefix: string): string {
  return `${prefix}\u007f`;
}

const listV2Body = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.int().min(1).max(1000).default(1000),
  cursor: z.string().max(4096).optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
});

type Input = z.output<typeof listV2Body>;

/** The sort order, and the sort value (as database text) and name of the page's last row. */
const cursorSchema = z.tuple([z.string(), z.string(), z.string()]);

interface Entry {
  key: string;
  /** Null for a folder. */
  id: string | null;
  sorted: string;
  updated_at: Date;
  created_at: Date;
  last_accessed_at: Date;
  metadata: unknown;
}

/** Lists pages by keyset. With a delimiter: one level, folders separate; otherwise every name below the prefix. */
export async function listBucketObjectsV2({ bucket, ...given }: BucketRequest): Promise<Response> {
  const operation = await authenticateOperation(given, 'storage.object.list_v2');
  const input = await readStorageBody(given.request, listV2Body);
  const statement = listV2Statement(checkBucketName(bucket), input);
  const rows = await readStorageRows<Entry>(operation, statement);
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  const hasNext = rows.length > input.limit;
  return jsonResponse({
    hasNext,
    ...(hasNext && last ? { nextCursor: encodeCursor(input, last) } : {}),
    folders: page.filter(({ id }) => id === null).map(({ key }) => ({ name: key, key: key.slice(0, -1) })),
    objects: page
      .filter(({ id }) => id !== null)
      .map(({ key, sorted: _sorted, ...object }) => ({ name: key, key, ...object })),
  });
}

function listV2Statement(bucket: string, input: Input): SqlStatement {
  const { prefix, limit, cursor, with_delimiter: delimited, sortBy } = input;
  // Column and order can only be values of the enums above.
  const column = delimited ? 'name' : sortBy.column;
  const sorted =
    column === 'name' ? `key` : `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`;
  const beyond = sortBy.order === 'asc' ? '>' : '<';
  const after = cursor === undefined ? null : decodeCursor(cursor, column, sortBy.order);
  const key = delimited
    ? `$2 || case when strpos(substr(name, length($2) + 1), '/') > 0
         then split_part(substr(name, length($2) + 1), '/', 1) || '/' else substr(name, length($2) + 1) end`
    : 'name';
  // A level contains each folder once; a plain list follows the index of names and stops at its limit.
  const entries = delimited
    ? `select distinct on (key collate "C") key, case when key = name then id end as id,
        updated_at, created_at, last_accessed_at, metadata from seen`
    : 'select key, id, updated_at, created_at, last_accessed_at, metadata from seen';
  // Uses the index to skip earlier pages.
  const skipped =
    column === 'name' && sortBy.order === 'asc' ? `and name collate "C" >= coalesce($5, '')` : '';
  const text = `
    with seen as (
      select name, ${key} as key, id, updated_at, created_at, last_accessed_at, metadata
      from storage.objects
      where bucket_id = $1 and name collate "C" >= $2 and ($2 = '' or name collate "C" < $3) ${skipped}
    ), ordered as (select *, ${sorted} as sorted from (${entries}) as entries)
    select key, id, sorted, updated_at, created_at, last_accessed_at, metadata from ordered
    where $4::text is null or (sorted collate "C", key collate "C") ${beyond} ($4, $5::text)
    order by sorted collate "C" ${sortBy.order}, key collate "C" ${sortBy.order}
    limit $6`;
  return {
    text,
    values: [bucket, prefix, afterPrefix(prefix), after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  };
}

function encodeCursor({ sortBy, with_delimiter: delimited }: Input, { sorted, key }: Entry): string {
  const order = `${delimited ? 'name' : sortBy.column} ${sortBy.order}`;
  return Buffer.from(JSON.stringify([order, sorted, key])).toString('base64url');
}

function decodeCursor(cursor: string, column: string, direction: string): [sorted: string, key: string] {
  try {
    const [order, sorted, key] = cursorSchema.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    );
    if (order === `${column} ${direction}`) return [sorted, key];
  } catch {
    // The error is thrown below.
  }
  throw invalidStorageRequestError('The cursor is none of this list');
}
