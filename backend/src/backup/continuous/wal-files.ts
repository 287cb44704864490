// Positions in PostgreSQL's WAL (LSN) as numbers, with the names of archived files.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { createAgeDecrypter, createAgeEncrypter } from '../age.ts';

/** The default of initdb, which we keep. */
export const walSegmentBytes = 16n * 1024n * 1024n;

/** From "A/2800028". */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function formatLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`;
}

/** The file of pg_wal that holds this position. */
export function walSegmentName(timeline: string, lsn: bigint): string {
  const inHigh = (lsn & 0xffffffffn) / walSegmentBytes;
  return timeline + hex(lsn >> 32n, 8) + hex(inHigh, 8);
}

/** The position after the last byte of a segment. */
export function walSegmentEnd(name: string): bigint {
  return (BigInt(`0x${name.slice(8, 16)}`) << 32n) + (BigInt(`0x${name.slice(16)}`) + 1n) * walSegmentBytes;
}

/** A piece of one segment. */
export interface WalPiece {
  /** Its name in the folder of its stream. */
  file: string;
  sequence: number;
  /** Everything committed up to this time is in this piece and those before it. */
  reachesToMs: number;
  timeline: string;
  start: bigint;
  end: bigint;
}

const piecePattern = /^(\d{10})-(\d{13})-([0-9A-F]{8})-([0-9A-F]{16})-([0-9A-F]{16})\.zst\.age$/;

/** Names sort in the order in which pieces were written. */
export function formatWalPieceName(piece: Omit<WalPiece, 'file'>): string {
  const { sequence, reachesToMs, timeline, start, end } = piece;
  const number = String(sequence).padStart(10, '0');
  return `${number}-${String(reachesToMs).padStart(13, '0')}-${timeline}-${hex(start, 16)}-${hex(end, 16)}${walArchiveFileSuffix}`;
}

export function parseWalPieceName(file: string): WalPiece | undefined {
  const parts = piecePattern.exec(file.slice(file.lastIndexOf('/') + 1));
  if (!parts) return undefined;
  const [, sequence = '', reachesToMs = '', timeline = '', start = '', end = ''] = parts;
  return {
    file,
    sequence: Number(sequence),
    reachesToMs: Number(reachesToMs),
    timeline,
    start: BigInt(`0x${start}`),
    end: BigInt(`0x${end}`),
  };
}

function hex(value: bigint, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

// Files of the WAL archive are zstd in age, for one recipient: a passphrase would cost a scrypt computation for each
// small file.
export const walArchiveFileSuffix = '.zst.age';

export async function compressAndEncryptFile(source: Readable, identity: string): Promise<Readable> {
  // A file that is gone fails before it is read. The pipeline passes that error on, but would handle it too late.
  source.once('error', () => {});
  const { identityToRecipient } = await import('age-encryption');
  const sealed = await createAgeEncrypter(await identityToRecipient(identity));
  // An error of the pipeline destroys `sealed`, so that its reader gets the error.
  pipeline(source, createZstdCompress(), sealed).catch(() => {});
  return sealed;
}

/** The stream fails if the content was changed or is for another identity. */
export function decryptAndDecompressFile(source: Readable, identity: string): Readable {
  const content = createZstdDecompress();
  pipeline(source, createAgeDecrypter(identity), content).catch(() => {});
  return content;
}

/** Folder in a target, beside the base backups. */
export const walArchiveFolder = 'log/';

export function walStreamFolders(stream: string) {
  const folder = `${walArchiveFolder}${stream}/`;
  return {
    /** Pieces of the WAL. */
    pieces: `${folder}pieces/`,
    /** Stored files by version. */
    blobs: `${folder}blobs/`,
    /** Small files of DATA_DIR by the time of their copy. */
    data: `${folder}data/`,
  };
}
