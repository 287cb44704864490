// The undo-upgrade command: returns to the restore point after it lists what would be lost.
import { formatCommandLine } from '@fairlead/backend/errors';
import { existsSync } from 'node:fs';
import { countRowsWrittenSince } from '@fairlead/backend/database';
import {
  lockAndRepairClusterDirectory,
  startEmbeddedServer,
  readUpgradeRecord,
  type UpgradeRecord,
  restoreUpgradeRestorePoint,
} from '@fairlead/backend/embedded';
import { readConfig } from '../settings/config.ts';
import type { CommandCall } from './command-declaration.ts';

/** Prints what would be lost and, once confirmed, restores the state before the upgrade. */
export async function undoUpgrade({ environment, confirm }: CommandCall): Promise<void> {
  const { DATA_DIR, DATABASE_URL, SUPABASE_URL } = readConfig(environment);
  if (DATABASE_URL || SUPABASE_URL)
    throw new Error(
      "the database is elsewhere (DATABASE_URL or SUPABASE_URL): use its provider's restore points",
    );
  const record = existsSync(DATA_DIR) ? readUpgradeRecord(DATA_DIR) : undefined;
  if (record === undefined)
    throw new Error(
      `${DATA_DIR} has no restore point: there was no upgrade, or 14 days have passed; restore a backup into an empty DATA_DIR instead`,
    );
  process.stdout.write(`${await describeLoss(DATA_DIR, record)}\n`);
  const before = record.from === null ? 'the previous version' : `version ${record.from}`;
  if (!(await confirm('Undo the upgrade?'))) {
    process.stdout.write(
      `Nothing was changed. To go back: ${formatCommandLine('undo-upgrade', '--yes')}, then start ${before}.\n`,
    );
    return;
  }
  const folder = await lockAndRepairClusterDirectory({ dataDir: DATA_DIR, takeOver: false });
  try {
    await restoreUpgradeRestorePoint(folder.directory);
  } finally {
    folder.close();
  }
  process.stdout.write(`The upgrade was undone. Start ${before}; a newer version would upgrade again.\n`);
}

async function describeLoss(
  dataDir: string,
  { from, to, finishedAt, transaction }: UpgradeRecord,
): Promise<string> {
  const upgrade = `upgrade ${from === null ? '' : `from version ${from} `}to version ${to}, ${finishedAt ?? 'not finished'}`;
  if (transaction === undefined) return `${upgrade}\nIt did not finish, so nothing was written since then.`;
  const server = await startEmbeddedServer({ dataDir, takeOver: false }).catch((error: Error) => error);
  if (server instanceof Error) {
    // This fails if a running server uses the folder, but not if the database is broken, which is a reason to undo.
    const folder = await lockAndRepairClusterDirectory({ dataDir, takeOver: false });
    folder.close();
    return `${upgrade}\nChanges since then cannot be counted, because the database does not start (${server.message}). All of them would be lost.`;
  }
  try {
    const tables = await countRowsWrittenSince(server.connection, transaction);
    if (tables.length === 0) return `${upgrade}\nNothing was written since then.`;
    const rows = tables.map(({ table, rows }) => `  ${table}: ${rows}`);
    return `${upgrade}\nThese rows were added or changed since then, and would be lost or changed back; deleted rows would come back:\n${rows.join('\n')}`;
  } finally {
    await server.stop();
  }
}
