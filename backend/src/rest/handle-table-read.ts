// Handles GET of a table: plan, cache, row ranges, exact or estimated counts.
import { intersectRowRanges, parseRange, preferenceAppliedHeader } from './parse/parse-headers.ts';
import { parseQuery, type ParsedQuery } from './parse/parse-query.ts';
import { planRead, type ReadPlanNode } from './plan/plan-read.ts';
import { planRowCounts } from './reads/plan-row-counts.ts';
import { preparedReadCacheKey, type PreparedRead } from './prepared-read-cache.ts';
import type { RestRequest } from './read-rest-request.ts';
import type { SchemaSnapshot } from './schema/schema-types.ts';
import { mayHaveBody } from '../errors/json-response.ts';
import { invalidRangeError, notSingleRowError } from './errors.ts';
import { contentRange, rangeStatus, applyResponseSettings } from './response/response-settings.ts';
import {
  findTable,
  restResultRowOf,
  runRestStatements,
  planWithSchemaRetry,
  type RestContext,
} from './rest-context.ts';
import type { QueryResult } from 'pg';
import {
  buildExplainStatement,
  buildReadStatement,
  type ResponseBodyOptions,
  type RestResultRow,
} from './sql/statements.ts';

export async function handleTableRead(
  context: RestContext,
  rest: RestRequest,
  name: string,
): Promise<Response> {
  const key = preparedReadCacheKey(rest, name);
  const cached = context.reads.find(await context.cache.get(), key);
  const read =
    cached ??
    (await planWithSchemaRetry(context, rest, (snapshot) =>
      planAndCache(context, rest, name, key, snapshot),
    ));
  const results = await runRestStatements(context, rest, read.statements, {
    readOnly: true,
    counts: read.counts,
  });
  return createRowsResponse(
    context,
    rest,
    read.node,
    restResultRowOf(results),
    totalOf(rest, results, context.deps.maxRows),
  );
}

function planAndCache(
  context: RestContext,
  rest: RestRequest,
  name: string,
  key: string,
  snapshot: SchemaSnapshot,
): PreparedRead {
  const query = applyRangeHeader(parseQuery(rest.url.searchParams, false), rest.request);
  const { maxRows } = context.deps;
  const table = findTable(snapshot, rest.schema, name);
  const node = planRead(snapshot, table, query, { source: 'table', maxRows });
  const statement = buildReadStatement(node, {
    format: rest.format,
    body: !rest.head,
    count: rowCountLimit(rest, maxRows),
    maxBodyBytes: context.maxBodyBytes,
  });
  const estimate = rest.preferences.count === 'planned' || rest.preferences.count === 'estimated';
  const named = context.names.name(statement);
  const counts = rest.head ? null : planRowCounts(snapshot.reads, node, rest.format);
  const read = { node, counts, statements: estimate ? [named, buildExplainStatement(node)] : [named] };
  // Cached from the second use on, once the statement has a name.
  if (named.name !== undefined) context.reads.set(snapshot, key, read);
  return read;
}

export function applyRangeHeader(query: ParsedQuery, request: Request): ParsedQuery {
  const range = request.method === 'GET' ? parseRange(request.headers.get('range')) : null;
  if (range === null) return query;
  const root = query.ranges.find((each) => each.path.length === 0)?.range ?? { offset: 0, limit: null };
  const others = query.ranges.filter((each) => each.path.length > 0);
  return { ...query, ranges: [...others, { path: [], range: intersectRowRanges(root, range) }] };
}

/** Throws 416 and 406 (`single`). */
export function createRowsResponse(
  { deps }: RestContext,
  rest: RestRequest,
  node: ReadPlanNode,
  row: RestResultRow,
  total: number | null,
): Response {
  const rows = Number(row.rows);
  const { offset } = node.range;
  if (rest.preferences.count === 'exact' && total !== null && offset > total) {
    throw invalidRangeError(`An offset of ${offset} was requested, but there are only ${total} rows.`, total);
  }
  if (rest.format.kind === 'object' && rows !== 1) throw notSingleRowError(rows);
  const headers = new Headers({
    'content-type': rest.format.contentType,
    'content-range': contentRange(offset, rows, total),
  });
  const applied = preferenceAppliedHeader(rest.preferences, [
    'count',
    'tx',
    'handling',
    'timezone',
    'maxAffected',
  ]);
  if (applied !== null) headers.set('preference-applied', applied);
  const status = applyResponseSettings(row, rangeStatus(rows, total), headers);
  if (rest.head || !mayHaveBody(status)) return new Response(null, { status, headers });
  // The listener limits large responses by this header.
  if (row.body.length > 1_000_000) headers.set('content-length', String(Buffer.byteLength(row.body)));
  return deps.textResponse(row.body, { status, headers });
}

const plannedCountLimit = 100;

/**
 * Estimated counts are exact up to the row limit. The planner ignores what policies hide, so a caller who may see only
 * a few rows gets their exact number.
 */
export function rowCountLimit(rest: RestRequest, maxRows: number | null): ResponseBodyOptions['count'] {
  switch (rest.preferences.count) {
    case 'exact':
      return { limit: null };
    case 'estimated':
      return { limit: maxRows === null ? null : maxRows + 1 };
    case 'planned':
      return { limit: plannedCountLimit };
    default:
      return null;
  }
}

function totalOf(rest: RestRequest, results: readonly QueryResult[], maxRows: number | null): number | null {
  const { total } = restResultRowOf(results);
  const counted = total === null ? null : Number(total);
  if (counted !== null && isExact(counted, rest, maxRows)) return counted;
  const planned = plannedRows(results[1]);
  return planned === null ? counted : Math.max(planned, counted ?? 0);
}

function isExact(counted: number, rest: RestRequest, maxRows: number | null): boolean {
  switch (rest.preferences.count) {
    case 'planned':
      return counted < plannedCountLimit;
    case 'estimated':
      return maxRows === null || counted <= maxRows;
    default:
      return true;
  }
}

function plannedRows(result: QueryResult | undefined): number | null {
  const plan = (result?.rows[0] as { 'QUERY PLAN'?: [{ Plan?: { 'Plan Rows'?: number } }] } | undefined)?.[
    'QUERY PLAN'
  ];
  return plan?.[0].Plan?.['Plan Rows'] ?? null;
}
