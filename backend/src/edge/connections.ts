// Limits, keeps or ends the connections of the server.
import type { IncomingMessage, Server, ServerResponse, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { clientIpKey, widerIpv6Key } from '../limits/client-ip-key.ts';
import type { BodyMemoryLimits } from './body-limits.ts';
import { type UnsentByteLimits, WritingResponse } from './unsent-bytes.ts';

const checkEveryMs = 50;
/** A connection without a request may be about to send its first one. */
const firstRequestMs = 500;

export function createServerConnectionManager({ maxKept = Infinity }: { maxKept?: number } = {}) {
  /** Open connections with the time at which they were opened. */
  const sockets = new Map<Socket, number>();
  /** The latest response that has begun on each connection. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  let server: Server;
  let ending = false;

  class ClosingResponse<Request extends IncomingMessage = IncomingMessage> extends WritingResponse<Request> {
    override writeHead(...args: [status: number, ...rest: unknown[]]): this {
      const isUnread = isBodyUnread(this.req);
      if (ending || isUnread || sockets.size > maxKept) this.shouldKeepAlive = false;
      if (this.socket) responses.set(this.socket, this);
      if (isUnread && this.socket) closeLingering(this.req, this.socket);
      return super.writeHead(...(args as [number]));
    }
  }

  /** Also closes connections that have not sent a request yet: Node does not count them as idle. */
  function closeIdle(): void {
    server.closeIdleConnections();
    const before = performance.now() - firstRequestMs;
    for (const [socket, since] of sockets) if (socket.bytesRead === 0 && since < before) socket.destroy();
  }

  return {
    /** For `createServer`. */
    ServerResponse: ClosingResponse as typeof WritingResponse,
    follow(followed: Server) {
      server = followed;
      server.on('connection', (socket: Socket) => {
        sockets.set(socket, performance.now());
        // No limit, because each pipelined request adds a listener for the end of the connection.
        socket.setMaxListeners(0);
        socket.once('close', () => sockets.delete(socket));
      });
    },
    /** From now on every response closes its connection. */
    announceEnd() {
      ending = true;
    },
    /** Accepts no more connections and closes the idle ones; the others end after their responses or after the limit. */
    async end(limitMs: number) {
      ending = true;
      const limit = setTimeout(() => server.closeAllConnections(), limitMs);
      const closed = new Promise((resolve) => server.close(resolve));
      closeIdle();
      // Responses that had begun before may leave their connection open.
      const timer = setInterval(closeIdle, checkEveryMs);
      await closed;
      clearTimeout(limit);
      clearInterval(timer);
    },
    cut: () => server.closeAllConnections(),
    /** Closes the connection once its current response has ended; false if there is none. */
    endAfterResponse(socket: Duplex) {
      const response = responses.get(socket);
      if (response === undefined || response.writableFinished || socket.destroyed) return false;
      response.once('close', () => (socket as Socket).destroySoon());
      return true;
    },
  };
}

/** Decides which connections are kept after a response, and ends connections. */
export type ServerConnectionManager = ReturnType<typeof createServerConnectionManager>;

function isBodyUnread({ headers, complete }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0);
  return !complete && (headers['transfer-encoding'] !== undefined || length > 0);
}

export interface ConnectionLimits {
  /** Also the limit for the first byte of a new connection. */
  headersMs: number;
  /** In each span of this length, at least `minBytes` of a body must arrive. */
  bodySpanMs: number;
  minBytes: number;
  /**
   * Includes realtime sockets. The limit per address applies only without a proxy: behind one, all connections have
   * the address of the proxy.
   */
  connections: number;
  connectionsPerAddress: number;
  bodies?: BodyMemoryLimits;
  /** A client that takes no byte of its response for this long is disconnected. */
  unreadMs?: number;
  /** A connection that sent no valid request is disconnected after this time at the latest. */
  discardMs?: number;
  unsent?: UnsentByteLimits;
}

const defaults: ConnectionLimits = {
  headersMs: 30_000,
  bodySpanMs: 60_000,
  minBytes: 16 * 1024,
  connections: 15_000,
  connectionsPerAddress: 1_000,
};

/** Above this number no connection is kept alive, because idle ones would keep new clients out. */
export const maxKeepAliveConnections = defaults.connections * 0.8;

export function serverTimeoutOptions({ headersMs } = defaults): ServerOptions {
  return {
    headersTimeout: headersMs,
    // Longer than proxies keep idle connections (75 s at most): if we closed first, requests would be lost.
    keepAliveTimeout: 80_000,
    connectionsCheckingInterval: Math.min(5_000, headersMs),
    // A large file on a slow line takes longer than any limit that fits a form, so only progress counts.
    requestTimeout: 0,
  };
}

/** Ends connections above the limits. `isBehindProxy`: all connections come from one address. */
export function limitConnections(server: Server, isBehindProxy: boolean, limits = defaults): void {
  server.maxConnections = limits.connections;
  if (!isBehindProxy) countAddresses(server, limits.connectionsPerAddress);
}

/** On a slow line the kernel takes some hundred kilobytes at once, then nothing for a minute. */
const defaultUnreadMs = 120_000;

/** Node's timeout of a socket looks at the progress of what is being sent. */
export function endUnreadConnections(
  server: Server,
  isResponding: (socket: Socket) => boolean,
  { unreadMs = defaultUnreadMs } = defaults,
): void {
  server.timeout = unreadMs;
  server.on('timeout', (socket: Socket) => {
    // A response that is being prepared has nothing to send yet.
    if (socket.writableLength > 0 || !isResponding(socket)) socket.destroy();
  });
}

function countAddresses(server: Server, max: number): void {
  const counts = new Map<string, number>();
  const countOf = (key: string): number => counts.get(key) ?? 0;
  server.on('connection', (socket: Socket) => {
    const key = clientIpKey(socket.remoteAddress ?? '');
    const wider = widerIpv6Key(key);
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

/** Checks the progress of the body until it is complete. */
export function endConnectionIfBodyStalls(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  { bodySpanMs, minBytes } = defaults,
): void {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let bytes = socket.bytesRead;

  function check(): void {
    // Unread bytes mean that this process is slow, not the client.
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

// Limits for reading the rest of a body. This replaces `socket.destroySoon`, a public method that node:http calls after
// a connection's last response: Node has no other hook at that moment.
const lingerMs = 10_000;
const lingerBytes = 64 * 1024 * 1024;
const lingerCheckMs = 10;
/** Bytes read at each check; otherwise a client on the same machine could send gigabytes a second. */
const stepBytes = 128 * 1024;

/**
 * Closing a socket with unread bytes sends a reset, which discards the response for a client that is still sending. So
 * the rest of the body is read first, slowly and up to a limit.
 */
function closeLingering(request: IncomingMessage, socket: Socket): void {
  let isLingering = false;
  socket.destroySoon = () => {
    if (isLingering) return;
    isLingering = true;
    socket.end();
    let allowedBytes = stepBytes;
    request.on('data', (chunk: Buffer) => {
      allowedBytes -= chunk.length;
      if (allowedBytes <= 0) request.pause();
    });
    request.resume();
    const start = socket.bytesRead;
    const until = Date.now() + lingerMs;
    const timer = setInterval(() => {
      if (request.complete || Date.now() > until || socket.bytesRead - start > lingerBytes) socket.destroy();
      allowedBytes = stepBytes;
      request.resume();
    }, lingerCheckMs);
    socket.once('close', () => clearInterval(timer));
  };
}
