// Handles POST, PUT, PATCH, DELETE of a table: plan, response, Location, max-affected.
import { parseBodyText } from './parse-body-text.ts';
import { parsePayload } from './parse/parse-payload.ts';
import { preferenceAppliedHeader, type PreferenceName } from './parse/parse-headers.ts';
import { parseQuery } from './parse/parse-query.ts';
import { planWrite, type WritePlan, type WriteRequest } from './plan/plan-write.ts';
import { planRowCounts } from './reads/plan-row-counts.ts';
import type { RestRequest } from './read-rest-request.ts';
import {
  notSingleRowError,
  tooManyAffectedRowsError,
  invalidPutFiltersError,
  mismatchedPutKeysError,
  rangeOnPutError,
} from './errors.ts';
import { mayHaveBody } from '../errors/json-response.ts';
import { contentRange, applyResponseSettings } from './response/response-settings.ts';
import {
  findTable,
  restResultRowOf,
  runRestStatements,
  planWithSchemaRetry,
  type RestContext,
} from './rest-context.ts';
import { buildWriteStatement, type RestResultRow } from './sql/statements.ts';
import type { RowFilter, LogicTree } from './parse/parse-filter.ts';

const verbs: Record<string, WritePlan['verb']> = {
  POST: 'insert',
  PUT: 'insert',
  PATCH: 'update',
  DELETE: 'delete',
};

const applicable: Record<WritePlan['verb'], readonly PreferenceName[]> = {
  insert: ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone'],
  update: ['return', 'count', 'tx', 'missing', 'handling', 'timezone', 'maxAffected'],
  delete: ['return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
};

export async function handleTableWrite(
  context: RestContext,
  rest: RestRequest,
  name: string,
): Promise<Response> {
  const verb = verbs[rest.method] ?? 'insert';
  const query = parseQuery(rest.url.searchParams, false);
  const type = rest.request.headers.get('content-type');
  const payload =
    verb === 'delete'
      ? null
      : await parseBodyText(context.deps, rest.request, (body) => parsePayload(body, type, query.columns));
  const { plan, counts } = await planWithSchemaRetry(context, rest, (snapshot) => {
    const table = findTable(snapshot, rest.schema, name, verb);
    const request = { verb, table, query, preferences: rest.preferences, payload };
    const planned = planWrite(snapshot, rest.method === 'PUT' ? preparePut(request) : request);
    const returnsRows = planned.returning.kind === 'rows';
    return {
      plan: planned,
      counts: returnsRows ? planRowCounts(snapshot.reads, planned.read, rest.format) : null,
    };
  });
  const statement = buildWriteStatement(plan, {
    format: rest.format,
    body: true,
    count: null,
    maxBodyBytes: context.maxBodyBytes,
  });
  const results = await runRestStatements(context, rest, [context.names.name(statement)], {
    check: createRowCountCheck(rest),
    counts,
  });
  // Zero rows cause no notification: anyone may send such a write, and it would invalidate cached pages.
  if (rest.preferences.tx !== 'rollback' && Number(restResultRowOf(results).rows) > 0) {
    await context.deps.notifyCommit([`${plan.table.schema}.${plan.table.name}`]);
  }
  return writeResponse(rest, plan, restResultRowOf(results));
}

/** null if any number of rows may be committed. */
export function createRowCountCheck({
  format,
  preferences,
}: RestRequest): ((row: RestResultRow) => void) | null {
  const maxAffected = preferences.handling === 'strict' ? preferences.maxAffected : null;
  if (format.kind !== 'object' && maxAffected === null) return null;
  return (row) => {
    const rows = Number(row.rows);
    if (format.kind === 'object' && rows !== 1) throw notSingleRowError(rows);
    if (maxAffected !== null && rows > maxAffected) throw tooManyAffectedRowsError(rows);
  };
}

function writeResponse(rest: RestRequest, plan: WritePlan, row: RestResultRow): Response {
  const { preferences, format } = rest;
  const rows = Number(row.rows);
  const full = preferences.return === 'representation';
  const total = preferences.count === null ? null : rows;
  const shown = plan.verb === 'update' ? rows : 0;
  const headers = new Headers({ 'content-range': contentRange(0, shown, total) });
  const applied = preferenceAppliedHeader(preferences, applicable[plan.verb]);
  if (applied !== null) headers.set('preference-applied', applied);
  if (full) headers.set('content-type', format.contentType);
  const location = plan.returning.kind === 'keys' && rows === 1 ? locationOf(plan, row.body) : null;
  if (location !== null) headers.set('location', location);
  const status = applyResponseSettings(row, statusOf(rest, plan, row), headers);
  return new Response(full && mayHaveBody(status) ? row.body : null, { status, headers });
}

function statusOf(rest: RestRequest, plan: WritePlan, row: RestResultRow): number {
  const full = rest.preferences.return === 'representation';
  if (plan.verb !== 'insert') return full ? 200 : 204;
  const inserted = plan.conflict?.action !== 'merge' || (row.inserted ?? 0) > 0;
  if (inserted) return 201;
  return rest.method === 'PUT' && !full ? 204 : 200;
}

function locationOf(plan: WritePlan, body: string): string {
  const [keys] = JSON.parse(body) as [Record<string, unknown>];
  const filters = Object.entries(keys).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(`eq.${String(value)}`)}`,
  );
  return `/${encodeURIComponent(plan.table.name)}?${filters.join('&')}`;
}

/**
 * Turns a PUT into an upsert. Throws PGRST105 unless the filters are only `eq` on the whole primary key, PGRST115
 * unless the row has the same values.
 */
function preparePut(request: WriteRequest): WriteRequest {
  const { query, table, payload, preferences } = request;
  if (query.ranges.some((each) => each.path.length === 0)) throw rangeOnPutError();
  const filtered = new Map(query.where.map((each) => keyValue(each.path, each.condition)));
  const { primaryKey } = table;
  const exact = filtered.size === primaryKey.length && query.where.length === filtered.size;
  if (!exact || primaryKey.length === 0 || !primaryKey.every((name) => filtered.has(name)))
    throw invalidPutFiltersError();
  if (payload?.rows !== 1 || primaryKey.some((name) => textOf(payload.valueOf(name)) !== filtered.get(name)))
    throw mismatchedPutKeysError();
  return {
    ...request,
    query: { ...query, where: [], onConflict: null },
    preferences: { ...preferences, resolution: 'merge-duplicates' },
  };
}

function keyValue(path: readonly string[], condition: RowFilter | LogicTree): [string, string] {
  const plain = condition.kind === 'filter' && !condition.negated && condition.field.path.length === 0;
  if (path.length > 0 || !plain) throw invalidPutFiltersError();
  const { operator, modifier, value } = condition.condition;
  if (operator !== 'eq' || modifier !== null) throw invalidPutFiltersError();
  return [condition.field.name, value];
}

/** The text of a value as in a filter; undefined for an object or a list, which cannot be a key. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'object' ? undefined : String(value);
}
