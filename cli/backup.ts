import { statSync } from 'node:fs';
import { runBackup } from '../server/backup/run-backup.ts';
import { verifyBackup } from '../server/backup/verify-backup.ts';
import { readConfig, type Environment } from '../server/config.ts';
import { describeBytes } from './describe-bytes.ts';

/** `npm run backup`, while a server runs or not. */
export async function backup(args: string[], environment: Environment): Promise<void> {
  if (args.length > 0)
    throw new Error(
      'use: npm run backup, with BACKUP_TO (a folder) and BACKUP_PASSPHRASE in the environment',
    );
  const config = readConfig(environment);
  const { file, manifest } = await runBackup(config);
  const bytes = statSync(file).size;
  process.stdout.write(`written: ${file} (${describeBytes(bytes)})\n`);
  if (manifest.database === null)
    process.stdout.write(
      'it holds files and keys; the database of DATABASE_URL is backed up by its own tools (pg_dumpall --roles-only, then pg_dump)\n',
    );
  if (manifest.missingBlobs.length > 0)
    process.stdout.write(`not in it, because lost before: ${manifest.missingBlobs.length} stored files\n`);
  const isVerified = await verifyBackup(file, config.BACKUP_PASSPHRASE ?? '', bytes);
  process.stdout.write(
    isVerified
      ? `verified: restored into a temporary folder, ${describeContent(manifest.database?.tables.length, manifest.blobs.length)} as in the original\n`
      : 'not verified: the temporary folder (TMPDIR) has too little space to restore it\n',
  );
  process.stdout.write('keep BACKUP_PASSPHRASE on another machine as well: without it nobody can restore\n');
}

function describeContent(tables: number | undefined, files: number): string {
  return tables === undefined ? `${files} files` : `${tables} tables and ${files} files`;
}
