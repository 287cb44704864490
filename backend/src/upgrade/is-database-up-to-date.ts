// Checks with one query whether a start has nothing to change in its database.
import { basename } from 'node:path';
import type { ConnectionParameters } from '../database/connection-parameters.ts';
import { withClient } from '../database/database-client.ts';
import type { MigrationSet } from '../database/migration-files.ts';
import { outdatedCollationsSql } from './refresh-collations.ts';

const stateSql = `
  select
    (select json_object_agg(source, files) from (
       select source, json_agg(version || ' ' || checksum order by length(version), version) as files
       from backend.migrations group by source) applied) as applied,
    (select json_agg(version order by length(version), version)
       from supabase_migrations.schema_migrations) as recorded,
    exists (${outdatedCollationsSql}) as "hasOutdatedIndexes",
    current_setting('transaction_read_only')::boolean as "isReadOnly"`;

interface State {
  applied: Record<string, string[]> | null;
  recorded: string[] | null;
  hasOutdatedIndexes: boolean;
  isReadOnly: boolean;
}

/**
 * Whether all migrations and seed files were run and no collation has changed. For an embedded database, where
 * nothing else migrates at the same time. False also if the database cannot be read or written: the steps under the
 * migration lock then report the reason.
 */
export async function isDatabaseUpToDate(
  connection: ConnectionParameters,
  sets: readonly MigrationSet[],
  seedFiles: readonly string[],
): Promise<boolean> {
  const state = await withClient(connection, async (client) => {
    const { rows } = await client.query<State>(stateSql);
    return rows[0];
  }).catch(() => undefined);
  const applied = state?.applied;
  if (!state || !applied || state.hasOutdatedIndexes || state.isReadOnly) return false;
  const seeded = new Set(applied['seed']?.map((line) => line.slice(0, line.lastIndexOf(' '))));
  return (
    sets.every(({ source, migrations }) =>
      isSame(
        applied[source],
        migrations.map(({ version, checksum }) => `${version} ${checksum}`),
      ),
    ) &&
    isSame(
      state.recorded,
      sets.flatMap(({ source, migrations }) =>
        source === 'project' ? migrations.map(({ version }) => version) : [],
      ),
    ) &&
    seedFiles.every((file) => seeded.has(basename(file)))
  );
}

function isSame(found: readonly string[] | null | undefined, wanted: readonly string[]): boolean {
  return JSON.stringify(found ?? []) === JSON.stringify(wanted);
}
