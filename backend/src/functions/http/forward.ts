// Forwards a request to a function's process over its socket; filters headers, sanitizes content.
import { once } from 'node:events';
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FunctionLimits } from '../config.ts';
import { mayHaveBody } from '../../errors/json-response.ts';
import { functionTimeoutError } from '../errors.ts';

/**
 * One connection per call, closed by this side. A function that responds before it has read everything would close the
 * connection while the body is being written, and its response would be lost; and a connection kept for the next call
 * may be closed by the function at the moment it is used again.
 */
const agent = new Agent({ keepAlive: true });
agent.keepSocketAlive = () => false;

export interface ForwardToFunctionOptions {
  socketPath: string;
  /** The function's URL: "/name/sub/path?query" on this host. */
  path: string;
  host: string;
  forwardedFor: string | undefined;
  limits: FunctionLimits;
  /** Called once, when the response is complete or abandoned. */
  onDone: () => void;
}

/**
 * Rejects with the error of the connection if the caller has disconnected, or with IDLE_TIMEOUT (504) if the response
 * does not begin in time.
 */
export async function forwardToFunction(
  request: Request,
  options: ForwardToFunctionOptions,
): Promise<Response> {
  const { socketPath, path, limits, onDone } = options;
  if (request.signal.aborted) onDone();
  request.signal.throwIfAborted();
  const headers = headersFor(request, options);
  const outgoing = httpRequest({ socketPath, path, method: request.method, headers, agent });
  // once() below reports the error; after the response has begun it can no longer be reported.
  outgoing.on('error', () => {});
  const abandon = (): void => void outgoing.destroy(new Error('abandoned'));
  request.signal.addEventListener('abort', abandon, { once: true });
  const responseTimer = setTimeout(() => outgoing.destroy(functionTimeoutError()), limits.responseTimeoutMs);
  const totalTimer = setTimeout(abandon, limits.totalTimeoutMs);
  function end(): void {
    clearTimeout(responseTimer);
    clearTimeout(totalTimer);
    request.signal.removeEventListener('abort', abandon);
    onDone();
  }
  outgoing.once('close', end);
  try {
    const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    // A function may respond before it has read everything; the rest is discarded.
    sendBody(request, outgoing).catch(() => {});
    const [incoming] = await responded;
    clearTimeout(responseTimer);
    return toResponse(request, incoming);
  } catch (error) {
    outgoing.destroy();
    request.signal.throwIfAborted();
    throw error;
  }
}

function headersFor(
  request: Request,
  { host, forwardedFor }: ForwardToFunctionOptions,
): Record<string, string> {
  const forwarded = [...request.headers].filter(
    ([name]) => !hopByHop.has(name) && !name.startsWith('x-forwarded-'),
  );
  return {
    ...Object.fromEntries(forwarded),
    host,
    ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
  };
}

async function sendBody({ body }: Request, outgoing: ClientRequest): Promise<void> {
  // Canceling would close the client's connection, which must carry the response.
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    if (outgoing.destroyed) return;
    await new Promise((resolve) => outgoing.write(chunk, resolve));
  }
  outgoing.end();
}

function toResponse(request: Request, incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (!hopByHop.has(name) && !originWide.has(name))
      for (const value of values ?? []) headers.append(name, value);
  }
  sanitizeContent(headers);
  const status = incoming.statusCode ?? 500;
  if (request.method === 'HEAD' || !mayHaveBody(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>, { status, headers });
}

/** Images that cannot contain scripts, and plain text. */
const displayable = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'text/plain',
]);
/** Content types that a browser could execute or show as a page. Clients read these as text either way. */
const active = /html|xml|svg|javascript|ecmascript|css|xsl|mhtml|rfc822/;

/** Turns active content into plain text, other files into attachments. */
function sanitizeContent(headers: Headers): void {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (active.test(type)) headers.set('content-type', 'text/plain; charset=utf-8');
  else if (!displayable.has(type) && type !== '') {
    const disposition = headers.get('content-disposition') ?? '';
    if (!/^attachment\b/i.test(disposition)) headers.set('content-disposition', 'attachment');
  }
}

/** These headers belong to one connection, not to the message: never forwarded. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
]);

/**
 * Headers that affect the whole origin, which functions share with the site; cookies would also disable its page cache.
 */
const originWide = new Set([
  'set-cookie',
  'clear-site-data',
  'service-worker-allowed',
  'strict-transport-security',
  'sourcemap',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
  'x-relay-error',
]);
