import { randomUUID } from 'node:crypto';
import { findBucket } from '../buckets/find-bucket.ts';
import { invalidRequest, noSuchKey, tooLarge } from '../errors.ts';
import { reserving } from '../blobs/quota.ts';
import { query } from '../storage-context.ts';
import type { StorageContext, StorageOperation } from '../storage-context.ts';
import { checkContentType, maxObjectBytes } from './object-limits.ts';
import type { ObjectMetadata } from './object-row.ts';
import { receiveFile } from './receive-file.ts';
import type { FileDescription } from './receive-file.ts';
import { objectStatement } from './write-statement.ts';
import type { NewObject, WriteMode } from './write-statement.ts';

export interface UploadPlan {
  /** As the caller; for a signed URL, as this server. */
  operation: StorageOperation;
  /** For a signed URL: whose permission is checked, before the bytes and once more after them. */
  checkedOperation?: () => Promise<StorageOperation>;
  bucket: string;
  name: string;
  mode: WriteMode;
  owner: string | null;
}

interface Stored {
  id: string;
  /** "bucket/name" */
  key: string;
}

const formOverheadBytes = 128 * 1024;

/**
 * Checks the permission first, and makes the bytes visible in one transaction at the end: no database connection is
 * held while they stream.
 */
export async function storeUpload(context: StorageContext, plan: UploadPlan): Promise<Stored> {
  const { deps, blobs, orphans } = context;
  const { request } = plan.operation;
  const bucket = await findBucket(context, request, plan.bucket);
  const maxBytes = maxObjectBytes(bucket, deps.config.file_size_limit);
  // None when it is sent in pieces, or inside this process.
  const declaredBytes = Number(request.headers.get('content-length') ?? 0);
  if (declaredBytes > maxBytes + formOverheadBytes) throw tooLarge();
  const id = randomUUID();
  const version = randomUUID();
  const release = await context.acquireUploadSlot(request);
  let reserved = false;
  try {
    const { result, description } = await receiveFile(request, async (contentType, bytes) => {
      checkContentType(contentType, bucket);
      await checkWritePermission(context, plan, id, contentType);
      const reserve = (all: number, unwritten: number) =>
        context.reserve({ version, owner: plan.owner, bytes: all, unwritten });
      const expected = Math.min(declaredBytes, maxBytes);
      await reserve(expected, expected);
      reserved = true;
      return blobs.write(version, reserving(bytes, expected, maxBytes, reserve), maxBytes);
    });
    checkCacheControl(description.cacheControl);
    if (plan.checkedOperation) await checkWritePermission(context, plan, id, description.contentType);
    const metadata = describe(result, description);
    const written = await writeRow(context, plan, {
      id,
      version,
      metadata,
      userMetadata: description.userMetadata,
    });
    return { id: written, key: `${plan.bucket}/${plan.name}` };
  } catch (error) {
    if (reserved) await orphans.release(version);
    throw error;
  } finally {
    release();
    context.collectOrphans();
  }
}

/** Runs the very statement that writes the row, and rolls it back. */
export async function checkWritePermission(
  context: StorageContext,
  plan: UploadPlan,
  id: string,
  mimetype?: string,
): Promise<void> {
  const metadata = mimetype === undefined ? {} : { mimetype };
  const operation = (await plan.checkedOperation?.()) ?? plan.operation;
  await writeRow(
    context,
    { ...plan, operation },
    { id, version: null, metadata, userMetadata: null },
    'rollback',
  );
}

/** Throws NoSuchKey when there is nothing to update. */
export async function writeRow(
  context: StorageContext,
  { operation, bucket, name, mode, owner }: UploadPlan,
  object: Omit<NewObject, 'bucket' | 'name' | 'owner'>,
  outcome?: 'rollback',
): Promise<string> {
  const statement = objectStatement(mode, { bucket, name, owner, ...object });
  const options = outcome === undefined ? {} : { beforeCommit: () => outcome };
  const rows = await query<{ id: string }>(context, operation, statement, options);
  if (mode === 'update' && rows.length === 0) throw noSuchKey();
  if (outcome === undefined) context.deps.notifyCommit(['storage.objects']);
  return rows[0]?.id ?? object.id;
}

function describe(blob: { size: number; md5: string }, description: FileDescription): ObjectMetadata {
  return {
    eTag: `"${blob.md5}"`,
    size: blob.size,
    mimetype: description.contentType,
    cacheControl: description.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: blob.size,
    httpStatusCode: 200,
    ...(description.contentEncoding === undefined ? {} : { contentEncoding: description.contentEncoding }),
  };
}

function checkCacheControl(value: string): void {
  if (!/^[\w\-=", ]{1,200}$/.test(value)) throw invalidRequest('The cache control is not one');
}
