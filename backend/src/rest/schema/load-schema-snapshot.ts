// Loads tables, foreign keys, relationships, functions from PostgreSQL's catalog into a snapshot.
import pg, { escapeIdentifier } from 'pg';
import {
  databaseUnavailableError,
  isConnectionLoss,
  mapConnectErrors,
} from '../../database/database-failure.ts';
import { startConnectionDeadline } from '../../database/drop-connections.ts';
import {
  foreignKeysQuery,
  junctionKeysQuery,
  keyColumnsQuery,
  routinesQuery,
  authenticatorSettingsQuery,
  tablesQuery,
  viewsQuery,
} from './catalog-queries.ts';
import {
  findComputedRelationships,
  deriveRelationships,
  tableKey,
  traceViewColumns,
  type KeyColumn,
  type ViewColumn,
  type ViewDefinition,
} from './derive-relationships.ts';
import type {
  CatalogColumn,
  ForeignKey,
  ReadTrace,
  Routine,
  SchemaSnapshot,
  CatalogTable,
  QualifiedName,
} from './schema-types.ts';
import { loadReadTrace } from './trace-reads.ts';

interface TableRow extends QualifiedName {
  isView: boolean;
  columns: CatalogColumn[];
  primaryKey: string[];
}

export interface SchemaCatalog {
  tables: readonly CatalogTable[];
  foreignKeys: readonly ForeignKey[];
  junctions: readonly (QualifiedName & { primaryKey: readonly string[] })[];
  routines: readonly Routine[];
  viewColumns: readonly ViewColumn[];
  aggregates: boolean;
  preRequest: string | null;
  reads: ReadTrace;
}

/** Long enough for a large schema on a busy server; all requests wait for it. */
const timeoutMs = 15_000;

/** In lists, settings of this database come after those of all databases, so the last one applies. */
export interface AuthenticatorSetting {
  name: string;
  value: string;
}

/** Runs as the pool's own role. `schemas`: the exposed ones; `counted`: tables whose rows are counted. */
export async function loadSchemaSnapshot(
  pool: pg.Pool,
  schemas: readonly string[],
  counted: ReadonlySet<string>,
): Promise<SchemaSnapshot> {
  const client = await mapConnectErrors(pool.connect());
  const clearDeadline = startConnectionDeadline(pool, client, timeoutMs);
  let broken = false;
  try {
    // One snapshot for all queries; the search path determines how types are named.
    await client.query('begin isolation level repeatable read read only');
    await client.query("select set_config('search_path', '', true)");
    const tables = await client.query<TableRow>(tablesQuery, [schemas]);
    const keys = await client.query<ForeignKey>(foreignKeysQuery);
    const junctions = await client.query<QualifiedName & { primaryKey: string[] }>(junctionKeysQuery);
    const routines = await client.query<Routine>(routinesQuery, [schemas]);
    const views = await client.query<ViewDefinition>(viewsQuery);
    const keyColumns = await client.query<KeyColumn>(keyColumnsQuery);
    const { rows: settings } = await client.query<AuthenticatorSetting>(authenticatorSettingsQuery);
    const reads = await loadReadTrace(client, counted);
    return buildSchemaSnapshot({
      tables: tables.rows.map(toTable),
      foreignKeys: keys.rows,
      junctions: junctions.rows,
      routines: routines.rows,
      viewColumns: traceViewColumns(views.rows, keyColumns.rows),
      aggregates: findAuthenticatorSetting(settings, aggregatesSetting) !== 'false',
      preRequest: quoteName(findAuthenticatorSetting(settings, preRequestSetting) ?? ''),
      reads,
    });
  } catch (error) {
    throw isConnectionLoss(error) ? databaseUnavailableError(error) : error;
  } finally {
    await client.query('rollback').catch(() => (broken = true));
    clearDeadline();
    client.release(broken);
  }
}

/** Hosted projects switch aggregates on with it; here only `false` switches them off. */
const aggregatesSetting = 'pgrst.db_aggregates_enabled';

const preRequestSetting = 'pgrst.db_pre_request';

export function findAuthenticatorSetting(
  settings: readonly AuthenticatorSetting[],
  name: string,
): string | undefined {
  return settings.findLast((setting) => setting.name === name)?.value;
}

/** As in PostgREST, the schema name ends at the first dot. */
function quoteName(name: string): string | null {
  const [, schema, rest = ''] = /^(?:([^.]*)\.)?(.*)$/s.exec(name.trim()) ?? [];
  if (rest === '') return null;
  return schema ? `${escapeIdentifier(schema)}.${escapeIdentifier(rest)}` : escapeIdentifier(rest);
}

function toTable(row: TableRow): CatalogTable {
  return { ...row, columns: new Map(row.columns.map((column) => [column.name, column])) };
}

export function buildSchemaSnapshot(catalog: SchemaCatalog): SchemaSnapshot {
  const { tables, foreignKeys, junctions, routines, viewColumns, aggregates, preRequest, reads } = catalog;
  const primaryKeys = new Map(junctions.map((table) => [tableKey(table), table.primaryKey]));
  const routineGroups = Map.groupBy(routines, (routine) => routine.schema);
  const keyed = new Map(tables.map((table) => [tableKey(table), table]));
  const relationships = [
    ...findComputedRelationships(routines, (name) => keyed.get(tableKey(name))?.isView),
    ...deriveRelationships(foreignKeys, (name) => primaryKeys.get(tableKey(name)), viewColumns),
  ];
  const relationshipGroups = Map.groupBy(relationships, (each) => each.source.schema);
  const shown = Map.groupBy(viewColumns, (each) => tableKey(each.view));
  const complete = tables.map((table) => withPrimaryKey(table, shown.get(tableKey(table)) ?? [], keyed));
  return {
    tables: mapValues(
      Map.groupBy(complete, (table) => table.schema),
      (group) => new Map(group.map((table) => [table.name, table])),
    ),
    relationships: mapValues(relationshipGroups, (group) => Map.groupBy(group, (each) => each.source.name)),
    routines: mapValues(routineGroups, (group) => Map.groupBy(group, (routine) => routine.name)),
    aggregates,
    preRequest,
    reads,
  };
}

/** A view has the primary key of the one table whose key it exposes. */
function withPrimaryKey(
  table: CatalogTable,
  shown: readonly ViewColumn[],
  tables: ReadonlyMap<string, CatalogTable>,
): CatalogTable {
  if (!table.isView) return table;
  const keys = [...Map.groupBy(shown, (each) => tableKey(each.table))].flatMap(([name, columns]) => {
    const primary = tables.get(name)?.primaryKey ?? [];
    const names = primary.flatMap((own) => columns.find((each) => each.tableColumn === own)?.column ?? []);
    return primary.length > 0 && names.length === primary.length ? [names] : [];
  });
  return keys.length === 1 && keys[0] ? { ...table, primaryKey: keys[0] } : table;
}

function mapValues<K, V, W>(map: ReadonlyMap<K, V>, change: (value: V) => W): Map<K, W> {
  return new Map([...map].map(([name, value]) => [name, change(value)]));
}
