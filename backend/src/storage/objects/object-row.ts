// The row of a stored object with its metadata; finds it as a caller or in a public bucket.
import { noSuchBucketError, noSuchKeyError } from '../errors.ts';
import { createServiceRoleOperation, queryStorage } from '../storage-context.ts';
import type { StorageContext, StorageOperation } from '../storage-context.ts';

export interface ObjectMetadata {
  /** Quoted. */
  eTag: string;
  size: number;
  mimetype: string;
  /** The header's value, e.g. max-age=3600. */
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
  /** When the stored bytes are compressed. */
  contentEncoding?: string;
}

export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  version: string | null;
  /** Null, or partly filled, when the row was written by hand. */
  metadata: Partial<ObjectMetadata> | null;
  user_metadata: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
  owner: string | null;
  owner_id: string | null;
}

export async function lookUpObject(
  context: StorageContext,
  operation: StorageOperation,
  bucket: string,
  name: string,
): Promise<ObjectRow | undefined> {
  const rows = await queryStorage<ObjectRow>(
    context,
    operation,
    {
      name: 'storage_object',
      text: `select id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at, last_accessed_at,
               owner, owner_id
             from storage.objects where bucket_id = $1 and name = $2`,
      values: [bucket, name],
    },
    { readOnly: true },
  );
  return rows[0];
}

/** Throws NoSuchKey, also for what policies hide. */
export async function findObject(
  context: StorageContext,
  operation: StorageOperation,
  bucket: string,
  name: string,
): Promise<ObjectRow> {
  const row = await lookUpObject(context, operation, bucket, name);
  if (row) return row;
  throw noSuchKeyError();
}

/** Throws NoSuchBucket, for a private bucket too. */
export async function findPublicObject(
  context: StorageContext,
  request: Request,
  operationName: string,
  bucket: string,
  name: string,
): Promise<ObjectRow> {
  const rows = await queryStorage<ObjectRow | { id: null }>(
    context,
    createServiceRoleOperation(request, operationName),
    {
      name: 'storage_public_object',
      text: `select o.id, o.bucket_id, o.name, o.version, o.metadata, o.user_metadata, o.created_at, o.updated_at,
               o.last_accessed_at, o.owner, o.owner_id
             from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = $2
             where b.id = $1 and b.public`,
      values: [bucket, name],
    },
    { readOnly: true },
  );
  const row = rows[0];
  if (!row) throw noSuchBucketError();
  if (row.id === null) throw noSuchKeyError();
  return row;
}
