// Stores the file of an upload as a version of its object.
import { randomUUID } from 'node:crypto';
import { readBucketSettings, requireAllowedMimeType, maxObjectBytes } from '../buckets/read-buckets.ts';
import { invalidStorageRequestError, objectTooLargeError } from '../errors.ts';
import { reserveSpaceForStream } from '../blobs/quota.ts';
import { type ObjectRequest, authenticateOperation, objectOwnerOf } from '../storage-context.ts';
import { checkWritePermission, writeObjectRow, type ObjectMetadata, type UploadPlan } from './object-row.ts';
import { receiveFile, type UploadedFileMetadata } from './receive-file.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { checkBucketName, checkObjectKey } from '../names.ts';

const formOverheadBytes = 128 * 1024;

/**
 * Checks the permission first, and publishes the bytes in one transaction at the end, so that no database connection is
 * held while they are received. Returns the object's id and its key, "bucket/name".
 */
export async function storeUpload(plan: UploadPlan): Promise<{ id: string; key: string }> {
  const { context, request } = plan.operation;
  const { deps, blobs, orphans } = context;
  const bucket = await readBucketSettings({ context, request, bucket: plan.bucket });
  const maxBytes = maxObjectBytes(bucket, deps.config.file_size_limit);
  // Missing for a body sent in chunks, or inside this process.
  const declaredBytes = Number(request.headers.get('content-length') ?? 0);
  if (declaredBytes > maxBytes + formOverheadBytes) throw objectTooLargeError();
  const id = randomUUID();
  const version = randomUUID();
  const release = await context.acquireUploadSlot(request);
  let reserved = false;
  try {
    const { result, description } = await receiveFile(request, async (contentType, bytes) => {
      requireAllowedMimeType(contentType, bucket);
      await checkWritePermission(plan, id, contentType);
      const reserve = (all: number, unwritten: number) =>
        context.reserve({ version, owner: plan.owner, bytes: all, unwritten });
      const expected = Math.min(declaredBytes, maxBytes);
      await reserve(expected, expected);
      reserved = true;
      return blobs.write(version, reserveSpaceForStream(bytes, expected, maxBytes, reserve), maxBytes);
    });
    checkCacheControl(description.cacheControl);
    if (plan.checkedOperation) await checkWritePermission(plan, id, description.contentType);
    const metadata = describe(result, description);
    const { userMetadata } = description;
    const written = await writeObjectRow(plan, { id, version, metadata, userMetadata });
    return { id: written, key: `${plan.bucket}/${plan.name}` };
  } catch (error) {
    if (reserved) await orphans.release(version);
    throw error;
  } finally {
    release();
    context.collectOrphans();
  }
}

function describe(blob: { size: number; md5: string }, description: UploadedFileMetadata): ObjectMetadata {
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

/** POST creates an object (with x-upsert also replaces one); PUT replaces an existing one. */
export async function uploadObject({ bucket, name, ...given }: ObjectRequest): Promise<Response> {
  const { request } = given;
  const upsert = request.headers.get('x-upsert') === 'true';
  const replaces = request.method === 'PUT';
  const operationName = replaces ? 'storage.object.upload_update' : 'storage.object.upload';
  const operation = await authenticateOperation(given, operationName);
  const { id, key } = await storeUpload({
    operation,
    bucket: checkBucketName(bucket),
    name: checkObjectKey(name),
    mode: replaces ? 'update' : upsert ? 'upsert' : 'create',
    owner: objectOwnerOf(operation.caller),
  });
  return jsonResponse({ Key: key, Id: id });
}
