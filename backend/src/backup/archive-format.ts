// The archive format of backups: schemas of header, manifest, the names of entries.
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';

// A backup is one file, tar in zstd in age (age-encryption.org): `age -d | zstd -d | tar -x` opens it without this
// program.

/** Format version; a program refuses newer ones. */
export const archiveFormatVersion = 1;

export const archiveSuffix = '.tar.zst.age';

const time = z.iso.datetime();

/** The first entry. */
const header = z.object({
  format: z.number(),
  createdAt: time,
  /** The version of the program that wrote the backup. */
  program: z.string().regex(/^[\w.+-]{1,100}$/),
  /** Null if the database is external (DATABASE_URL): its operator makes the backups of it. */
  postgresMajor: z.number().nullable(),
  /**
   * The WAL archive that continues this backup, with the identity that decrypts it; absent if WAL is not archived.
   */
  log: z.object({ name: z.string().regex(/^[0-9a-f]{12}$/), identity: z.string() }).optional(),
});

export type ArchiveHeader = z.infer<typeof header>;

const fingerprint = z.object({
  /** schema.table */
  table: z.string(),
  rows: z.string(),
  checksum: z.string(),
  /** What was hashed: the values, or the row as text, which is four times slower (the only way until 2026-11-26). */
  of: z.enum(['values', 'text']).default('text'),
});

export type TableFingerprint = z.infer<typeof fingerprint>;

const blob = z.object({ version: z.string(), size: z.number(), sha256: z.string() });

export type ArchivedBlob = z.infer<typeof blob>;

/** The last entry; an archive without it is incomplete. */
const manifest = z.object({
  /** Null without a database. */
  database: z
    .object({
      restorePoint: z.string().regex(/^[\w-]+$/),
      /** The time of the restore point. */
      at: time.optional(),
      tables: z.array(fingerprint),
    })
    .nullable(),
  /**
   * The stored files in use at the restore point. The archive may contain others, which were deleted while it was
   * written.
   */
  blobs: z.array(blob),
  /** Versions that rows name, but whose files were lost before the backup. */
  missingBlobs: z.array(z.string()),
  /** Names only: the values are secret, and specific to the machine. */
  settings: z.array(z.string().regex(/^\w+$/)),
});

export type ArchiveManifest = z.infer<typeof manifest>;

export const parseArchiveHeader = reader('header', header);
export const parseArchiveManifest = reader('manifest', manifest);

/** Throws a StartupError for content that this program does not write. */
function reader<Content>(name: string, schema: z.ZodType<Content>): (text: string) => Content {
  return (text) => {
    try {
      return schema.parse(JSON.parse(text));
    } catch (cause) {
      throw new StartupError(`the backup's ${name} is not as this program writes it: use another backup`, {
        cause,
      });
    }
  };
}

export const archiveEntryNames = {
  header: 'backup.json',
  manifest: 'manifest.json',
  password: 'database-password',
  /** The following names are folders. */
  database: 'database/',
  blobs: 'blobs/',
  data: 'data/',
} as const;

/** "3f/3f2a…", below the blobs folder of the archive and of the storage alike. */
export function blobPath(version: string): string {
  return `${version.slice(0, 2)}/${version}`;
}
