// Writes a response to its socket: buffered, paced when it is large, or plain for a request that failed early.
import type { ServerResponse, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Duplex } from 'node:stream';
import { BackendError } from '../errors/backend-error.ts';
import { endSocketWithResponse } from '../errors/json-response.ts';
import { type LogWriter, firstStackFrame } from '../errors/log-entry.ts';
import { requestIdOf } from '../errors/request-id.ts';
import { randomUUID } from 'node:crypto';
import type { UnsentBytes } from './unsent-bytes.ts';

/** An interface, because TypeScript lets accessors override only an interface's members. */
interface Overridable extends Pick<
  Response,
  'headers' | 'ok' | 'redirected' | 'status' | 'statusText' | 'type' | 'url'
> {
  get body(): Response['body'];
  get bodyUsed(): boolean;
  text(): Promise<string>;
  json(): Promise<unknown>;
  bytes(): ReturnType<Response['bytes']>;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): ReturnType<Response['blob']>;
  formData(): ReturnType<Response['formData']>;
  clone(): Response;
}
const Base = Response as unknown as new (body: null, init: ResponseInit) => Overridable;

/**
 * A response whose body is a text in memory, which the server writes directly. The stream costs more than all the rest
 * of a Response, so it is created only when it is read.
 */
class BufferedResponse extends Base {
  readonly buffered: string;
  #streamed: Response | undefined;
  #isTaken = false;

  constructor(text: string, init: { status: number; headers: Headers }) {
    super(null, init);
    this.buffered = text;
  }

  override get body(): Response['body'] {
    return this.#stream().body;
  }

  override get bodyUsed(): boolean {
    return this.#stream().bodyUsed;
  }

  /** Without a stream: supabase-js in the same process reads with text(). */
  override text(): Promise<string> {
    if (this.#streamed || this.#isTaken) return this.#stream().text();
    this.#isTaken = true;
    return Promise.resolve(this.buffered);
  }

  override json(): Promise<unknown> {
    return this.#stream().json();
  }

  override bytes(): ReturnType<Response['bytes']> {
    return this.#stream().bytes();
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#stream().arrayBuffer();
  }

  override blob(): ReturnType<Response['blob']> {
    return this.#stream().blob();
  }

  override formData(): ReturnType<Response['formData']> {
    return this.#stream().formData();
  }

  override clone(): Response {
    return this.#stream().clone();
  }

  #stream(): Response {
    this.#streamed ??= new Response(this.buffered, { status: this.status, headers: this.headers });
    if (this.#isTaken) {
      this.#isTaken = false;
      // Marks the body as used.
      void this.#streamed.text();
    }
    return this.#streamed;
  }
}

export function createBufferedResponse(text: string, init: { status: number; headers: Headers }): Response {
  return new BufferedResponse(text, init);
}

/** Whether the response is a BufferedResponse, whose headers are mutable. */
export function isBufferedResponse(response: Response): boolean {
  return response instanceof BufferedResponse;
}

/** Returns the marker for "sent"; any other response is returned unsent. */
export function sendIfBuffered(response: Response, outgoing: ServerResponse): Response | Promise<Response> {
  if (!(response instanceof BufferedResponse)) return response;
  const { buffered } = response;
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  function send(body: string | Buffer): void {
    headers['content-length'] = String(Buffer.byteLength(body));
    outgoing.writeHead(response.status, headers).end(body);
  }
  async function sendCompressed(): Promise<Response> {
    const body = await compressText(buffered).catch(() => null);
    if (body) headers['content-encoding'] = 'gzip';
    send(body ?? buffered);
    return RESPONSE_ALREADY_SENT;
  }
  if (!isCompressibleText(buffered, outgoing.req.headers, response.headers)) {
    send(buffered);
    return RESPONSE_ALREADY_SENT;
  }
  headers['vary'] = [response.headers.get('vary'), 'accept-encoding'].filter(Boolean).join(', ');
  return sendCompressed();
}

/** Shorter texts fit into one or two packets; longer ones are streamed instead. */
const minLength = 1024;
const maxLength = 2 * 1024 * 1024;
/** Rows shrink to a sixth even at the fastest levels; higher ones save little more. */
const level = 3;

const gzipText = promisify<string, { level: number }, Buffer>(gzip);

function isCompressibleText(
  text: string,
  requestHeaders: IncomingHttpHeaders,
  responseHeaders: Headers,
): boolean {
  return (
    text.length >= minLength &&
    text.length <= maxLength &&
    !responseHeaders.has('content-encoding') &&
    /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(requestHeaders['accept-encoding'] ?? ''))
  );
}

/** Takes about a millisecond on this thread; in the thread pool it would wait behind password hashes and files. */
const shortLength = 32 * 1024;

function compressText(text: string): Promise<Buffer> {
  return text.length <= shortLength ? Promise.resolve(gzipSync(text, { level })) : gzipText(text, { level });
}

/** Responses above this size state their length. */
const largeBytes = 1024 * 1024;
const chunkLength = 64 * 1024;

export function isLargeResponse(response: Response): boolean {
  return Number(response.headers.get('content-length') ?? 0) >= largeBytes && response.body !== null;
}

/**
 * Streams a response as fast as its reader takes it. `hold` counts its bytes until then: a client that requests much and
 * reads nothing must not fill the memory. Throws if there is no room.
 */
export async function streamLargeResponse(
  response: Response,
  hold: (cut: () => void) => UnsentBytes,
): Promise<Response> {
  const text = await response.text();
  const bytes = Number(response.headers.get('content-length'));
  return new Response(chunks(text, bytes, hold), response);
}

/** Encoded in parts: encoding tens of megabytes at once would block all other requests. */
function chunks(text: string, bytes: number, hold: (cut: () => void) => UnsentBytes): ReadableStream {
  let rest: string | undefined = text;
  let at = 0;
  let bytesLeft = bytes;
  let stream: ReadableStreamDefaultController | undefined;
  const held = hold(() => {
    end();
    stream?.error(new PrematureClose());
  });
  function end(): void {
    rest = undefined;
    held.release();
  }
  if (!held.set(bytes)) throw new BackendError(tooManyUnread);
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = controller;
      },
      pull(controller) {
        if (rest === undefined) return;
        const next = endOfPart(rest, at);
        const part = Buffer.from(rest.slice(at, next));
        controller.enqueue(part);
        at = next;
        bytesLeft -= part.length;
        if (at < rest.length) {
          held.set(bytesLeft);
          return;
        }
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

const tooManyUnread = {
  status: 503,
  code: 'too_many_downloads',
  message: 'Too many large responses to this address are in progress. Try again when one of them has arrived',
  headers: { 'retry-after': '5' },
};

/** Characters outside the basic plane are two UTF-16 units, which must not be separated. */
function endOfPart(text: string, start: number): number {
  const end = start + chunkLength;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

/** With this code, @hono/node-server closes the connection without an error message. */
class PrematureClose extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Sends plain text, as the last response of its connection. */
export function sendPlainTextAndClose(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(text);
}

/** Sends plain text to a refused upgrade or CONNECT, whose socket is detached from Node's server. */
export function rejectSocket(socket: Duplex, status: number, text: string): void {
  socket.on('error', () => socket.destroy());
  endSocketWithResponse(socket, status, { 'content-type': 'text/plain; charset=utf-8' }, text);
}

/** Responds to an error that a handler threw, which must affect only its own request. */
export function sendErrorResponse(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  log: LogWriter | undefined,
  redactPathForLog: (path: string) => string,
): void {
  const { code, name } = error as NodeJS.ErrnoException;
  log?.({
    level: 'error',
    event: 'request.failed',
    requestId: requestIdOf(request),
    path: redactPathForLog((request.url ?? '').split('?', 1)[0] ?? ''),
    code: code ?? name,
    message: firstStackFrame(error as Error),
  });
  if (response.headersSent) response.destroy();
  else
    sendPlainTextAndClose(
      response,
      500,
      `The server failed to respond. Its log names the cause under ${requestIdOf(request)}.\n`,
    );
}

/** The code of an error that ends a request. */
export const tooManyBodiesCode = 'ERR_TOO_MANY_BODIES';

const errors: Record<string, { status: number; code: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers_too_large',
    message:
      'Address and headers together are longer than 80 KiB: ask in parts, or send the values in a body',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request_timeout',
    message: 'The request did not arrive in time',
  },
  [tooManyBodiesCode]: {
    status: 429,
    code: 'too_many_bodies',
    message: 'Too much is being sent at once. Send it again in a moment.',
  },
};
const malformed = { status: 400, code: 'bad_request', message: 'This is not a request of HTTP/1.1' };

/** Maximum size of a request before its body. A filter such as in.(…) is part of the URL. */
export const maxHeaderSize = 80 * 1024;

/** For `server.on('clientError')`: input that could not be parsed as a request. */
export function respondToClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, ...body } = errors[error.code ?? ''] ?? malformed;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'x-request-id': randomUUID(),
  };
  endSocketWithResponse(socket, status, headers, JSON.stringify({ ...body, details: null, hint: null }));
}
