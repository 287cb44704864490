// Handles a function call under /rpc: arguments from query or body, then the response.
import { createRowsResponse, rowCountLimit, applyRangeHeader } from './handle-table-read.ts';
import { createRowCountCheck } from './handle-table-write.ts';
import { joinText } from './parse/join-text.ts';
import { parseArgumentNames, parseFormBody } from './parse/parse-payload.ts';
import { parseBodyText, readBodyBytes } from './parse-body-text.ts';
import type { ChunkedValue } from '../database/chunked-value.ts';
import type { RestDeps } from './deps.ts';
import { preferenceAppliedHeader } from './parse/parse-headers.ts';
import { parseQuery, type ParsedQuery } from './parse/parse-query.ts';
import { planRpcCall, type RpcCallInput } from './plan/plan-rpc-call.ts';
import { planRowCounts } from './reads/plan-row-counts.ts';
import type { RestRequest } from './read-rest-request.ts';
import { invalidBodyError, maxAffectedRequiresSetError, invalidRpcMethodError } from './errors.ts';
import { applyResponseSettings } from './response/response-settings.ts';
import { restResultRowOf, runRestStatements, planWithSchemaRetry, type RestContext } from './rest-context.ts';
import { buildRpcCallStatement } from './sql/statements.ts';

/** Notifies of the tables that triggers name in response.changed_tables: only they know what a function writes. */
export async function handleRpcCall(
  context: RestContext,
  rest: RestRequest,
  name: string,
): Promise<Response> {
  if (rest.method !== 'GET' && rest.method !== 'POST') throw invalidRpcMethodError(rest.request.method);
  const { maxRows } = context.deps;
  const query = applyRangeHeader(parseQuery(rest.url.searchParams, rest.method === 'GET'), rest.request);
  const input = await readInput(context.deps, rest, query);
  const called = { schema: rest.schema, name };
  const { plan, counts } = await planWithSchemaRetry(context, rest, (snapshot) => {
    const planned = planRpcCall(snapshot, called, input, query, maxRows);
    const isCounted = !rest.head && planned.routine.returns !== 'void';
    return {
      plan: planned,
      counts: isCounted ? planRowCounts(snapshot.reads, planned.read, rest.format, called) : null,
    };
  });
  const { routine } = plan;
  const limitsAffected = rest.preferences.handling === 'strict' && rest.preferences.maxAffected !== null;
  if (limitsAffected && !routine.returnsSet) throw maxAffectedRequiresSetError();
  const statement = buildRpcCallStatement(plan, {
    format: rest.format,
    body: !rest.head,
    // The planner has no estimate for the rows of a function.
    count: rest.preferences.count === 'planned' ? null : rowCountLimit(rest, null),
    maxBodyBytes: context.maxBodyBytes,
  });
  const results = await runRestStatements(context, rest, [context.names.name(statement)], {
    readOnly: rest.method === 'GET' || routine.volatility !== 'volatile',
    check: routine.returns === 'void' ? null : createRowCountCheck(rest),
    counts,
  });
  const row = restResultRowOf(results);
  if (row.changed && rest.preferences.tx !== 'rollback')
    await context.deps.notifyCommit(row.changed.split(','));
  if (routine.returns === 'void') return voidResponse(rest, row);
  return createRowsResponse(context, rest, plan.read, row, row.total === null ? null : Number(row.total));
}

function voidResponse(rest: RestRequest, row: ReturnType<typeof restResultRowOf>): Response {
  const headers = new Headers();
  const applied = preferenceAppliedHeader(rest.preferences, ['count', 'tx', 'handling', 'timezone']);
  if (applied !== null) headers.set('preference-applied', applied);
  return new Response(null, { status: applyResponseSettings(row, 204, headers), headers });
}

async function readInput(
  deps: RestDeps,
  { method, request }: RestRequest,
  query: ParsedQuery,
): Promise<RpcCallInput> {
  if (method === 'GET') return inputOfPairs(null, query.params);
  const header = request.headers.get('content-type') ?? 'application/json';
  const type = header.split(';')[0]?.trim().toLowerCase() ?? '';
  switch (type) {
    case 'application/x-www-form-urlencoded':
      return parseBodyText(deps, request, async (body) =>
        inputOfPairs(type, parseFormBody(await joinText(body))),
      );
    case 'application/octet-stream':
    case 'text/plain':
      return { type, names: [], given: { body: await readRawBody(deps, request, type) } };
    case 'application/json':
      return parseBodyText(deps, request, async (given) => {
        const body = given || '{}';
        return { type, names: query.columns ?? (await parseArgumentNames(body)), given: { body } };
      });
    default:
      throw invalidBodyError(`Content-Type not acceptable: ${type}`);
  }
}

function inputOfPairs(type: string | null, pairs: ParsedQuery['params']): RpcCallInput {
  return { type, names: pairs.map(([name]) => name), given: { pairs } };
}

/** Binary bodies stay bytes. */
async function readRawBody(
  deps: RestDeps,
  request: Request,
  type: string,
): Promise<string | Buffer | ChunkedValue> {
  return type === 'text/plain' ? parseBodyText(deps, request, (body) => body) : readBodyBytes(request);
}
