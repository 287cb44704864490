import { checkBucketName, checkKey } from '../names.ts';
import { asServiceRole, authenticate, type StorageContext } from '../storage-context.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { verifyUrlToken } from '../url-token.ts';
import { noSuchKey, StorageError, storageNotImplemented } from '../errors.ts';
import { findObject, findPublicObject, lookUpObject, type ObjectRow } from './object-row.ts';
import { sendObject, type SendOptions } from './send-object.ts';

/** Everyone may read a public bucket here too. */
export async function readAsCaller(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  rejectVersions(request);
  const operation = await authenticate(context, request, 'storage.object.get_authenticated');
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
      throw error instanceof StorageError ? noSuchKey() : error;
    }
  }
  return sendObject(context, request, find, { variesByCaller: true });
}

export function readPublic(
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

export async function readSigned(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  checkNames(bucket, name);
  const { lifeSeconds } = verifyUrlToken(context.urlKeys(), request, 'download', bucket, name);
  const operation = asServiceRole(request, 'storage.object.get_signed');
  return sendObject(context, request, () => findObject(context, operation, bucket, name), { lifeSeconds });
}

export async function info(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  rejectVersions(request);
  const operation = await authenticate(context, request, 'storage.object.info_authenticated');
  checkNames(bucket, name);
  const find = (): Promise<ObjectRow> => findObject(context, operation, bucket, name);
  return sendInfo(context, request, find, { variesByCaller: true });
}

export async function infoPublic(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  checkNames(bucket, name);
  const operationName = 'storage.object.info_public';
  return sendInfo(context, request, () => findPublicObject(context, request, operationName, bucket, name));
}

/** HEAD describes the file by its headers, as HEAD of the file does. */
async function sendInfo(
  context: StorageContext,
  request: Request,
  find: () => Promise<ObjectRow>,
  options: SendOptions = {},
): Promise<Response> {
  if (request.method === 'HEAD') return sendObject(context, request, find, options);
  return jsonResponse(describe(await find()));
}

function checkNames(bucket: string, name: string): void {
  checkBucketName(bucket);
  checkKey(name);
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
  if (new URL(request.url).searchParams.has('versionId')) throw storageNotImplemented('versions of objects');
}
