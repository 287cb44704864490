// The dependencies of the storage service: folder, quota, pools, caller resolution, keys.
import type { Pool } from 'pg';
import type { Caller } from '../database/run-sql-as-caller.ts';
import type { LogWriter } from '../errors/log-entry.ts';
import type { BackendKeys } from '../tokens/keys.ts';
import type { StorageQuota } from './blobs/quota.ts';
import type { StorageConfig } from './config.ts';

export interface StorageDeps {
  /** Created if missing, private to this user. Servers of one database share it. */
  folder: string;
  /** Whether no other process writes to the folder: then no upload can be in progress at the start. */
  soleWriter: boolean;
  /** Overrides the defaults of blobs/quota.ts. */
  quota?: Partial<StorageQuota> | undefined;
  pool: Pool;
  /** The pool of the database's owner, for the record of files and for declared buckets. */
  ownerPool: Pool;
  /** Throws a BackendError 401. */
  resolveCaller: (request: Request) => Caller | Promise<Caller>;
  acquireSlot: (request: Request) => Promise<() => void>;
  /** Undefined for a request made inside this process. */
  remoteAddress: (request: Request) => string | undefined;
  /** The keys; the key of signed URLs is derived from `jwtSecret`. */
  keys: BackendKeys;
  /** Called after the commit and before the response. */
  notifyCommit: (tables: readonly string[]) => void;
  config: StorageConfig;
  log: LogWriter;
}
