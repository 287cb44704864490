// Handles downloads or info requests of an object: as caller, public, by signed URL.
import { checkBucketAndObjectKey } from '../names.ts';
import { createServiceRoleOperation, authenticateOperation, type ObjectRequest } from '../storage-context.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { verifyUrlToken } from '../url-token.ts';
import { noSuchKeyError, StorageError, storageNotImplementedError } from '../errors.ts';
import {
  requireVisibleObject,
  requirePublicObject,
  findVisibleObject,
  type ObjectRow,
} from './object-row.ts';
import { sendObject, type SendObjectOptions } from './send-object.ts';

/** Reads an object with the caller's permissions. Objects of a public bucket need none. */
export async function readObjectAsCaller(object: ObjectRequest): Promise<Response> {
  rejectVersions(object);
  const operation = await authenticateOperation(object, 'storage.object.get_authenticated');
  checkBucketAndObjectKey(object);
  async function find(): Promise<ObjectRow> {
    const visible = await findVisibleObject(operation, object);
    if (visible) return visible;
    try {
      return await requirePublicObject(object, operation.name);
    } catch (error) {
      // A bucket that is not public must look like an object that does not exist.
      throw error instanceof StorageError ? noSuchKeyError() : error;
    }
  }
  return sendObject(object, find, { variesByCaller: true });
}

export function readPublicObject(object: ObjectRequest): Promise<Response> {
  rejectVersions(object);
  checkBucketAndObjectKey(object);
  return sendObject(object, () => requirePublicObject(object, 'storage.object.get_public'));
}

export async function readSignedObject(object: ObjectRequest): Promise<Response> {
  checkBucketAndObjectKey(object);
  const { lifeSeconds } = verifyUrlToken(object, 'download');
  const operation = createServiceRoleOperation(object, 'storage.object.get_signed');
  return sendObject(object, () => requireVisibleObject(operation, object), { lifeSeconds });
}

export async function readObjectInfo(object: ObjectRequest): Promise<Response> {
  rejectVersions(object);
  const operation = await authenticateOperation(object, 'storage.object.info_authenticated');
  checkBucketAndObjectKey(object);
  return sendInfo(object, () => requireVisibleObject(operation, object), { variesByCaller: true });
}

export async function readPublicObjectInfo(object: ObjectRequest): Promise<Response> {
  checkBucketAndObjectKey(object);
  return sendInfo(object, () => requirePublicObject(object, 'storage.object.info_public'));
}

/** A HEAD request gets the file's headers, as HEAD of the file does. */
async function sendInfo(
  object: ObjectRequest,
  find: () => Promise<ObjectRow>,
  options: SendObjectOptions = {},
): Promise<Response> {
  if (object.request.method === 'HEAD') return sendObject(object, find, options);
  return jsonResponse(describe(await find()));
}

function describe({ metadata, ...row }: ObjectRow): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    content_encoding: metadata?.contentEncoding ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: metadata?.lastModified ?? row.updated_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Old versions are not kept: a request for one must not get another. */
function rejectVersions({ request }: ObjectRequest): void {
  if (new URL(request.url).searchParams.has('versionId'))
    throw storageNotImplementedError('versions of objects');
}
