import { Socket } from 'node:net';
import { Client } from 'pg';
import type { ClientConfig, PoolClient } from 'pg';

/** Above this, a copy costs more than further buffers for the system call. */
const largestCopyBytes = 64 * 1024;

/** What Node passes for buffers. */
const noEncoding = 'buffer' as BufferEncoding;

/** Sends what was written while corked as one buffer: the system call costs more for many. */
class CoalescingSocket extends Socket {
  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    callback: (error?: Error | null) => void,
  ): void {
    const bytes = chunks.reduce((sum, { chunk }) => sum + chunk.length, 0);
    if (bytes > largestCopyBytes) super._writev?.(chunks, callback);
    else super._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), noEncoding, callback);
  }
}

/** Knows its socket, so that it can be destroyed and written to in one piece. */
export class DatabaseClient extends Client {
  /** Another session can terminate this one by it; known after identifySession(). */
  sessionPid: number | undefined;
  private readonly socket: Socket;

  constructor(config: ClientConfig = {}) {
    const socket = new CoalescingSocket();
    // A pool hides the password of its options from copies.
    super({ ...config, password: config.password, stream: () => socket });
    this.socket = socket;
  }

  /** Sends the queries of a callback at once; over TLS each by itself. */
  batch<T>(queries: () => T): T {
    this.socket.cork();
    try {
      return queries();
    } finally {
      this.socket.uncork();
    }
  }

  async identifySession(): Promise<void> {
    const { rows } = await this.query<{ pid: number }>('select pg_backend_pid() as pid');
    this.sessionPid = rows[0]?.pid;
  }

  /** Closes the socket without PostgreSQL's Terminate message; queries in progress fail. */
  destroy(): void {
    this.socket.destroy();
  }

  /** Ends the session, or destroys the socket after two seconds. Never throws. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.destroy(), closeTimeoutMs);
    await this.end().catch(() => {});
    clearTimeout(timer);
  }
}

const closeTimeoutMs = 2_000;

/** Only for clients of createPool(). */
export function asDatabaseClient(client: PoolClient): DatabaseClient {
  if (client instanceof DatabaseClient) return client;
  throw new TypeError('The pool was not made by createPool()');
}
