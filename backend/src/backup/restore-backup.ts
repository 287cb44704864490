// Restores a backup: unpacks it, replays the WAL, compares tables; removes what a failed one wrote.
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { explainFolderError } from '../database/embedded/folder-errors.ts';
import { findRelocatedCluster } from '../database/embedded/ownership.ts';
import { restoreMarkerFile } from '../database/embedded/cluster-metadata.ts';
import {
  planWalReplay,
  replayWal,
  type WalReplayResult,
  type WalReplayOptions,
} from './continuous/replay-wal.ts';
import { recoverToRestorePoint } from './recover-to-restore-point.ts';
import { unpackArchive, type UnpackedArchive } from './unpack-archive.ts';

export interface RestoreOptions {
  source: Readable;
  passphrase: string;
  /** Empty or missing. */
  dataDir: string;
  /** The setting that contains this path, for the message about a full disk. */
  setting?: string;
  /** Continues beyond the backup's own restore point, with the WAL archive in this target, if there is one. */
  log?: WalReplayOptions | undefined;
}

export interface RestoredBackup extends Omit<UnpackedArchive, 'directory' | 'limits'> {
  /** Names of what would have run at each connection to the database. */
  disabled: string[];
  /** Set if more than the backup itself was restored. */
  replayed?: WalReplayResult;
}

/**
 * Unpacks, replays the WAL up to the restore point, compares every table with the fingerprint in the backup, and
 * replays the WAL archive if requested. On failure the folder is as it was.
 */
export async function restoreBackup({
  source,
  passphrase,
  dataDir: given,
  setting,
  log,
}: RestoreOptions): Promise<RestoredBackup> {
  const dataDir = resolve(given);
  const existed = statSync(dataDir, { throwIfNoEntry: false }) !== undefined;
  try {
    const replay = log && planWalReplay(log);
    const unpacked = await unpackArchive(source, passphrase, dataDir, replay?.checkHeader);
    const { directory, limits, ...content } = unpacked;
    const { header, manifest } = content;
    const restored: RestoredBackup = { ...content, disabled: [] };
    if (manifest.database && directory) {
      const continues = replay !== undefined && header.log !== undefined;
      const action = continues ? 'pause' : 'promote';
      restored.disabled = await recoverToRestorePoint({ dataDir, limits }, manifest.database, action);
      if (continues)
        restored.replayed = await replayWal(replay, { dataDir, directory, header, manifest, limits });
      restored.disabled = restored.replayed?.disabled ?? restored.disabled;
    }
    rmSync(join(dataDir, restoreMarkerFile));
    return restored;
  } catch (error) {
    if (isOurs(dataDir)) removeRestoredData(dataDir, existed);
    throw isDiskFull(error) ? explainFolderError(dataDir, error, setting) : error;
  }
}

/** Removes the restored data, including a cluster outside DATA_DIR. */
export function removeRestoredData(dataDir: string, keepFolder = false): void {
  const relocated = findRelocatedCluster(dataDir);
  if (relocated !== undefined) rmSync(relocated, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
  if (keepFolder) mkdirSync(dataDir, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}

function isDiskFull(error: unknown): boolean {
  return /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '');
}

/** Whether the content of the folder comes from a restore. A folder that was not empty has no marker file. */
function isOurs(dataDir: string): boolean {
  return statSync(join(dataDir, restoreMarkerFile), { throwIfNoEntry: false }) !== undefined;
}
