import type { FileHandle } from 'node:fs/promises';
import { streamBlob } from '../blobs/stream-blob.ts';
import { parseByteRange } from '../http/byte-range.ts';
import { isFresh, ifRangeMatches } from '../http/conditional-request.ts';
import { safeContentType, contentDisposition } from '../http/content-disposition.ts';
import { missingBlob } from '../errors.ts';
import type { StorageContext } from '../storage-context.ts';
import type { ObjectRow } from './object-row.ts';

export interface SendOptions {
  /** Of a signed URL: caches keep no copy longer. */
  lifeSeconds?: number;
  variesByCaller?: boolean;
}

/** `find` is called again when its version was replaced before the file could be opened. */
export async function sendObject(
  context: StorageContext,
  request: Request,
  find: () => Promise<ObjectRow>,
  options: SendOptions = {},
): Promise<Response> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const row = await find();
    const handle = await context.blobs.open(row.version ?? '');
    if (handle === null) continue;
    try {
      const { size, mtime } = await handle.stat();
      const response = objectResponse(request, row, { handle, size, mtime }, options);
      if (response.body === null) await handle.close();
      return response;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }
  throw missingBlob();
}

interface OpenBlob {
  handle: FileHandle;
  size: number;
  mtime: Date;
}

function objectResponse(
  request: Request,
  { metadata, version }: ObjectRow,
  { handle, size, mtime }: OpenBlob,
  options: SendOptions,
): Response {
  const etag = headerOr(metadata?.eTag, `"${version}"`);
  const lastModified = new Date(metadata?.lastModified ?? mtime);
  const headers = new Headers({
    etag,
    'last-modified': lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': cacheControl(metadata, options),
    ...(options.variesByCaller ? { vary: 'authorization, apikey' } : {}),
    ...(options.lifeSeconds === undefined ? {} : { expires: inSeconds(options.lifeSeconds) }),
  });
  if (isFresh(request.headers, { etag, lastModified })) return new Response(null, { status: 304, headers });
  const type = headerOr(metadata?.mimetype, 'application/octet-stream');
  headers.set('content-type', safeContentType(type));
  const encoding = headerOr(metadata?.contentEncoding, '');
  if (encoding !== '') headers.set('content-encoding', encoding);
  const disposition = contentDisposition(type, new URL(request.url).searchParams.get('download'));
  if (disposition !== null) headers.set('content-disposition', disposition);
  const rangeHeader = ifRangeMatches(request.headers, { etag, lastModified })
    ? request.headers.get('range')
    : null;
  const range = parseByteRange(rangeHeader, size);
  if (range) headers.set('content-range', `bytes ${range.from}-${range.to}/${size}`);
  const { from, to } = range ?? { from: 0, to: size - 1 };
  headers.set('content-length', String(to - from + 1));
  const empty = request.method === 'HEAD' || size === 0;
  return new Response(empty ? null : streamBlob(handle, { from, to }), {
    status: range ? 206 : 200,
    headers,
  });
}

/** A row written by SQL may hold what no header may. */
function headerOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,300}$/.test(value) ? value : otherwise;
}

/** What one caller may read is cached by that caller's browser alone; a signed URL no longer than it is valid. */
export function cacheControl(
  metadata: ObjectRow['metadata'],
  { lifeSeconds, variesByCaller }: SendOptions,
): string {
  const value = headerOr(metadata?.cacheControl, 'no-cache');
  if (variesByCaller)
    return [
      'private',
      ...value
        .split(',')
        .map((part) => part.trim())
        .filter(isForBrowsers),
    ].join(', ');
  if (lifeSeconds === undefined) return value;
  const age = Number(/max-age=(\d+)/.exec(value)?.[1] ?? lifeSeconds);
  return /max-age=/.test(value) ? `max-age=${Math.min(age, lifeSeconds)}` : value;
}

function isForBrowsers(directive: string): boolean {
  return directive !== '' && !/^(?:public|private|s-maxage\b|proxy-revalidate)/i.test(directive);
}

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toUTCString();
}
