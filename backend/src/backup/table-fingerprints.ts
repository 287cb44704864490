// Computes a row count with a checksum per table, to compare a restored database with its backup.
import { type ClientBase, escapeIdentifier } from 'pg';
import type { TableFingerprint } from './archive-format.ts';

interface Table {
  schema: string;
  name: string;
}

/** Tables of all schemas that are not PostgreSQL's own. */
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

export function quoteTableName({ schema, name }: Table): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}

/**
 * Counts and hashes the rows of each table, independent of their order and of the session's settings. Runs in the
 * caller's transaction. Tables that are hashed as text in `like` are hashed as text here too.
 */
export async function readTableFingerprints(
  client: ClientBase,
  like: readonly TableFingerprint[] = [],
): Promise<TableFingerprint[]> {
  await client.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
     set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0`,
  );
  const hashed = new Map(like.map(({ table, of }) => [table, of]));
  const fingerprints: TableFingerprint[] = [];
  for (const table of await listTables(client)) {
    const isText =
      hashed.get(`${table.schema}.${table.name}`) === 'text' || !(await isHashable(client, table));
    const of = isText ? 'text' : 'values';
    fingerprints.push(await readFingerprint(client, table, of));
  }
  return fingerprints;
}

/**
 * Types of columns, or of arrays of them, whose hash functions are PostgreSQL's own; those of other types may be
 * defined by the database.
 */
const hashableTypes =
  'bool bytea char name int8 int2 int4 text oid bpchar varchar date time timestamp timestamptz interval numeric float4 float8 uuid jsonb inet';

async function isHashable(client: ClientBase, table: Table): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_catalog.pg_attribute a
     join pg_catalog.pg_type c on c.oid = a.atttypid
     join pg_catalog.pg_type t on t.oid = case when c.typcategory = 'A' then c.typelem else c.oid end
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
       and not (t.typnamespace = 'pg_catalog'::regnamespace and t.typname = any (string_to_array($2, ' ')))
     limit 1`,
    [quoteTableName(table), hashableTypes],
  );
  return rowCount === 0;
}

/** Unlikely to be the name of a column, which PostgreSQL would hash instead of the row. */
const rowAlias = '"the whole row"';

/** Avoids casts to text, because one could be defined by the database. */
async function readFingerprint(
  client: ClientBase,
  table: Table,
  of: TableFingerprint['of'],
): Promise<TableFingerprint> {
  const hash =
    of === 'values'
      ? `hash_record_extended(${rowAlias}, 0)`
      : `hashtextextended(textin(record_out(${rowAlias})), 0)`;
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(${hash}::numeric), 0) as checksum
     from ${quoteTableName(table)} as ${rowAlias}`,
  );
  return { table: `${table.schema}.${table.name}`, rows: '0', checksum: '0', ...rows[0], of };
}

/** One line for each table that differs. */
export function compareTableFingerprints(expected: TableFingerprint[], found: TableFingerprint[]): string[] {
  const byTable = new Map(found.map((fingerprint) => [fingerprint.table, fingerprint]));
  return expected.flatMap(({ table, rows, checksum }) => {
    const other = byTable.get(table);
    if (other === undefined) return [`${table} is missing`];
    if (other.rows !== rows) return [`${table} has ${other.rows} rows instead of ${rows}`];
    return other.checksum === checksum ? [] : [`${table} has other values in its ${rows} rows`];
  });
}
