import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server: which of them are kept after an answer, and how they end. */
export interface ServerConnections {
  /** For `createServer`: decides with the head of each answer whether its connection lives on. */
  ServerResponse: typeof ServerResponse;
  follow(server: Server): void;
  /** From now on every answer says that its connection ends with it. */
  announceEnd(): void;
  /** Takes no more connections, ends the idle ones, and the others with their answers, or when the time is over. */
  end(limitMs: number): Promise<void>;
  /** Cuts off what is still under way. */
  cut(): void;
}

const lingerMs = 5_000;
const lingerBytes = 64 * 1024 * 1024;
const lookMs = 50;

export function createServerConnections({
  mostKept = Infinity,
}: { mostKept?: number } = {}): ServerConnections {
  const sockets = new Set<Socket>();
  let server: Server;
  let ending = false;

  class ClosingResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(...args: [status: number, ...rest: unknown[]]): this {
      const isUnread = isBodyUnderWay(this.req);
      // Past the most, a connection that waits for a next request would keep others out.
      if (ending || isUnread || sockets.size > mostKept) this.shouldKeepAlive = false;
      if (isUnread && this.socket) linger(this.req, this.socket);
      return super.writeHead(...(args as [number]));
    }
  }

  /** Those that never asked anything count as busy for Node. */
  function endIdle(): void {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  return {
    ServerResponse: ClosingResponse as typeof ServerResponse,
    follow(followed) {
      server = followed;
      server.on('connection', (socket: Socket) => {
        sockets.add(socket);
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
      endIdle();
      // An answer that had begun before may leave its connection open.
      const looking = setInterval(endIdle, lookMs);
      await closed;
      clearTimeout(limit);
      clearInterval(looking);
    },
    cut: () => server.closeAllConnections(),
  };
}

function isBodyUnderWay(request: IncomingMessage): boolean {
  const { headers, complete } = request;
  return (
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
  );
}

/**
 * Ends a connection whose request was answered before its body was there. A connection closed with bytes unread is
 * reset, and the reset takes the answer away from a caller who is still sending: what comes is read and thrown away,
 * for a while.
 */
function linger(request: IncomingMessage, socket: Socket): void {
  let isLingering = false;
  // What Node calls once the answer is written.
  socket.destroySoon = () => {
    if (isLingering) return;
    isLingering = true;
    socket.end();
    request.resume();
    const start = socket.bytesRead;
    const until = Date.now() + lingerMs;
    const look = setInterval(() => {
      if (request.complete || Date.now() > until || socket.bytesRead - start > lingerBytes) socket.destroy();
    }, lookMs);
    socket.once('close', () => clearInterval(look));
  };
}
