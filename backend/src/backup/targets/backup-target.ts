// The interface of a place that keeps backups: list, read, write or delete entries.
import type { Readable } from 'node:stream';

export interface BackupTargetEntry {
  /** Below the target's own folder or prefix, with slashes. */
  name: string;
  bytes: number;
  modifiedMs: number;
}

/** Where backups are kept: a folder, or a bucket. */
export interface BackupTarget {
  /** A path or an address to show to people. */
  locate(name: string): string;
  /**
   * Everything below a prefix that ends with a slash; for an empty prefix at least what is directly in the target.
   * Unfinished files are left out.
   */
  list(prefix: string): Promise<BackupTargetEntry[]>;
  /** Creates the target itself. Only for a new one. */
  make(): Promise<void>;
  has(name: string): Promise<boolean>;
  /**
   * The entry appears once it is complete and durable, or not at all. Replaces an older one. Never creates the target:
   * if a disk is not mounted, that would write to the disk below.
   */
  write(name: string, source: Readable): Promise<void>;
  /** Rejects with the code ENOENT when there is none. */
  read(name: string): Promise<Readable>;
  /** No error if it does not exist. */
  remove(name: string): Promise<void>;
  /** Names of the folders directly in it. */
  folders(): Promise<string[]>;
  /** One of its folders, which may not exist yet. */
  below(folder: string): BackupTarget;
}
