// The client class of every database session in the product.
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { callbackify } from 'node:util';
import {
  Client,
  escapeIdentifier,
  type ClientBase,
  type ClientConfig,
  type PoolClient,
  type QueryResult,
} from 'pg';
import { toClientConfig, type ConnectionParameters } from './connection-parameters.ts';

/** Above this size, a copy costs more than further buffers in the system call. */
const largestCopyBytes = 64 * 1024;

/** What Node passes for buffers. */
const noEncoding = 'buffer' as BufferEncoding;

/** Sends data written while corked as one buffer, because a system call with many buffers costs more. */
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

/** A pool, or the client of a transaction. */
export type Queryable = Pick<ClientBase, 'query'>;

const setupTimeoutMs = 10_000;
/** The message of pg for the same error. */
export const connectTimeoutMessage = 'timeout expired';

export interface DatabaseSessionOptions {
  /** The role that is set between transactions. */
  restingRole?: string;
}

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/** The client of every session: has our settings, and a socket that can be destroyed and can write queries at once. */
export class DatabaseClient extends Client {
  /** With this id another session can terminate this one. */
  sessionPid: number | undefined;
  /** The process id that the server sent at login. A pooler sends one of its own. */
  loginPid: number | undefined;
  private readonly socket: Socket;
  private readonly session: DatabaseSessionOptions;

  constructor(config: ClientConfig = {}, session: DatabaseSessionOptions = {}) {
    const socket = new CoalescingSocket();
    // A pool makes the password of its options non-enumerable, so that copies lose it.
    super({ ...config, password: config.password, stream: () => socket });
    this.socket = socket;
    this.session = session;
    // Without a listener, a connection that breaks between two statements would end the process.
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
    // A pooler accepts a login, but may delay its first query until a session is free.
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
    // Several statements return one result each, which the types do not describe.
    const results: unknown = await this.query(`${sessionSettings}; ${role} select pg_backend_pid() as pid`);
    this.sessionPid = (results as QueryResult<{ pid: number }>[]).at(-1)?.rows[0]?.pid;
  }

  /** Sends all queries of a callback in one write; over TLS each is written separately. */
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

/** For clients that come from createPool(). */
export function toDatabaseClient(client: PoolClient): DatabaseClient {
  if (client instanceof DatabaseClient) return client;
  throw new TypeError('The pool was not made by createPool()');
}

/** Opens one connection and closes it after the work. */
export async function withClient<Result>(
  connection: ConnectionParameters,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient(toClientConfig(connection));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const loginRetryMs = 250;
/** SQLSTATEs of a server that stops or starts, and errors of a socket on which none listens or which it has closed. */
const restarting = /^(57P0[1-3]|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT)$|^Connection terminated/;

/**
 * Waits until a database that is starting, or restarting after a crash, accepts logins. Rejects with its error after
 * `limitMs`, or once `isExpected` returns false.
 */
export async function waitForLogins(
  connection: ConnectionParameters,
  isExpected: () => boolean,
  limitMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    try {
      return await withClient(connection, async () => {});
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      if (!restarting.test(code ?? message) || !isExpected() || Date.now() > deadline) throw error;
    }
    await wait(loginRetryMs);
  }
}

/**
 * Settings that our statements and the parsing of their results rely on, independent of the defaults of a server,
 * database or role: sessions that LISTEN are idle on purpose, and quoting needs standard strings. Compiling a plan
 * (JIT) took ten times as long as running it. The time zone of the machine is not used for responses: it is UTC as on
 * hosted projects, unless the project gave the database or role another one. They are not sent as the startup parameter
 * `options`, which poolers reject.
 */
const sessionSettings = `set jit = off; set idle_session_timeout = 0; set datestyle = 'ISO';
  set standard_conforming_strings = on;
  select set_config(name, 'UTC', false) from pg_settings
  where name = 'TimeZone' and source not in ('database', 'user', 'database user')`;

/**
 * The settings for migrations and seeds. They reset what an earlier file changed, and the limits that are made for
 * requests. There is a lock timeout, because requests queue behind a migration that waits for a lock.
 * `transaction_timeout` exists from PostgreSQL 17 on.
 */
export const migrationSettingsSql = `reset all; ${sessionSettings}; set client_min_messages = warning; set lock_timeout = '60s';
  select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;
