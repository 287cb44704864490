import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FunctionLimits } from '../limits.ts';
import { timedOut } from '../errors.ts';
import { isForwardedRequestHeader, isForwardedResponseHeader } from './forwarded-headers.ts';
import { sanitizeContent } from './sanitize-content.ts';

/**
 * One connection a call, closed by us: a function that has answered must not close it under the last of our writing,
 * or its answer would be lost with it.
 */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 0 });

export interface ForwardOptions {
  /** Where the function listens. */
  socketPath: string;
  /** What it sees as the address: "/name/sub/path?query" on this host. */
  path: string;
  host: string;
  /** Added for it: whence the request came. */
  forwardedFor: string | undefined;
  limits: FunctionLimits;
  /** Called once, when the answer is through or given up. */
  done: () => void;
}

/**
 * Passes a request on to a function and its answer back, both as they flow. Rejects with what broke the connection,
 * or a 504 when nothing came in time.
 */
export async function forward(request: Request, passage: ForwardOptions): Promise<Response> {
  const { socketPath, path, limits, done } = passage;
  const headers = headersFor(request, passage);
  const outgoing = httpRequest({ socketPath, path, method: request.method, headers, agent });
  // Said to whoever waits; later, when the answer is on its way, to nobody.
  outgoing.on('error', () => {});
  const abandon = (): void => void outgoing.destroy(new Error('abandoned'));
  request.signal.addEventListener('abort', abandon, { once: true });
  const patience = setTimeout(() => outgoing.destroy(timedOut()), limits.responseTimeoutMs);
  const whole = setTimeout(abandon, limits.totalTimeoutMs);
  function end(): void {
    clearTimeout(patience);
    clearTimeout(whole);
    request.signal.removeEventListener('abort', abandon);
    done();
  }
  outgoing.once('close', end);
  try {
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    // A function may answer before it has read everything; what is left is nobody's.
    sendBody(request, outgoing).catch(() => {});
    const [incoming] = await answered;
    clearTimeout(patience);
    return responseOf(request, incoming);
  } catch (error) {
    outgoing.destroy();
    request.signal.throwIfAborted();
    throw error;
  }
}

function headersFor(request: Request, { host, forwardedFor }: ForwardOptions): Record<string, string> {
  const passed = [...request.headers].filter(
    ([name]) => isForwardedRequestHeader(name) && !name.startsWith('x-forwarded-'),
  );
  return {
    ...Object.fromEntries(passed),
    host,
    ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
  };
}

async function sendBody({ body }: Request, outgoing: ClientRequest): Promise<void> {
  // The sender's connection must live on: the answer travels on it.
  for await (const piece of body?.values({ preventCancel: true }) ?? []) {
    if (outgoing.destroyed) return;
    await new Promise((resolve) => outgoing.write(piece, resolve));
  }
  outgoing.end();
}

const withoutBody = new Set([204, 205, 304]);

function responseOf(request: Request, incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (isForwardedResponseHeader(name)) for (const value of values ?? []) headers.append(name, value);
  }
  sanitizeContent(headers);
  const status = incoming.statusCode ?? 500;
  if (request.method === 'HEAD' || withoutBody.has(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>, { status, headers });
}
