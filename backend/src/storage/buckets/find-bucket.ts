import { noSuchBucket } from '../errors.ts';
import { checkBucketName } from '../names.ts';
import { asServiceRole, query } from '../storage-context.ts';
import type { StorageContext, StorageOperation } from '../storage-context.ts';

export interface BucketLimits {
  public: boolean;
  /** Bytes; null for the server's limit. */
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}

/** As the service role, whatever the caller may see. Throws NoSuchBucket. */
export async function findBucket(
  context: StorageContext,
  request: Request,
  bucket: string,
): Promise<BucketLimits> {
  const rows = await query<BucketLimits>(
    context,
    asServiceRole(request, 'storage.bucket.get'),
    {
      name: 'storage_bucket_limits',
      text: `select coalesce(public, false) as public, file_size_limit::float8 as file_size_limit, allowed_mime_types
             from storage.buckets where id = $1`,
      values: [bucket],
    },
    { readOnly: true },
  );
  if (rows[0]) return rows[0];
  throw noSuchBucket();
}

/** Throws NoSuchBucket. */
export async function requireVisibleBucket(
  context: StorageContext,
  operation: StorageOperation,
  id: string,
): Promise<void> {
  const text = 'select id from storage.buckets where id = $1';
  const rows = await query(context, operation, {
    name: 'storage_bucket_seen',
    text,
    values: [checkBucketName(id)],
  });
  if (rows.length === 0) throw noSuchBucket();
}
