import type { ClientBase } from 'pg';
import { parseLsn } from './wal-position.ts';

/** Keeps the WAL in pg_wal until it is archived, over restarts and crashes; `max_slot_wal_keep_size` bounds that. */
const slot = 'fairlead_log_archive';

/** From where the WAL is still kept; undefined without a slot, or when the bound was passed. */
export async function readWalSlot(client: ClientBase): Promise<bigint | undefined> {
  const { rows } = await client.query<{ lsn: string | null; isLost: boolean }>(
    `select restart_lsn::text as lsn, wal_status = 'lost' as "isLost" from pg_replication_slots where slot_name = $1`,
    [slot],
  );
  const [found] = rows;
  return found?.lsn && !found.isLost ? parseLsn(found.lsn) : undefined;
}

/** Returns from where it keeps the WAL. */
export async function createWalSlot(client: ClientBase): Promise<string> {
  await dropWalSlot(client);
  const { rows } = await client.query<{ lsn: string }>(
    'select lsn::text from pg_create_physical_replication_slot($1, true)',
    [slot],
  );
  return rows[0]?.lsn ?? '';
}

/** Otherwise the WAL would grow to its bound where nobody archives it any more. */
export async function dropWalSlot(client: ClientBase): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [slot],
  );
}

export async function advanceWalSlot(client: ClientBase, lsn: string): Promise<void> {
  await client.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [slot, lsn]);
}
