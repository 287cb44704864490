// The context of REST handlers: plans with the cached schema, runs statements as the caller.
import { DatabaseError, type QueryResult } from 'pg';
import { runSqlAsCaller, type SqlRequestContext, type SqlStatement } from '../database/run-sql-as-caller.ts';
import { BackendError } from '../errors/backend-error.ts';
import type { RestDeps } from './deps.ts';
import type { PreparedReadCache } from './prepared-read-cache.ts';
import type { RestRequest } from './read-rest-request.ts';
import { countRows, readStatisticsStatement, unparallelSettings } from './reads/count-rows.ts';
import type { RowCountPlan } from './reads/plan-row-counts.ts';
import type { SchemaCache } from './schema/schema-cache.ts';
import { mayUseTable, type RoleAccessReader } from './schema/role-access.ts';
import type { SchemaSnapshot, CatalogTable } from './schema/schema-types.ts';
import { suggestName } from './schema/suggest-name.ts';
import { UnknownNameError } from './schema/unknown-name-error.ts';
import type { StatementNameRegistry } from './sql/statement-name-registry.ts';
import type { RestResultRow } from './sql/statements.ts';

export interface RestContext {
  deps: RestDeps;
  cache: SchemaCache;
  access: RoleAccessReader;
  names: StatementNameRegistry;
  reads: PreparedReadCache;
  maxBodyBytes: number;
}

/** Error codes of unknown names, which a newer catalog may resolve. */
const missCodes = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205']);

/** Plans once more with a fresh catalog if a name was not found. Hints of errors are those for the caller's role. */
export async function planWithSchemaRetry<T>(
  context: RestContext,
  { caller }: RestRequest,
  plan: (snapshot: SchemaSnapshot) => T,
): Promise<T> {
  try {
    return await planTwice(context, plan);
  } catch (error) {
    if (!(error instanceof UnknownNameError)) throw error;
    const access = await context.access.read(error.snapshot, caller.role);
    throw access === null ? error : error.withHintFor(access);
  }
}

async function planTwice<T>(context: RestContext, plan: (snapshot: SchemaSnapshot) => T): Promise<T> {
  const snapshot = await context.cache.get();
  try {
    return plan(snapshot);
  } catch (error) {
    if (!(error instanceof BackendError) || !missCodes.has(error.code)) throw error;
    const fresh = await context.cache.reloadAfterMiss(snapshot);
    if (fresh === null) throw error;
    return plan(fresh);
  }
}

/** Throws PGRST205. */
export function findTable(
  snapshot: SchemaSnapshot,
  schema: string,
  name: string,
  action: Parameters<typeof mayUseTable>[2] = 'select',
): CatalogTable {
  const tables = snapshot.tables.get(schema);
  const table = tables?.get(name);
  if (table) return table;
  const message = `Could not find the table '${schema}.${name}' in the schema cache`;
  throw new UnknownNameError(snapshot, { status: 404, code: 'PGRST205', message }, (access) => {
    const like = suggestName(name, tables?.keys() ?? [], (other) =>
      mayUseTable(access, { schema, name: other }, action),
    );
    return like === null ? null : `Perhaps you meant the table '${schema}.${like}'`;
  });
}

export interface RunRestStatementsOptions {
  readOnly?: boolean;
  /** Called with the first statement's row, before the commit. If it throws, the transaction is rolled back. */
  check?: ((row: RestResultRow) => void) | null;
  /** How to count the rows that the first statement returns; null: not at all. */
  counts?: RowCountPlan | null;
}

/** `Prefer: tx=rollback` applies to every request here, even if its response does not mention it. */
export async function runRestStatements(
  context: RestContext,
  rest: RestRequest,
  statements: readonly SqlStatement[],
  { readOnly = false, check = null, counts = null }: RunRestStatementsOptions,
): Promise<QueryResult[]> {
  const { pool, acquireSlot } = context.deps;
  const { preRequest } = await context.cache.get();
  const statistics = counts && readStatisticsStatement(counts);
  const around = statistics ? [statistics] : [];
  const first = [...(preRequest === null ? [] : [{ text: `select ${preRequest}()`, values: [] }]), ...around];
  const outcome = rest.preferences.tx === 'rollback' ? 'rollback' : 'commit';
  // As in PostgREST, rejects what a commit would reject.
  const last = outcome === 'rollback' ? [{ text: 'set constraints all immediate', values: [] }] : [];
  function resultsOf(all: QueryResult[]): QueryResult[] {
    return all.slice(first.length, first.length + statements.length);
  }
  function beforeCommit(all: QueryResult[]): 'commit' | 'rollback' {
    check?.(restResultRowOf(resultsOf(all)));
    return outcome;
  }
  const release = await acquireSlot?.(rest.request);
  try {
    const all = await runSqlAsCaller(
      pool,
      rest.caller,
      statistics ? withSettings(rest.requestContext, unparallelSettings) : rest.requestContext,
      [...first, ...statements, ...around, ...last],
      {
        readOnly,
        ...(check !== null || outcome === 'rollback' ? { beforeCommit } : {}),
        signal: rest.request.signal,
      },
    );
    const results = resultsOf(all);
    if (counts && !isRefused(rest, restResultRowOf(results))) {
      const end = first.length + statements.length;
      const read = statistics
        ? all.slice(first.length - 1, first.length).concat(all.slice(end, end + 1))
        : [];
      reportRows(context, rest, counts, restResultRowOf(results), read);
    }
    return results;
  } catch (error) {
    if (counts && error instanceof DatabaseError) {
      const { reads, remoteAddress } = context.deps;
      const quoted = new Map(counts.quotable.map((table) => [table, 1]));
      reads.report(rest.caller, remoteAddress(rest.request), quoted);
    }
    throw error;
  } finally {
    release?.();
  }
}

/** As createRowsResponse() refuses it: the response has no rows. */
function isRefused({ format }: RestRequest, { rows }: RestResultRow): boolean {
  return format.kind === 'object' && Number(rows) !== 1;
}

/** The response does not wait for it. */
function reportRows(
  { deps }: RestContext,
  { caller, request }: RestRequest,
  counts: RowCountPlan,
  row: RestResultRow,
  read: readonly QueryResult[],
): void {
  const address = deps.remoteAddress(request);
  countRows(counts, row, read).then(
    (rows) => deps.reads.report(caller, address, rows),
    ({ name, message }: Error) => deps.log({ level: 'error', event: 'reads.uncounted', code: name, message }),
  );
}

function withSettings(context: SqlRequestContext, settings: Record<string, string>): SqlRequestContext {
  return { ...context, settings: { ...context.settings, ...settings } };
}

export function restResultRowOf(results: readonly QueryResult[]): RestResultRow {
  return {
    total: null,
    inserted: null,
    changed: null,
    ...(results[0]?.rows[0] as Omit<RestResultRow, 'total' | 'inserted' | 'changed'>),
  };
}
