// Handles downloads or info requests of an object: as caller, public, by signed URL.
import { checkBucketName, checkObjectKey } from '../names.ts';
import {
  createServiceRoleOperation,
  authenticateOperation,
  type StorageContext,
} from '../storage-context.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { verifyUrlToken } from '../url-token.ts';
import { noSuchKeyError, StorageError, storageNotImplementedError } from '../errors.ts';
import { findObject, findPublicObject, lookUpObject, type ObjectRow } from './object-row.ts';
import { sendObject, type SendObjectOptions } from './send-object.ts';

/** A public bucket can be read by everyone here too. */
export async function readObjectAsCaller(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  rejectVersions(request);
  const operation = await authenticateOperation(context, request, 'storage.object.get_authenticated');
  checkNames(bucket, name);
  async function find(): Promise<ObjectRow> {
    const visible = await lookUpObject(context, operation, bucket, name);
    return visible ?? (await findPublic());
  }
  async function findPublic(): Promise<ObjectRow> {
    try {
      return await findPublicObject(context, request, operation.name, bucket, name);
    } catch (error) {
      // A bucket that is not public must look like an object that does not exist.
      throw error instanceof StorageError ? noSuchKeyError() : error;
    }
  }
  return sendObject(context, request, find, { variesByCaller: true });
}

export function readPublicObject(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  rejectVersions(request);
  checkNames(bucket, name);
  const operationName = 'storage.object.get_public';
  return sendObject(context, request, () => findPublicObject(context, request, operationName, bucket, name));
}

export async function readSignedObject(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  checkNames(bucket, name);
  const { lifeSeconds } = verifyUrlToken(context.urlKeys(), request, 'download', bucket, name);
  const operation = createServiceRoleOperation(request, 'storage.object.get_signed');
  return sendObject(context, request, () => findObject(context, operation, bucket, name), { lifeSeconds });
}

export async function readObjectInfo(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  rejectVersions(request);
  const operation = await authenticateOperation(context, request, 'storage.object.info_authenticated');
  checkNames(bucket, name);
  const find = (): Promise<ObjectRow> => findObject(context, operation, bucket, name);
  return sendInfo(context, request, find, { variesByCaller: true });
}

export async function readPublicObjectInfo(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  checkNames(bucket, name);
  const operationName = 'storage.object.info_public';
  return sendInfo(context, request, () => findPublicObject(context, request, operationName, bucket, name));
}

/** A HEAD request gets the file's headers, as HEAD of the file does. */
async function sendInfo(
  context: StorageContext,
  request: Request,
  find: () => Promise<ObjectRow>,
  options: SendObjectOptions = {},
): Promise<Response> {
  if (request.method === 'HEAD') return sendObject(context, request, find, options);
  return jsonResponse(describe(await find()));
}

function checkNames(bucket: string, name: string): void {
  checkBucketName(bucket);
  checkObjectKey(name);
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
function rejectVersions(request: Request): void {
  if (new URL(request.url).searchParams.has('versionId'))
    throw storageNotImplementedError('versions of objects');
}
