import type { MiddlewareHandler } from 'hono';
import { BackendError } from '../errors/backend-error.ts';
import { shareRequestId } from '../errors/request-id.ts';
import { remoteAddress, setRemoteClient } from './remote-client.ts';
import type { ServiceName } from './service.ts';

const longestUrl = 64 * 1024;
const mebibyte = 1024 * 1024;
/** Null: the service streams its bodies and limits them itself. */
const largestBody: Record<ServiceName, number | null> = {
  rest: 20 * mebibyte,
  auth: mebibyte,
  storage: null,
  realtime: mebibyte,
  functions: 20 * mebibyte,
};

/**
 * 414 or 413. A body of unknown length is read here, up to the limit. Where reading a body costs this thread seconds,
 * more than a mebibyte is for those who signed in, and for the secret key.
 */
export function limitSizes(
  service: ServiceName,
  isAnonymous: (request: Request) => boolean,
): MiddlewareHandler {
  return async (c, next) => {
    const request = c.req.raw;
    if (request.url.length > longestUrl) throw uriTooLong();
    if (largestBody[service] !== null && !hasNoBody(request)) {
      const limit = limitOf(service, request, isAnonymous) ?? Infinity;
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
  isAnonymous: (request: Request) => boolean,
): number | null {
  if (service !== 'rest') return largestBody[service];
  const length = request.headers.get('content-length');
  // A declared length is checked before the body is touched.
  const mayBeLarge = length === null ? request.body !== null : Number(length) > mebibyte;
  return mayBeLarge && isAnonymous(request) ? mebibyte : largestBody[service];
}

/** Does not touch the body, which would make the listener's lightweight request a full one. */
function hasNoBody({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function readBody(
  request: Request,
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Request> {
  const body = await readUpTo(stream, limit);
  const { url, method, headers, signal } = request;
  const buffered = new Request(url, { method, headers, signal, body });
  shareRequestId(request, buffered);
  const address = remoteAddress(request);
  if (address !== undefined) setRemoteClient(buffered, { address });
  return buffered;
}

async function readUpTo(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function uriTooLong(): BackendError {
  return new BackendError({
    status: 414,
    code: 'uri_too_long',
    message: `The address is longer than ${longestUrl} characters: ask in parts, or send the values in a body`,
  });
}

function tooLarge(limit: number): BackendError {
  return new BackendError({
    status: 413,
    code: 'request_too_large',
    message: `The body is larger than ${limit / mebibyte} MiB: send it in parts`,
  });
}
