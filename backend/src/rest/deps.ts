import type { Pool } from 'pg';
import type { Caller } from '../database/as-caller.ts';
import type { Log } from '../errors/log-entry.ts';

/** What the REST service needs from the server that mounts it. */
export interface RestDeps {
  /** Runs callers' statements and reads the catalog; any role may do the latter. */
  pool: Pool;
  /** Decides who asks; throws a BackendError 401. */
  resolveCaller: (request: Request) => Caller | Promise<Caller>;
  /** Where a request came from, or undefined for one made inside this process. */
  remoteAddress: (request: Request) => string | undefined;
  /** Waits for a place at the database, and answers the function that gives it back. Without it nobody waits. */
  acquireSlot?: ((request: Request) => Promise<() => void>) | undefined;
  /** Hears which tables were written, as "schema.table", after the commit and before the answer. */
  notifyCommit: (tables: readonly string[]) => void | Promise<void>;
  /** Schemas that requests may name; the first is the default. */
  schemas: readonly string[];
  /** Schemas looked in after the request's own; default: public, extensions. */
  extraSearchPath?: readonly string[];
  /** Most rows of one read or call, at every level of embeds; null: no limit. */
  maxRows: number | null;
  /** Largest body of an answer; default 64 MiB. */
  maxBodyBytes?: number;
  /** Makes the answer of a body that is there as a whole; who listens may know a short way for it. */
  textResponse: (text: string, init: { status: number; headers: Headers }) => Response;
  log: Log;
}
