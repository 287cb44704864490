// Counts the rows of counted tables in a response, from its plan, its body and the statistics of its transaction.
import type { QueryResult } from 'pg';
import type { SqlStatement } from '../../database/run-sql-as-caller.ts';
import type { RestResultRow } from '../sql/statements.ts';
import { countComposedRows, fewestBytesOfRow } from './count-composed-rows.ts';
import { countEmbeddedRows } from './count-embedded-rows.ts';
import type { EstimatedShape, RowCountPlan } from './plan-row-counts.ts';

/**
 * How many rows each table's scans have read in this session so far: those of a sequential scan, and the entries of its
 * indexes. Run before and after the statement; null if there is nothing to estimate.
 */
export function readStatisticsStatement({ estimated, oids }: RowCountPlan): SqlStatement | null {
  if (estimated.size === 0) return null;
  const numbered = [...estimated.keys()].flatMap((table, index) =>
    (oids.get(table) ?? []).map((oid) => ({ oid, index })),
  );
  return {
    name: 'rest_rows_read',
    text: `
      select case when current_setting('track_counts')::boolean then coalesce(json_object_agg(r.index, r.rows), '{}') end as read
      from (
        select o.index, sum(pg_stat_get_xact_tuples_returned(o.oid)) as rows
        from unnest($1::oid[], $2::int[]) as o (oid, index) group by o.index
      ) as r`,
    values: [numbered.map(({ oid }) => oid), numbered.map(({ index }) => index)],
  };
}

/** Sessions of parallel workers have statistics of their own. */
export const unparallelSettings = { max_parallel_workers_per_gather: '0' };

/** `read`: the results of the statement above, before and after. */
export async function countRows(
  plan: RowCountPlan,
  row: RestResultRow,
  read: readonly QueryResult[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  function add(tables: readonly string[], rows: number): void {
    for (const table of tables) if (rows > 0) counts.set(table, (counts.get(table) ?? 0) + rows);
  }
  const rows = Number(row.rows);
  add(plan.root.tables, rows);
  await countEmbeddedRows(row.body, plan, add);
  const [before, after] = read.map(statisticsOf);
  const isComposed = [...plan.estimated.values()].includes('composed');
  const composed = isComposed ? await countComposedRows(row.body) : 0;
  /** How many rows of a table the body has room for. */
  function mostRows(shape: EstimatedShape): number {
    if (shape === 'row-read') return rows;
    return shape === 'composed' ? composed : Math.max(rows, row.body.length / fewestBytesOfRow);
  }
  for (const [index, [table, shape]] of [...plan.estimated].entries()) {
    const scanned =
      after === null || shape === 'unscanned' ? Infinity : (after?.[index] ?? 0) - (before?.[index] ?? 0);
    const estimate = Math.ceil(Math.min(scanned, mostRows(shape)));
    if (estimate > (counts.get(table) ?? 0)) counts.set(table, estimate);
  }
  return counts;
}

/** By the index of the table; null if the server keeps no statistics. */
function statisticsOf(result: QueryResult): Record<number, number> | null {
  return (result.rows[0] as { read: Record<number, number> | null }).read;
}
