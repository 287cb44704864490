// Endpoints that send an image in another size.
import { checkBucketName, checkObjectKey } from '../names.ts';
import { findObject, findPublicObject, type ObjectRow } from '../objects/object-row.ts';
import {
  createServiceRoleOperation,
  authenticateOperation,
  type StorageContext,
} from '../storage-context.ts';
import { verifyUrlToken } from '../url-token.ts';
import {
  parseImageTransform,
  parseImageTransformDescription,
  type ImageTransform,
  describeImageTransform,
} from './transform.ts';
import { createHash } from 'node:crypto';
import { isNotModified, contentDisposition } from '../http/object-headers.ts';
import { cacheControl, type SendObjectOptions } from '../objects/send-object.ts';
import { invalidStorageRequestError, missingBlobError, storageNotImplementedError } from '../errors.ts';
import { maxImageInputBytes, renderImage, detectImageFormat, type ImageFormat } from './render-image.ts';

export async function renderImageAsCaller(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  const operation = await authenticateOperation(context, request, 'storage.render.image_authenticated');
  checkNames(bucket, name);
  return sendImage(
    context,
    request,
    () => findObject(context, operation, bucket, name),
    transformOf(request),
    { variesByCaller: true },
  );
}

export async function renderPublicImage(
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

/** Renders only the signed transform, so that the URL of a thumbnail does not give access to the original. */
export async function renderSignedImage(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  checkNames(bucket, name);
  const { claims, lifeSeconds } = verifyUrlToken(context.urlKeys(), request, 'render', bucket, name);
  const operation = createServiceRoleOperation(request, 'storage.render.image_sign');
  const find = () => findObject(context, operation, bucket, name);
  const transform = parseImageTransformDescription(claims.transformations ?? '');
  return sendImage(context, request, find, transform, { lifeSeconds });
}

function transformOf(request: Request): ImageTransform {
  return parseImageTransform(Object.fromEntries(new URL(request.url).searchParams));
}

function checkNames(bucket: string, name: string): void {
  checkBucketName(bucket);
  checkObjectKey(name);
}

const inProgress = new WeakMap<StorageContext, Map<string, Promise<Uint8Array<ArrayBuffer>>>>();

/** `find` checks access to the original before the cache is read. */
async function sendImage(
  context: StorageContext,
  request: Request,
  find: () => Promise<ObjectRow>,
  transform: ImageTransform,
  options: SendObjectOptions = {},
): Promise<Response> {
  if (!context.deps.config.image_transformation.enabled) throw storageNotImplementedError('image transforms');
  const { version, metadata } = await find();
  if (version === null) throw missingBlobError();
  const acceptsWebp =
    transform.format !== 'origin' && (request.headers.get('accept') ?? '').includes('image/webp');
  const description = describeImageTransform(transform);
  const key = createHash('sha256').update(`${version} ${description} ${acceptsWebp}`).digest('hex');
  const etag = `"${key.slice(0, 32)}"`;
  const lastModified = new Date(metadata?.lastModified ?? Date.now());
  const headers = new Headers({
    etag,
    'last-modified': lastModified.toUTCString(),
    'cache-control': cacheControl(metadata, options),
    vary: 'accept, authorization, apikey',
    'x-transformations': description,
  });
  if (isNotModified(request.headers, { etag, lastModified }))
    return new Response(null, { status: 304, headers });
  const image = await readOrRender(context, request, { key, version, transform, acceptsWebp });
  const type = `image/${detectImageFormat(image) ?? 'png'}`;
  headers.set('content-type', type);
  headers.set('content-length', String(image.byteLength));
  const disposition = contentDisposition(type, new URL(request.url).searchParams.get('download'));
  if (disposition !== null) headers.set('content-disposition', disposition);
  return new Response(request.method === 'HEAD' ? null : image, { headers });
}

interface RenderJob {
  key: string;
  version: string;
  transform: ImageTransform;
  acceptsWebp: boolean;
}

async function readOrRender(
  context: StorageContext,
  request: Request,
  job: RenderJob,
): Promise<Uint8Array<ArrayBuffer>> {
  const cached = await context.images.read(job.key);
  if (cached !== null) return cached;
  const jobs = inProgress.get(context) ?? new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  inProgress.set(context, jobs);
  let rendering = jobs.get(job.key);
  if (!rendering) {
    rendering = renderAndCache(context, request, job).finally(() => jobs.delete(job.key));
    jobs.set(job.key, rendering);
  }
  return rendering;
}

async function renderAndCache(
  context: StorageContext,
  request: Request,
  { key, version, transform, acceptsWebp }: RenderJob,
): Promise<Uint8Array<ArrayBuffer>> {
  const release = await context.acquireRenderSlot(request);
  try {
    const original = await readOriginal(context, version);
    const format: ImageFormat = acceptsWebp ? 'webp' : (detectImageFormat(original) ?? 'png');
    const image = new Uint8Array(await renderImage(original, transform, format));
    // A failed write to the cache must not fail this request.
    await context.images.write(key, image).catch(() => {});
    return image;
  } finally {
    release();
  }
}

async function readOriginal(context: StorageContext, version: string): Promise<Buffer> {
  const handle = await context.blobs.open(version);
  if (handle === null) throw missingBlobError();
  try {
    const { size } = await handle.stat();
    if (size > maxImageInputBytes)
      throw invalidStorageRequestError('The picture is damaged, or too large to be transformed');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
