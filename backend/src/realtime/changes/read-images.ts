// Decides which images of rows a caller may read, under its policies and grants, and renders them as records.
import { DatabaseError, escapeIdentifier, type Pool, type QueryResult } from 'pg';
import { startConnectionDeadline } from '../../database/drop-connections.ts';
import { readRoleSettings } from '../../database/role-settings.ts';
import { callerSettingsStatement, runSqlAsCaller, type Caller } from '../../database/run-sql-as-caller.ts';
import type { PublishedTable } from './catalog.ts';
import { changeConditionSql, type ChangeCondition } from './bindings.ts';

export interface VisibleImage {
  /** The index of the image in the query. */
  index: number;
  record: string;
  identity: string;
  /** The identity in the image's `previous`, or of nulls. */
  previousIdentity: string;
  /** One result for each filter of the query. */
  matches: boolean[];
}

export interface RowImage {
  image: string;
  /** The same row before. */
  previous?: string | undefined;
}

export interface ImageQuery {
  /** Sessions of callers. */
  pool: Pool;
  /** Sessions of the owner, for nothing else: a slow policy may hold one. */
  definerPool: Pool;
  table: PublishedTable;
  caller: Caller;
  images: readonly RowImage[];
  filters: readonly (readonly ChangeCondition[])[];
}

// Aliases that are hardly the name of a table or column, which would be taken instead.
const wholeRow = '"the whole row"';
const given = '"the given image"';

const maxFilters = 100;
export const realtimeSqlRequestContext = {
  method: 'GET',
  path: '/realtime/v1',
  headers: {},
  searchPath: 'public, extensions',
  // A short limit, because one caller's slow policy delays the others.
  settings: { statement_timeout: '3s', timezone: 'UTC' },
};

/** Images that the caller may not see are missing. Callers of one role may have many filters, which are batched. */
export async function readVisibleImages(query: ImageQuery): Promise<VisibleImage[]> {
  const { filters } = query;
  const rows = await readOnce({ ...query, filters: filters.slice(0, maxFilters) });
  for (let at = maxFilters; at < filters.length; at += maxFilters) {
    const more = await readOnce({ ...query, filters: filters.slice(at, at + maxFilters) });
    const matches = new Map(more.map((row) => [row.index, row.matches]));
    for (const row of rows) row.matches.push(...(matches.get(row.index) ?? []));
  }
  return rows;
}

async function readOnce(query: ImageQuery): Promise<VisibleImage[]> {
  const { pool, caller, images } = query;
  const statement = visibleImagesStatement(query);
  const values = [JSON.stringify(images), JSON.stringify(statement.filterValues)];
  if (!query.table.isNameable) return readAsDefiner(query, statement.text, values);
  const [result] = await runSqlAsCaller(
    pool,
    caller,
    realtimeSqlRequestContext,
    [{ text: statement.text, values }],
    { readOnly: true },
  );
  return (result?.rows ?? []) as VisibleImage[];
}

/**
 * The statement contains no text of a caller: names and policies come from the catalog, values are parameters: the
 * images and the values of filters, both as JSON, of which there may be none.
 */
export function visibleImagesStatement({ table, filters }: Pick<ImageQuery, 'table' | 'filters'>): {
  text: string;
  filterValues: unknown[];
} {
  const filterValues: unknown[] = [];
  function bind(value: unknown): string {
    const position = filterValues.push(value) - 1;
    return Array.isArray(value)
      ? `array(select json_array_elements_text($2::json -> ${position}))`
      : `($2::json ->> ${position})`;
  }
  // Policies name the row as the table: with its type, because they may pass it whole to a function.
  const row = escapeIdentifier(table.name);
  const rowOf = (image: string): string =>
    `unnest(array[${image}::${escapeIdentifier(table.schema)}.${row}]) as ${row}`;
  const column = (name: string): string => `${row}.${escapeIdentifier(name)}`;
  const object = (columns: readonly { name: string }[], from = ''): string =>
    `(select row_to_json(${wholeRow})::text from (select ${columns.map(({ name }) => column(name)).join(', ')}${from}) as ${wholeRow})`;
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
  // The row is alone in its query, so that no other name is ambiguous with those of its columns.
  return {
    text: `
      select (${given}.number - 1)::int as index, seen.record, seen.identity, seen."previousIdentity", seen.matches
      from json_array_elements($1::json) with ordinality as ${given} (image, number)
      cross join lateral (
        select ${object(table.columns)} as record, ${object(table.key)} as identity,
          ${object(table.key, ` from ${rowOf(`(${given}.image ->> 'previous')`)}`)} as "previousIdentity",
          array[${matches.join(', ')}]::bool[] as matches
        from ${rowOf(`(${given}.image ->> 'image')`)}
        where ${table.condition}
      ) as seen
      where $2::json is not null`,
    filterValues,
  };
}

const limitMs = 15_000;
const definerContext = {
  ...realtimeSqlRequestContext,
  settings: { ...realtimeSqlRequestContext.settings, transaction_read_only: 'on' },
};

/**
 * For policies that name a schema which the caller may not use, as those of many projects do: the owner's session parses
 * the statement, as a function that belongs to the caller's role and runs with its rights; inside, PostgreSQL forbids to
 * change the role again. Rolled back, because a function that stayed would depend on what the policies name.
 */
async function readAsDefiner(
  { pool, definerPool, caller }: ImageQuery,
  text: string,
  values: readonly string[],
): Promise<VisibleImage[]> {
  // A signed token may name any role, also the owner.
  const settings = await readRoleSettings(pool, caller.role);
  if (settings === undefined) throw new Error(`role "${caller.role}" is not one of callers`);
  const client = await definerPool.connect();
  const clearDeadline = startConnectionDeadline(definerPool, client, limitMs);
  let isBroken = false;
  try {
    await client.query(`
      begin;
      set local search_path = '';
      set local statement_timeout = '${definerContext.settings.statement_timeout}';
      create function pg_temp.visible_images(images json, filter_values json, after int)
      returns table (index int, record text, identity text, "previousIdentity" text, matches bool[])
      language sql stable security definer begin atomic ${text}; end;
      alter function pg_temp.visible_images(json, json, int) owner to ${escapeIdentifier(caller.role)}`);
    // One statement, which becomes the caller only when it runs: the caller need not be allowed temporary objects.
    const assume = callerSettingsStatement(caller, definerContext, settings);
    const [images, filterValues] = [assume.values.length + 1, assume.values.length + 2];
    const result: QueryResult<VisibleImage> = await client.query(
      `select visible.* from (${assume.text}) as assumed (settings)
       cross join lateral pg_temp.visible_images($${images}, $${filterValues}, assumed.settings) as visible`,
      [...assume.values, ...values],
    );
    return result.rows;
  } catch (error) {
    isBroken = !(error instanceof DatabaseError);
    throw error;
  } finally {
    await client.query('rollback').catch(() => (isBroken = true));
    clearDeadline();
    client.release(isBroken);
  }
}
