// Moves the rows of a database that another form of the unreleased migration made into one of the present migrations.
import { escapeIdentifier, type Client } from 'pg';
import type { ConnectionParameters } from '../database/connection-parameters.ts';
import { withClient } from '../database/database-client.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { lastByHand, type MigrationSet } from '../database/migration-files.ts';
import { copyDatabaseContent } from './copy-database-content.ts';

export interface RebuildDatabaseOptions {
  sets: readonly MigrationSet[];
  /** The version of the program. */
  program: string;
  /** Tables whose rows only migrations write. */
  ownedByMigrations: readonly string[];
  /** Changes the copied rows, before the handwritten parts of migrations do. */
  onCopied?: (client: Client) => Promise<void>;
}

/** What records the applied files: the new database has its own. */
const records = ['backend.migrations', 'supabase_migrations.schema_migrations'];

/**
 * For an embedded database that nothing else uses: makes another one in its cluster, copies rows and sequences, and
 * puts it in its place. Throws before that if a row cannot be kept. Returns how many rows there are.
 */
export async function rebuildDatabase(
  connection: ConnectionParameters,
  { sets, program, ownedByMigrations, onCopied }: RebuildDatabaseOptions,
): Promise<number> {
  const made = { ...connection, database: `${connection.database}_rebuilt` };
  // The backend's own tables are changed as in any upgrade.
  const own = sets.filter(({ source }) => source === 'backend');
  await migrateDatabase(connection, own, { program });
  await withClient(connection, async (client) => {
    await client.query(`drop database if exists ${escapeIdentifier(made.database)}`);
    await client.query(`create database ${escapeIdentifier(made.database)} template template0`);
  });
  await migrateDatabase(made, sets, { program });
  const except = [...records, ...ownedByMigrations].map((name) =>
    name.split('.').map(escapeIdentifier).join('.'),
  );
  const rows = await withClient(connection, (source) =>
    withClient(made, async (target) => {
      const copied = await copyDatabaseContent(source, target, { except });
      await checkForeignKeys(target);
      const applied = await copySeedRecords(source, target);
      await onCopied?.(target);
      for (const { sql, version } of sets.flatMap(({ migrations }) => migrations))
        if (sql.includes(lastByHand) && !applied.has(version))
          await target.query(sql.slice(sql.indexOf(lastByHand)));
      return copied;
    }),
  );
  await replaceDatabase(connection, made.database);
  return rows;
}

/** They were disabled while rows were copied; one that is enforced again is checked for every row. */
async function checkForeignKeys(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
     where contype = 'f' and conenforced and conparentid = 0`,
  );
  for (const { table, name } of rows)
    await client.query(
      `alter table ${table} alter constraint ${name} not enforced; alter table ${table} alter constraint ${name} enforced`,
    );
}

/** Seed files must not run again. Returns the versions of all files that the source has applied. */
async function copySeedRecords(source: Client, target: Client): Promise<Set<string>> {
  const { rows } = await source.query<Record<'source' | 'version' | 'file' | 'checksum', string>>(
    'select source, version, file, checksum from backend.migrations',
  );
  for (const row of rows.filter((each) => each.source === 'seed'))
    await target.query(
      'insert into backend.migrations (source, version, file, checksum) values ($1, $2, $3, $4)',
      [row.source, row.version, row.file, row.checksum],
    );
  return new Set(rows.map(({ version }) => version));
}

async function replaceDatabase(connection: ConnectionParameters, made: string): Promise<void> {
  const [present, next] = [connection.database, made].map((name) => escapeIdentifier(name));
  await withClient({ ...connection, database: 'template1' }, async (client) => {
    await client.query(`drop database ${present} with (force)`);
    await client.query(`alter database ${next} rename to ${present}`);
  });
}
