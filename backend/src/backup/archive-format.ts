import type { WalStream } from './continuous/wal-archive-state.ts';

// A backup is one file, tar in zstd in age (age-encryption.org): without this program, `age -d | zstd -d | tar -x` opens it.

/** Of the archive; a program refuses newer ones. */
export const archiveFormat = 1;

export const archiveSuffix = '.tar.zst.age';

/** The first entry. */
export interface ArchiveHeader {
  format: number;
  /** ISO 8601 */
  createdAt: string;
  /** of the program that wrote it */
  program: string;
  /** Null where the database is elsewhere (DATABASE_URL), with backups of its own. */
  postgresMajor: number | null;
  /** The WAL archive that continues it, with the identity that opens it; absent without one. */
  log?: WalStream;
}

export interface TableFingerprint {
  /** schema.table */
  table: string;
  rows: string;
  checksum: string;
}

export interface StoredBlob {
  version: string;
  size: number;
  sha256: string;
}

/** The last entry; an archive without it is incomplete. */
export interface ArchiveManifest {
  /** Null without a database. */
  database: {
    restorePoint: string;
    /** ISO 8601, of the restore point. */
    at?: string;
    tables: TableFingerprint[];
  } | null;
  /** Other blobs in the archive were deleted while it was written. */
  blobs: StoredBlob[];
  /** Versions that rows name, but whose files were lost before the backup. */
  missingBlobs: string[];
  /** Names only: values are secret, and belong to the machine. */
  settings: string[];
}

export const entryNames = {
  header: 'backup.json',
  manifest: 'manifest.json',
  password: 'database-password',
  /** Folders */
  database: 'database/',
  blobs: 'blobs/',
  data: 'data/',
} as const;

/** "3f/3f2a…", below the blobs of both the archive and the storage folder. */
export function blobPath(version: string): string {
  return `${version.slice(0, 2)}/${version}`;
}
