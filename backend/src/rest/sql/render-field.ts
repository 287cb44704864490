// Renders a field of a row as SQL.
import type { FieldPath } from '../parse/text-reader.ts';
import type { SelectedField } from '../parse/parse-query.ts';
import type { ReadPlanNode } from '../plan/plan-read.ts';
import { quoteIdent, quoteLiteral, quoteQualifiedName } from '../quote.ts';

export const pgrstSourceName = quoteIdent('pgrst_source');

export function nodeQualifierSql(node: ReadPlanNode): string {
  return node.alias === null ? quoteQualifiedName(node.table) : quoteIdent(node.alias);
}

export function tableSourceSql(node: ReadPlanNode): string {
  const source = node.fromResult ? pgrstSourceName : quoteQualifiedName(node.table);
  return node.alias === null ? source : `${source} AS ${quoteIdent(node.alias)}`;
}

/** `"t"."data"->'a'->>'b'` */
export function fieldSql(node: ReadPlanNode, field: FieldPath): string {
  const column = `${nodeQualifierSql(node)}.${quoteIdent(field.name)}`;
  if (field.path.length === 0) return column;
  const base = node.columns.get(field.name)?.base;
  // JSON columns are used unchanged, so that an index on the same expression is used.
  const json = base === 'json' || base === 'jsonb' ? column : `to_jsonb(${column})`;
  const steps = field.path.map(
    ({ arrow, key }) => arrow + (typeof key === 'number' ? key : quoteLiteral(key)),
  );
  return `(${json}${steps.join('')})`;
}

export function selectFieldSql(node: ReadPlanNode, item: SelectedField): string {
  if (item.field.name === '*' && item.field.path.length === 0) return `${nodeQualifierSql(node)}.*`;
  const value = fieldSql(node, item.field);
  const cast = item.cast === null ? value : `CAST(${value} AS ${quoteTypeName(item.cast)})`;
  const name = item.alias ?? jsonName(item.field);
  if (name !== null) return `${cast} AS ${quoteIdent(name)}`;
  return item.cast === null ? value : `${cast} AS ${quoteIdent(item.field.name)}`;
}

export function selectedFieldName(item: SelectedField): string {
  return item.alias ?? jsonName(item.field) ?? item.field.name;
}

/** The last key of the path; null if it has only indexes. */
function jsonName(field: FieldPath): string | null {
  if (field.path.length === 0) return null;
  const key = field.path.findLast((step) => typeof step.key === 'string')?.key;
  return typeof key === 'string' ? key : field.name;
}

/** SQL's spellings with their catalog names: only those can be quoted. */
const catalogNames: Record<string, string> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  character: 'bpchar',
  char: 'bpchar',
  'character varying': 'varchar',
  'bit varying': 'varbit',
  time: 'time',
  'time without time zone': 'time',
  'time with time zone': 'timetz',
  timestamp: 'timestamp',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
};

/** The name is resolved through the search path. */
export function quoteTypeName(name: string): string {
  const lower = name.trim().toLowerCase().replace(/\s+/g, ' ');
  return quoteIdent((Object.hasOwn(catalogNames, lower) ? catalogNames[lower] : undefined) ?? name);
}
