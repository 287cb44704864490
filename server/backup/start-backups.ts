import { endWalArchive } from '@fairlead/backend/backup/continuous/end-wal-archive.ts';
import { clusterFolderOf, embeddedConnectionOf } from '@fairlead/backend/database/embedded-server.ts';
import type { Config } from '../config.ts';
import { writeLog } from '../log/write-log.ts';
import { describeHalfSetup } from './backup-setup.ts';
import { deleteWalArchiveResult } from './backup-result.ts';
import { mailBackupProblems } from './mail-backup-problems.ts';
import { openTarget } from './open-target.ts';
import { openKnownTarget } from './target-identity.ts';
import { startWalArchive } from './start-wal-archive.ts';
import { startNightlyBackups } from './start-nightly-backups.ts';

/**
 * Where BACKUP_TO and BACKUP_PASSPHRASE are set: nightly backups and, for an embedded database, its WAL all the time.
 * Returns the function that ends them. Throws a ConfigError for a BACKUP_TO that cannot be.
 */
export async function startBackups(
  config: Config,
  mailOwners: (problem: string) => Promise<void>,
): Promise<() => Promise<void>> {
  const { SUPABASE_URL, DATABASE_URL, BACKUP_TO, BACKUP_PASSPHRASE, DATA_DIR } = config;
  const connection = embeddedConnectionOf(DATA_DIR);
  const cluster = clusterFolderOf(DATA_DIR);
  const database =
    SUPABASE_URL || DATABASE_URL || !connection || !cluster ? undefined : { connection, cluster };
  const half = SUPABASE_URL ? undefined : describeHalfSetup(config);
  if (half) writeLog({ level: 'error', event: 'backup.off', message: half });
  if (SUPABASE_URL || !BACKUP_TO || !BACKUP_PASSPHRASE) {
    if (database && (await endWalArchive(DATA_DIR, database.connection))) deleteWalArchiveResult(DATA_DIR);
    return () => Promise.resolve();
  }
  openTarget(config);
  const nightly = startNightlyBackups(config);
  const archive =
    database &&
    startWalArchive({
      dataDir: DATA_DIR,
      database,
      open: () => openKnownTarget(config),
      requestBackup: nightly.request,
    });
  const endMails = mailBackupProblems(DATA_DIR, mailOwners);
  return async () => {
    endMails();
    await nightly.stop();
    await archive?.stop();
  };
}
