// Reads buckets with the caller's permissions.
import { z } from 'zod';
import { jsonResponse } from '../../errors/json-response.ts';
import { checkBucketName } from '../names.ts';
import {
  invalidStorageRequestError,
  noSuchBucketError,
  objectTooLargeError,
  wrongContentTypeError,
} from '../errors.ts';
import {
  authenticateOperation,
  queryStorage,
  readStorageRows,
  type BucketRequest,
  createServiceRoleOperation,
  type StorageOperation,
  type StorageRequest,
} from '../storage-context.ts';

const columns = `id, name, owner, public, file_size_limit::float8 as file_size_limit, allowed_mime_types, created_at,
  updated_at, type`;

const querySchema = z.object({
  limit: z.coerce.number().int().min(1).max(10_000).default(1000),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  search: z.string().max(100).default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});

export async function listBuckets(given: StorageRequest): Promise<Response> {
  const operation = await authenticateOperation(given, 'storage.bucket.list');
  const result = querySchema.safeParse(Object.fromEntries(new URL(given.request.url).searchParams));
  if (!result.success) {
    const issue = result.error.issues[0];
    throw invalidStorageRequestError(`querystring/${String(issue?.path[0])}: ${issue?.message}`);
  }
  const { limit, offset, search, sortColumn, sortOrder } = result.data;
  const rows = await readStorageRows(operation, {
    // Column and order can only be values of the enums above.
    text: `select ${columns} from storage.buckets where strpos(lower(name), lower($1)) > 0
             order by ${sortColumn} ${sortOrder}, id limit $2 offset $3`,
    values: [search, limit, offset],
  });
  return jsonResponse(rows);
}

/** Throws NoSuchBucket, also for a bucket that policies hide. */
export async function getBucket({ bucket, ...given }: BucketRequest): Promise<Response> {
  const operation = await authenticateOperation(given, 'storage.bucket.get');
  const rows = await readStorageRows(operation, {
    name: 'storage_bucket',
    text: `select ${columns} from storage.buckets where id = $1`,
    values: [checkBucketName(bucket)],
  });
  if (rows.length === 0) throw noSuchBucketError();
  return jsonResponse(rows[0]);
}

export interface BucketSettings {
  public: boolean;
  /** In bytes; null for the server's limit. */
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}

/** Reads it as the service role, independent of what the caller may see. Throws NoSuchBucket. */
export async function readBucketSettings({ bucket, ...given }: BucketRequest): Promise<BucketSettings> {
  const rows = await readStorageRows<BucketSettings>(
    createServiceRoleOperation(given, 'storage.bucket.get'),
    {
      name: 'storage_bucket_limits',
      text: `select coalesce(public, false) as public, file_size_limit::float8 as file_size_limit, allowed_mime_types
             from storage.buckets where id = $1`,
      values: [bucket],
    },
  );
  if (rows[0]) return rows[0];
  throw noSuchBucketError();
}

/** Throws NoSuchBucket. */
export async function requireVisibleBucket(operation: StorageOperation, id: string): Promise<void> {
  const text = 'select id from storage.buckets where id = $1';
  const statement = { name: 'storage_bucket_seen', text, values: [checkBucketName(id)] };
  const rows = await queryStorage(operation, statement);
  if (rows.length === 0) throw noSuchBucketError();
}

const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(\s*;[\x20-\x7e]{0,200})?$/;

/** Throws InvalidMimeType, also for a malformed media type. */
export function requireAllowedMimeType(type: string, { allowed_mime_types: allowed }: BucketSettings): void {
  if (!mediaType.test(type)) throw wrongContentTypeError(type.slice(0, 100));
  if (allowed === null || allowed.length === 0) return;
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const family = `${bare.split('/')[0]}/*`;
  const matches = allowed.some((entry) => [bare, family, '*/*', '*'].includes(entry.trim().toLowerCase()));
  if (!matches) throw wrongContentTypeError(bare);
}

export function maxObjectBytes(bucket: BucketSettings, serverLimit: number): number {
  return Math.min(serverLimit, bucket.file_size_limit ?? serverLimit);
}

/** Throws EntityTooLarge or InvalidMimeType. */
export function checkObjectLimits(
  { size, type }: { size: number; type: string },
  bucket: BucketSettings,
  serverLimit: number,
): void {
  requireAllowedMimeType(type, bucket);
  if (size > maxObjectBytes(bucket, serverLimit)) throw objectTooLargeError();
}
