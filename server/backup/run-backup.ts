import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { ArchiveManifest } from '@fairlead/backend/backup/archive-format.ts';
import { createBackup } from '@fairlead/backend/backup/create-backup.ts';
import {
  clusterFolderOf,
  embeddedConnectionOf,
  startEmbeddedServer,
} from '@fairlead/backend/database/embedded-server.ts';
import { explainFolderError } from '@fairlead/backend/database/embedded/folder-errors.ts';
import { makeFolder } from '@fairlead/backend/database/embedded/make-folder.ts';
import { ConfigError, configNames, type Config } from '../config.ts';
import { findInstance } from '../running-instance.mjs';
import { backupName } from './expired-backups.ts';
import { removeOnExit } from './remove-on-exit.ts';
import { programVersion } from '../program-version.ts';

export interface FinishedBackup {
  file: string;
  manifest: ArchiveManifest;
}

/**
 * Writes a backup into the folder BACKUP_TO, while a server runs on DATA_DIR or not. The file has its name only once it
 * is complete and on the disk. Throws one line that names the fix.
 */
export async function runBackup(config: Config): Promise<FinishedBackup> {
  const { folder, passphrase } = readTarget(config);
  const file = join(folder, backupName(new Date()));
  const unfinished = `${file}.part`;
  const keep = removeOnExit(unfinished);
  try {
    makeFolder(folder, 0o700);
    const manifest = await withDatabase(config, (database) =>
      createBackup(
        {
          dataDir: config.DATA_DIR,
          database,
          passphrase,
          program: programVersion(),
          settings: configNames(config.environment),
        },
        createWriteStream(unfinished, { mode: 0o600, flush: true, flags: 'wx' }),
      ),
    );
    renameSync(unfinished, file);
    return { file, manifest };
  } catch (error) {
    removeIfThere(unfinished);
    throw isAbout(folder, error) ? explainFolderError(folder, error, 'BACKUP_TO') : error;
  } finally {
    keep();
  }
}

function readTarget({ SUPABASE_URL, BACKUP_TO, BACKUP_PASSPHRASE, DATA_DIR }: Config) {
  if (SUPABASE_URL)
    throw new ConfigError('a Supabase project has its own backups, under Database in its dashboard');
  if (!BACKUP_TO)
    throw new ConfigError('BACKUP_TO: give a folder for backups, best on another disk, e.g. /mnt/backup');
  if (!BACKUP_PASSPHRASE)
    throw new ConfigError(
      'BACKUP_PASSPHRASE: give a passphrase of at least 16 characters, e.g. from: openssl rand -base64 24',
    );
  const folder = resolve(BACKUP_TO);
  if (!relative(DATA_DIR, folder).startsWith('..'))
    throw new ConfigError(
      `BACKUP_TO: ${folder} is inside DATA_DIR, and would be lost with it; give another folder`,
    );
  return { folder, passphrase: BACKUP_PASSPHRASE };
}

type Database = { connection: NonNullable<ReturnType<typeof embeddedConnectionOf>>; cluster: string };

/** The running server's, or one started for the backup; null where DATABASE_URL names another. */
async function withDatabase<Result>(
  { DATABASE_URL, DATA_DIR }: Config,
  work: (database: Database | null) => Promise<Result>,
): Promise<Result> {
  if (DATABASE_URL) return work(null);
  const connection = embeddedConnectionOf(DATA_DIR);
  const cluster = clusterFolderOf(DATA_DIR);
  if (connection === undefined || cluster === undefined)
    throw new ConfigError(`DATA_DIR: there is nothing to back up in ${DATA_DIR} yet`);
  if (findInstance(DATA_DIR)) return work({ connection, cluster });
  const server = await startEmbeddedServer({ dataDir: DATA_DIR, takeOver: false });
  try {
    return await work({ connection: server.connection, cluster: server.clusterFolder });
  } finally {
    await server.stop();
  }
}

/** Errors of reading DATA_DIR have another path; a full disk is reported without one. */
function isAbout(folder: string, error: unknown): boolean {
  const { path, code } = error as NodeJS.ErrnoException;
  return path === undefined ? code !== undefined : path.startsWith(folder);
}

/** The error that led here says more. */
function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The folder itself is not usable.
  }
}
