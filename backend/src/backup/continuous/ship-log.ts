import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BackupTarget } from '../targets/backup-target.ts';
import { pieceName, segmentBytes, segmentName } from './log-position.ts';
import type { LogPiece } from './log-position.ts';
import type { LogStream } from './log-archive-state.ts';
import { seal } from './seal.ts';
import { streamFolders } from './stream-folders.ts';

export interface LogRange {
  timeline: string;
  start: bigint;
  /** What is before it is flushed, and so never changes. */
  end: bigint;
  /** Of a transaction that was committed before `end`. */
  reachesToMs: number;
}

/** Copies a range of the log as pieces. Returns the next sequence number. */
export async function shipLog(
  { timeline, start, end, reachesToMs }: LogRange,
  firstSequence: number,
  { cluster, target, stream }: { cluster: string; target: BackupTarget; stream: LogStream },
): Promise<number> {
  let sequence = firstSequence;
  for (let at = start; at < end; sequence++) {
    const segmentStart = at - (at % segmentBytes);
    const pieceEnd = segmentStart + segmentBytes < end ? segmentStart + segmentBytes : end;
    const piece: Omit<LogPiece, 'file'> = {
      sequence,
      // Only with its end is the commit in it.
      reachesToMs: pieceEnd === end ? reachesToMs : 0,
      timeline,
      start: at,
      end: pieceEnd,
    };
    const file = join(cluster, 'pg_wal', segmentName(timeline, at));
    const bytes = await readExactly(file, Number(at - segmentStart), Number(pieceEnd - at));
    await target.write(
      streamFolders(stream.name).pieces + pieceName(piece),
      await seal(Readable.from([bytes]), stream.identity),
    );
    at = pieceEnd;
  }
  return sequence;
}

async function readExactly(file: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, position);
    if (bytesRead < length) throw new Error(`${file} is shorter than the log in it`);
    return bytes;
  } finally {
    await handle.close();
  }
}
