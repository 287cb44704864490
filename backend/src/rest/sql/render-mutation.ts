// Renders the INSERT, UPDATE, DELETE of a write plan, with conflicts, defaults, RETURNING.
import type { WritePlan } from '../plan/plan-write.ts';
import type { CatalogColumn } from '../schema/schema-types.ts';
import { quoteIdent, quoteLiteral, quoteQualifiedName, type SqlParameters } from '../quote.ts';
import { whereSql } from './render-read.ts';

const body = quoteIdent('pgrst_body');

/** Counts inserted rows, because a merge's result does not distinguish them from updated ones. */
const inserted = "coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0)";
export const insertedCountSql = `nullif(current_setting('pgrst.inserted', true), '')::int`;

export function mutationSql(plan: WritePlan, parameters: SqlParameters): string {
  switch (plan.verb) {
    case 'insert':
      return insertSql(plan, parameters);
    case 'update':
      return updateSql(plan, parameters);
    case 'delete':
      return `DELETE FROM ${quoteQualifiedName(plan.table)}${whereSql(plan.target, null, parameters)}${returningSql(plan)}`;
  }
}

function insertSql(plan: WritePlan, parameters: SqlParameters): string {
  const into = `INSERT INTO ${quoteQualifiedName(plan.table)}`;
  const merging = plan.conflict?.action === 'merge';
  const counted = merging ? ` WHERE set_config('pgrst.inserted', (${inserted} + 1)::text, true) <> '0'` : '';
  if (plan.columns.length === 0) {
    // One row for each object, with defaults.
    const rows = `json_array_elements(${parameters.add(plan.json)}::json)`;
    return `${into} SELECT FROM ${rows}${counted}${conflictSql(plan)}${returningSql(plan)}`;
  }
  const names = plan.columns.map((column) => quoteIdent(column.name));
  const values = names.map((name) => `${body}.${name}`);
  return `${into} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${rowsSql(plan, parameters)}${counted}${conflictSql(plan)}${returningSql(plan)}`;
}

function updateSql(plan: WritePlan, parameters: SqlParameters): string {
  const table = quoteQualifiedName(plan.table);
  if (plan.columns.length === 0) return `SELECT ${returningList(plan)} FROM ${table} WHERE false`;
  const assignments = plan.columns.map((column) => {
    const name = quoteIdent(column.name);
    return `${name} = ${body}.${name}`;
  });
  const row = `(SELECT * FROM ${rowsSql(plan, parameters)} LIMIT 1) AS ${body}`;
  return `UPDATE ${table} SET ${assignments.join(', ')} FROM ${row}${whereSql(plan.target, null, parameters)}${returningSql(plan)}`;
}

function rowsSql(plan: WritePlan, parameters: SqlParameters): string {
  const types = plan.columns.map((column) => `${quoteIdent(column.name)} ${column.type}`);
  const json = `${parameters.add(plan.json)}::json`;
  const defaults = plan.defaults ? plan.columns.filter((column) => column.default !== null) : [];
  const rows = defaults.length === 0 ? json : withDefaults(json, defaults);
  return `json_to_recordset(${rows}) AS ${body} (${types.join(', ')})`;
}

function withDefaults(json: string, columns: readonly CatalogColumn[]): string {
  const pairs = columns.map((column) => `${quoteLiteral(column.name)}, ${column.default}`);
  return `(SELECT coalesce(json_agg(jsonb_build_object(${pairs.join(', ')}) || pgrst_element), '[]') FROM jsonb_array_elements((${json})::jsonb) AS pgrst_element)`;
}

function conflictSql({ conflict, columns }: WritePlan): string {
  if (conflict === null) return '';
  const target = ` ON CONFLICT (${conflict.columns.map(quoteIdent).join(', ')}) DO`;
  if (conflict.action === 'ignore' || columns.length === 0) return `${target} NOTHING`;
  const assignments = columns.map((column) => {
    const name = quoteIdent(column.name);
    return `${name} = EXCLUDED.${name}`;
  });
  return `${target} UPDATE SET ${assignments.join(', ')} WHERE set_config('pgrst.inserted', (${inserted} - 1)::text, true) <> '-1'`;
}

function returningSql(plan: WritePlan): string {
  return ` RETURNING ${returningList(plan)}`;
}

function returningList({ returning, table }: WritePlan): string {
  const name = quoteQualifiedName(table);
  if (returning.kind === 'nothing' || returning.columns.length === 0) return '1';
  if (returning.columns === '*') return `${name}.*`;
  return returning.columns.map((column) => `${name}.${quoteIdent(column)}`).join(', ');
}
