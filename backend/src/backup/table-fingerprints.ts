import type { ClientBase } from 'pg';
import { escapeIdentifier } from 'pg';
import type { TableFingerprint } from './archive-format.ts';

interface Table {
  schema: string;
  name: string;
}

/** Of every schema that is not PostgreSQL's own. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p'
       and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'
     order by 1, 2`,
  );
  return rows;
}

export function qualifiedName({ schema, name }: Table): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}

/** Independent of the order of rows and of the session's settings. Runs in the caller's transaction. */
export async function readFingerprints(client: ClientBase): Promise<TableFingerprint[]> {
  await client.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
     set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0`,
  );
  const fingerprints: TableFingerprint[] = [];
  for (const table of await listTables(client)) {
    const { rows } = await client.query<Omit<TableFingerprint, 'table'>>(
      `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum
       from ${qualifiedName(table)} t`,
    );
    if (rows[0]) fingerprints.push({ table: `${table.schema}.${table.name}`, ...rows[0] });
  }
  return fingerprints;
}

/** One line for each table that differs. */
export function compareFingerprints(expected: TableFingerprint[], found: TableFingerprint[]): string[] {
  const byTable = new Map(found.map((fingerprint) => [fingerprint.table, fingerprint]));
  return expected.flatMap(({ table, rows, checksum }) => {
    const other = byTable.get(table);
    if (other === undefined) return [`${table} is missing`];
    if (other.rows !== rows) return [`${table} has ${other.rows} rows instead of ${rows}`];
    return other.checksum === checksum ? [] : [`${table} has other values in its ${rows} rows`];
  });
}
