import { findBucket } from '../buckets/find-bucket.ts';
import { noSuchBucket, noSuchKey } from '../refusals.ts';
import { openAsServer, query } from '../run.ts';
import type { StorageContext, StorageRequest } from '../run.ts';

/** What this server notes of a file; lists show it as it is. */
export interface ObjectMetadata {
  /** Quoted. */
  eTag: string;
  size: number;
  mimetype: string;
  /** The whole header, e.g. max-age=3600. */
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
  /** Where the stored bytes are compressed. */
  contentEncoding?: string;
}

export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  version: string | null;
  /** Null, or partly filled, for a row that was written by hand. */
  metadata: Partial<ObjectMetadata> | null;
  user_metadata: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
  owner: string | null;
  owner_id: string | null;
}

/** An object that the caller may see, or undefined. */
export async function lookUpObject(
  context: StorageContext,
  request: StorageRequest,
  bucket: string,
  name: string,
): Promise<ObjectRow | undefined> {
  const rows = await query<ObjectRow>(
    context,
    request,
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

/** An object that the caller may see. Throws NoSuchKey, also for what policies hide. */
export async function findObject(
  context: StorageContext,
  request: StorageRequest,
  bucket: string,
  name: string,
): Promise<ObjectRow> {
  const row = await lookUpObject(context, request, bucket, name);
  if (row) return row;
  throw noSuchKey();
}

/** An object of a public bucket, for anybody. A private bucket is answered like one that is not there. */
export async function findPublicObject(
  context: StorageContext,
  request: Request,
  operation: string,
  bucket: string,
  name: string,
): Promise<ObjectRow> {
  const found = await findBucket(context, request, bucket);
  if (!found.public) throw noSuchBucket();
  return findObject(context, openAsServer(request, operation), bucket, name);
}
