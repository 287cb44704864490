// Builds the complete SQL statements of reads, writes, calls: body as JSON or CSV, counts, size limit.
import type { ChunkedValue } from '../../database/chunked-value.ts';
import type { ResponseFormat } from '../parse/parse-headers.ts';
import type { RpcCallPlan } from '../plan/plan-rpc-call.ts';
import type { WritePlan } from '../plan/plan-write.ts';
import type { ReadPlanNode } from '../plan/plan-read.ts';
import { SqlParameters, quoteIdent, quoteQualifiedName } from '../quote.ts';
import { countSourceSql, rangeSql, selectSql } from './render-read.ts';
import { pgrstSourceName } from './render-field.ts';
import { insertedCountSql, mutationSql } from './render-mutation.ts';
import type { RoutineParameter } from '../schema/schema-types.ts';

export interface UnnamedSqlStatement {
  text: string;
  values: readonly unknown[];
}

export interface RestResultRow {
  /** Number of matching rows if they are counted; bigint as text. */
  total: string | null;
  rows: string;
  body: string;
  /** Number of rows inserted by a merge; null if not counted. */
  inserted: number | null;
  /** The values of response.headers and response.status, set by SQL. */
  headers: string | null;
  status: string | null;
  /** The value of response.changed_tables after a function call: names of tables, separated by commas. */
  changed: string | null;
}

export interface ResponseBodyOptions {
  format: ResponseFormat;
  /** False: only counts. */
  body: boolean;
  /** Counts up to `limit`; null: no count. */
  count: { limit: number | null } | null;
  maxBodyBytes: number;
}

const tooLarge = 'response larger than allowed';
const row = quoteIdent('pgrst_row');
const gucs = `current_setting('response.headers', true) AS headers, current_setting('response.status', true) AS status`;
const changedTables = `current_setting('response.changed_tables', true) AS changed`;

export function buildReadStatement(node: ReadPlanNode, options: ResponseBodyOptions): UnnamedSqlStatement {
  const parameters = new SqlParameters();
  const rows = selectSql(node, null, parameters);
  return finish(
    '',
    rows,
    totalSql(node, options, parameters),
    tableBody(options.format),
    options,
    parameters,
  );
}

export function buildWriteStatement(plan: WritePlan, options: ResponseBodyOptions): UnnamedSqlStatement {
  const parameters = new SqlParameters();
  const source = `WITH ${pgrstSourceName} AS (${mutationSql(plan, parameters)}) `;
  const inserted = plan.conflict?.action === 'merge' ? [`${insertedCountSql}::int AS inserted`] : [];
  if (plan.returning.kind === 'rows') {
    const rows = selectSql(plan.read, null, parameters);
    return finish(source, rows, 'null', tableBody(options.format), options, parameters, inserted);
  }
  const body = plan.returning.kind === 'keys' ? `coalesce(json_agg(${row}.*), '[]')::text` : "''";
  const keyed = { ...options, body: plan.returning.kind === 'keys' };
  return finish(source, `SELECT * FROM ${pgrstSourceName}`, 'null', body, keyed, parameters, inserted);
}

export function buildRpcCallStatement(plan: RpcCallPlan, options: ResponseBodyOptions): UnnamedSqlStatement {
  const parameters = new SqlParameters();
  const source = `WITH ${pgrstSourceName} AS (${callSql(plan, parameters)}) `;
  const { returns, returnsSet } = plan.routine;
  if (returns === 'composite') {
    const rows = selectSql(plan.read, null, parameters);
    const total = totalSql(plan.read, options, parameters);
    const body =
      returnsSet || options.format.kind === 'csv' ? tableBody(options.format) : objectBody(options.format);
    return finish(source, rows, total, body, options, parameters, [changedTables]);
  }
  const range = returnsSet ? rangeSql(plan.read.range, parameters) : '';
  const total = options.count === null ? 'null' : `(SELECT count(*) FROM ${pgrstSourceName})`;
  const one = `(json_agg(${row}.${scalarName})->0)::text`;
  const body =
    returnsSet && options.format.kind !== 'object'
      ? `coalesce(json_agg(${row}.${scalarName}), '[]')::text`
      : one;
  const rest = returns === 'void' ? { ...options, body: false } : options;
  const rows = `SELECT * FROM ${pgrstSourceName}${range}`;
  return finish(source, rows, total, body, rest, parameters, [changedTables]);
}

/** The planner's estimate, in the column `QUERY PLAN`. */
export function buildExplainStatement(node: ReadPlanNode): UnnamedSqlStatement {
  const parameters = new SqlParameters();
  return { text: `EXPLAIN (FORMAT JSON) ${countSourceSql(node, parameters)}`, values: parameters.values };
}

function finish(
  source: string,
  rows: string,
  total: string,
  body: string,
  options: ResponseBodyOptions,
  parameters: SqlParameters,
  columns: readonly string[] = [],
): UnnamedSqlStatement {
  const made = options.body ? body : "''";
  const limited = options.body ? limitedSql('r.body', options.maxBodyBytes) : 'r.body';
  const list = [
    ...(total === 'null' ? [] : [`${total}::text AS total`]),
    ...columns,
    'r.rows',
    `${limited} AS body`,
    gucs,
  ];
  const text = `${source}SELECT ${list.join(', ')} FROM (SELECT count(*) AS rows, ${made} AS body FROM (${rows}) AS ${row}) AS r`;
  return { text, values: parameters.values };
}

/**
 * Aborts the transaction if the body is too large. The cast depends on the body, so that the planner cannot evaluate it
 * early.
 */
function limitedSql(body: string, maxBytes: number): string {
  const failure = `('${tooLarge}' || left(${body}, 0))::int::text`;
  return `CASE WHEN octet_length(${body}) <= ${maxBytes} THEN ${body} ELSE ${failure} END`;
}

export function isResponseTooLargeError(error: { code?: string | undefined; message: string }): boolean {
  return error.code === '22P02' && error.message.endsWith(`"${tooLarge}"`);
}

function totalSql(node: ReadPlanNode, options: ResponseBodyOptions, parameters: SqlParameters): string {
  if (options.count === null) return 'null';
  const counted = countSourceSql(node, parameters);
  const limit = options.count.limit === null ? '' : ` LIMIT ${Math.trunc(options.count.limit)}`;
  return `(SELECT count(*) FROM (${counted}${limit}) AS c)`;
}

function tableBody(format: ResponseFormat): string {
  if (format.kind === 'object') return objectBody(format);
  if (format.kind === 'csv') return csvBody();
  const value = format.nullsStripped ? `json_strip_nulls(row_to_json(${row}.*))` : `${row}.*`;
  return `coalesce(json_agg(${value}), '[]')::text`;
}

function objectBody(format: ResponseFormat): string {
  const value = `row_to_json(${row}.*)`;
  return `coalesce((array_agg(${format.nullsStripped ? `json_strip_nulls(${value})` : value}))[1], 'null')::text`;
}

/** A header from the first row, its names quoted as RFC 4180 says, then PostgreSQL's record text without brackets. */
function csvBody(): string {
  const name = `CASE WHEN k.name ~ '[",\\r\\n]' THEN '"' || replace(k.name, '"', '""') || '"' ELSE k.name END`;
  const names = `(SELECT string_agg(${name}, ',' ORDER BY k.position) FROM json_object_keys((array_agg(row_to_json(${row}.*)))[1]) WITH ORDINALITY AS k (name, position))`;
  const line = `substring(${row}::text, 2, length(${row}::text) - 2)`;
  return `coalesce(${names} || E'\\n' || string_agg(${line}, E'\\n'), '')`;
}

const scalarName = quoteIdent('pgrst_scalar');
const call = quoteIdent('pgrst_call');
const given = quoteIdent('pgrst_args');

function callSql(plan: RpcCallPlan, parameters: SqlParameters): string {
  const { routine } = plan;
  const { list, from } = argumentsSql(plan, parameters);
  const invocation = `${quoteQualifiedName(routine)}(${list})`;
  const before = from === null ? '' : `${from}, LATERAL `;
  if (routine.returns === 'void') return `SELECT 1 FROM ${before}${invocation} AS ${call}`;
  if (routine.returns === 'composite') return `SELECT ${call}.* FROM ${before}${invocation} AS ${call}`;
  if (routine.returnsSet && routine.returns !== 'record') {
    return `SELECT ${call}.${scalarName} FROM ${before}${invocation} AS ${call} (${scalarName})`;
  }
  // Also for sets of records, for which FROM requires a list of columns.
  return `SELECT ${invocation} AS ${scalarName}${from === null ? '' : ` FROM ${from}`}`;
}

function argumentsSql(plan: RpcCallPlan, parameters: SqlParameters): { list: string; from: string | null } {
  const source = plan.arguments;
  switch (source.kind) {
    case 'body':
      return { list: bodySql(source.parameter, source.value, parameters), from: null };
    case 'texts':
      return {
        list: source.arguments
          .map(({ parameter, value }) =>
            argumentSql(parameter, `${parameters.add(value)}::${parameter.type}`),
          )
          .join(', '),
        from: null,
      };
    case 'json': {
      if (source.parameters.length === 0) return { list: '', from: null };
      const types = source.parameters.map((each) => `${quoteIdent(each.name)} ${each.type}`);
      const from = `json_to_record(${parameters.add(source.json)}::json) AS ${given} (${types.join(', ')})`;
      const list = source.parameters.map((each) => argumentSql(each, `${given}.${quoteIdent(each.name)}`));
      return { list: list.join(', '), from };
    }
  }
}

function argumentSql(parameter: RoutineParameter, value: string): string {
  return `${parameter.variadic ? 'VARIADIC ' : ''}${quoteIdent(parameter.name)} := ${value}`;
}

function bodySql(
  parameter: RoutineParameter,
  value: string | Buffer | ChunkedValue,
  parameters: SqlParameters,
): string {
  return `${parameters.add(value)}::${parameter.type}`;
}
