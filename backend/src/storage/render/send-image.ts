import { createHash } from 'node:crypto';
import { isFresh } from '../http/conditional-request.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import { invalidRequest, missingBlob, notImplemented } from '../errors.ts';
import type { StorageContext } from '../storage-context.ts';
import { mostInputBytes, renderImage, sniffFormat } from './render-image.ts';
import type { ImageFormat } from './render-image.ts';
import { describeTransform } from './transform.ts';
import type { Transform } from './transform.ts';

/** Pictures being made: whoever asks for the same one waits for it. */
const underWay = new WeakMap<StorageContext, Map<string, Promise<Uint8Array<ArrayBuffer>>>>();

/** Sends an object as another picture. Who may see the original was decided by `find`, before any cache is asked. */
export async function sendImage(
  context: StorageContext,
  request: Request,
  find: () => Promise<ObjectRow>,
  transform: Transform,
): Promise<Response> {
  if (!context.deps.config.image_transformation.enabled) throw notImplemented('image transforms');
  const { version, metadata } = await find();
  if (version === null) throw missingBlob();
  const wantsWebp =
    transform.format !== 'origin' && (request.headers.get('accept') ?? '').includes('image/webp');
  const description = describeTransform(transform);
  const key = createHash('sha256').update(`${version} ${description} ${wantsWebp}`).digest('hex');
  const etag = `"${key.slice(0, 32)}"`;
  const lastModified = new Date(metadata?.lastModified ?? Date.now());
  const headers = new Headers({
    etag,
    'last-modified': lastModified.toUTCString(),
    'cache-control': metadata?.cacheControl ?? 'no-cache',
    vary: 'accept, authorization, apikey',
    'x-transformations': description,
  });
  if (isFresh(request.headers, { etag, lastModified })) return new Response(null, { status: 304, headers });
  const picture = await make(context, request, { key, version, transform, wantsWebp });
  const type = `image/${sniffFormat(picture) ?? 'png'}`;
  headers.set('content-type', type);
  headers.set('content-length', String(picture.byteLength));
  const disposition = contentDisposition(type, new URL(request.url).searchParams.get('download'));
  if (disposition !== null) headers.set('content-disposition', disposition);
  return new Response(request.method === 'HEAD' ? null : picture, { headers });
}

interface Order {
  key: string;
  version: string;
  transform: Transform;
  wantsWebp: boolean;
}

async function make(
  context: StorageContext,
  request: Request,
  order: Order,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await context.images.read(order.key);
  if (kept !== null) return kept;
  const makings = underWay.get(context) ?? new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  underWay.set(context, makings);
  let making = makings.get(order.key);
  if (!making) {
    making = makeOnce(context, request, order).finally(() => makings.delete(order.key));
    makings.set(order.key, making);
  }
  return making;
}

async function makeOnce(
  context: StorageContext,
  request: Request,
  { key, version, transform, wantsWebp }: Order,
): Promise<Uint8Array<ArrayBuffer>> {
  const leave = await context.acquireRenderSlot(request);
  try {
    const original = await readOriginal(context, version);
    const own = sniffFormat(original);
    const format: ImageFormat = wantsWebp ? 'webp' : (own ?? 'png');
    const picture = new Uint8Array(await renderImage(original, transform, format));
    // Keeping it is a favour to the next reader; this one gets it either way.
    await context.images.write(key, picture).catch(() => {});
    return picture;
  } finally {
    leave();
  }
}

async function readOriginal(context: StorageContext, version: string): Promise<Buffer> {
  const handle = await context.blobs.open(version);
  if (handle === null) throw missingBlob();
  try {
    const { size } = await handle.stat();
    if (size > mostInputBytes) throw invalidRequest('The picture is damaged, or too large to be transformed');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
