import type { ClusterDirectory } from '../../database/embedded/cluster-directory.ts';
import { StartupError } from '../../errors/startup-error.ts';
import type { ArchiveHeader, ArchiveManifest } from '../archive-format.ts';
import { recover } from '../recover-to-point.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import type { CheckHeader } from '../unpack-archive.ts';
import { fetchBlobs, fetchDataFiles } from './fetch-files.ts';
import { endOfWal, fetchPieces, listPieces, piecesAfter } from './fetch-wal.ts';
import type { WalPiece } from './wal-position.ts';

export interface ReplayPlan {
  target: BackupTarget;
  until: Date | 'newest';
  /** Throws a StartupError that names the times that can be restored, before anything is unpacked. */
  checkHeader: CheckHeader;
}

export interface ReplayedWal {
  /** ISO 8601; everything up to here is restored, nothing after it. */
  to: string;
  /** Versions of stored files that existed for less than a round of the archive, or were lost before. */
  missingBlobs: string[];
}

export function planReplay(target: BackupTarget, until: Date | 'newest'): ReplayPlan {
  return {
    target,
    until,
    async checkHeader({ createdAt, log }) {
      const pieces = log ? await listPieces(target, log) : [];
      const reachesToMs = Math.max(...pieces.map((piece) => piece.reachesToMs), 0);
      checkTime(until, { from: createdAt, reachesToMs });
    },
  };
}

/** After the backup itself, in a folder whose database waits at its restore point. */
export async function replayWal(
  { target, until }: ReplayPlan,
  restored: {
    dataDir: string;
    directory: ClusterDirectory;
    header: ArchiveHeader;
    manifest: ArchiveManifest;
  },
): Promise<ReplayedWal> {
  const { dataDir, directory, header, manifest } = restored;
  const from = manifest.database?.at ?? header.createdAt;
  const { log: stream } = header;
  const all = stream ? await listPieces(target, stream) : [];
  const { pieces, reachesToMs = 0 } = piecesAfter(all, await endOfWal(directory.cluster));
  // Its moment is known only now: it is at the archive's end.
  checkTime(until, { from, reachesToMs });
  const needed = until === 'newest' ? pieces : piecesUntil(pieces, until.getTime());
  if (stream) await fetchPieces(needed, { target, stream, directory });
  const settings: Record<string, string> =
    until === 'newest' ? {} : { recovery_target_time: inNumbers(until), recovery_target_action: 'promote' };
  const end = until === 'newest' ? Math.max(reachesToMs, Date.parse(from)) : until.getTime();
  const missingBlobs = await recover(dataDir, settings, (client) =>
    stream ? fetchBlobs(client, dataDir, { target, stream }) : Promise.resolve([]),
  );
  const changed = { from: Date.parse(header.createdAt), until: end };
  if (stream) await fetchDataFiles(dataDir, changed, { target, stream });
  return { to: new Date(end).toISOString(), missingBlobs };
}

/** The time is before the moment of this backup: an older backup and its WAL may reach it. */
export class BeforeBackup extends StartupError {}

/** Replay stops at the first commit after a time, which the next piece that reaches so far holds. */
function piecesUntil(pieces: WalPiece[], time: number): WalPiece[] {
  const last = pieces.findIndex(({ reachesToMs }) => reachesToMs >= time);
  return last === -1 ? pieces : pieces.slice(0, last + 1);
}

function checkTime(
  until: Date | 'newest',
  { from, reachesToMs }: { from: string; reachesToMs: number },
): void {
  if (until === 'newest') return;
  const isBefore = until.getTime() < Date.parse(from);
  if (!isBefore && until.getTime() <= reachesToMs) return;
  const to = new Date(reachesToMs).toISOString();
  const Reason = isBefore ? BeforeBackup : StartupError;
  throw new Reason(
    reachesToMs < Date.parse(from)
      ? `--at: nothing continues this backup, so it can be restored to its own moment alone, ${from}: leave --at out`
      : `--at: ${until.toISOString()} is outside of what this backup and its WAL archive reach, ${from} to ${to}: give a time between, ${isBefore ? 'or an earlier backup' : 'or --at newest'}`,
  );
}

/** PostgreSQL does not know the abbreviation Z yet when it reads this setting. */
function inNumbers(time: Date): string {
  return time.toISOString().replace('Z', '+00');
}
