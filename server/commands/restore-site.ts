// The restore command: restores a backup into an empty data folder, optionally to a point in time.
import { formatCommandLine } from '@fairlead/backend/errors';
import { readdirSync, statSync } from 'node:fs';
import {
  TimeBeforeBackupError,
  restoreBackup,
  type CodeInspection,
  type RestoredBackup,
} from '@fairlead/backend/backup';
import { readMigrationSets, readProject } from '@fairlead/backend/project';
import { chooseBackup, type BackupReference } from '../backup/choose-backup.ts';
import { resolveBackupLocation } from '../backup/open-target.ts';
import { downloadErasures } from '../erasures/copy-erasures.ts';
import { ConfigError, readConfig } from '../settings/config.ts';
import { executedTables } from './executed-tables.ts';
import { printResult } from './print-result.ts';
import { projectRoot } from '../project-root.ts';
import type { CommandCall } from './command-declaration.ts';

export async function restoreSite({
  args,
  options,
  environment,
  confirm,
}: CommandCall<{ at?: string; acceptLoss?: true; acceptCode?: true }>): Promise<void> {
  const [location = ''] = args;
  const acceptLoss = options.acceptLoss === true;
  const at = options.at === undefined ? undefined : readTime(options.at);
  const config = readConfig(environment);
  const { DATA_DIR, BACKUP_PASSPHRASE } = config;
  if (!BACKUP_PASSPHRASE)
    throw new ConfigError('BACKUP_PASSPHRASE: use the passphrase the backup was made with');
  const located = resolveBackupLocation(location, config);
  if (isFull(DATA_DIR))
    throw new ConfigError(
      `DATA_DIR: ${DATA_DIR} is not empty; use an empty or new folder (nothing was changed)`,
    );
  const { older, ...newest } = await chooseBackup(located, at);
  const until = at ?? (located.name === undefined ? 'newest' : undefined);
  const passphrase = BACKUP_PASSPHRASE;
  const inspect: CodeInspection = {
    sets: await readMigrationSets(readProject(projectRoot, environment)),
    executedTables,
    async accept(foreign) {
      process.stdout.write(describeForeignCode(foreign));
      return options.acceptCode === true || (await confirm('Keep this code and let the server run it?'));
    },
  };
  async function restoreFrom({ target, name }: BackupReference): Promise<void> {
    process.stdout.write(`restoring ${target.locate(name)} into ${DATA_DIR}${describeReplay(until)}\n`);
    const source = await target.read(name);
    const log = until && { target, until, acceptLoss };
    const restored = await restoreBackup({ source, passphrase, dataDir: DATA_DIR, log, inspect });
    // Before anything is printed, because whoever reads the output may be gone.
    const erasures = await downloadErasures(target, DATA_DIR);
    await printResult(describe(restored, target.locate('')), 'the restore itself is complete');
    if (erasures > 0)
      process.stdout.write(`erased people are erased again at the next start: ${erasures} erasures\n`);
  }
  try {
    await restoreFrom(newest);
  } catch (error) {
    if (!(error instanceof TimeBeforeBackupError) || older === undefined) throw error;
    process.stdout.write('that backup was not complete at this time; trying an older one\n');
    await restoreFrom(older);
  }
}

const mostNames = 50;

function describeForeignCode(foreign: string[]): string {
  const more = foreign.length > mostNames ? `\n  and ${foreign.length - mostNames} more` : '';
  return `this backup contains code that isn't part of this program or its migrations; the server would run it, some of it with full rights. None of it has run yet:\n${foreign
    .slice(0, mostNames)
    .map((name) => `  ${name}`)
    .join('\n')}${more}\n`;
}

/** A time zone is required, because a restore to the wrong hour looks right at first. */
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)$/;

function readTime(text: string): Date | 'newest' {
  if (text === 'newest') return text;
  const time = new Date(text);
  if (!timePattern.test(text) || Number.isNaN(time.getTime()))
    throw new Error(
      `--at: use a time with its zone, e.g. 2026-11-22T14:03:05Z or 2026-11-22T09:03:05-05:00, or newest (it is now "${text}")`,
    );
  return time;
}

function describeReplay(until: Date | 'newest' | undefined): string {
  if (until === undefined) return '';
  return until === 'newest'
    ? ", with every later change in this backup's log"
    : `, with later changes up to ${until.toISOString()}`;
}

function describe(restored: RestoredBackup, folder: string): string {
  const { header, manifest, replayed } = restored;
  const tables = manifest.database?.tables ?? [];
  const rows = tables.reduce((sum, table) => sum + Number(table.rows), 0);
  const when = replayed ? ' at the time of the backup' : '';
  const lines = [
    `restored: the state of ${replayed?.to ?? header.createdAt}, made by version ${header.program}; compared with the original${when}: ${rows} rows in ${tables.length} tables, ${manifest.blobs.length} files`,
  ];
  if (replayed && replayed.missingBlobs.length > 0)
    lines.push(
      `not in the archive, because they existed only for seconds or were already lost: ${replayed.missingBlobs.length} stored files`,
    );
  if (!replayed && header.log)
    lines.push(
      `this is the state at the time of the backup; to include later changes, restore from the folder instead: ${formatCommandLine('restore', folder)}`,
    );
  const settings = manifest.settings.filter((name) => name !== 'DATA_DIR');
  if (settings.length > 0)
    lines.push(
      `set these again in the environment, because backups contain no settings: ${settings.join(', ')}`,
    );
  lines.push(...describeLeftOut(restored));
  if (manifest.database === null)
    lines.push('the database of DATABASE_URL is not in this backup; restore it with its own tools');
  return `${lines.join('\n')}\n`;
}

/** Lists what was not restored, because an archive must not determine what a server executes. */
function describeLeftOut({ leftOut, changedSettings, disabled }: RestoredBackup): string[] {
  const lines: string[] = [];
  if (changedSettings.length > 0)
    lines.push(
      `database settings made with ALTER SYSTEM are never restored; set them again: ${changedSettings.join(', ')}`,
    );
  if (disabled.length > 0)
    lines.push(`disabled, because PostgreSQL would run it at every connection: ${disabled.join('; ')}`);
  if (leftOut.length > 0)
    lines.push(
      `left out, because this program does not write such files: ${leftOut.length}, e.g. ${JSON.stringify(leftOut[0])}`,
    );
  return lines;
}

function isFull(folder: string): boolean {
  return (
    (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false) && readdirSync(folder).length > 0
  );
}
