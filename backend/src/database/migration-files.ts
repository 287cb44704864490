// Reads the migration files of a folder: version, SQL text, checksum.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PermanentStartupError } from '../errors/startup-error.ts';
import { decodeSqlFile, type FileTextError } from './sql-file-error.ts';

export interface Migration {
  version: string;
  /** E.g. 1000_roles_and_schemas.sql, whose version is 1000. */
  file: string;
  sql: string;
  /** sha256 of the text as hex; the kind of line breaks makes no difference. */
  checksum: string;
  /** For a base migration (from its header): the commit that has the files it replaces, and the last one's checksum. */
  replaces?: { commit: string; checksum: string };
  /** The objects of this migration exist already: only the records of the files that it replaces are replaced. */
  isAdopted?: true;
  /** Why the file cannot be run. */
  problem?: FileTextError;
}

export interface MigrationSet {
  /** Each source has its own record of applied files. */
  source: string;
  migrations: readonly Migration[];
  /** Allows files older than the newest applied one: ours are numbered in ranges by service, a project's are not. */
  anyOrder?: boolean;
  /** If it is missing, no extension is skipped. */
  onExtensionSkipped?: (message: string) => void;
}

const nameForm = /^(\d+)_[^/]+\.sql$/;
/** A line in the first comment of a base migration. */
const baseForm = /^-- replaces: commit ([0-9a-f]{7,40}), sha256 ([0-9a-f]{64})$/m;

/** Begins the part of a migration that was written by hand, which a rebuild runs on the rows that it has copied. */
export const lastByHand = '-- Last, by hand:';

/** Throws a StartupError for a name without a version. */
export function toMigration(file: string, text: string | Uint8Array): Migration {
  const version = nameForm.exec(file)?.[1];
  if (version === undefined) {
    throw new PermanentStartupError(
      `Migration ${file} has no version: name it like 20260101120000_what_changes.sql`,
    );
  }
  const { sql, problem } = decodeSqlFile(typeof text === 'string' ? Buffer.from(text) : text);
  const [, commit, checksum] = baseForm.exec(sql.slice(0, 1000)) ?? [];
  return {
    version,
    file,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    ...(problem && { problem }),
    ...(commit !== undefined && checksum !== undefined && { replaces: { commit, checksum } }),
  };
}

/** Throws a StartupError that names the file. */
export async function readSqlFile(path: string, title: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new PermanentStartupError(`${title} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * In order of version; none if the folder is missing. As in the Supabase CLI, SQL files with other names are skipped,
 * with a message to `onSkipped`.
 */
export async function readMigrations(
  folder: string,
  onSkipped: (message: string) => void = () => {},
): Promise<Migration[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new PermanentStartupError(`Migrations in ${folder} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const files = names.filter((name) => nameForm.test(name));
  for (const name of names.filter((each) => each.endsWith('.sql') && !nameForm.test(each))) {
    onSkipped(
      `${name} is no migration and is skipped: name it like 20260101120000_what_changes.sql to apply it`,
    );
  }
  const migrations = await Promise.all(
    files.map(async (file) => toMigration(file, await readSqlFile(join(folder, file), `Migration ${file}`))),
  );
  migrations.sort((a, b) => a.version.length - b.version.length || (a.version < b.version ? -1 : 1));
  for (const [index, migration] of migrations.entries()) {
    const next = migrations[index + 1];
    if (next?.version === migration.version) {
      throw new PermanentStartupError(
        `Migrations ${migration.file} and ${next.file} have the same version: rename one`,
      );
    }
  }
  return migrations;
}
