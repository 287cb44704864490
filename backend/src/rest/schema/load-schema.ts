import type pg from 'pg';
import { foreignKeysQuery, junctionKeysQuery, routinesQuery, tablesQuery } from './catalog-queries.ts';
import { deriveRelationships } from './derive-relationships.ts';
import type { Column, ForeignKey, Routine, SchemaSnapshot, Table, TableName } from './schema-types.ts';

interface TableRow extends TableName {
  isView: boolean;
  columns: Column[];
  primaryKey: string[];
}

interface ForeignKeyRow extends TableName {
  constraint: string;
  targetSchema: string;
  targetName: string;
  columns: [string, string][];
  unique: boolean;
}

/** Reads the catalog once, as the pool's own role. `schemas` are those that requests may name. */
export async function loadSchema(pool: pg.Pool, schemas: readonly string[]): Promise<SchemaSnapshot> {
  const client = await pool.connect();
  try {
    // One transaction, so that the four readings agree. The path is for naming types only.
    await client.query('begin isolation level repeatable read read only');
    await client.query("select set_config('search_path', '', true)");
    const tables = await client.query<TableRow>(tablesQuery, [schemas]);
    const keys = await client.query<ForeignKeyRow>(foreignKeysQuery);
    const junctions = await client.query<TableName & { primaryKey: string[] }>(junctionKeysQuery);
    const routines = await client.query<Routine>(routinesQuery, [schemas]);
    return assemble(tables.rows, keys.rows, junctions.rows, routines.rows);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

function assemble(
  tables: readonly TableRow[],
  keys: readonly ForeignKeyRow[],
  junctions: readonly (TableName & { primaryKey: string[] })[],
  routines: readonly Routine[],
): SchemaSnapshot {
  const foreignKeys = keys.map((row): ForeignKey => ({
    constraint: row.constraint,
    table: { schema: row.schema, name: row.name },
    target: { schema: row.targetSchema, name: row.targetName },
    columns: row.columns,
    unique: row.unique,
  }));
  return buildSnapshot(tables.map(toTable), foreignKeys, junctions, routines);
}

function toTable(row: TableRow): Table {
  return { ...row, columns: new Map(row.columns.map((column) => [column.name, column])) };
}

/** Arranges what was read for looking up by schema and name. */
export function buildSnapshot(
  tables: readonly Table[],
  foreignKeys: readonly ForeignKey[],
  junctions: readonly (TableName & { primaryKey: readonly string[] })[],
  routines: readonly Routine[],
): SchemaSnapshot {
  const primaryKeys = new Map(junctions.map((table) => [key(table), table.primaryKey]));
  const relationships = deriveRelationships(foreignKeys, (name) => primaryKeys.get(key(name)));
  const routineGroups = Map.groupBy(routines, (routine) => routine.schema);
  const relationshipGroups = Map.groupBy(relationships, (each) => each.source.schema);
  return {
    tables: mapValues(
      Map.groupBy(tables, (table) => table.schema),
      (group) => new Map(group.map((table) => [table.name, table])),
    ),
    relationships: mapValues(relationshipGroups, (group) => Map.groupBy(group, (each) => each.source.name)),
    routines: mapValues(routineGroups, (group) => Map.groupBy(group, (routine) => routine.name)),
  };
}

function key(table: TableName): string {
  return JSON.stringify([table.schema, table.name]);
}

function mapValues<K, V, W>(map: ReadonlyMap<K, V>, change: (value: V) => W): Map<K, W> {
  return new Map([...map].map(([name, value]) => [name, change(value)]));
}
