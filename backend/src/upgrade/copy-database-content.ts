// Copies the rows of one database to another, or to a file and back.
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StartupError } from '../errors/startup-error.ts';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

interface Table {
  /** Qualified and quoted. */
  name: string;
  /** Quoted; without generated columns, which the target computes. */
  columns: string[];
}

/** All tables that are not PostgreSQL's own. */
async function listTablesToCopy(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ schema: string; table: string; columns: string[] }>(
    `select n.nspname as schema, c.relname as table,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attname) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
     order by 1, 2`,
  );
  return rows.map(({ schema, table, columns }) => ({
    name: `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`,
    columns: columns.map((column) => escapeIdentifier(column)),
  }));
}

export interface CopyRowsOptions {
  /** Checked before each table. */
  signal?: AbortSignal | undefined;
  /** Tables whose rows in the target stay, quoted: `"private"."personal_data"`. */
  except?: readonly string[];
}

/**
 * Copies all rows and sequences into a database with the same tables, whose own rows are removed first. Throws for a
 * row or value that has no table or column in the target. Triggers and foreign keys are disabled, because they ran
 * when the source stored the rows. Then counts and checksums of both are compared. Rows are streamed in the order of
 * the source's pages, one table at a time. Returns how many rows there are.
 */
export async function copyDatabaseContent(
  source: ClientBase,
  target: ClientBase,
  { signal, except = [] }: CopyRowsOptions = {},
): Promise<number> {
  await source.query('begin isolation level repeatable read read only');
  await target.query('begin; set local session_replication_role = replica');
  const tables = await listFittingTables(source, target, except);
  const names = tables.map(({ name }) => name);
  // In the same transaction that fills the tables, so that their rows need no WAL. Tables that the source lacks may
  // refer to them.
  if (names.length > 0) await target.query(`truncate ${names.join(', ')} cascade`);
  let copied = 0;
  for (const table of tables) {
    signal?.throwIfAborted();
    await copyTable(source, target, table);
    const [before, after] = [await readFingerprint(source, table), await readFingerprint(target, table)];
    if (before.rows !== after.rows || before.checksum !== after.checksum)
      throw new StartupError(
        `Table ${table.name} was not copied as it is: ${before.rows} rows became ${after.rows}${before.rows === after.rows ? ' with other values' : ''}`,
      );
    copied += Number(after.rows);
  }
  await setSequences(target, await readSequences(source));
  await refreshViews(target);
  await target.query('commit');
  await source.query('commit');
  await target.query('analyze');
  return copied;
}

/** The tables of both with the columns of both; throws if the source has a row or value that the target cannot keep. */
async function listFittingTables(
  source: ClientBase,
  target: ClientBase,
  except: readonly string[],
): Promise<Table[]> {
  const kept = new Map((await listTablesToCopy(target)).map(({ name, columns }) => [name, columns]));
  const fitting: Table[] = [];
  for (const { name, columns } of await listTablesToCopy(source)) {
    if (except.includes(name)) continue;
    const known = kept.get(name);
    const lost = known === undefined ? [] : columns.filter((column) => !known.includes(column));
    if (known === undefined) await rejectRows(source, `select from ${name}`, `table ${name}`);
    for (const column of lost)
      await rejectRows(source, `select from ${name} where ${column} is not null`, `column ${name}.${column}`);
    if (known !== undefined)
      fitting.push({ name, columns: columns.filter((column) => known.includes(column)) });
  }
  return fitting;
}

async function rejectRows(source: ClientBase, sql: string, place: string): Promise<void> {
  const { rows } = await source.query<{ count: string }>(`select count(*) from (${sql}) as lost`);
  if (rows[0]?.count !== '0')
    throw new StartupError(`this version has no ${place}, and would lose it in ${rows[0]?.count} row(s)`);
}

async function copyTable(source: ClientBase, target: ClientBase, { name, columns }: Table): Promise<void> {
  if (columns.length === 0) return copyCount(source, target, name);
  const list = `${name} (${columns.join(', ')})`;
  await pipeline(
    source.query(copyTo(`copy ${list} to stdout`)),
    target.query(copyFrom(`copy ${list} from stdin`)),
  );
}

/** A table may have rows but no columns. */
async function copyCount(source: ClientBase, target: ClientBase, name: string): Promise<void> {
  const { rows } = await source.query<{ count: string }>(`select count(*) from only ${name}`);
  await target.query(`insert into ${name} select from generate_series(1, $1::bigint)`, [rows[0]?.count]);
}

async function readFingerprint(
  client: ClientBase,
  { name, columns }: Table,
): Promise<{ rows: string; checksum: string }> {
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `select count(*)::text as rows,
       coalesce(sum(hashtextextended(row(${columns.map((column) => `t.${column}`).join(', ')})::text, 0)::numeric), 0)::text as checksum
     from only ${name} t`,
  );
  return rows[0] ?? { rows: '', checksum: '' };
}

/** All rows of a small database, as text. */
export interface DumpedRows {
  /** Qualified and quoted names; rows in the text format of COPY. */
  tables: { name: string; columns: string[]; rows: string }[];
  sequences: { name: string; value: string; isCalled: boolean }[];
}

async function readSequences(client: ClientBase): Promise<DumpedRows['sequences']> {
  const { rows: names } = await client.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name from pg_sequences order by 1`,
  );
  const sequences: DumpedRows['sequences'] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    );
    sequences.push({ name, value: rows[0]?.value ?? '1', isCalled: rows[0]?.isCalled ?? false });
  }
  return sequences;
}

async function setSequences(client: ClientBase, sequences: DumpedRows['sequences']): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::text::regclass, $2::bigint, $3)', [name, value, isCalled]);
}

/** In the order in which they were created, because one may read another. */
async function refreshViews(target: ClientBase): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'm' order by c.oid`,
  );
  for (const { name } of rows) await target.query(`refresh materialized view ${name}`);
}

export async function dumpRows(client: ClientBase): Promise<DumpedRows> {
  await client.query('begin isolation level repeatable read read only');
  const tables: DumpedRows['tables'] = [];
  for (const { name, columns } of await listTablesToCopy(client)) {
    const rows = await text(client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`)));
    tables.push({ name, columns, rows });
  }
  const sequences = await readSequences(client);
  await client.query('commit');
  return { tables, sequences };
}

/**
 * Replaces the rows that the migrations inserted. Triggers and foreign keys are disabled, because they ran when the
 * rows were first stored.
 */
export async function restoreDumpedRows(
  client: ClientBase,
  { tables, sequences }: DumpedRows,
): Promise<void> {
  await client.query('begin; set local session_replication_role = replica');
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, columns, rows } of tables)
    await pipeline(
      Readable.from([rows]),
      client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)),
    );
  await setSequences(client, sequences);
  await client.query('commit');
}
