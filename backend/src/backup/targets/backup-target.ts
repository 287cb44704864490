// The interface of a place that keeps backups: list, read, write or delete entries.
import type { Readable } from 'node:stream';

export interface StoredEntry {
  /** Below the target's own folder or prefix, with slashes. */
  name: string;
  bytes: number;
  modifiedMs: number;
}

/** Where backups are kept: a folder, or a bucket. */
export interface BackupTarget {
  /** For people: a path or an address. */
  locate(name: string): string;
  /**
   * Everything below a prefix that ends with a slash; with an empty one at least what is directly in the target.
   * Unfinished files are left out.
   */
  list(prefix: string): Promise<StoredEntry[]>;
  /** Makes the target itself; only for one that is new. */
  make(): Promise<void>;
  has(name: string): Promise<boolean>;
  /**
   * The entry appears once it is complete and durable, or not at all. Replaces an older one. Never makes the target: a
   * disk that is not mounted would be written to the one below it.
   */
  write(name: string, source: Readable): Promise<void>;
  /** Rejects with the code ENOENT when there is none. */
  read(name: string): Promise<Readable>;
  /** No error for what is gone already. */
  remove(name: string): Promise<void>;
  /** Names of the folders directly in it. */
  folders(): Promise<string[]>;
  /** One of its folders, which need not be there yet. */
  below(folder: string): BackupTarget;
}
