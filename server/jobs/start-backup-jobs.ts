import { stopWalArchiving } from '@fairlead/backend/backup';
import { clusterFolderOf, readEmbeddedConnectionParameters } from '@fairlead/backend/embedded';
import { describeIncompleteBackupSetup } from '../backup/backup-setup.ts';
import { deleteWalArchiveStatus } from '../backup/backup-status.ts';
import { openBackupTarget } from '../backup/open-target.ts';
import { openKnownBackupTarget } from '../backup/target-identity.ts';
import { writeLog } from '../log/write-log.ts';
import type { ServerConfig } from '../settings/config.ts';
import { startWalArchiving } from './archive-wal.ts';
import { startNightlyBackups } from './back-up-nightly.ts';
import { startMissingTargetSearch } from './find-missing-target.ts';
import { startBackupProblemMails } from './mail-backup-problems.ts';

/**
 * If BACKUP_TO and BACKUP_PASSPHRASE are set: starts nightly backups and, for an embedded database, the WAL archive.
 * Returns the function that stops them. Throws a ConfigError for an unusable BACKUP_TO.
 */
export async function startBackupJobs(
  config: ServerConfig,
  mailOwners: (problem: string) => Promise<void>,
  callLimit: AbortSignal,
): Promise<() => Promise<void>> {
  const { SUPABASE_URL, DATABASE_URL, BACKUP_TO, BACKUP_PASSPHRASE, DATA_DIR } = config;
  const connection = readEmbeddedConnectionParameters(DATA_DIR);
  const cluster = clusterFolderOf(DATA_DIR);
  const database =
    SUPABASE_URL || DATABASE_URL || !connection || !cluster ? undefined : { connection, cluster };
  const half = SUPABASE_URL ? undefined : describeIncompleteBackupSetup(config);
  if (half) writeLog({ level: 'error', event: 'backup.off', message: half });
  if (SUPABASE_URL || !BACKUP_TO || !BACKUP_PASSPHRASE) {
    if (database && (await stopWalArchiving(DATA_DIR, database.connection))) deleteWalArchiveStatus(DATA_DIR);
    return () => Promise.resolve();
  }
  openBackupTarget(config);
  const nightly = startNightlyBackups(config);
  const archive =
    database &&
    startWalArchiving({
      dataDir: DATA_DIR,
      database,
      open: () => openKnownBackupTarget(config),
      requestBackup: nightly.request,
      callLimit,
    });
  const others = [
    startBackupProblemMails(DATA_DIR, mailOwners),
    startMissingTargetSearch(config, nightly.retry),
  ];
  return async () => {
    // Not waited for: a target that hangs would hold up the end.
    for (const job of others) void job.stop();
    await nightly.stop();
    await archive?.stop();
  };
}
