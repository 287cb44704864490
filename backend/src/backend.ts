// The public interface of the backend: its configuration, methods, listener types.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AuthOverrides } from './auth/config.ts';
import type { FailedSignIn } from './auth/deps.ts';
import type { ConnectionParameters } from './database/connection-parameters.ts';
import type { LogWriter } from './errors/log-entry.ts';
import type { FunctionLimits } from './functions/config.ts';
import type { RemoteClient } from './edge/client-address.ts';
import type { RowsReadListener } from './database/rows-read.ts';
import type { RateLimitOptions } from './limits/rate-limiter.ts';
import type { MailConfig } from './mail/create-account-mailer.ts';
import type { RealtimeLimits } from './realtime/config.ts';
import type { StorageDeps } from './storage/deps.ts';
import type { BackendStats } from './read-stats.ts';
import type { BackendKeys } from './tokens/keys.ts';

export interface BackendConfig {
  /** From startEmbeddedServer() or parseDatabaseUrl(). */
  connection: ConnectionParameters;
  workdir: string;
  /** The program's version, recorded with each migration, so that an older program can name the version it needs. */
  program?: string;
  /** Clients use it, e.g. http://localhost:3000; the issuer of tokens is `${publicUrl}/auth/v1`. */
  publicUrl: string;
  /**
   * URL at which functions of this process reach the backend, because the machine may not know the name that clients
   * use. Default: `publicUrl`.
   */
  internalUrl?: string;
  keys: BackendKeys;
  /** Reads the keys again after another process has rotated them; the new ones are put into the object `keys`. */
  readKeys?: () => Promise<BackendKeys>;
  /**
   * Where uploaded files are stored. `soleWriter`: no other process writes there; `quota` in bytes. Without it there is
   * no /storage/v1.
   */
  storage?: Pick<StorageDeps, 'folder' | 'soleWriter' | 'quota'>;
  functionLimits?: Partial<FunctionLimits>;
  log?: LogWriter;
  limits?: RateLimitOptions;
  /** Without it no mail is sent. */
  mail?: MailConfig;
  /** Overrides of the project's config.toml. */
  auth?: AuthOverrides;
  environment?: Record<string, string | undefined>;
  /** Overrides of the defaults in realtime/config.ts. */
  realtime?: Partial<RealtimeLimits>;
  /** Whether sign-up must not reveal that an address is taken; see auth/deps.ts. */
  hideExistingUsers?: () => Promise<boolean>;
}

export type TableWriteListener = (tables: readonly string[]) => void;
export type FailedSignInListener = (failed: FailedSignIn) => void;

export interface Backend {
  /** Never throws. A listening server passes the client's address and connection. */
  fetch(request: Request, from?: RemoteClient): Promise<Response>;
  /** Opens a socket of /realtime/v1, or rejects it in HTTP; never throws. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, from: RemoteClient): Promise<void>;
  /**
   * Applies our migrations, then the project's, and starts the services; returns the files it applied. Throws a
   * StartupError that names one. `isDatabaseUpToDate`: the caller knows that none is to be applied.
   */
  migrate(options?: { isDatabaseUpToDate?: boolean }): Promise<string[]>;
  /** Runs each SQL file once for this database. Returns the files run now. */
  seed(files: string[]): Promise<string[]>;
  /**
   * Notifies of written tables as "schema.table", before the response to a write of a table, or to the call of a function
   * whose triggers name them in the setting response.changed_tables, separated by commas. Writes of other processes and
   * psql arrive through NOTIFY table_changed. "*" means any table. Returns the unsubscribe function.
   */
  onCommit(listener: TableWriteListener): () => void;
  /** Notifies of wrong passwords and codes when they are refused. The response does not wait for the listener. */
  onFailedSignIn(listener: FailedSignInListener): void;
  /**
   * Notifies of rows of these tables ("schema.table") in responses of the REST API, also embedded and through views and
   * functions, and in messages of realtime. The response does not wait for the listener.
   */
  onRowsRead(tables: readonly string[], listener: RowsReadListener): void;
  /** For metrics. */
  readStats(): Promise<BackendStats>;
  /** Called after each rotation, once `keys` has the new ones. */
  onKeysChange(listener: () => Promise<void> | void): void;
  /** Never rejects. */
  reloadKeys(): Promise<void>;
  /** Resolves once notifications of other processes are received. */
  listening: Promise<unknown>;
  /** Accepts no more sockets and closes the open ones, so that they reconnect. Call it first when stopping. */
  drain(): Promise<void>;
  close(): Promise<void>;
}
