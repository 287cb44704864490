// The backup command: makes a backup, verifies it, deletes expired ones, records the result.
import { parseDatabaseUrl } from '@fairlead/backend/database';
import { withBackupLock } from '@fairlead/backend/backup';
import { readBackupStatus, recordBackupStatus, recordFailedBackup } from '../backup/backup-status.ts';
import { listBackups, listOtherSiteBackupFolders } from '../backup/find-backups.ts';
import { openBackupTarget } from '../backup/open-target.ts';
import { deletedBackupLinePrefix, removeExpiredBackups } from '../backup/remove-expired.ts';
import { runBackup, type FinishedBackup } from '../backup/run-backup.ts';
import {
  changeBackupTarget,
  changePassphrase,
  isBackupTargetMissing,
  openTargetForNewBackup,
  openKnownBackupTarget,
  UnknownBackupTargetError,
} from '../backup/target-identity.ts';
import { clearUnverifiedBackups, readUnverifiedBackups } from '../backup/site-backup-folder.ts';
import { verifyBackup, type BackupVerification } from '../backup/verify-backup.ts';
import { ConfigError, readConfig, type ServerConfig } from '../settings/config.ts';
import { hideSecrets } from '../log/hide-secrets.ts';
import { printError } from '../log/print-error.ts';
import { formatMegabytes } from '../backup/format-megabytes.ts';
import { exitOnSignal } from './exit-on-signal.ts';
import type { CommandCall } from './command-declaration.ts';

/** Servers that share a database make backups at the same time of night, and their clocks may differ a little. */
const sameNightMs = 60 * 60 * 1000;

/** Works whether a server runs or not; the running server calls it each night, with --nightly. */
export async function backUpNow({
  options,
  environment,
}: CommandCall<{ nightly?: true; newTarget?: true; newPassphrase?: true }>): Promise<void> {
  const config = readConfig(environment);
  exitOnSignal();
  process.once('uncaughtException', (error) => {
    recordFailedBackup(config.DATA_DIR, { message: hideSecrets(error.message) });
    printError(error, environment);
    process.exit(1);
  });
  try {
    if (options.newTarget && (await changeBackupTarget(config)))
      process.stdout.write(
        `${openBackupTarget(config).target.locate('')} is now the backup target of this site\n`,
      );
    if (options.newPassphrase) process.stdout.write(describePassphraseChange(await changePassphrase(config)));
    if (options.nightly && config.DATABASE_URL) await backUpOnce(config, config.DATABASE_URL);
    else await backUp(config);
  } catch (error) {
    // A setting that is missing is no failed backup.
    if (!(error instanceof ConfigError)) await record(config, error as Error);
    throw error;
  }
}

function describePassphraseChange(folders: { left: string; begun: string } | undefined): string {
  return folders === undefined
    ? 'BACKUP_PASSPHRASE opens the backups of this site already: they go on in the same folder\n'
    : `from now on backups go to ${folders.begun} with this BACKUP_PASSPHRASE; restart the server with it. Those in ${folders.left} stay and open with the earlier one: keep it as long as you keep them\n`;
}

async function backUp(config: ServerConfig): Promise<void> {
  const opened = await openTargetForNewBackup(config);
  const finished = await runBackup(config, opened);
  const { name, bytes, manifest, stream } = finished;
  const file = opened.target.locate(name);
  process.stdout.write(`written: ${file} (${formatMegabytes(bytes)})\n`);
  const verification = await verifyBackup(finished, opened, config);
  if (verification.isVerified) {
    clearUnverifiedBackups(config.DATA_DIR, [name]);
    recordBackupStatus(config.DATA_DIR, {
      succeeded: { at: new Date().toISOString(), file, bytes, ...verification, ...(stream && { stream }) },
    });
  }
  process.stdout.write(describeResult(manifest, verification));
  await removeExpiredBackups(opened, config, (expired) => {
    process.stdout.write(`${deletedBackupLinePrefix}${expired}\n`);
  });
  if (!verification.isVerified)
    throw new Error(`${file} was written but not verified: ${verification.unproven}`);
  for (const other of await listOtherSiteBackupFolders(opened))
    process.stdout.write(
      `also there: ${other}, from another site, or from this one before it was restored or copied or its passphrase changed; it is never deleted for you\n`,
    );
  process.stdout.write(
    'keep a copy of BACKUP_PASSPHRASE on another machine: without it, no one can restore a backup\n',
  );
}

/** Only one of the servers that share a database makes the backup of a night. */
async function backUpOnce(config: ServerConfig, databaseUrl: string): Promise<void> {
  const { target } = await openKnownBackupTarget(config);
  await withBackupLock(parseDatabaseUrl(databaseUrl), async () => {
    const [made] = await listBackups(target);
    const isMade = made && !readUnverifiedBackups(config.DATA_DIR).includes(made.name);
    if (!isMade || Date.now() - made.modifiedMs >= sameNightMs) return backUp(config);
    const { name, bytes, modifiedMs } = made;
    // If the servers share DATA_DIR too, the server that made the backup has already recorded it with more details.
    if (readBackupStatus(config.DATA_DIR).succeeded?.file === target.locate(name)) return;
    recordBackupStatus(config.DATA_DIR, {
      succeeded: {
        at: new Date(modifiedMs).toISOString(),
        file: target.locate(name),
        bytes,
        isVerified: true,
      },
    });
  });
}

function describeResult(
  { database, blobs, missingBlobs }: FinishedBackup['manifest'],
  { isVerified, unproven }: BackupVerification,
): string {
  const content = `${database ? `${database.tables.length} tables and ` : ''}${blobs.length} files`;
  const lines = isVerified
    ? [
        `verified: restored into a temporary folder, ${content} as in the original${unproven === undefined && database ? ', and a page rendered from it' : ''}`,
      ]
    : [];
  if (unproven !== undefined) lines.push(`${isVerified ? 'but' : 'not verified:'} ${unproven}`);
  if (database === null)
    lines.push(
      'it contains files and keys; back up the database of DATABASE_URL with its own tools (pg_dumpall --roles-only, then pg_dump)',
    );
  if (missingBlobs.length > 0)
    lines.push(`not in it, because they were already lost: ${missingBlobs.length} stored files`);
  return `${lines.join('\n')}\n`;
}

/** Records the failure for status, metrics, doctor and the mail to owners. */
async function record(config: ServerConfig, error: Error): Promise<void> {
  // Also where the target went away in the middle, which ends with an error of its own.
  const isTarget = error instanceof UnknownBackupTargetError || (await isBackupTargetMissing(config));
  recordFailedBackup(config.DATA_DIR, { message: hideSecrets(error.message), ...(isTarget && { isTarget }) });
}
