// Plans an insert, update or delete: columns, conflict target, conditions, returned columns.
import { ChunkedValue } from '../../database/chunked-value.ts';
import type { RowFilter, LogicTree } from '../parse/parse-filter.ts';
import type { ParsedQuery } from '../parse/parse-query.ts';
import type { RequestPayload } from '../parse/parse-payload.ts';
import type { RequestPreferences } from '../parse/parse-headers.ts';
import { unknownColumnError, missingWhereError } from '../errors.ts';
import type { CatalogColumn, SchemaSnapshot, CatalogTable } from '../schema/schema-types.ts';
import { planRead, type ReadPlanNode } from './plan-read.ts';

type Returning =
  | { kind: 'nothing' }
  | { kind: 'keys'; columns: readonly string[] }
  | { kind: 'rows'; columns: readonly string[] | '*' };

export interface WritePlan {
  verb: 'insert' | 'update' | 'delete';
  table: CatalogTable;
  /** The node in which the conditions select rows. */
  target: ReadPlanNode;
  columns: readonly CatalogColumn[];
  json: string | ChunkedValue;
  /** Whether absent keys get the column's default instead of null. */
  defaults: boolean;
  conflict: { columns: readonly string[]; action: 'merge' | 'ignore' } | null;
  returning: Returning;
  read: ReadPlanNode;
}

export interface WriteRequest {
  verb: WritePlan['verb'];
  table: CatalogTable;
  query: ParsedQuery;
  preferences: RequestPreferences;
  payload: RequestPayload | null;
}

/** Throws PGRST204 for an unknown column, 21000 for a write of all rows. */
export function planWrite(snapshot: SchemaSnapshot, request: WriteRequest): WritePlan {
  const { verb, table, query, preferences, payload } = request;
  const read = planRead(snapshot, table, query, { source: 'result', maxRows: null });
  const where = verb === 'insert' ? [] : rootConditions(query);
  if (verb !== 'insert' && where.length === 0)
    throw missingWhereError(verb === 'update' ? 'UPDATE' : 'DELETE');
  return {
    verb,
    table,
    target: { ...read, fromResult: false, alias: null, fields: [], embeds: [], where, order: [] },
    columns: (payload?.keys ?? []).map((name) => columnOf(table, name)),
    json: asArray(payload),
    defaults: preferences.missing === 'default',
    conflict: verb === 'insert' ? conflictOf(table, query, preferences) : null,
    returning: returningOf(table, read, preferences, verb),
    read,
  };
}

function rootConditions(query: ParsedQuery): (RowFilter | LogicTree)[] {
  return query.where.filter((each) => each.path.length === 0).map((each) => each.condition);
}

function columnOf(table: CatalogTable, name: string): CatalogColumn {
  const column = table.columns.get(name);
  if (!column) throw unknownColumnError(table.name, name);
  return column;
}

function asArray(payload: RequestPayload | null): string | ChunkedValue {
  if (payload === null) return '[]';
  const { json, isArray } = payload;
  if (isArray) return json;
  return json instanceof ChunkedValue ? json.enclose('[', ']') : `[${json}]`;
}

function conflictOf(
  table: CatalogTable,
  query: ParsedQuery,
  preferences: RequestPreferences,
): WritePlan['conflict'] {
  const columns = query.onConflict ?? table.primaryKey;
  if (preferences.resolution === null || columns.length === 0) return null;
  return { columns, action: preferences.resolution === 'merge-duplicates' ? 'merge' : 'ignore' };
}

/** Only the columns needed: RETURNING requires the privilege to select each. */
function returningOf(
  table: CatalogTable,
  read: ReadPlanNode,
  preferences: RequestPreferences,
  verb: WritePlan['verb'],
): Returning {
  if (preferences.return === 'representation') return { kind: 'rows', columns: neededColumns(read) };
  const returnsKeys =
    verb === 'insert' && preferences.return === 'headers-only' && table.primaryKey.length > 0;
  return returnsKeys ? { kind: 'keys', columns: table.primaryKey } : { kind: 'nothing' };
}

function neededColumns(read: ReadPlanNode): readonly string[] | '*' {
  const selected = read.fields.map((item) => item.field.name);
  // A computed relationship passes the whole row to its function.
  if (selected.includes('*') || read.embeds.some((embed) => embed.relationship?.routine)) return '*';
  const ordered = read.order.filter((term) => term.relation === null).map((term) => term.field.name);
  const linked = read.embeds.flatMap(({ relationship }) => [
    ...(relationship?.columns ?? []).map(([own]) => own),
    ...(relationship?.junction?.sourceColumns ?? []).map(([own]) => own),
  ]);
  return [...new Set([...selected, ...ordered, ...linked])];
}
