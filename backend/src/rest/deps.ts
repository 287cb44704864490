import type { Pool } from 'pg';
import type { Caller } from '../database/run-as-caller.ts';
import type { Log } from '../errors/log-entry.ts';

export interface RestDeps {
  /** Runs callers' statements and reads the catalog, which any role may. */
  pool: Pool;
  /** Authenticates the request. Throws a BackendError 401. */
  resolveCaller: (request: Request) => Caller | Promise<Caller>;
  /** The client's IP address; undefined for a request made inside this process. */
  remoteAddress: (request: Request) => string | undefined;
  /** Waits for a slot at the database; returns its release. Without it, concurrency is not limited. */
  acquireSlot?: ((request: Request) => Promise<() => void>) | undefined;
  /** Called with the written tables as "schema.table", after the commit and before the response. */
  notifyCommit: (tables: readonly string[]) => void | Promise<void>;
  /** Schemas that requests may name; the first is the default. */
  schemas: readonly string[];
  /** Schemas searched after the request's own; default: public, extensions. */
  extraSearchPath?: readonly string[];
  /** Rows of one read or call, at every level of embeds; null: no limit. */
  maxRows: number | null;
  /** Of a response; default 64 MiB. */
  maxBodyBytes?: number;
  /** Makes the response of a complete body; the listener may have a fast path for it. */
  textResponse: (text: string, init: { status: number; headers: Headers }) => Response;
  log: Log;
}
