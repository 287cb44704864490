// Restores a backup: unpacks it, replays the WAL, compares tables; removes what a failed one wrote.
import { rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { explainFolderError } from '../database/embedded/folder-errors.ts';
import { restoreMarkerFile } from '../database/embedded/cluster-metadata.ts';
import {
  planWalReplay,
  replayWal,
  type WalReplayResult,
  type WalReplayOptions,
} from './continuous/replay-wal.ts';
import { createCodeCheck, type CodeInspection } from './inspect-program-code.ts';
import { recoverToRestorePoint } from './recover-to-restore-point.ts';
import { removeRestoredData } from './remove-restored-data.ts';
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
  /** Compares what the database executes with the program's migrations; without it, nothing is compared. */
  inspect?: CodeInspection | undefined;
}

export interface RestoredBackup extends Omit<UnpackedArchive, 'directory' | 'limits' | 'builtIn'> {
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
  inspect,
}: RestoreOptions): Promise<RestoredBackup> {
  const dataDir = resolve(given);
  const existed = statSync(dataDir, { throwIfNoEntry: false }) !== undefined;
  try {
    const replay = log && planWalReplay(log);
    const unpacked = await unpackArchive(source, passphrase, dataDir, replay?.checkHeader);
    const { directory, limits, builtIn, ...content } = unpacked;
    const { header, manifest } = content;
    const restored: RestoredBackup = { ...content, disabled: [] };
    if (manifest.database && directory && builtIn) {
      const continues = replay !== undefined && header.log !== undefined;
      const action = continues ? 'pause' : 'promote';
      const checkCode = inspect && createCodeCheck(inspect, dataDir);
      const recovery = { dataDir, directory, limits, builtIn, checkCode };
      let recovered = await recoverToRestorePoint(recovery, manifest.database, action);
      if (continues) {
        const { recovered: last, ...replayed } = await replayWal(replay, {
          ...recovery,
          header,
          manifest,
        });
        restored.replayed = replayed;
        recovered = last;
      }
      restored.disabled = recovered.disabled;
    }
    rmSync(join(dataDir, restoreMarkerFile));
    return restored;
  } catch (error) {
    if (isOurs(dataDir)) removeRestoredData(dataDir, existed);
    throw isDiskFull(error) ? explainFolderError(dataDir, error, setting) : error;
  }
}

function isDiskFull(error: unknown): boolean {
  return /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '');
}

/** Whether the content of the folder comes from a restore. A folder that was not empty has no marker file. */
function isOurs(dataDir: string): boolean {
  return statSync(join(dataDir, restoreMarkerFile), { throwIfNoEntry: false }) !== undefined;
}
