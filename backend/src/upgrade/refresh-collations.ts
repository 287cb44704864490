// Rebuilds indexes whose collation library has changed version.
import type { Client } from 'pg';
import { withMigrationLock } from '../database/migration-lock.ts';
import type { ConnectionParameters } from '../database/connection-parameters.ts';
import type { LogWriter } from '../errors/log-entry.ts';

/** Collations of this database whose library has changed since, each with the indexes that it sorts. */
export const outdatedCollationsSql = `
  with outdated as (
    select 100::oid as oid from pg_database
    where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)
    union all
    select oid from pg_collation where oid <> 100 and collversion <> pg_collation_actual_version(oid)
  )
  select o.oid::int as collation, o.oid::regcollation::text as name,
    array(select i.indexrelid::regclass::text from pg_index i where o.oid = any (i.indcollation::oid[])) as indexes
  from outdated o
  where o.oid = 100 or exists (select from pg_index i where o.oid = any (i.indcollation::oid[]))`;

/** Rebuilds the outdated indexes, which do not find all rows, and records the version. Returns their names. */
export async function refreshCollations(connection: ConnectionParameters, log: LogWriter): Promise<string[]> {
  async function run(client: Client): Promise<string[]> {
    const { rows } = await client.query<{ collation: number; name: string; indexes: string[] }>(
      outdatedCollationsSql,
    );
    const rebuilt: string[] = [];
    for (const { collation, name, indexes } of rows) {
      try {
        await refresh(client, collation === 100 ? null : name, indexes);
        rebuilt.push(...indexes);
        log({
          level: 'warn',
          event: 'database.collation_refreshed',
          message: `The sort order ${name} of this system has changed: ${indexes.length} indexes were rebuilt`,
        });
      } catch (error) {
        log({
          level: 'error',
          event: 'database.collation_outdated',
          message: `The sort order ${name} of this system has changed, and its indexes could not be rebuilt (${(error as Error).message}): rebuild them as their owner (reindex database), or rows may not be found`,
        });
      }
    }
    return rebuilt;
  }
  return withMigrationLock(connection, run, { log });
}

async function refresh(client: Client, collation: string | null, indexes: readonly string[]): Promise<void> {
  // The version is recorded last: if the start is killed in between, the next one rebuilds again.
  for (const index of indexes) await client.query(`reindex index ${index}`);
  if (collation !== null) return void (await client.query(`alter collation ${collation} refresh version`));
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  await client.query(`alter database ${rows[0]?.name} refresh collation version`);
}
