// Reads the WAL that a target contains.
import { chownSync, mkdirSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ClusterLocation } from '../../database/embedded/cluster-location.ts';
import { StartupError } from '../../errors/startup-error.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import {
  parseWalPieceName,
  walSegmentBytes,
  walSegmentEnd,
  walSegmentName,
  type WalPiece,
  decryptAndDecompressFile,
  walStreamFolders,
  walArchiveFolder,
} from './wal-files.ts';
import type { WalStream } from './wal-archive-state.ts';

const atOnce = 8;

/** Sorted in the order in which they were written. */
export async function listWalPieces(target: BackupTarget, stream: WalStream): Promise<WalPiece[]> {
  const entries = await target.list(walStreamFolders(stream.name).pieces);
  return entries
    .flatMap(({ name }) => parseWalPieceName(name) ?? [])
    .toSorted((one, other) => one.sequence - other.sequence);
}

export interface WalGap {
  after: WalPiece;
  next: WalPiece;
}

/** The first place where a piece is missing between two that exist. */
export function findWalGap(pieces: WalPiece[]): WalGap | undefined {
  let after: WalPiece | undefined;
  for (const next of pieces) {
    if (after && next.start > after.end) return { after, next };
    if (!after || next.end > after.end) after = next;
  }
  return undefined;
}

export interface WalContinuation {
  pieces: WalPiece[];
  /** Undefined if no piece continues the backup. */
  reachesToMs: number | undefined;
  /** Set if earlier pieces are missing: the time that the later pieces reach, which cannot be replayed. */
  lostUntilMs: number | undefined;
}

/** Finds the pieces that continue a base backup without a gap. */
export function findWalContinuation(pieces: WalPiece[], from: bigint): WalContinuation {
  const needed: WalPiece[] = [];
  let position = from;
  let reachesToMs: number | undefined;
  for (const [index, piece] of pieces.entries()) {
    if (piece.start > position)
      return { pieces: needed, reachesToMs, lostUntilMs: latestArchivedTime(pieces.slice(index)) };
    if (piece.end > position) {
      needed.push(piece);
      position = piece.end;
    }
    if (piece.reachesToMs > 0) reachesToMs = piece.reachesToMs;
  }
  return { pieces: needed, reachesToMs, lostUntilMs: undefined };
}

/** The latest time that these pieces reach, in ms since 1970; 0 without pieces. */
export function latestArchivedTime(pieces: WalPiece[]): number {
  return pieces.reduce((latest, { reachesToMs }) => Math.max(latest, reachesToMs), 0);
}

/** The latest time that the WAL of any stream in a target reaches, in ms since 1970. */
export async function readLatestArchivedTime(target: BackupTarget): Promise<number> {
  const entries = await target.list(walArchiveFolder);
  return latestArchivedTime(entries.flatMap(({ name }) => parseWalPieceName(name) ?? []));
}

/** The position at which the WAL that is part of a base backup ends. */
export async function findEndOfWal(cluster: string): Promise<bigint> {
  const segments = (await readdir(join(cluster, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name));
  const last = segments.toSorted().at(-1);
  return last === undefined ? 0n : walSegmentEnd(last);
}

/** Writes pieces into pg_wal. The unwritten rest of a segment is zeros, at which replay ends. */
export async function fetchWalPieces(
  pieces: WalPiece[],
  { target, stream, directory }: { target: BackupTarget; stream: WalStream; directory: ClusterLocation },
): Promise<void> {
  const waiting = [...pieces];
  async function fetchNext(): Promise<void> {
    for (let piece = waiting.shift(); piece; piece = waiting.shift()) await fetchPiece(piece);
  }

  async function fetchPiece(piece: WalPiece): Promise<void> {
    const bytes = await readPiece(piece, target, stream);
    const path = join(directory.cluster, 'pg_wal', walSegmentName(piece.timeline, piece.start));
    const handle = await openSegment(path, directory);
    try {
      await handle.write(bytes, 0, bytes.byteLength, Number(piece.start % walSegmentBytes));
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  await Promise.all(Array.from({ length: atOnce }, fetchNext));
}

async function readPiece(piece: WalPiece, target: BackupTarget, stream: WalStream): Promise<Buffer> {
  try {
    const bytes = await buffer(decryptAndDecompressFile(await target.read(piece.file), stream.identity));
    if (BigInt(bytes.byteLength) === piece.end - piece.start) return bytes;
  } catch (cause) {
    // One of the target, which says nothing about the piece.
    if (cause instanceof StartupError || /^E[A-Z]+$/.test((cause as NodeJS.ErrnoException).code ?? ''))
      throw cause;
    throw damaged(target.locate(piece.file), cause);
  }
  throw damaged(target.locate(piece.file));
}

function damaged(file: string, cause?: unknown): StartupError {
  return new StartupError(
    `${file} is damaged, so nothing was kept: restore without --at, or to a time before it was written`,
    { cause },
  );
}

async function openSegment(path: string, { account }: ClusterLocation) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'a', 0o600);
  await handle.truncate(Number(walSegmentBytes));
  await handle.close();
  if (account) chownSync(path, account.uid, account.gid);
  return open(path, 'r+');
}

/** Added because the clock of the target may differ from ours. */
const marginMs = 60 * 60 * 1000;

/** The target may contain files of other programs. */
const ours = /^log\/[0-9a-f]{12}\/(pieces|blobs|data)\//;

/** Removes files that no base backup begun at `neededSince` or later needs. Returns how many. */
export async function pruneWalArchive(target: BackupTarget, neededSince: number): Promise<number> {
  const expired = (await target.list(walArchiveFolder)).filter(
    ({ name, modifiedMs }) => ours.test(name) && modifiedMs < neededSince - marginMs,
  );
  for (const { name } of expired) await target.remove(name);
  return expired.length;
}
