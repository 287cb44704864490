// Reads, writes or removes upgrade.json, the record of the last PostgreSQL upgrade.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../errors/startup-error.ts';
import { writeAtomically } from './cluster-metadata.ts';

/** upgrade.json of a DATA_DIR: the last upgrade, which has a restore point. */
export interface UpgradeRecord {
  /** A running one did not end well when another start finds it: then it is undone. */
  state: 'running' | 'done';
  /** Versions of the program; null where none was recorded. */
  from: string | null;
  to: string;
  /** ISO 8601 */
  startedAt: string;
  finishedAt?: string;
  /** The first transaction after the upgrade: later ones wrote what an undo loses. */
  transaction?: string;
}

function recordFile(dataDir: string): string {
  return join(dataDir, 'upgrade.json');
}

/** Throws a StartupError for a file that cannot be read: whether an upgrade ended well is then unknown. */
export function readUpgradeRecord(dataDir: string): UpgradeRecord | undefined {
  const file = recordFile(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Partial<UpgradeRecord>;
    if (record.state === 'running' || record.state === 'done') return record as UpgradeRecord;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
  }
  throw new StartupError(
    `${file} cannot be read: if the database works, delete that file; else restore a backup into an empty DATA_DIR`,
  );
}

export function writeUpgradeRecord(dataDir: string, record: UpgradeRecord): void {
  writeAtomically(recordFile(dataDir), JSON.stringify(record), 0o600);
}

export function removeUpgradeRecord(dataDir: string): void {
  rmSync(recordFile(dataDir), { force: true });
  // of a process that was killed while it wrote one
  rmSync(`${recordFile(dataDir)}.new`, { force: true });
}
