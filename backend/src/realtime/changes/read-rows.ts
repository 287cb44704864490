// Reads changed rows as a subscriber's role, under its row level security policies.
import { escapeIdentifier, type Pool } from 'pg';
import { runSqlAsCaller, type Caller, type SqlStatement } from '../../database/run-sql-as-caller.ts';
import type { PublishedTable } from './catalog.ts';
import { changeConditionSql, type ChangeCondition } from './bindings.ts';
import type { ExportedSnapshot } from './snapshot-manager.ts';

export interface VisibleRow {
  /** The index of its key in the query. */
  index: number;
  record: string;
  identity: string;
  /** One result for each filter of the query. */
  matches: boolean[];
}

const maxKeys = 500;
const maxFilters = 100;
export const realtimeSqlRequestContext = {
  method: 'GET',
  path: '/realtime/v1',
  headers: {},
  searchPath: 'public, extensions',
  // A short limit, because one caller's slow policy delays the others.
  settings: { statement_timeout: '3s', timezone: 'UTC' },
};

export interface VisibleRowQuery {
  pool: Pool;
  snapshot: ExportedSnapshot;
  table: PublishedTable;
  caller: Caller;
  keys: readonly (readonly string[])[];
  filters: readonly (readonly ChangeCondition[])[];
}

/** Reads under the caller's policies and grants; rows that it may not see are missing. */
export async function readVisibleRows(query: VisibleRowQuery): Promise<VisibleRow[]> {
  const found: VisibleRow[] = [];
  for (let at = 0; at < query.keys.length; at += maxKeys) {
    const keys = query.keys.slice(at, at + maxKeys);
    const rows = await readSome({ ...query, keys });
    found.push(...rows.map((row) => ({ ...row, index: row.index + at })));
  }
  return found;
}

/** Callers of one role may have many filters, so they are queried in batches. */
async function readSome(query: VisibleRowQuery): Promise<VisibleRow[]> {
  const { filters } = query;
  const rows = await readOnce({ ...query, filters: filters.slice(0, maxFilters) });
  for (let at = maxFilters; at < filters.length; at += maxFilters) {
    const more = await readOnce({ ...query, filters: filters.slice(at, at + maxFilters) });
    const matches = new Map(more.map((row) => [row.index, row.matches]));
    for (const row of rows) row.matches.push(...(matches.get(row.index) ?? []));
  }
  return rows;
}

async function readOnce(query: VisibleRowQuery): Promise<VisibleRow[]> {
  const statement = visibleRowsStatement(query);
  const options = { readOnly: true, snapshot: query.snapshot.name };
  const [result] = await runSqlAsCaller(
    query.pool,
    query.caller,
    realtimeSqlRequestContext,
    [statement],
    options,
  );
  return (result?.rows ?? []) as VisibleRow[];
}

/** The statement contains no text of a caller: names come from the catalog, values are bound. */
export function visibleRowsStatement({
  table,
  keys,
  filters,
}: Pick<VisibleRowQuery, 'table' | 'keys' | 'filters'>): SqlStatement {
  const values: unknown[] = table.key.map((_column, index) => keys.map((key) => key[index]));
  function bind(value: unknown): string {
    values.push(value);
    return `$${values.length}`;
  }
  const column = (name: string): string => `t.${escapeIdentifier(name)}`;
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]));
  const matches = filters.map((conditions) => {
    const parts = conditions.map((condition) => {
      const type = typeOf.get(condition.column);
      // A grant was revoked since the join: nothing matches.
      return type === undefined
        ? 'false'
        : changeConditionSql(condition, column(condition.column), type, bind);
    });
    return `coalesce(${parts.join(' and ') || 'true'}, false)`;
  });
  const object = (columns: readonly { name: string }[]): string =>
    `(select row_to_json(o)::text from (select ${columns.map(({ name }) => column(name)).join(', ')}) as o)`;
  const keyColumns = table.key.map((_column, index) => `key_${index + 1}`);
  // Keys are cast before they are compared: with a cast in the comparison, which could reveal hidden rows, PostgreSQL
  // would evaluate the policy first and read the whole table. Arrays are passed as text, because an array of arrays
  // cannot be unnested into keys.
  const isList = (type: string): boolean => type.endsWith(']');
  const match = table.key.map(
    ({ name, type }, index) => `${column(name)} = k.${keyColumns[index]}${isList(type) ? `::${type}` : ''}`,
  );
  const from = table.key.map(({ type }, index) => `$${index + 1}::${isList(type) ? 'text' : type}[]`);
  return {
    text: `
      select (k.key_index - 1)::int as index, ${object(table.columns)} as record, ${object(table.key)} as identity,
        array[${matches.join(', ')}]::bool[] as matches
      from unnest(${from.join(', ')}) with ordinality as k (${keyColumns.join(', ')}, key_index)
      join ${escapeIdentifier(table.schema)}.${escapeIdentifier(table.name)} as t on ${match.join(' and ')}
      ${table.condition === null ? '' : `where ${table.condition}`}`,
    values,
  };
}
