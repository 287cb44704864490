import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { closeLingering } from './close-lingering.ts';

/** Decides which connections are kept after a response, and ends them. */
export interface ServerConnections {
  /** For `createServer`. */
  ServerResponse: typeof ServerResponse;
  follow(server: Server): void;
  /** From now on every response closes its connection. */
  announceEnd(): void;
  /** Accepts no more connections and closes the idle ones; the others after their responses or the limit. */
  end(limitMs: number): Promise<void>;
  cut(): void;
  /** Closes the connection once the response that has begun on it has ended; false where none has. */
  endAfterResponse(socket: Duplex): boolean;
}

const checkEveryMs = 50;
/** A connection without a request may be about to send its first. */
const firstRequestMs = 500;

export function createServerConnections({
  maxKept = Infinity,
}: { maxKept?: number } = {}): ServerConnections {
  /** With the time of their beginning. */
  const sockets = new Map<Socket, number>();
  /** The latest that has begun on each. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  let server: Server;
  let ending = false;

  class ClosingResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(...args: [status: number, ...rest: unknown[]]): this {
      const isUnread = isBodyUnread(this.req);
      if (ending || isUnread || sockets.size > maxKept) this.shouldKeepAlive = false;
      if (this.socket) responses.set(this.socket, this);
      if (isUnread && this.socket) closeLingering(this.req, this.socket);
      return super.writeHead(...(args as [number]));
    }
  }

  /** Node counts connections without any request as busy. */
  function closeIdle(): void {
    server.closeIdleConnections();
    const before = performance.now() - firstRequestMs;
    for (const [socket, since] of sockets) if (socket.bytesRead === 0 && since < before) socket.destroy();
  }

  return {
    ServerResponse: ClosingResponse as typeof ServerResponse,
    follow(followed) {
      server = followed;
      server.on('connection', (socket: Socket) => {
        sockets.set(socket, performance.now());
        // Pipelined requests wait for its end, any number of them.
        socket.setMaxListeners(0);
        socket.once('close', () => sockets.delete(socket));
      });
    },
    announceEnd() {
      ending = true;
    },
    async end(limitMs) {
      ending = true;
      const limit = setTimeout(() => server.closeAllConnections(), limitMs);
      const closed = new Promise((resolve) => server.close(resolve));
      closeIdle();
      // A response that had begun before may leave its connection open.
      const timer = setInterval(closeIdle, checkEveryMs);
      await closed;
      clearTimeout(limit);
      clearInterval(timer);
    },
    cut: () => server.closeAllConnections(),
    endAfterResponse(socket) {
      const response = responses.get(socket);
      if (response === undefined || response.writableFinished || socket.destroyed) return false;
      response.once('close', () => (socket as Socket).destroySoon());
      return true;
    },
  };
}

function isBodyUnread({ headers, complete }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0);
  return !complete && (headers['transfer-encoding'] !== undefined || length > 0);
}
