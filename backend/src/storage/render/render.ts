// Endpoints that send an image in another size.
import { checkBucketAndObjectKey } from '../names.ts';
import { requireVisibleObject, requirePublicObject, type ObjectRow } from '../objects/object-row.ts';
import {
  createServiceRoleOperation,
  authenticateOperation,
  type ObjectRequest,
  type StorageContext,
  type StorageRequest,
} from '../storage-context.ts';
import { verifyUrlToken } from '../url-token.ts';
import {
  parseImageTransform,
  parseImageTransformDescription,
  type ImageTransform,
  describeImageTransform,
} from './transform.ts';
import { createHash } from 'node:crypto';
import { isNotModified, contentDispositionOf } from '../http/object-headers.ts';
import { cacheControlOf, type SendObjectOptions } from '../objects/send-object.ts';
import { invalidStorageRequestError, missingBlobError, storageNotImplementedError } from '../errors.ts';
import { maxImageInputBytes, renderImage, detectImageFormat, type ImageFormat } from './render-image.ts';

export async function renderImageAsCaller(object: ObjectRequest): Promise<Response> {
  const operation = await authenticateOperation(object, 'storage.render.image_authenticated');
  checkBucketAndObjectKey(object);
  const find = () => requireVisibleObject(operation, object);
  return sendImage(object, find, transformOf(object), { variesByCaller: true });
}

export async function renderPublicImage(object: ObjectRequest): Promise<Response> {
  checkBucketAndObjectKey(object);
  const find = () => requirePublicObject(object, 'storage.render.image_public');
  return sendImage(object, find, transformOf(object));
}

/** Renders only the signed transform, so that the URL of a thumbnail does not give access to the original. */
export async function renderSignedImage(object: ObjectRequest): Promise<Response> {
  checkBucketAndObjectKey(object);
  const { claims, lifeSeconds } = verifyUrlToken(object, 'render');
  const operation = createServiceRoleOperation(object, 'storage.render.image_sign');
  const transform = parseImageTransformDescription(claims.transformations ?? '');
  return sendImage(object, () => requireVisibleObject(operation, object), transform, { lifeSeconds });
}

function transformOf({ request }: StorageRequest): ImageTransform {
  return parseImageTransform(Object.fromEntries(new URL(request.url).searchParams));
}

const inProgress = new WeakMap<StorageContext, Map<string, Promise<Uint8Array<ArrayBuffer>>>>();

/** `find` checks access to the original before the cache is read. */
async function sendImage(
  { context, request }: StorageRequest,
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
    'cache-control': cacheControlOf(metadata, options),
    vary: 'accept, authorization, apikey',
    'x-transformations': description,
  });
  if (isNotModified(request.headers, { etag, lastModified }))
    return new Response(null, { status: 304, headers });
  const image = await readOrRender({ context, request, key, version, transform, acceptsWebp });
  const type = `image/${detectImageFormat(image) ?? 'png'}`;
  headers.set('content-type', type);
  headers.set('content-length', String(image.byteLength));
  const disposition = contentDispositionOf(type, new URL(request.url).searchParams.get('download'));
  if (disposition !== null) headers.set('content-disposition', disposition);
  return new Response(request.method === 'HEAD' ? null : image, { headers });
}

interface RenderJob extends StorageRequest {
  key: string;
  version: string;
  transform: ImageTransform;
  acceptsWebp: boolean;
}

async function readOrRender(job: RenderJob): Promise<Uint8Array<ArrayBuffer>> {
  const { context } = job;
  const cached = await context.images.read(job.key);
  if (cached !== null) return cached;
  const jobs = inProgress.get(context) ?? new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  inProgress.set(context, jobs);
  let rendering = jobs.get(job.key);
  if (!rendering) {
    rendering = renderAndCache(job).finally(() => jobs.delete(job.key));
    jobs.set(job.key, rendering);
  }
  return rendering;
}

async function renderAndCache(job: RenderJob): Promise<Uint8Array<ArrayBuffer>> {
  const { context, request, key, version, transform, acceptsWebp } = job;
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
