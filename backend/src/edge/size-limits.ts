import { BackendError } from '../errors/backend-error.ts';
import { shareRequestId } from '../errors/request-id.ts';
import { setRemoteClient, remoteAddress } from './remote-client.ts';
import type { ServiceName } from './service.ts';

const longestUrl = 64 * 1024;
const mebibyte = 1024 * 1024;
/** Null: the service takes its bodies piece by piece and judges them itself. */
const largestBody: Record<ServiceName, number | null> = {
  rest: 20 * mebibyte,
  auth: mebibyte,
  storage: null,
  realtime: mebibyte,
  functions: 20 * mebibyte,
};

/** Whether a body may take so much memory that only a few of one caller should be under way at once. */
export function mayHaveLargeBody(service: ServiceName, request: Request): boolean {
  if (largestBody[service] === null) return false;
  if (hasNoBody(request)) return false;
  const announced = request.headers.get('content-length');
  // The body of a request that announces it is not touched before its length is judged.
  return announced === null ? request.body !== null : Number(announced) > mebibyte;
}

/**
 * Refuses a URL or a body that is too long (414, 413). A body whose length is not announced is read here, so the
 * answer is a request that carries what was read.
 */
export async function enforceSizeLimits(service: ServiceName, request: Request): Promise<Request> {
  if (request.url.length > longestUrl) {
    throw new BackendError({
      status: 414,
      code: 'uri_too_long',
      message: `The address is longer than ${longestUrl} characters: ask in parts, or send the values in a body`,
    });
  }
  if (hasNoBody(request)) return request;
  const limit = largestBody[service];
  if (limit === null) return request;
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > limit) throw tooLarge(limit);
    return request;
  }
  if (request.body === null) return request;
  const body = await readUpTo(request.body, limit);
  const { url, method, headers, signal } = request;
  const whole = new Request(url, { method, headers, signal, body });
  shareRequestId(request, whole);
  const address = remoteAddress(request);
  if (address !== undefined) setRemoteClient(whole, { address });
  return whole;
}

/** Without looking at the body, which would make a whole request of a listener's light one. */
function hasNoBody({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
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

function tooLarge(limit: number): BackendError {
  return new BackendError({
    status: 413,
    code: 'request_too_large',
    message: `The body is larger than ${limit / mebibyte} MiB: send it in parts`,
  });
}
