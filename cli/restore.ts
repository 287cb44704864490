import { commandLine } from '../server/command-line.ts';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { restoreBackup } from '@fairlead/backend/backup/restore-backup.ts';
import { ConfigError, readConfig, type Environment } from '../server/config.ts';
import { describeBytes } from './describe-bytes.ts';

/** `npm run restore -- FILE`, into an empty DATA_DIR. */
export async function restore([file, ...rest]: string[], environment: Environment): Promise<void> {
  if (file === undefined || rest.length > 0) throw new Error(`use: ${commandLine('restore', 'FILE')}`);
  const { DATA_DIR, BACKUP_PASSPHRASE } = readConfig(environment);
  if (!BACKUP_PASSPHRASE)
    throw new ConfigError('BACKUP_PASSPHRASE: give the passphrase that the backup was made with');
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw new Error(`${file} is not a file; give the path of a backup`);
  if (isFull(DATA_DIR))
    throw new ConfigError(
      `DATA_DIR: ${DATA_DIR} is not empty; give an empty or a new folder, nothing was changed`,
    );
  process.stdout.write(`restoring ${file} (${describeBytes(stat.size)}) into ${DATA_DIR}\n`);
  const { header, manifest } = await restoreBackup({
    source: createReadStream(file),
    passphrase: BACKUP_PASSPHRASE,
    dataDir: DATA_DIR,
  });
  const tables = manifest.database?.tables ?? [];
  const rows = tables.reduce((sum, table) => sum + Number(table.rows), 0);
  process.stdout.write(
    `restored: the state of ${header.createdAt}, made by version ${header.program}; compared with the original: ${rows} rows in ${tables.length} tables, ${manifest.blobs.length} files\n`,
  );
  if (manifest.settings.length > 0)
    process.stdout.write(
      `set again in the environment, because a backup holds no settings: ${manifest.settings.join(', ')}\n`,
    );
  if (manifest.database === null)
    process.stdout.write(
      'the database of DATABASE_URL is not in this backup; restore it with its own tools\n',
    );
}

function isFull(folder: string): boolean {
  return (
    (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false) && readdirSync(folder).length > 0
  );
}
