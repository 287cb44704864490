// Sends a stored file as a response: byte ranges, conditional requests, cache headers.
import type { FileHandle } from 'node:fs/promises';
import {
  isNotModified,
  doesIfRangeMatch,
  safeContentType,
  contentDispositionOf,
} from '../http/object-headers.ts';
import { missingBlobError, StorageError } from '../errors.ts';
import type { StorageRequest } from '../storage-context.ts';
import type { ObjectRow } from './object-row.ts';

export interface SendObjectOptions {
  /** The remaining lifetime of a signed URL: caches keep no copy longer. */
  lifeSeconds?: number;
  variesByCaller?: boolean;
}

/** `find` is called again if the version that it found was replaced before the file could be opened. */
export async function sendObject(
  { context, request }: StorageRequest,
  find: () => Promise<ObjectRow>,
  options: SendObjectOptions = {},
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
  throw missingBlobError();
}

function objectResponse(
  request: Request,
  { metadata, version }: ObjectRow,
  { handle, size, mtime }: { handle: FileHandle; size: number; mtime: Date },
  options: SendObjectOptions,
): Response {
  const etag = headerOr(metadata?.eTag, `"${version}"`);
  const lastModified = new Date(metadata?.lastModified ?? mtime);
  const headers = new Headers({
    etag,
    'last-modified': lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': cacheControlOf(metadata, options),
    ...(options.variesByCaller ? { vary: 'authorization, apikey' } : {}),
    ...(options.lifeSeconds === undefined ? {} : { expires: inSeconds(options.lifeSeconds) }),
  });
  if (isNotModified(request.headers, { etag, lastModified }))
    return new Response(null, { status: 304, headers });
  const type = headerOr(metadata?.mimetype, 'application/octet-stream');
  headers.set('content-type', safeContentType(type));
  const encoding = headerOr(metadata?.contentEncoding, '');
  if (encoding !== '') headers.set('content-encoding', encoding);
  const disposition = contentDispositionOf(type, new URL(request.url).searchParams.get('download'));
  if (disposition !== null) headers.set('content-disposition', disposition);
  const rangeHeader = doesIfRangeMatch(request.headers, { etag, lastModified })
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

/** The value, unless it is not allowed in a header: a row written with SQL may contain anything. */
function headerOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,300}$/.test(value) ? value : otherwise;
}

/** What only some callers may read is cached only by the caller's browser; a signed URL no longer than it is valid. */
export function cacheControlOf(
  metadata: ObjectRow['metadata'],
  { lifeSeconds, variesByCaller }: SendObjectOptions,
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

/** Both ends included. */
interface ByteRange {
  from: number;
  to: number;
}

/**
 * null (send everything) without a header and for another unit, several ranges, or a malformed one. Throws InvalidRange
 * (416) if no byte of the range exists.
 */
function parseByteRange(header: string | null, size: number): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    if (Number(last) === 0) throw unsatisfiable(size);
    return checkRange(Math.max(0, size - Number(last)), size - 1, size);
  }
  if (last !== '' && Number(last) < Number(first)) return null;
  return checkRange(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1), size);
}

function checkRange(from: number, to: number, size: number): ByteRange {
  if (from >= size) throw unsatisfiable(size);
  return { from, to };
}

function unsatisfiable(size: number): StorageError {
  return new StorageError(416, 'InvalidRange', 'The requested range is not satisfiable', undefined, {
    'content-range': `bytes */${size}`,
  });
}

const chunkBytes = 64 * 1024;
const readerTimeoutMs = 60_000;

/** Streams as fast as its reader pulls; closes the file at the end or after a minute without a pull. */
function streamBlob(
  handle: FileHandle,
  { from, to }: { from: number; to: number },
): ReadableStream<Uint8Array> {
  let position = from;
  let timer: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(timer);
    await handle.close();
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          controller.error(new ReaderTimeout());
          void end();
        }, readerTimeoutMs);
        timer.unref();
      },
      async pull(controller) {
        timer?.refresh();
        const chunk = new Uint8Array(Math.min(chunkBytes, to - position + 1));
        const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, position);
        position += bytesRead;
        if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
        if (position <= to && bytesRead > 0) return;
        await end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** Makes the listener treat the connection as ended before the response. */
class ReaderTimeout extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}
