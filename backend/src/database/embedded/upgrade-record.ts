// Reads, writes or removes upgrade.json, the record of the last PostgreSQL upgrade.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { explainUnreadableFile } from '../../errors/explain-unreadable-file.ts';
import { PermanentStartupError } from '../../errors/startup-error.ts';
import { writeAtomically } from '../folders.ts';

/** upgrade.json of a DATA_DIR describes the last upgrade, which has a restore point. */
export interface UpgradeRecord {
  /** If another start finds a running one, it was interrupted and is undone. */
  state: 'running' | 'done';
  /** Versions of the program; null if none was recorded. */
  from: string | null;
  to: string;
  /** ISO 8601 */
  startedAt: string;
  finishedAt?: string;
  /** The first transaction after the upgrade: an undo loses what later ones wrote. */
  transaction?: string;
}

function recordFile(dataDir: string): string {
  return join(dataDir, 'upgrade.json');
}

/** Throws a StartupError if the file cannot be read, because it is then unknown whether an upgrade was completed. */
export function readUpgradeRecord(dataDir: string): UpgradeRecord | undefined {
  const file = recordFile(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Partial<UpgradeRecord>;
    if (record.state === 'running' || record.state === 'done') return record as UpgradeRecord;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw explainUnreadableFile(file, error, '');
  }
  throw new PermanentStartupError(
    `${file} cannot be read: if the database works, delete that file; else restore a backup into an empty DATA_DIR`,
  );
}

export function writeUpgradeRecord(dataDir: string, record: UpgradeRecord): void {
  writeAtomically(recordFile(dataDir), JSON.stringify(record));
}

export function removeUpgradeRecord(dataDir: string): void {
  rmSync(recordFile(dataDir), { force: true });
  // left by a process that was killed while it wrote one
  rmSync(`${recordFile(dataDir)}.new`, { force: true });
}
