// Creates a restore point in the WAL with table fingerprints from the same snapshot.
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import type { TableFingerprint } from './archive-format.ts';
import { listTables, quoteTableName, readTableFingerprints } from './table-fingerprints.ts';

export interface RestorePoint {
  name: string;
  /** position up to which the WAL must be replayed */
  lsn: string;
  /** ISO 8601 */
  at: string;
  /** versions of stored files that rows refer to; empty without a storage schema */
  blobVersions: string[];
}

const attempts = 120;
/**
 * Timeout of all locks together, below PostgreSQL's deadlock_timeout (1 s): in a deadlock we give up, never a writer.
 */
const lockTimeoutMs = 400;
const pauseMs = 600;
const statementTimedOut = '57014';

/**
 * Names a point in the WAL, and reads what a restore to it must yield. All tables are briefly locked against writing,
 * so that the snapshot that is read and the point in the WAL have the same rows. `copy` runs while the rows are read.
 */
export async function createRestorePoint<Copied>(
  name: string,
  { writer, reader }: { writer: ClientBase; reader: ClientBase },
  copy: (point: RestorePoint) => Promise<Copied>,
): Promise<RestorePoint & { tables: TableFingerprint[]; copied: Copied }> {
  const { lsn, at } = await markLog(name, writer, reader);
  try {
    const point = { name, lsn, at, blobVersions: await readBlobVersions(reader) };
    const [tables, copied] = await Promise.all([readTableFingerprints(reader), copy(point)]);
    return { ...point, tables, copied };
  } finally {
    await reader.query('rollback');
  }
}

/** Returns with the reader in a transaction that has the snapshot. */
async function markLog(
  name: string,
  writer: ClientBase,
  reader: ClientBase,
): Promise<{ lsn: string; at: string }> {
  for (let attempt = 1; ; attempt++) {
    try {
      await writer.query('begin');
      const tables = await listTables(writer);
      await writer.query(`set local statement_timeout = ${lockTimeoutMs}`);
      await writer.query(`lock table ${tables.map(quoteTableName).join(', ')} in share mode`);
      await reader.query('begin isolation level repeatable read read only');
      // The first statement takes the snapshot.
      await reader.query('select 1');
      const { rows } = await writer.query<{ lsn: string; at: Date }>(
        'select pg_create_restore_point($1)::text as lsn, clock_timestamp() as at',
        [name],
      );
      await writer.query('commit');
      return { lsn: rows[0]?.lsn ?? '', at: (rows[0]?.at ?? new Date()).toISOString() };
    } catch (error) {
      await writer.query('rollback');
      await reader.query('rollback');
      if ((error as { code?: string }).code !== statementTimedOut) throw error;
      if (attempt === attempts)
        throw new StartupError(
          'the backup could not stop the writing for a moment: a transaction stays open; end it, or try at a quieter time',
          { cause: error },
        );
      // Lets the sessions that waited for our locks run first.
      await wait(pauseMs * Math.random());
    }
  }
}

export async function readBlobVersions(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query(
    `select from pg_catalog.pg_attribute a
     join pg_catalog.pg_class c on c.oid = a.attrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'storage' and c.relname = 'objects' and a.attname = 'version' and not a.attisdropped`,
  );
  if (found.length === 0) return [];
  const { rows } = await client.query<{ version: string }>(
    'select version from storage.objects where version is not null order by 1',
  );
  return rows.map(({ version }) => version);
}
