import { checkBucketName, checkKey } from '../names.ts';
import { findObject, findPublicObject } from '../objects/object-row.ts';
import { openAsServer, openRequest } from '../run.ts';
import type { StorageContext } from '../run.ts';
import { verifyAddress } from '../signing/tokens.ts';
import { sendImage } from './send-image.ts';
import { parseTransform, readDescription } from './transform.ts';
import type { Transform } from './transform.ts';

/** GET /render/image/authenticated/{bucket}/{name}?width&height&resize&quality&format: as the caller. */
export async function renderAsCaller(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  const as = await openRequest(context, request, 'storage.render.image_authenticated');
  checkNames(bucket, name);
  return sendImage(context, request, () => findObject(context, as, bucket, name), asked(request));
}

/** GET /render/image/public/…: anybody, from a public bucket. */
export async function renderPublic(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  checkNames(bucket, name);
  const operation = 'storage.render.image_public';
  const find = () => findPublicObject(context, request, operation, bucket, name);
  return sendImage(context, request, find, asked(request));
}

/** GET /render/image/sign/…?token=…: the picture that was signed, and no other: a small one is no way to the original. */
export async function renderSigned(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  checkNames(bucket, name);
  const { claims } = verifyAddress(context.signingKey, request, 'render', bucket, name);
  const as = openAsServer(request, 'storage.render.image_sign');
  const find = () => findObject(context, as, bucket, name);
  return sendImage(context, request, find, readDescription(claims.transformations ?? ''));
}

function asked(request: Request): Transform {
  return parseTransform(Object.fromEntries(new URL(request.url).searchParams));
}

function checkNames(bucket: string, name: string): void {
  checkBucketName(bucket);
  checkKey(name);
}
