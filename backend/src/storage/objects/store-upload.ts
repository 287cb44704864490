import { randomUUID } from 'node:crypto';
import { findBucket } from '../buckets/find-bucket.ts';
import { invalidRequest, noSuchKey, tooLarge } from '../errors.ts';
import { query } from '../storage-context.ts';
import type { StorageContext, StorageRequest } from '../storage-context.ts';
import { checkContentType, maxObjectBytes } from './object-limits.ts';
import type { ObjectMetadata } from './object-row.ts';
import { receiveFile } from './receive-file.ts';
import type { FileFacts } from './receive-file.ts';
import { writeStatement } from './write-statement.ts';
import type { NewObject, WriteMode } from './write-statement.ts';

export interface UploadPlan {
  /** Who writes; for a signed address, this server. */
  as: StorageRequest;
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

/** Room for the other parts of a form. */
const formBytes = 128 * 1024;

/**
 * Receives a file: the caller's right is tried first, then the bytes flow to disk, and one transaction makes them
 * visible. No connection to the database is held while they flow.
 */
export async function storeUpload(context: StorageContext, plan: UploadPlan): Promise<Stored> {
  const { deps, blobs, orphans } = context;
  const { request } = plan.as;
  const bucket = await findBucket(context, request, plan.bucket);
  const mostBytes = maxObjectBytes(bucket, deps.config.file_size_limit);
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes + formBytes) throw tooLarge();
  const id = randomUUID();
  const version = randomUUID();
  const leave = await context.acquireUploadSlot(request);
  let held = false;
  try {
    const { taken, facts } = await receiveFile(request, async (contentType, bytes) => {
      checkContentType(contentType, bucket);
      await checkWritePermission(context, plan, id, contentType);
      await orphans.hold(version);
      held = true;
      return blobs.write(version, bytes, mostBytes);
    });
    checkCacheControl(facts.cacheControl);
    const metadata = describe(taken, facts);
    const written = await writeRow(context, plan, {
      id,
      version,
      metadata,
      userMetadata: facts.userMetadata,
    });
    return { id: written, key: `${plan.bucket}/${plan.name}` };
  } catch (error) {
    if (held) await orphans.release(version);
    throw error;
  } finally {
    leave();
    context.collectOrphans();
  }
}

/** Whether the caller may write this object, asked of the database itself, and taken back. */
export async function checkWritePermission(
  context: StorageContext,
  plan: UploadPlan,
  id: string,
  mimetype?: string,
): Promise<void> {
  const metadata = mimetype === undefined ? {} : { mimetype };
  await writeRow(context, plan, { id, version: null, metadata, userMetadata: null }, 'rollback');
}

/** Answers the id of the row. Throws NoSuchKey when there is nothing to update. */
export async function writeRow(
  context: StorageContext,
  { as, bucket, name, mode, owner }: UploadPlan,
  object: Omit<NewObject, 'bucket' | 'name' | 'owner'>,
  settle?: 'rollback',
): Promise<string> {
  const statement = writeStatement(mode, { bucket, name, owner, ...object });
  const options = settle === undefined ? {} : { settle: () => settle };
  const rows = await query<{ id: string }>(context, as, statement, options);
  if (mode === 'update' && rows.length === 0) throw noSuchKey();
  if (settle === undefined) context.deps.notifyCommit(['storage.objects']);
  return rows[0]?.id ?? object.id;
}

function describe(blob: { size: number; md5: string }, facts: FileFacts): ObjectMetadata {
  return {
    eTag: `"${blob.md5}"`,
    size: blob.size,
    mimetype: facts.contentType,
    cacheControl: facts.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: blob.size,
    httpStatusCode: 200,
    ...(facts.contentEncoding === undefined ? {} : { contentEncoding: facts.contentEncoding }),
  };
}

function checkCacheControl(value: string): void {
  if (!/^[\w\-=", ]{1,200}$/.test(value)) throw invalidRequest('The cache control is not one');
}
