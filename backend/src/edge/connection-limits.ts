import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, networkKey } from '../limits/address-key.ts';

/** What callers may take of a server that listens. */
export interface ConnectionLimits {
  /** For the address and headers of a request, and for the first of a new connection to begin at all. */
  headersMs: number;
  /** In each span of this length a body must bring `leastBytes`, however long it is in all. */
  bodySpanMs: number;
  leastBytes: number;
  /** Connections at once, the sockets of realtime included; of one address only where no proxy speaks for all. */
  connections: number;
  connectionsPerAddress: number;
}

const usual: ConnectionLimits = {
  headersMs: 30_000,
  bodySpanMs: 60_000,
  leastBytes: 16 * 1024,
  connections: 15_000,
  connectionsPerAddress: 1_000,
};

/** While there are more, none is kept for a next request: they would keep new callers out. */
export const mostKeptConnections = usual.connections * 0.8;

/** For `createServer`. */
export function timeouts({ headersMs } = usual): ServerOptions {
  return {
    headersTimeout: headersMs,
    // Longer than proxies keep a connection to us (75 s at most): only they may end one, or a request is lost now and then.
    keepAliveTimeout: 80_000,
    connectionsCheckingInterval: Math.min(5_000, headersMs),
    // A large file over a thin line takes longer than any time that is right for a form: what counts is whether it
    // moves. Sockets of realtime are no requests any more.
    requestTimeout: 0,
  };
}

/** Ends connections whose body hardly moves, and those past the most. `isBehindProxy`: all come from one address. */
export function limitConnections(server: Server, isBehindProxy: boolean, limits = usual): void {
  server.maxConnections = limits.connections;
  if (!isBehindProxy) countAddresses(server, limits.connectionsPerAddress);
  server.on('request', (request, response) => hurryBody(server, request, response, limits));
}

function countAddresses(server: Server, most: number): void {
  const counts = new Map<string, number>();
  const countOf = (key: string): number => counts.get(key) ?? 0;
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    const wider = networkKey(key);
    const isOver = countOf(key) >= most || (wider !== undefined && countOf(wider) >= most * 4);
    if (isOver) {
      socket.destroy();
      return;
    }
    const keys = wider === undefined ? [key] : [key, wider];
    for (const one of keys) counts.set(one, countOf(one) + 1);
    socket.once('close', () => {
      for (const one of keys) {
        if (countOf(one) > 1) counts.set(one, countOf(one) - 1);
        else counts.delete(one);
      }
    });
  });
}

function hurryBody(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  { bodySpanMs, leastBytes }: ConnectionLimits,
): void {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let bytes = socket.bytesRead;

  function look(): void {
    // What lies here unread keeps the rest from coming: then it is not the caller who is slow.
    const isSlow = request.readableLength === 0 && socket.bytesRead - bytes < leastBytes;
    bytes = socket.bytesRead;
    if (request.complete || socket.destroyed) stop();
    else if (isSlow) end();
  }

  function end(): void {
    stop();
    const tooSlow = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    // Where an answer has begun, a second one would be read as its rest.
    if (response.headersSent) socket.destroy();
    else server.emit('clientError', tooSlow, socket);
  }

  const timer = setInterval(look, bodySpanMs).unref();
  const stop = (): void => clearInterval(timer);
  // An answer may be out long before the body is in.
  request.once('close', () => {
    if (request.complete) stop();
  });
}
