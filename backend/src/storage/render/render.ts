import { checkBucketName, checkKey } from '../names.ts';
import { findObject, findPublicObject } from '../objects/object-row.ts';
import { asServiceRole, authenticate } from '../storage-context.ts';
import type { StorageContext } from '../storage-context.ts';
import { verifyUrlToken } from '../url-token.ts';
import { sendImage } from './send-image.ts';
import { parseTransform, parseTransformDescription } from './transform.ts';
import type { Transform } from './transform.ts';

export async function renderAsCaller(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  const operation = await authenticate(context, request, 'storage.render.image_authenticated');
  checkNames(bucket, name);
  return sendImage(
    context,
    request,
    () => findObject(context, operation, bucket, name),
    transformOf(request),
    { variesByCaller: true },
  );
}

export async function renderPublic(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  checkNames(bucket, name);
  const operationName = 'storage.render.image_public';
  const find = () => findPublicObject(context, request, operationName, bucket, name);
  return sendImage(context, request, find, transformOf(request));
}

/** Only the transform that was signed, so that a thumbnail does not open the original. */
export async function renderSigned(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  checkNames(bucket, name);
  const { claims, lifeSeconds } = verifyUrlToken(context.urlKeys(), request, 'render', bucket, name);
  const operation = asServiceRole(request, 'storage.render.image_sign');
  const find = () => findObject(context, operation, bucket, name);
  const transform = parseTransformDescription(claims.transformations ?? '');
  return sendImage(context, request, find, transform, { lifeSeconds });
}

function transformOf(request: Request): Transform {
  return parseTransform(Object.fromEntries(new URL(request.url).searchParams));
}

function checkNames(bucket: string, name: string): void {
  checkBucketName(bucket);
  checkKey(name);
}
