// The storage quota by account, in total, by free disk space; reserves space during uploads.
import { mkdir, statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { mapConnectErrors } from '../../database/database-failure.ts';
import type { LogWriter } from '../../errors/log-entry.ts';
import { StorageError } from '../errors.ts';

/** In bytes. */
export interface StorageQuota {
  /** For one account, in all buckets. Objects without an owner count only in the total. */
  account: number;
  total: number;
  /** Space on the disk that files leave to the database. */
  reserve: number;
}

const gibibyte = 1024 ** 3;

export const defaultStorageQuota: StorageQuota = {
  account: 2 * gibibyte,
  total: 20 * gibibyte,
  reserve: gibibyte,
};

interface Reservation {
  version: string;
  /** The `sub` of the object's future owner. */
  owner: string | null;
  bytes: number;
  /** The part of these bytes that is not on the disk yet. */
  unwritten: number;
}

/** Must be longer than any upload that the listener allows. */
const hold = '2 hours';

export type SpaceReserver = (reservation: Reservation) => Promise<void>;

/** In bytes; -1 if the file system has hardly any inodes left, which the database needs too. */
async function readFreeBytes(folder: string, reserve: number, readDisk: typeof statfs): Promise<number> {
  const { bavail, bsize, files, ffree } = await readDisk(folder);
  // Some file systems report no number.
  const isOutOfFiles = files > 0 && ffree < files / 50;
  return isOutOfFiles ? -1 : Math.max(0, bavail * bsize - reserve);
}

/** Reserves space before the first byte, and more while bytes arrive whose number was unknown. Throws QuotaExceeded. */
export function createSpaceReserver(
  { pool, folder, log }: { pool: Pool; folder: string; log: LogWriter },
  quota: StorageQuota,
  readDisk = statfs,
): SpaceReserver {
  return async ({ version, owner, bytes, unwritten }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const values = [
      version,
      hold,
      owner ?? '',
      bytes,
      unwritten,
      quota.account,
      quota.total,
      await readFreeBytes(folder, quota.reserve, readDisk),
    ];
    const { rows } = await mapConnectErrors(
      pool.query<{ outcome: keyof typeof problems | 'ok' }>(
        'select backend.reserve_blob($1, $2, $3, $4, $5, $6, $7, $8) as outcome',
        values,
      ),
    );
    const outcome = rows[0]?.outcome ?? 'ok';
    if (outcome === 'ok') return;
    const message = problems[outcome](quota);
    if (outcome === 'disk') log({ level: 'warn', event: 'storage.disk_reserved', message });
    throw new StorageError(413, 'QuotaExceeded', message, 'Quota exceeded');
  };
}

const problems = {
  account: ({ account }: StorageQuota) =>
    `This account has used its ${inMegabytes(account)} of storage. Delete files that are no longer needed, or ask the operator for more.`,
  total: ({ total }: StorageQuota) =>
    `All ${inMegabytes(total)} of storage are used. Delete files that are no longer needed, or ask the operator for more.`,
  disk: () => 'The disk has no room left for files: the rest is kept for the database. Tell the operator.',
};

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}

const stepBytes = 2 * 1024 ** 2;

/** Reserves more for what exceeds `reserved`, e.g. if the request does not declare its length. */
export async function* reserveSpaceForStream(
  bytes: AsyncIterable<Uint8Array>,
  reserved: number,
  maxBytes: number,
  reserveInAll: (bytes: number, unwritten: number) => Promise<void>,
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  let held = reserved;
  for await (const chunk of bytes) {
    const written = size;
    size += chunk.byteLength;
    if (size > held) {
      // What exceeds the limit of an object is refused by the writer.
      const wanted = Math.max(size, Math.min(size + stepBytes, maxBytes));
      held = await reserveInAll(wanted, wanted - written).then(
        () => wanted,
        async () => {
          await reserveInAll(size, size - written);
          return size;
        },
      );
    }
    yield chunk;
  }
}
