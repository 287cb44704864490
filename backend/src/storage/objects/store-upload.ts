// Stores the file of an upload as a version of its object.
import { randomUUID } from 'node:crypto';
import { findBucket, checkContentType, maxObjectBytes } from '../buckets/read-buckets.ts';
import { invalidStorageRequestError, noSuchKeyError, objectTooLargeError } from '../errors.ts';
import { reserveWhileReading } from '../blobs/quota.ts';
import {
  queryStorage,
  type StorageContext,
  type StorageOperation,
  authenticateOperation,
  objectOwnerOf,
} from '../storage-context.ts';
import type { ObjectMetadata } from './object-row.ts';
import { receiveFile, type FileDescription } from './receive-file.ts';
import { isUuid } from '../../database/is-uuid.ts';
import type { SqlStatement } from '../../database/run-as-caller.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { checkBucketName, checkObjectKey } from '../names.ts';

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
  if (declaredBytes > maxBytes + formOverheadBytes) throw objectTooLargeError();
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
      return blobs.write(version, reserveWhileReading(bytes, expected, maxBytes, reserve), maxBytes);
    });
    checkCacheControl(description.cacheControl);
    if (plan.checkedOperation) await checkWritePermission(context, plan, id, description.contentType);
    const metadata = describe(result, description);
    const written = await writeObjectRow(context, plan, {
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
  await writeObjectRow(
    context,
    { ...plan, operation },
    { id, version: null, metadata, userMetadata: null },
    'rollback',
  );
}

/** Throws NoSuchKey when there is nothing to update. */
export async function writeObjectRow(
  context: StorageContext,
  { operation, bucket, name, mode, owner }: UploadPlan,
  object: Omit<NewObject, 'bucket' | 'name' | 'owner'>,
  outcome?: 'rollback',
): Promise<string> {
  const statement = objectStatement(mode, { bucket, name, owner, ...object });
  const options = outcome === undefined ? {} : { beforeCommit: () => outcome };
  const rows = await queryStorage<{ id: string }>(context, operation, statement, options);
  if (mode === 'update' && rows.length === 0) throw noSuchKeyError();
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
  if (!/^[\w\-=", ]{1,200}$/.test(value)) throw invalidStorageRequestError('The cache control is not one');
}

/** create: the name must not exist; upsert: it may; update: it must. */
type WriteMode = 'create' | 'upsert' | 'update';

interface NewObject {
  bucket: string;
  name: string;
  id: string;
  /** Null while only the permission is checked. */
  version: string | null;
  metadata: Partial<ObjectMetadata>;
  userMetadata: Record<string, unknown> | null;
  /** The `sub` of the uploading user. */
  owner: string | null;
}

// A plain insert returns nothing: RETURNING would have to pass the policies for select too.
const insert = `
  insert into storage.objects (bucket_id, name, version, metadata, user_metadata, owner, owner_id, id)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const texts: Record<WriteMode, string> = {
  create: insert,
  upsert: `${insert}
    on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
      user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id
    returning id`,
  update: `
    update storage.objects set version = $3, metadata = $4, user_metadata = $5, owner = $6, owner_id = $7
    where bucket_id = $1 and name = $2 and $8::uuid is not null
    returning id`,
};

function objectStatement(mode: WriteMode, object: NewObject): SqlStatement {
  const { bucket, name, version, metadata, userMetadata, owner, id } = object;
  const ownerUuid = isUuid(owner) ? owner : null;
  return {
    name: `storage_write_${mode}`,
    text: texts[mode],
    values: [
      bucket,
      name,
      version,
      JSON.stringify(metadata),
      userMetadata && JSON.stringify(userMetadata),
      ownerUuid,
      owner,
      id,
    ],
  };
}

/** POST creates an object (with x-upsert also replaces one); PUT replaces an existing one. */
export async function uploadObject(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  const upsert = request.headers.get('x-upsert') === 'true';
  const replaces = request.method === 'PUT';
  const operationName = replaces ? 'storage.object.upload_update' : 'storage.object.upload';
  const operation = await authenticateOperation(context, request, operationName);
  const { id, key } = await storeUpload(context, {
    operation,
    bucket: checkBucketName(bucket),
    name: checkObjectKey(name),
    mode: replaces ? 'update' : upsert ? 'upsert' : 'create',
    owner: objectOwnerOf(operation.caller),
  });
  return jsonResponse({ Key: key, Id: id });
}
