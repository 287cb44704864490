import type { Client } from 'pg';
import type { MigrationSet } from './migration-files.ts';
import { statementStarts } from './statement-starts.ts';

/**
 * Adds the applied files of a project to the record that the Supabase CLI reads, so that `supabase migration list` and
 * `db push` agree with us. A base migration takes the place of those before it.
 */
export async function recordForSupabase(client: Client, { source, migrations }: MigrationSet): Promise<void> {
  if (source !== 'project') return;
  const { rows } = await client.query<{ version: string }>(
    `select version from backend.migrations where source = $1
     except select version from supabase_migrations.schema_migrations`,
    [source],
  );
  const missing = new Set(rows.map(({ version }) => version));
  for (const { version, file, sql } of migrations.filter((migration) => missing.has(migration.version)))
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
      [version, statementsOf(sql), file.replace(/^\d+_/, '').replace(/\.sql$/, '')],
    );
  const base = migrations[0];
  if (base?.replaces !== undefined)
    await client.query(
      'delete from supabase_migrations.schema_migrations where version::numeric < $1::numeric',
      [base.version],
    );
}

function statementsOf(sql: string): string[] {
  const starts = statementStarts(sql);
  return starts.map((start, index) => sql.slice(start, starts[index + 1]).trim());
}
