import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { externalDirectory } from '../database/embedded/ownership.ts';
import { restoreMarker } from '../database/embedded/restore-marker.ts';
import { planReplay, replayWal } from './continuous/replay-wal.ts';
import type { ReplayedWal } from './continuous/replay-wal.ts';
import { recoverToPoint } from './recover-to-point.ts';
import type { BackupTarget } from './targets/backup-target.ts';
import { unpackArchive } from './unpack-archive.ts';
import type { UnpackedArchive } from './unpack-archive.ts';

export interface RestoreOptions {
  source: Readable;
  passphrase: string;
  /** Empty or missing. */
  dataDir: string;
  /** Beyond the backup's own restore point, with the WAL archive in this target, if it has one. */
  log?: { target: BackupTarget; until: Date | 'newest' } | undefined;
}

export interface RestoredBackup extends Omit<UnpackedArchive, 'directory'> {
  /** Where more than the backup itself was restored. */
  replayed?: ReplayedWal;
}

/**
 * Unpacks, replays the WAL up to the restore point, compares every table with what the backup says, and replays the
 * WAL archive if asked. On failure the folder is as it was.
 */
export async function restoreBackup({
  source,
  passphrase,
  dataDir: given,
  log,
}: RestoreOptions): Promise<RestoredBackup> {
  const dataDir = resolve(given);
  const existed = statSync(dataDir, { throwIfNoEntry: false }) !== undefined;
  try {
    const replay = log && planReplay(log.target, log.until);
    const unpacked = await unpackArchive(source, passphrase, dataDir, replay?.checkHeader);
    const { header, manifest, directory } = unpacked;
    const restored: RestoredBackup = { header, manifest };
    if (manifest.database && directory) {
      const continues = replay !== undefined && header.log !== undefined;
      await recoverToPoint(dataDir, manifest.database, continues ? 'pause' : 'promote');
      if (continues) restored.replayed = await replayWal(replay, { dataDir, directory, header, manifest });
    }
    rmSync(join(dataDir, restoreMarker));
    return restored;
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
