import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientIpKey, networkKey } from '../limits/client-ip-key.ts';
import type { BodyLimits } from './limit-bodies.ts';

export interface ConnectionLimits {
  /** Also for the first byte of a new connection. */
  headersMs: number;
  /** A body must bring `minBytes` in each span of this length. */
  bodySpanMs: number;
  minBytes: number;
  /** Realtime sockets included; by address only where no proxy connects for all. */
  connections: number;
  connectionsPerAddress: number;
  bodies?: BodyLimits;
}

const defaults: ConnectionLimits = {
  headersMs: 30_000,
  bodySpanMs: 60_000,
  minBytes: 16 * 1024,
  connections: 15_000,
  connectionsPerAddress: 1_000,
};

/** Above it no connection is kept alive: idle ones would keep new clients out. */
export const maxKeptConnections = defaults.connections * 0.8;

export function timeouts({ headersMs } = defaults): ServerOptions {
  return {
    headersTimeout: headersMs,
    // Longer than proxies keep idle connections (75 s at most): if we closed first, requests would be lost.
    keepAliveTimeout: 80_000,
    connectionsCheckingInterval: Math.min(5_000, headersMs),
    // A large file on a slow line takes longer than any limit that fits a form, so only progress counts.
    requestTimeout: 0,
  };
}

/** Ends connections above the limits. `isBehindProxy`: all come from one address. */
export function limitConnections(server: Server, isBehindProxy: boolean, limits = defaults): void {
  server.maxConnections = limits.connections;
  if (!isBehindProxy) countAddresses(server, limits.connectionsPerAddress);
}

function countAddresses(server: Server, max: number): void {
  const counts = new Map<string, number>();
  const countOf = (key: string): number => counts.get(key) ?? 0;
  server.on('connection', (socket: Socket) => {
    const key = clientIpKey(socket.remoteAddress ?? '');
    const wider = networkKey(key);
    const isOver = countOf(key) >= max || (wider !== undefined && countOf(wider) >= max * 4);
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

/** Ends a connection whose body stalls. */
export function limitSlowBody(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  { bodySpanMs, minBytes } = defaults,
): void {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let bytes = socket.bytesRead;

  function check(): void {
    // Unread bytes here mean that we are slow, not the client.
    const isSlow = request.readableLength === 0 && socket.bytesRead - bytes < minBytes;
    bytes = socket.bytesRead;
    if (request.complete || socket.destroyed) stop();
    else if (isSlow) end();
  }

  function end(): void {
    stop();
    const tooSlow = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    // A second response would be read as part of the first.
    if (response.headersSent) socket.destroy();
    else server.emit('clientError', tooSlow, socket);
  }

  const timer = setInterval(check, bodySpanMs).unref();
  const stop = (): void => clearInterval(timer);
  // A response may be sent long before the body has arrived.
  request.once('close', () => {
    if (request.complete) stop();
  });
}
