// Replays the shipped WAL after a restore up to a point in time, with its stored files.
import type { ClientBase } from 'pg';
import { StartupError } from '../../errors/startup-error.ts';
import { type ArchiveHeader, type ArchiveManifest, blobPath } from '../archive-format.ts';
import { runRecovery, type Recovered, type Recovery } from '../recover-to-restore-point.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import type { ArchiveHeaderCheck } from '../unpack-archive.ts';
import {
  findEndOfWal,
  fetchWalPieces,
  readLatestArchivedTime,
  listWalPieces,
  findWalContinuation,
  latestArchivedTime,
} from './fetch-wal.ts';
import {
  type WalPiece,
  walArchiveFileSuffix,
  decryptAndDecompressFile,
  walStreamFolders,
} from './wal-files.ts';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listBlobs } from '../copy-files.ts';
import { isBlobVersion, isDataFile } from '../known-files.ts';
import { readBlobVersions } from '../restore-point.ts';
import type { WalStream } from './wal-archive-state.ts';

export interface WalReplayOptions {
  target: BackupTarget;
  until: Date | 'newest';
  /** Restores up to a gap in the archive, if there is one, instead of refusing. */
  acceptLoss?: boolean;
}

export interface WalReplayPlan extends WalReplayOptions {
  /** Throws a StartupError that names the times that can be restored, before anything is unpacked. */
  checkHeader: ArchiveHeaderCheck;
}

export interface WalReplayResult {
  /** ISO 8601; everything up to this time is restored, nothing after it. */
  to: string;
  /** Versions of stored files that existed for less than one round of the archive, or were lost before. */
  missingBlobs: string[];
}

export function planWalReplay(options: WalReplayOptions): WalReplayPlan {
  const { target, until } = options;
  return {
    ...options,
    async checkHeader({ createdAt, log }) {
      const pieces = log ? await listWalPieces(target, log) : [];
      checkTime(until, { from: createdAt, reachesToMs: latestArchivedTime(pieces) });
      if (!log) await checkGap(options, { reachedMs: Date.parse(createdAt), lostUntilMs: undefined });
    },
  };
}

/** Runs after the backup itself is restored, in a folder whose database waits at its restore point. */
export async function replayWal(
  plan: WalReplayPlan,
  restored: Recovery & { header: ArchiveHeader; manifest: ArchiveManifest },
): Promise<WalReplayResult & { recovered: Recovered }> {
  const { target } = plan;
  const { dataDir, directory, header, manifest } = restored;
  const from = manifest.database?.at ?? header.createdAt;
  const { log: stream } = header;
  const all = stream ? await listWalPieces(target, stream) : [];
  const found = findWalContinuation(all, await findEndOfWal(directory.cluster));
  const { pieces, reachesToMs = 0, lostUntilMs } = found;
  const reachedMs = Math.max(reachesToMs, Date.parse(from));
  await checkGap(plan, { reachedMs, lostUntilMs });
  const isBeyond = plan.until !== 'newest' && plan.until.getTime() > reachedMs && lostUntilMs !== undefined;
  const until = isBeyond ? 'newest' : plan.until;
  // The backup's own time is known only now, because it is at the archive's end.
  checkTime(until, { from, reachesToMs });
  const needed = until === 'newest' ? pieces : piecesUntil(pieces, until.getTime());
  if (stream) await fetchWalPieces(needed, { target, stream, directory });
  const settings: Record<string, string> =
    until === 'newest' ? {} : { recovery_target_time: inNumbers(until), recovery_target_action: 'promote' };
  const { result, recovered } = await runRecovery(restored, settings, async (client) => ({
    to:
      until === 'newest' ? await checkReplayed(client, plan, reachedMs, needed.length > 0) : until.getTime(),
    missingBlobs: stream ? await fetchBlobs(client, dataDir, { target, stream }) : [],
  }));
  const { to, missingBlobs } = result;
  const changed = { from: Date.parse(header.createdAt), until: to };
  if (stream) await fetchDataFiles(dataDir, changed, { target, stream });
  return { to: new Date(to).toISOString(), missingBlobs, recovered };
}

/** PostgreSQL ends a replay without an error if the WAL cannot be read on. Returns the time that it reached. */
async function checkReplayed(
  client: ClientBase,
  { acceptLoss }: WalReplayPlan,
  expectedMs: number,
  hasPieces: boolean,
): Promise<number> {
  const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
  const replayedMs = rows[0]?.at?.getTime() ?? 0;
  // Each piece ends with a commit of its time.
  if (!hasPieces || replayedMs >= expectedMs) return expectedMs;
  if (acceptLoss) return replayedMs;
  throw logGap(replayedMs, expectedMs, 'its pieces cannot be read on');
}

/** Throws if the target has part of what was written after `reachedMs`, because a restore would silently omit it. */
async function checkGap(
  { target, until, acceptLoss }: WalReplayOptions,
  { reachedMs, lostUntilMs }: { reachedMs: number; lostUntilMs: number | undefined },
): Promise<void> {
  if (acceptLoss || (until !== 'newest' && until.getTime() <= reachedMs)) return;
  if (lostUntilMs !== undefined) throw logGap(reachedMs, lostUntilMs, 'pieces in between are missing');
  if (until !== 'newest') return;
  const latestMs = await readLatestArchivedTime(target);
  if (latestMs > reachedMs)
    throw logGap(reachedMs, latestMs, 'it goes on with a log that continues another backup');
}

function logGap(reachedMs: number, lostUntilMs: number, why: string): StartupError {
  const [reached, until] = [new Date(reachedMs).toISOString(), new Date(lostUntilMs).toISOString()];
  return new StartupError(
    `the log that continues this backup has a gap: it reaches ${reached}, and what was written from then to ${until} cannot be restored from this backup, because ${why}. Nothing was kept. Use a newer backup if there is one, or accept the loss with --accept-loss, which restores the state of ${reached}`,
  );
}

/** The requested time is before this backup was made: an older backup and its WAL may reach it. */
export class TimeBeforeBackupError extends StartupError {}

/**
 * The pieces up to the first one that reaches `time`: replay stops at the first commit after it, which is in that
 * piece.
 */
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
  const Reason = isBefore ? TimeBeforeBackupError : StartupError;
  throw new Reason(
    reachesToMs < Date.parse(from)
      ? `--at: nothing continues this backup, so it can be restored to its own moment alone, ${from}: leave --at out`
      : `--at: ${until.toISOString()} is outside of what this backup and its WAL archive reach, ${from} to ${to}: give a time between, ${isBefore ? 'or an earlier backup' : 'or --at newest'}`,
  );
}

/**
 * Ends with +00 instead of Z, because PostgreSQL does not know time zone abbreviations yet when it reads this
 * setting.
 */
function inNumbers(time: Date): string {
  return time.toISOString().replace('Z', '+00');
}

interface Source {
  target: BackupTarget;
  stream: WalStream;
}

/**
 * Fetches the stored files that the base backup lacks and removes those that were deleted since. Returns the versions
 * that the archive lacks too.
 */
async function fetchBlobs(client: ClientBase, dataDir: string, source: Source): Promise<string[]> {
  const missing: string[] = [];
  const versions = (await readBlobVersions(client)).filter(isBlobVersion);
  const named = new Set(versions);
  for (const version of await listBlobs(dataDir))
    if (!named.has(version)) await rm(join(dataDir, 'storage', 'blobs', blobPath(version)), { force: true });
  for (const version of versions) {
    const path = join(dataDir, 'storage', 'blobs', blobPath(version));
    if (existsSync(path)) continue;
    const name = `${walStreamFolders(source.stream.name).blobs}${version}${walArchiveFileSuffix}`;
    if (!(await fetchFile(name, path, source))) missing.push(version);
  }
  return missing;
}

/** Restores keys and mails that changed between `from` and `until`. */
async function fetchDataFiles(
  dataDir: string,
  { from, until }: { from: number; until: number },
  source: Source,
): Promise<void> {
  const folder = walStreamFolders(source.stream.name).data;
  const entries = await source.target.list(folder);
  for (const { name } of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const [time = '', ...parts] = name.slice(folder.length, -walArchiveFileSuffix.length).split('/');
    const path = parts.join('/');
    if (Number(time) < from || Number(time) > until || !isDataFile(path)) continue;
    await fetchFile(name, join(dataDir, path), source);
  }
}

async function fetchFile(name: string, path: string, { target, stream }: Source): Promise<boolean> {
  try {
    const content = decryptAndDecompressFile(await target.read(name), stream.identity);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
