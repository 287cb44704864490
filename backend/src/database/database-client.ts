// A session of the database, as every part of the product opens it.
import { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { Client, escapeIdentifier, type ClientConfig, type PoolClient, type QueryResult } from 'pg';
import { clientConfig, type DatabaseConnection } from './connection.ts';

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

const setupTimeoutMs = 10_000;
/** As pg words it. */
export const connectTimeoutMessage = 'timeout expired';

export interface SessionOptions {
  /** Assumed between transactions. */
  restingRole?: string;
}

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/** Every session of the product: with its settings, and a socket that can be destroyed and written to in one piece. */
export class DatabaseClient extends Client {
  /** Another session can terminate this one by it. */
  sessionPid: number | undefined;
  /** The process that the server named at login. A pooler names one of its own. */
  loginPid: number | undefined;
  private readonly socket: Socket;
  private readonly session: SessionOptions;

  constructor(config: ClientConfig = {}, session: SessionOptions = {}) {
    const socket = new CoalescingSocket();
    // A pool hides the password of its options from copies.
    super({ ...config, password: config.password, stream: () => socket });
    this.socket = socket;
    this.session = session;
    // One that breaks between two statements would end the process.
    this.on('error', () => {});
    this.connection.once('backendKeyData', ({ processID }: { processID: number }) => {
      this.loginPid = processID;
    });
  }

  override connect(): Promise<Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<Client> | void {
    if (callback === undefined) return this.open();
    callbackify(() => this.open())(callback as (error: Error | null, client: Client) => void);
  }

  private async open(): Promise<Client> {
    await super.connect();
    let isLate = false;
    // A pooler accepts a login and lets its first query wait for a session.
    const timer = setTimeout(() => {
      isLate = true;
      this.destroy();
    }, setupTimeoutMs);
    try {
      await this.setUp();
      return this;
    } catch (error) {
      void this.close();
      throw isLate ? new Error(connectTimeoutMessage, { cause: error }) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  private async setUp(): Promise<void> {
    const { restingRole } = this.session;
    const role = restingRole === undefined ? '' : `set role ${escapeIdentifier(restingRole)};`;
    // Several statements have a result each, which the types do not know.
    const results: unknown = await this.query(`${sessionSettings}; ${role} select pg_backend_pid() as pid`);
    this.sessionPid = (results as QueryResult<{ pid: number }>[]).at(-1)?.rows[0]?.pid;
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
export function toDatabaseClient(client: PoolClient): DatabaseClient {
  if (client instanceof DatabaseClient) return client;
  throw new TypeError('The pool was not made by createPool()');
}

/** One connection, for work that ends with it. */
export async function withClient<Result>(
  connection: DatabaseConnection,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient(clientConfig(connection));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * What our statements and the reading of their results rely on, whatever the defaults of a server, database or role
 * are: sessions that LISTEN are idle on purpose, and quoting relies on standard strings. Compiling a plan (JIT) took
 * ten times as long as running it. The time zone of the machine is not that of responses: it is UTC as hosted, unless
 * the project gave the database or role another one. Not as the startup parameter `options`, which poolers reject.
 */
const sessionSettings = `set jit = off; set idle_session_timeout = 0; set datestyle = 'ISO';
  set standard_conforming_strings = on;
  select set_config(name, 'UTC', false) from pg_settings
  where name = 'TimeZone' and source not in ('database', 'user', 'database user')`;

/**
 * For migrations and seeds: without what an earlier file changed, and without limits, which are made for requests; but
 * requests queue behind a migration that waits for a lock. `transaction_timeout` exists from PostgreSQL 17 on.
 */
export const migrationSettings = `reset all; ${sessionSettings}; set client_min_messages = warning; set lock_timeout = '60s';
  select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;
