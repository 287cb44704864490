// The dependencies of the REST service: pool, caller resolution, exposed schemas, commit notification.
import type { Pool } from 'pg';
import type { Caller } from '../database/run-sql-as-caller.ts';
import type { ReadCounter } from '../database/rows-read.ts';
import type { LogWriter } from '../errors/log-entry.ts';

export interface RestDeps {
  pool: Pool;
  /** Throws a BackendError 401. */
  resolveCaller: (request: Request) => Caller | Promise<Caller>;
  /** Undefined for a request made inside this process. */
  remoteAddress: (request: Request) => string | undefined;
  /** Without it, concurrency is not limited. */
  acquireSlot?: ((request: Request) => Promise<() => void>) | undefined;
  /** Without it, large bodies do not wait for each other. */
  takeLargeBodyTurn?: ((request: Request) => Promise<() => void>) | undefined;
  /** Called with "schema.table", after the commit and before the response. */
  notifyCommit: (tables: readonly string[]) => void | Promise<void>;
  /** The first is the default. */
  schemas: readonly string[];
  /** Schemas that are searched after the request's own; default: public, extensions. */
  extraSearchPath?: readonly string[];
  /** The limit at every level of embeds; null: no limit. */
  maxRows: number | null;
  /** The maximum size of a response; default 64 MiB. */
  maxBodyBytes?: number;
  /** The listener may have a fast path for a complete body. */
  textResponse: (text: string, init: { status: number; headers: Headers }) => Response;
  reads: ReadCounter;
  log: LogWriter;
}
