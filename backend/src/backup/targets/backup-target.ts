// The interface of a place that keeps backups: list, read, write or delete entries.
import { Readable } from 'node:stream';

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
  /** Rejects with the code ENOENT when there is none. A later error of the stream is one line that names BACKUP_TO. */
  read(name: string): Promise<Readable>;
  /** No error if it does not exist. */
  remove(name: string): Promise<void>;
  /** The space that this account may still use; undefined if the target does not report it. */
  freeBytes(): Promise<number | undefined>;
  /** Names of the folders directly in it. */
  folders(): Promise<string[]>;
  /** One of its folders, which may not exist yet. */
  below(folder: string): BackupTarget;
}

/** The same content; an error of the source is replaced by what `explain` returns. */
export function explainReadErrors(source: Readable, explain: (error: unknown) => unknown): Readable {
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      yield* source as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw explain(error);
    }
  }
  return Readable.from(content(), { objectMode: false });
}
