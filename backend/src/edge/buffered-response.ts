import type { ServerResponse, IncomingHttpHeaders } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

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
 * A response whose body is a text in memory, which the server writes directly. The stream, which costs more than all
 * the rest of a Response, is made only when it is read.
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

export function bufferedResponse(text: string, init: { status: number; headers: Headers }): Response {
  return new BufferedResponse(text, init);
}

/** If so, its headers are mutable. */
export function isBuffered(response: Response): boolean {
  return response instanceof BufferedResponse;
}

/** Returns the mark for "sent", or any other response unsent. */
export function sendBuffered(response: Response, outgoing: ServerResponse): Response | Promise<Response> {
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

/** Shorter texts fit into a packet or two; longer ones are streamed instead. */
const minLength = 1024;
const maxLength = 2 * 1024 * 1024;
/** Rows shrink to a sixth at the fastest levels; higher ones save little more. */
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

/** About a millisecond in place; in the thread pool it would wait behind password hashes and files. */
const shortLength = 32 * 1024;

function compressText(text: string): Promise<Buffer> {
  return text.length <= shortLength ? Promise.resolve(gzipSync(text, { level })) : gzipText(text, { level });
}
