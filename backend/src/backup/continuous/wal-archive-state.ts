// The state of a continuous archive: its replication slot, the stream that it writes.
import { existsSync, readFileSync, realpathSync, statSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ConnectionParameters } from '../../database/connection-parameters.ts';
import { withClient } from '../../database/database-client.ts';
import { writeAtomically } from '../../database/folders.ts';
import type { ClientBase } from 'pg';
import { parseLsn } from './wal-files.ts';

/** One unbroken history of a database in one target. A gap, another target or a copied folder starts a new stream. */
export interface WalStream {
  /** Its folder below `log/` in the target. */
  name: string;
  /** The age identity that decrypts its content; each base backup contains it. */
  identity: string;
}

export interface CurrentWalStream extends WalStream {
  /** The position (LSN) at which its WAL begins; absent in streams of earlier versions. */
  start?: string;
}

interface StoredStream extends CurrentWalStream {
  target: string;
  folder: string;
}

/** In DATA_DIR; not part of a backup, so that a restored folder starts its own stream. */
const walArchiveFile = 'log-archive.json';

/**
 * The stream of this folder in `target`; undefined if there is none, or if the stored one belongs to another target
 * or to the folder of which this one is a copy.
 */
export function readCurrentWalStream(dataDir: string, target: string): CurrentWalStream | undefined {
  const file = join(dataDir, walArchiveFile);
  if (!existsSync(file)) return undefined;
  try {
    const { target: of, folder, ...stream } = JSON.parse(readFileSync(file, 'utf8')) as StoredStream;
    return of === target && folder === identityOf(dataDir) ? stream : undefined;
  } catch {
    return undefined;
  }
}

export async function beginWalStream(dataDir: string, target: string, start: string): Promise<WalStream> {
  const { generateX25519Identity } = await import('age-encryption');
  const stream = { start, name: randomBytes(6).toString('hex'), identity: await generateX25519Identity() };
  const stored: StoredStream = { ...stream, target, folder: identityOf(dataDir) };
  writeAtomically(join(dataDir, walArchiveFile), JSON.stringify(stored));
  return stream;
}

/** Identifies the folder by its inode and path, which differ for a copy of it. */
function identityOf(dataDir: string): string {
  return `${statSync(dataDir).ino} ${realpathSync(dataDir)}`;
}

/**
 * Ends the archiving of WAL; returns whether WAL was archived. The slot is dropped even if the file is missing,
 * because a cluster that an undone upgrade put back may still have it.
 */
export async function stopWalArchiving(dataDir: string, connection: ConnectionParameters): Promise<boolean> {
  await withClient(connection, dropWalSlot);
  const file = join(dataDir, walArchiveFile);
  const wasArchived = existsSync(file);
  rmSync(file, { force: true });
  return wasArchived;
}

/** Keeps the WAL in pg_wal until it is archived, over restarts and crashes; `max_slot_wal_keep_size` bounds that. */
const slot = 'fairlead_log_archive';

/** The position from which WAL is kept; undefined without a slot, or if the bound was exceeded. */
export async function readWalSlotLsn(client: ClientBase): Promise<bigint | undefined> {
  const { rows } = await client.query<{ lsn: string | null; isLost: boolean }>(
    `select restart_lsn::text as lsn, wal_status = 'lost' as "isLost" from pg_replication_slots where slot_name = $1`,
    [slot],
  );
  const [found] = rows;
  return found?.lsn && !found.isLost ? parseLsn(found.lsn) : undefined;
}

/** Creates the slot; returns the position from which it keeps the WAL. */
export async function createWalSlot(client: ClientBase): Promise<string> {
  await dropWalSlot(client);
  const { rows } = await client.query<{ lsn: string }>(
    'select lsn::text from pg_create_physical_replication_slot($1, true)',
    [slot],
  );
  return rows[0]?.lsn ?? '';
}

/** Drops the slot. A slot that no archive reads would keep WAL up to its limit. */
async function dropWalSlot(client: ClientBase): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [slot],
  );
}

export async function advanceWalSlot(client: ClientBase, lsn: string): Promise<void> {
  await client.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [slot, lsn]);
}
