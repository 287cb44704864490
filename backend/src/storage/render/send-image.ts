import { createHash } from 'node:crypto';
import { isFresh } from '../http/conditional-request.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import { cacheControl } from '../objects/send-object.ts';
import type { SendOptions } from '../objects/send-object.ts';
import { invalidRequest, missingBlob, storageNotImplemented } from '../errors.ts';
import type { StorageContext } from '../storage-context.ts';
import { maxInputBytes, renderImage, sniffFormat } from './render-image.ts';
import type { ImageFormat } from './render-image.ts';
import { describeTransform } from './transform.ts';
import type { Transform } from './transform.ts';

const inProgress = new WeakMap<StorageContext, Map<string, Promise<Uint8Array<ArrayBuffer>>>>();

/** `find` checks access to the original before the cache is read. */
export async function sendImage(
  context: StorageContext,
  request: Request,
  find: () => Promise<ObjectRow>,
  transform: Transform,
  options: SendOptions = {},
): Promise<Response> {
  if (!context.deps.config.image_transformation.enabled) throw storageNotImplemented('image transforms');
  const { version, metadata } = await find();
  if (version === null) throw missingBlob();
  const acceptsWebp =
    transform.format !== 'origin' && (request.headers.get('accept') ?? '').includes('image/webp');
  const description = describeTransform(transform);
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
  if (isFresh(request.headers, { etag, lastModified })) return new Response(null, { status: 304, headers });
  const image = await readOrRender(context, request, { key, version, transform, acceptsWebp });
  const type = `image/${sniffFormat(image) ?? 'png'}`;
  headers.set('content-type', type);
  headers.set('content-length', String(image.byteLength));
  const disposition = contentDisposition(type, new URL(request.url).searchParams.get('download'));
  if (disposition !== null) headers.set('content-disposition', disposition);
  return new Response(request.method === 'HEAD' ? null : image, { headers });
}

interface RenderJob {
  key: string;
  version: string;
  transform: Transform;
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
    const format: ImageFormat = acceptsWebp ? 'webp' : (sniffFormat(original) ?? 'png');
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
  if (handle === null) throw missingBlob();
  try {
    const { size } = await handle.stat();
    if (size > maxInputBytes) throw invalidRequest('The picture is damaged, or too large to be transformed');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
