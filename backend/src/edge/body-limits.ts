// Limits the size of request bodies by service, and the memory of all bodies by client address and in total.
import { clientIpKey } from '../limits/client-ip-key.ts';
import { readChunksWithLimit } from '../limits/read-bytes-with-limit.ts';
import { ReadableStream as ChunkStream } from 'node:stream/web';
import { IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tooManyBodiesCode } from './responses.ts';
import type { MiddlewareHandler } from 'hono';
import { type BackendError, httpError } from '../errors/backend-error.ts';
import { copyRequestId } from '../errors/request-id.ts';
import { remoteAddress, setRemoteAddress } from './client-address.ts';
import type { ServiceName } from './middleware.ts';

const mebibyte = 1024 * 1024;
const longestUrl = 64 * 1024;
/** Null: the service streams its bodies and limits them itself. */
const largestBody: Record<ServiceName, number | null> = {
  rest: 20 * mebibyte,
  auth: mebibyte,
  storage: null,
  realtime: mebibyte,
  functions: 20 * mebibyte,
};

/**
 * Responds with 414 or 413. A body of unknown length is read here, up to the limit. For services where a body costs
 * this thread seconds, only signed-in users and the secret key may send more than a mebibyte.
 */
export function limitUrlAndBodySize(
  service: ServiceName,
  isUnauthenticated: (request: Request) => boolean,
): MiddlewareHandler {
  return async (c, next) => {
    const request = c.req.raw;
    if (request.url.length > longestUrl) throw uriTooLong();
    if (largestBody[service] !== null && !hasNoBody(request)) {
      const limit = limitOf(service, request, isUnauthenticated) ?? Infinity;
      const length = request.headers.get('content-length');
      if (length !== null && Number(length) > limit) throw tooLarge(limit);
      if (length === null && request.body !== null) c.req.raw = await readBody(request, request.body, limit);
    }
    await next();
  };
}

function limitOf(
  service: ServiceName,
  request: Request,
  isUnauthenticated: (request: Request) => boolean,
): number | null {
  if (service !== 'rest') return largestBody[service];
  const length = request.headers.get('content-length');
  // A declared length is checked before the body is touched.
  const mayBeLarge = length === null ? request.body !== null : Number(length) > mebibyte;
  return mayBeLarge && isUnauthenticated(request) ? mebibyte : largestBody[service];
}

/** Decided without reading the body, which would turn the listener's lightweight request into a full one. */
function hasNoBody({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function readBody(
  request: Request,
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Request> {
  // In chunks, because putting 20 MB together blocks this thread for 100 ms.
  const chunks = await readChunksWithLimit(stream, limit, () => tooLarge(limit));
  const { url, method, headers, signal } = request;
  const body = ChunkStream.from(chunks);
  const buffered = new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit);
  copyRequestId(request, buffered);
  const address = remoteAddress(request);
  if (address !== undefined) setRemoteAddress(buffered, address);
  return buffered;
}

function uriTooLong(): BackendError {
  const message = `The address is longer than ${longestUrl} characters: ask in parts, or send the values in a body`;
  return httpError(414, 'uri_too_long', message);
}

function tooLarge(limit: number): BackendError {
  const message = `The body is larger than ${limit / mebibyte} MiB: send it in parts`;
  return httpError(413, 'request_too_large', message);
}

export interface BodyMemoryLimits {
  addressBytes: number;
  totalBytes: number;
}

export interface BodyReservation {
  /** False if bodies of its address take too much memory; bodies of other addresses may be cut to make room. */
  add(bytes: number): boolean;
  /** The sender is known, so the body is not cut any more. */
  keep(): void;
  release(): void;
}

/**
 * Counts the bytes of bodies in memory: anyone may send them, and the sender is known only once a body is complete. If
 * there are too many, the one that has been incomplete for longest is cut.
 */
export function createBodyMemoryBudget({ addressBytes, totalBytes }: BodyMemoryLimits) {
  const ofAddress = new Map<string, number>();
  /** Incomplete bodies, oldest first. */
  const unfinished = new Map<BodyReservation, () => void>();
  let total = 0;

  function count(key: string, bytes: number): void {
    total += bytes;
    const sum = (ofAddress.get(key) ?? 0) + bytes;
    if (sum > 0) ofAddress.set(key, sum);
    else ofAddress.delete(key);
  }

  return {
    /** Whether a body of this length may come from this address now. */
    hasRoom: (address: string, bytes: number): boolean =>
      (ofAddress.get(clientIpKey(address)) ?? 0) + bytes <= addressBytes,
    /** `cut` ends the request, so that its body is released. */
    hold(address: string, cut: () => void): BodyReservation {
      const key = clientIpKey(address);
      let size = 0;
      let isReleased = false;
      const body: BodyReservation = {
        add(bytes) {
          if (isReleased || (ofAddress.get(key) ?? 0) + bytes > addressBytes) return false;
          count(key, bytes);
          size += bytes;
          for (const [oldest, cutOldest] of unfinished) {
            if (total <= totalBytes) break;
            if (oldest === body) continue;
            oldest.release();
            cutOldest();
          }
          return total <= totalBytes;
        },
        keep: () => void unfinished.delete(body),
        release() {
          unfinished.delete(body);
          count(key, -size);
          size = 0;
          isReleased = true;
        },
      };
      unfinished.set(body, cut);
      return body;
    },
  };
}

/** One address may hold four of the largest bodies. */
const bodyLimits: BodyMemoryLimits = { addressBytes: 80 * mebibyte, totalBytes: 256 * mebibyte };

/** Files are written to the disk as they arrive, so they take no memory. */
const streamed = /^\/storage\/v1\//;

/** Counts the received bytes. For `createServer`. */
export class ByteCountingRequest extends IncomingMessage {
  onBytes: ((bytes: number) => void) | undefined;

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (chunk !== null) this.onBytes?.(chunk.length);
    return super.push(chunk, encoding);
  }
}

type LimitHeldBodies = (request: ByteCountingRequest, response: ServerResponse, address: string) => void;

/** A body is in memory from its first byte to the end of its response, and may be from an unknown sender until then. */
export function createBodyMemoryLimiter(server: Server, limits = bodyLimits): LimitHeldBodies {
  const bodies = createBodyMemoryBudget(limits);
  return (request, response, address) => {
    const { headers, socket } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const most = streamed.test(request.url ?? '') ? mebibyte : Infinity;
    let counted = 0;

    function cut(): void {
      request.onBytes = undefined;
      const error = Object.assign(new Error('too many bodies'), { code: tooManyBodiesCode });
      // A second response would be read as part of the first.
      if (response.headersSent) socket.destroy();
      else server.emit('clientError', error, socket);
    }

    const held = bodies.hold(address, cut);
    request.onBytes = (bytes) => {
      const more = Math.min(bytes, most - counted);
      counted += more;
      if (more > 0 && !held.add(more)) cut();
    };
    request.once('end', held.keep);
    response.once('close', held.release);
  };
}
