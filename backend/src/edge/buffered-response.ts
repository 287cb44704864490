import type { ServerResponse } from 'node:http';
import { compressText, isCompressible } from './compress-text.ts';

/**
 * An answer whose body is a text that is there already. Who listens writes it at once; a stream of it, which costs more
 * than all the rest of an answer, is made only when somebody asks for one.
 */
class BufferedResponse extends Response {
  readonly whole: string;
  #streamed: Response | undefined;
  #isTaken = false;

  constructor(text: string, init: { status: number; headers: Headers }) {
    super(null, init);
    this.whole = text;
  }

  streamed(): Response {
    this.#streamed ??= new Response(this.whole, { status: this.status, headers: this.headers });
    if (this.#isTaken) {
      this.#isTaken = false;
      // From here on it is what it says: a body that was read.
      void this.#streamed.text();
    }
    return this.#streamed;
  }

  /** The text, once; undefined when somebody has read or streamed it. */
  take(): Promise<string> | undefined {
    if (this.#streamed || this.#isTaken) return undefined;
    this.#isTaken = true;
    return Promise.resolve(this.whole);
  }
}

for (const name of ['body', 'bodyUsed'] as const) {
  Object.defineProperty(BufferedResponse.prototype, name, {
    get(this: BufferedResponse) {
      return this.streamed()[name];
    },
  });
}

/** The one question that our own clients ask: it needs no stream, as long as nobody has asked another. */
Object.defineProperty(BufferedResponse.prototype, 'text', {
  value(this: BufferedResponse): Promise<string> {
    return this.take() ?? this.streamed().text();
  },
});

for (const name of ['json', 'bytes', 'arrayBuffer', 'blob', 'formData', 'clone'] as const) {
  Object.defineProperty(BufferedResponse.prototype, name, {
    value(this: BufferedResponse) {
      return this.streamed()[name]();
    },
  });
}

export function bufferedResponse(text: string, init: { status: number; headers: Headers }): Response {
  return new BufferedResponse(text, init);
}

/** Whether an answer is one of those; its headers can be changed. */
export function isBuffered(response: Response): boolean {
  return response instanceof BufferedResponse;
}

const alreadySent = new Response(null, { headers: { 'x-hono-already-sent': 'true' } });

/**
 * Writes a whole answer in one go, compressed for who takes that; any other is left to the listener. Answers what the
 * listener is to send.
 */
export function sendBuffered(response: Response, outgoing: ServerResponse): Response {
  if (!(response instanceof BufferedResponse)) return response;
  const { whole } = response;
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  function send(body: string | Buffer): void {
    headers['content-length'] = String(Buffer.byteLength(body));
    outgoing.writeHead(response.status, headers).end(body);
  }
  async function sendCompressed(): Promise<void> {
    const body = await compressText(whole).catch(() => null);
    if (body) headers['content-encoding'] = 'gzip';
    send(body ?? whole);
  }
  if (!isCompressible(whole, outgoing.req.headers, response.headers)) {
    send(whole);
    return alreadySent;
  }
  headers['vary'] = [response.headers.get('vary'), 'accept-encoding'].filter(Boolean).join(', ');
  void sendCompressed();
  return alreadySent;
}
