import type { Pool } from 'pg';
import type { Caller } from '../database/as-caller.ts';
import type { Log } from '../errors/log-entry.ts';
import type { StorageConfig } from './config.ts';

/** What the storage service needs from the server that mounts it. */
export interface StorageDeps {
  /** Where the bytes lie; made when missing, private to this user. Servers of one database share it. */
  folder: string;
  /** Whether this process alone writes to the folder: then whatever was on its way in at the start is dead. */
  soleWriter: boolean;
  /** Runs statements as the caller. */
  pool: Pool;
  /** Logs in as the owner: keeps account of files, makes declared buckets. */
  ownerPool: Pool;
  /** Decides who asks; throws a BackendError 401. */
  resolveCaller: (request: Request) => Caller | Promise<Caller>;
  /** Waits for a place at the database, and answers the function that gives it back. */
  acquireSlot: (request: Request) => Promise<() => void>;
  /** Where a request came from, or undefined for one made inside this process. */
  remoteAddress: (request: Request) => string | undefined;
  /** Signed addresses are signed with a key made from this one. */
  jwtSecret: string;
  /** Hears which tables were written, after the commit and before the answer. */
  notifyCommit: (tables: readonly string[]) => void;
  config: StorageConfig;
  log: Log;
}
