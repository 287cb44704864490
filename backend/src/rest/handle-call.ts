// Handles a function call under /rpc: arguments from query or body, then the response.
import { rowsResponse, rowCountMethod, withRangeHeader } from './handle-read.ts';
import { createRowCountCheck } from './handle-write.ts';
import { parseArgumentNames, parseFormBody } from './parse/parse-payload.ts';
import { preferenceApplied } from './parse/parse-headers.ts';
import { parseQuery, type ParsedQuery } from './parse/parse-query.ts';
import { planJsonCall, planTextCall, type CallPlan } from './plan/plan-call.ts';
import type { RestRequest } from './read-rest-request.ts';
import { invalidBodyError, maxAffectedRequiresSetError, invalidRpcMethodError } from './errors.ts';
import { applyResponseSettings } from './response/response-settings.ts';
import { singleResultRow, runStatements, planWithSchemaRetry, type RestContext } from './rest-context.ts';
import { chooseRoutine } from './schema/choose-routine.ts';
import type { SchemaSnapshot } from './schema/schema-types.ts';
import { buildCallStatement } from './sql/statements.ts';

type MakePlan = (snapshot: SchemaSnapshot) => CallPlan;

/** Does not notify of commits: only triggers can tell which tables a function writes (NOTIFY). */
export async function handleCall(context: RestContext, rest: RestRequest, name: string): Promise<Response> {
  if (rest.method !== 'GET' && rest.method !== 'POST') throw invalidRpcMethodError(rest.request.method);
  const { maxRows } = context.deps;
  const query = withRangeHeader(parseQuery(rest.url.searchParams, rest.method === 'GET'), rest.request);
  const makePlan =
    rest.method === 'GET'
      ? planFromQuery(rest, name, query, maxRows)
      : await planFromBody(rest, name, query, maxRows);
  const plan = await planWithSchemaRetry(context, makePlan);
  const { routine } = plan;
  const limitsAffected = rest.preferences.handling === 'strict' && rest.preferences.maxAffected !== null;
  if (limitsAffected && !routine.returnsSet) throw maxAffectedRequiresSetError();
  const statement = buildCallStatement(plan, {
    format: rest.format,
    body: !rest.head,
    // The planner has no estimate for the rows of a function.
    count: rest.preferences.count === 'planned' ? null : rowCountMethod(rest, null),
    maxBodyBytes: context.maxBodyBytes,
  });
  const results = await runStatements(context, rest, [context.names.name(statement)], {
    readOnly: rest.method === 'GET' || routine.volatility !== 'volatile',
    check: routine.returns === 'void' ? null : createRowCountCheck(rest),
  });
  const row = singleResultRow(results);
  if (routine.returns === 'void') return voidResponse(rest, row);
  return rowsResponse(context, rest, plan.read, row, row.total === null ? null : Number(row.total));
}

function voidResponse(rest: RestRequest, row: ReturnType<typeof singleResultRow>): Response {
  const headers = new Headers();
  const applied = preferenceApplied(rest.preferences, ['count', 'tx', 'handling', 'timezone']);
  if (applied !== null) headers.set('preference-applied', applied);
  return new Response(null, { status: applyResponseSettings(row, 204, headers), headers });
}

function planFromQuery(
  rest: RestRequest,
  name: string,
  query: ParsedQuery,
  maxRows: number | null,
): MakePlan {
  const names = query.params.map(([key]) => key);
  const shape = { schema: rest.schema, name, argumentNames: names, bodyType: null };
  return (snapshot) => planTextCall(snapshot, chooseRoutine(snapshot, shape), query, query.params, maxRows);
}

async function planFromBody(
  rest: RestRequest,
  name: string,
  query: ParsedQuery,
  maxRows: number | null,
): Promise<MakePlan> {
  const header = rest.request.headers.get('content-type') ?? 'application/json';
  const type = header.split(';')[0]?.trim().toLowerCase() ?? '';
  const shape = { schema: rest.schema, name, bodyType: type, argumentNames: [] as readonly string[] };
  switch (type) {
    case 'application/x-www-form-urlencoded': {
      const pairs = parseFormBody(await rest.request.text());
      const formShape = { ...shape, argumentNames: pairs.map(([key]) => key) };
      return (snapshot) => planTextCall(snapshot, chooseRoutine(snapshot, formShape), query, pairs, maxRows);
    }
    case 'application/octet-stream':
    case 'text/plain': {
      const text = await readRawBody(rest.request, type);
      const body = { text, type, names: [] };
      return (snapshot) => planJsonCall(snapshot, chooseRoutine(snapshot, shape), query, body, maxRows);
    }
    case 'application/json': {
      const text = (await rest.request.text()) || '{}';
      const names = query.columns ?? (await parseArgumentNames(text));
      const jsonShape = { ...shape, argumentNames: names };
      const body = { text, type, names };
      return (snapshot) => planJsonCall(snapshot, chooseRoutine(snapshot, jsonShape), query, body, maxRows);
    }
    default:
      throw invalidBodyError(`Content-Type not acceptable: ${type}`);
  }
}

/** Binary bodies become base64, which the statement decodes. */
async function readRawBody(request: Request, type: string): Promise<string> {
  if (type === 'text/plain') return request.text();
  return Buffer.from(await request.arrayBuffer()).toString('base64');
}
