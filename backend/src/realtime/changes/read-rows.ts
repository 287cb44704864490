import { escapeIdentifier } from 'pg';
import type { Pool } from 'pg';
import { runAsCaller } from '../../database/as-caller.ts';
import type { Caller } from '../../database/as-caller.ts';
import type { Table } from './catalog.ts';
import { conditionSql } from './filters.ts';
import type { Condition } from './filters.ts';
import type { Snapshot } from './snapshot.ts';

/** A row as one caller sees it. */
export interface SeenRow {
  /** Its place among the keys that were asked for, from 0. */
  place: number;
  /** JSON of the columns that the caller may see. */
  record: string;
  /** JSON of its primary key. */
  identity: string;
  /** For each filter that was asked, whether the row fits it. */
  fits: boolean[];
}

const mostKeys = 500;
const mostFilters = 100;
/** What SQL may know of a reading. */
export const readingFacts = {
  method: 'GET',
  path: '/realtime/v1',
  headers: {},
  searchPath: 'public, extensions',
  // One caller's slow policy keeps the others waiting.
  settings: { statement_timeout: '3s', timezone: 'UTC' },
};

/** What is asked for once for all subscribers who are the same caller. */
export interface Reading {
  table: Table;
  caller: Caller;
  /** Primary keys, as text. */
  keys: readonly (readonly string[])[];
  filters: readonly (readonly Condition[])[];
}

/** Reads rows again as a caller, under its own policies and grants. Rows that it may not see are missing. */
export async function readRows(pool: Pool, reading: Reading, snapshot: Snapshot): Promise<SeenRow[]> {
  const found: SeenRow[] = [];
  for (let at = 0; at < reading.keys.length; at += mostKeys) {
    const keys = reading.keys.slice(at, at + mostKeys);
    const rows = await readSome(pool, { ...reading, keys }, snapshot);
    found.push(...rows.map((row) => ({ ...row, place: row.place + at })));
  }
  return found;
}

/** Many callers of one role may ask for many different things: their filters are asked some at a time. */
async function readSome(pool: Pool, reading: Reading, snapshot: Snapshot): Promise<SeenRow[]> {
  const { filters } = reading;
  const rows = await readOnce(pool, { ...reading, filters: filters.slice(0, mostFilters) }, snapshot);
  for (let at = mostFilters; at < filters.length; at += mostFilters) {
    const more = await readOnce(pool, { ...reading, filters: filters.slice(at, at + mostFilters) }, snapshot);
    const fits = new Map(more.map((row) => [row.place, row.fits]));
    for (const row of rows) row.fits.push(...(fits.get(row.place) ?? []));
  }
  return rows;
}

async function readOnce(pool: Pool, reading: Reading, snapshot: Snapshot): Promise<SeenRow[]> {
  const statement = writeStatement(reading);
  const options = { readOnly: true, snapshot: snapshot.name };
  const [result] = await runAsCaller(pool, reading.caller, readingFacts, [statement], options);
  return (result?.rows ?? []) as SeenRow[];
}

/** The one statement. Nothing of a caller stands in its text: names come from the catalog, values travel beside it. */
export function writeStatement({ table, keys, filters }: Reading): { text: string; values: unknown[] } {
  const values: unknown[] = table.key.map((_column, index) => keys.map((key) => key[index]));
  function place(value: unknown): string {
    values.push(value);
    return `$${values.length}`;
  }
  const column = (name: string): string => `t.${escapeIdentifier(name)}`;
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]));
  const fits = filters.map((conditions) => {
    const parts = conditions.map((condition) => {
      const type = typeOf.get(condition.column);
      // A grant that was taken back since the join: nothing fits.
      return type === undefined ? 'false' : conditionSql(condition, column(condition.column), type, place);
    });
    return `coalesce(${parts.join(' and ') || 'true'}, false)`;
  });
  const object = (columns: readonly { name: string }[]): string =>
    `(select row_to_json(o)::text from (select ${columns.map(({ name }) => column(name)).join(', ')}) as o)`;
  const asked = table.key.map((_column, index) => `asked_${index + 1}`);
  // Of the key's own type before it is compared: a cast in the comparison could tell of rows that a policy hides, so
  // PostgreSQL would ask the policy first and read the whole table. Arrays of arrays are no lists of keys.
  const isList = (type: string): boolean => type.endsWith(']');
  const match = table.key.map(
    ({ name, type }, index) => `${column(name)} = k.${asked[index]}${isList(type) ? `::${type}` : ''}`,
  );
  const from = table.key.map(({ type }, index) => `$${index + 1}::${isList(type) ? 'text' : type}[]`);
  return {
    text: `
      select (k.asked_place - 1)::int as place, ${object(table.columns)} as record, ${object(table.key)} as identity,
        array[${fits.join(', ')}]::bool[] as fits
      from unnest(${from.join(', ')}) with ordinality as k (${asked.join(', ')}, asked_place)
      join ${escapeIdentifier(table.schema)}.${escapeIdentifier(table.name)} as t on ${match.join(' and ')}
      ${table.condition === null ? '' : `where ${table.condition}`}`,
    values,
  };
}
