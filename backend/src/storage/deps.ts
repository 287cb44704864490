import type { Pool } from 'pg';
import type { Caller } from '../database/run-as-caller.ts';
import type { Log } from '../errors/log-entry.ts';
import type { StorageConfig } from './config.ts';

export interface StorageDeps {
  /** For the files; created when missing, private to this user. Servers of one database share it. */
  folder: string;
  /** Whether only this process writes to the folder: then no upload can be in progress at the start. */
  soleWriter: boolean;
  pool: Pool;
  /** Connects as the owner of the database: for the record of files and for declared buckets. */
  ownerPool: Pool;
  /** Authenticates the request. Throws a BackendError 401. */
  resolveCaller: (request: Request) => Caller | Promise<Caller>;
  /** Waits for a slot at the database; returns its release. */
  acquireSlot: (request: Request) => Promise<() => void>;
  /** The client's IP address; undefined for a request made inside this process. */
  remoteAddress: (request: Request) => string | undefined;
  /** Signed URLs are signed with a key derived from it. */
  jwtSecret: string;
  /** Called with the written tables, after the commit and before the response. */
  notifyCommit: (tables: readonly string[]) => void;
  config: StorageConfig;
  log: Log;
}
