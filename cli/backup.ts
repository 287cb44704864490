import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readBackupResult, recordBackupResult } from '../server/backup/backup-result.ts';
import { expiredBackups } from '../server/backup/expired-backups.ts';
import { runBackup, type FinishedBackup } from '../server/backup/run-backup.ts';
import { verifyBackup } from '../server/backup/verify-backup.ts';
import { ConfigError, readConfig, type Config, type Environment } from '../server/config.ts';
import { hideSecrets } from '../server/log/hide-secrets.ts';
import { describeBytes } from './describe-bytes.ts';
import { exitOnSignal } from './exit-on-signal.ts';

/** `npm run backup`, while a server runs or not; the running server calls it each night. */
export async function backup(args: string[], environment: Environment): Promise<void> {
  if (args.length > 0)
    throw new Error(
      'use: npm run backup, with BACKUP_TO (a folder) and BACKUP_PASSPHRASE in the environment',
    );
  const config = readConfig(environment);
  exitOnSignal();
  try {
    await backUp(config);
  } catch (error) {
    // A setting that is missing is no failed backup.
    if (!(error instanceof ConfigError)) record(config, error as Error);
    throw error;
  }
}

async function backUp(config: Config): Promise<void> {
  const { file, manifest } = await runBackup(config);
  const bytes = statSync(file).size;
  process.stdout.write(`written: ${file} (${describeBytes(bytes)})\n`);
  const isVerified = await verifyBackup(file, config.BACKUP_PASSPHRASE ?? '', bytes);
  recordBackupResult(config.DATA_DIR, {
    succeeded: { at: new Date().toISOString(), file, bytes, isVerified },
  });
  process.stdout.write(describeResult(manifest, isVerified));
  for (const name of expiredBackups(readdirSync(dirname(file)), config.BACKUP_KEEP)) {
    rmSync(join(dirname(file), name), { force: true });
    process.stdout.write(`deleted, by BACKUP_KEEP: ${name}\n`);
  }
  process.stdout.write('keep BACKUP_PASSPHRASE on another machine as well: without it nobody can restore\n');
}

function describeResult(
  { database, blobs, missingBlobs }: FinishedBackup['manifest'],
  isVerified: boolean,
): string {
  const content = `${database ? `${database.tables.length} tables and ` : ''}${blobs.length} files`;
  const lines = [
    isVerified
      ? `verified: restored into a temporary folder, ${content} as in the original`
      : 'not verified: the temporary folder (TMPDIR) has too little space to restore it',
  ];
  if (database === null)
    lines.push(
      'it holds files and keys; the database of DATABASE_URL is backed up by its own tools (pg_dumpall --roles-only, then pg_dump)',
    );
  if (missingBlobs.length > 0)
    lines.push(`not in it, because lost before: ${missingBlobs.length} stored files`);
  return `${lines.join('\n')}\n`;
}

/** For `npm run status`. A folder that is missing or full cannot keep it. */
function record({ DATA_DIR }: Config, error: Error): void {
  try {
    const { succeeded } = readBackupResult(DATA_DIR);
    const failed = { at: new Date().toISOString(), message: hideSecrets(error.message) };
    recordBackupResult(DATA_DIR, { ...(succeeded && { succeeded }), failed });
  } catch {
    // The error itself is printed.
  }
}
