// What a server is made of and what it offers; index.ts puts it together.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AuthOverrides } from './auth/config.ts';
import type { DatabaseConnection } from './database/connection.ts';
import type { Log } from './errors/log-entry.ts';
import type { FunctionLimits } from './functions/limits.ts';
import type { RemoteClient } from './edge/remote-client.ts';
import type { RateLimitOptions } from './limits/rate-limiter.ts';
import type { MailConfig } from './mail/create-mailer.ts';
import type { RealtimeLimits } from './realtime/config.ts';
import type { Keys } from './tokens/keys.ts';

export interface BackendConfig {
  /** From startEmbeddedServer() or readDatabaseUrl(). */
  connection: DatabaseConnection;
  /** A project root that holds supabase/. */
  workdir: string;
  /** Where callers reach this server, e.g. http://localhost:3000; tokens name `${publicUrl}/auth/v1` as issuer. */
  publicUrl: string;
  keys: Keys;
  /** Reads the signing keys again once another process has rotated them. */
  readKeys?: () => Promise<Keys>;
  /** Where uploaded files lie, and whether no other process writes there. Without it there is no /storage/v1. */
  storage?: { folder: string; soleWriter: boolean };
  /** What functions of the project may take, where that differs from the defaults. */
  functionLimits?: Partial<FunctionLimits>;
  log?: Log;
  limits?: RateLimitOptions;
  /** Where messages go; without it nowhere. */
  mail?: MailConfig;
  /** What stands above the project's config.toml, for a site that is told its address and its ways at the start. */
  auth?: AuthOverrides;
  /** For `env(NAME)` in config.toml. */
  environment?: Record<string, string | undefined>;
  /** Over the bounds that realtime keeps by itself; see realtime/config.ts. */
  realtime?: Partial<RealtimeLimits>;
  /** Whether sign-up must not tell that an address is taken; see auth/deps.ts. */
  hideExistingUsers?: () => Promise<boolean>;
}

export type CommitListener = (tables: readonly string[]) => void;

/** A running protocol server. */
export interface Backend {
  /** Answers any request of the protocol; never throws. Who listens may say where the request came from. */
  fetch(request: Request, from?: RemoteClient): Promise<Response>;
  /** Opens a socket of /realtime/v1, or refuses it in HTTP; never throws. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, from: RemoteClient): Promise<void>;
  /** Applies our migrations, then those of the project. Answers the files applied now; throws a StartupError that names one. */
  migrate(): Promise<string[]>;
  /** Runs SQL files, each once for this database. Answers the files run now. */
  seed(files: string[]): Promise<string[]>;
  /**
   * Hears which tables were written, as "schema.table", before the write is answered; writes of other processes
   * and of psql arrive through NOTIFY table_changed. "*" means: any. Answers the function that stops it.
   */
  onCommit(listener: CommitListener): () => void;
  /** Resolves when writes of others are heard as well. */
  listening: Promise<void>;
  /** Asks everyone who holds a socket to come again, and lets nobody in. Call it when the server begins to stop. */
  drain(): Promise<void>;
  close(): Promise<void>;
}
