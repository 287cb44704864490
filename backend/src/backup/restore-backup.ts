import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig } from '../database/connection.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import { startEmbeddedServer } from '../database/embedded-server.ts';
import { externalDirectory } from '../database/embedded/ownership.ts';
import { restoreMarker } from '../database/embedded/restore-marker.ts';
import { StartupError } from '../errors/startup-error.ts';
import type { ArchiveManifest } from './archive-format.ts';
import { compareFingerprints, readFingerprints } from './table-fingerprints.ts';
import { unpackArchive } from './unpack-archive.ts';
import type { UnpackedArchive } from './unpack-archive.ts';

export interface RestoreOptions {
  source: Readable;
  passphrase: string;
  /** Empty or missing. */
  dataDir: string;
}

/**
 * Unpacks, replays the log up to the restore point, and compares every table with what the backup says. On failure
 * the folder is as it was.
 */
export async function restoreBackup({
  source,
  passphrase,
  dataDir: given,
}: RestoreOptions): Promise<UnpackedArchive> {
  const dataDir = resolve(given);
  const existed = statSync(dataDir, { throwIfNoEntry: false }) !== undefined;
  try {
    const unpacked = await unpackArchive(source, passphrase, dataDir);
    if (unpacked.manifest.database) await recover(dataDir, unpacked.manifest.database);
    rmSync(join(dataDir, restoreMarker));
    return unpacked;
  } catch (error) {
    if (isOurs(dataDir)) removeRestored(dataDir, existed);
    throw error;
  }
}

/** Also the part outside DATA_DIR, where there is one. */
export function removeRestored(dataDir: string, keepFolder = false): void {
  const external = externalDirectory(dataDir);
  if (external !== undefined) rmSync(external, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
  if (keepFolder) mkdirSync(dataDir, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}

/** False for a folder that was not empty. */
function isOurs(dataDir: string): boolean {
  return statSync(join(dataDir, restoreMarker), { throwIfNoEntry: false }) !== undefined;
}

async function recover(
  dataDir: string,
  { restorePoint, tables }: NonNullable<ArchiveManifest['database']>,
): Promise<void> {
  const server = await startEmbeddedServer({
    dataDir,
    restore: {
      // The log is complete in pg_wal.
      restore_command: 'false',
      recovery_target_name: restorePoint,
      recovery_target_action: 'promote',
    },
  });
  try {
    const differences = await compareWith(server.connection, tables);
    if (differences.length > 0)
      throw new StartupError(`the restored database differs from the backup: ${differences.join('; ')}`);
  } finally {
    await server.stop();
  }
}

async function compareWith(
  connection: DatabaseConnection,
  tables: NonNullable<ArchiveManifest['database']>['tables'],
): Promise<string[]> {
  const client = new Client(clientConfig(connection));
  client.on('error', () => {});
  await client.connect();
  try {
    await whenPromoted(client);
    await client.query('begin isolation level repeatable read read only');
    return compareFingerprints(tables, await readFingerprints(client));
  } finally {
    await client.end();
  }
}

/** The server already accepts reads while it replays the log. */
async function whenPromoted(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering');
    if (!rows[0]?.recovering) return;
    await wait(100);
  }
}
