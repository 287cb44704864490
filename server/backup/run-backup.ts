// Writes one encrypted backup archive of the database with its files to the target.
import { Transform } from 'node:stream';
import { type ArchiveManifest, readCurrentWalStream, createBackup } from '@fairlead/backend/backup';
import { waitForLogins } from '@fairlead/backend/database';
import {
  clusterFolderOf,
  readEmbeddedConnectionParameters,
  startEmbeddedServer,
} from '@fairlead/backend/embedded';
import { listSettingsForRestore, type ServerConfig } from '../settings/config.ts';
import { findRunningInstance } from '../process/running-instance.mjs';
import { backupNameAt } from './backup-retention.ts';
import { checkTargetSpace } from './check-target-space.ts';
import { nothingToBackUpError, type OpenedBackupTarget } from './open-target.ts';
import { clearUnverifiedBackups, recordUnverifiedBackup } from './site-backup-folder.ts';
import { readProgramVersion } from '../process/read-program-version.ts';

export interface FinishedBackup {
  name: string;
  bytes: number;
  manifest: ArchiveManifest;
  /** The stream of the WAL archive that continues the backup; undefined without one. */
  stream: string | undefined;
}

/**
 * Writes a backup, whether a server runs on DATA_DIR or not. It gets its final name only once it is complete and
 * durable. Throws one line that names the fix.
 */
export async function runBackup(
  config: ServerConfig,
  { target, passphrase }: OpenedBackupTarget,
): Promise<FinishedBackup> {
  await checkTargetSpace(config, target);
  const name = backupNameAt(new Date());
  recordUnverifiedBackup(config.DATA_DIR, name);
  const log = config.DATABASE_URL ? undefined : readCurrentWalStream(config.DATA_DIR, target.locate(''));
  const options = {
    dataDir: config.DATA_DIR,
    passphrase,
    program: readProgramVersion(),
    settings: listSettingsForRestore(config.environment),
    log,
  };
  let bytes = 0;
  const content = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  // The target may fail before anything reads from it; the error is reported below.
  content.on('error', () => {});
  const writing = target.write(name, content);
  // A failure of the target ends the backup, and its reason is the one to report.
  let reason: unknown;
  writing.catch((error: unknown) => {
    reason = error;
    content.destroy(error as Error);
  });
  try {
    const manifest = await withDatabase(config, (database) =>
      createBackup({ ...options, database }, content),
    );
    await writing;
    return { name, bytes, manifest, stream: log?.name };
  } catch (error) {
    content.destroy(error as Error);
    await writing.catch(() => {});
    clearUnverifiedBackups(config.DATA_DIR, [name]);
    throw reason ?? error;
  }
}

type Database = {
  connection: NonNullable<ReturnType<typeof readEmbeddedConnectionParameters>>;
  cluster: string;
};

/** Uses the running server's database, or starts one for the backup; null if DATABASE_URL names an external one. */
async function withDatabase<Result>(
  { DATABASE_URL, DATA_DIR }: ServerConfig,
  work: (database: Database | null) => Promise<Result>,
): Promise<Result> {
  if (DATABASE_URL) return work(null);
  const connection = readEmbeddedConnectionParameters(DATA_DIR);
  const cluster = clusterFolderOf(DATA_DIR);
  if (connection === undefined || cluster === undefined) throw nothingToBackUpError(DATA_DIR);
  if (findRunningInstance(DATA_DIR)) {
    await waitForLogins(connection, () => findRunningInstance(DATA_DIR) !== null);
    return work({ connection, cluster });
  }
  const server = await startEmbeddedServer({ dataDir: DATA_DIR, takeOver: false });
  try {
    return await work({ connection: server.connection, cluster: server.clusterFolder });
  } finally {
    await server.stop();
  }
}
