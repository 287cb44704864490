import type { QueryResult } from 'pg';
import { runAsCaller } from '../database/run-as-caller.ts';
import type { RunOptions, Statement } from '../database/run-as-caller.ts';
import { BackendError } from '../errors/backend-error.ts';
import type { RestDeps } from './deps.ts';
import type { ReadPlanCache } from './read-plan-cache.ts';
import type { RestRequest } from './read-request.ts';
import { unknownTable } from './errors.ts';
import type { SchemaCache } from './schema/schema-cache.ts';
import type { SchemaSnapshot, Table } from './schema/schema-types.ts';
import { suggestName } from './schema/suggest-name.ts';
import type { StatementNames } from './sql/statement-names.ts';
import type { ResultRow } from './sql/statements.ts';

export interface RestContext {
  deps: RestDeps;
  cache: SchemaCache;
  names: StatementNames;
  reads: ReadPlanCache;
  maxBodyBytes: number;
}

/** Of unknown names, which a newer catalog may resolve. */
const missCodes = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205']);

/** Plans once more against a fresh catalog when a name was not found. */
export async function withSchema<T>(context: RestContext, plan: (snapshot: SchemaSnapshot) => T): Promise<T> {
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
export function findTable(snapshot: SchemaSnapshot, schema: string, name: string): Table {
  const tables = snapshot.tables.get(schema);
  const table = tables?.get(name);
  if (table) return table;
  const like = suggestName(name, tables?.keys() ?? []);
  throw unknownTable(schema, name, like === null ? null : `Perhaps you meant the table '${schema}.${like}'`);
}

export async function runStatements(
  context: RestContext,
  rest: RestRequest,
  statements: readonly Statement[],
  options: RunOptions,
): Promise<QueryResult[]> {
  const { pool, acquireSlot } = context.deps;
  const { preRequest } = await context.cache.get();
  const first = preRequest === null ? [] : [{ text: `select ${preRequest}()`, values: [] }];
  const { beforeCommit } = options;
  const release = await acquireSlot?.(rest.request);
  try {
    const results = await runAsCaller(pool, rest.caller, rest.requestContext, [...first, ...statements], {
      ...options,
      ...(beforeCommit && { beforeCommit: (all) => beforeCommit(all.slice(first.length)) }),
      signal: rest.request.signal,
    });
    return results.slice(first.length);
  } finally {
    release?.();
  }
}

export function onlyRow(results: readonly QueryResult[]): ResultRow {
  return { total: null, inserted: null, ...(results[0]?.rows[0] as Omit<ResultRow, 'total' | 'inserted'>) };
}
