// Renders the select list of a read: fields, aggregates, spread embeds.
import type { SelectedField } from '../parse/parse-query.ts';
import { hasSelectedFields, type ReadPlanNode } from '../plan/plan-read.ts';
import { isToOneRelationship } from '../schema/find-relationship.ts';
import { quoteIdent, addNameSuffix } from '../quote.ts';
import {
  selectedFieldName,
  fieldSql,
  nodeQualifierSql,
  selectFieldSql,
  quoteTypeName,
} from './render-field.ts';

export interface SelectListEntry {
  sql: string;
  group: string | null;
}

/** A column that a spread embed adds to the level above. */
interface SpreadColumn {
  /** Its name in the spread's rows. */
  from: string;
  /** The aggregate that the level above applies; null: none. */
  field: SelectedField | null;
  /** Whether the value is JSON, which can be grouped only as jsonb. */
  isJson: boolean;
}

/** A to-one spread moves its columns and aggregates up; a to-many spread becomes arrays. */
export function isToOneSpread(node: ReadPlanNode): boolean {
  return node.spread && node.relationship !== null && isToOneRelationship(node.relationship);
}

export function isGroupedNode(node: ReadPlanNode): boolean {
  return !isToOneSpread(node) && hasAggregate(node);
}

function hasAggregate(node: ReadPlanNode): boolean {
  return (
    node.fields.some((item) => item.aggregate !== null) ||
    node.embeds.some((embed) => isToOneSpread(embed) && hasAggregate(embed))
  );
}

export function fieldSelectEntries(node: ReadPlanNode): SelectListEntry[] {
  if (isToOneSpread(node)) {
    return node.fields.map((item, index) => ({ sql: hoistedFieldSql(node, item, index), group: null }));
  }
  if (!isGroupedNode(node))
    return node.fields.map((item) => ({ sql: selectFieldSql(node, item), group: null }));
  return node.fields.flatMap((item) => groupedEntries(node, item));
}

function groupedEntries(node: ReadPlanNode, item: SelectedField): SelectListEntry[] {
  if (item.aggregate !== null) {
    const value = item.field.name === '*' ? '*' : castSql(fieldSql(node, item.field), item.cast);
    return [{ sql: aggregateSql(item, value), group: null }];
  }
  if (item.field.name === '*' && node.columns.size > 0) {
    const columns = [...node.columns.keys()].map((name) => `${nodeQualifierSql(node)}.${quoteIdent(name)}`);
    return columns.map((sql) => ({ sql, group: sql }));
  }
  return [{ sql: selectFieldSql(node, item), group: fieldSql(node, item.field) }];
}

/**
 * The column of a to-one spread. The level above applies the aggregate, so here its argument gets a name of its own.
 */
function hoistedFieldSql(node: ReadPlanNode, item: SelectedField, index: number): string {
  if (item.aggregate === null) return selectFieldSql(node, item);
  const value = item.field.name === '*' ? '1' : castSql(fieldSql(node, item.field), item.cast);
  return `${value} AS ${quoteIdent(hoistedName(node, index))}`;
}

function hoistedName(node: ReadPlanNode, index: number): string {
  return addNameSuffix(`pgrst_${node.rowAlias}`, `agg_${index}`);
}

export function spreadSelectEntries(node: ReadPlanNode, spread: ReadPlanNode): SelectListEntry[] {
  const rows = quoteIdent(spread.rowAlias);
  if (!isGroupedNode(node)) return [{ sql: `${rows}.*`, group: null }];
  return spreadColumns(spread).map(({ from, field, isJson }) => {
    const value = `${rows}.${quoteIdent(from)}`;
    if (field !== null) return { sql: aggregateSql(field, value), group: null };
    const comparable = isJson ? `${value}::jsonb` : value;
    return { sql: `${comparable} AS ${quoteIdent(from)}`, group: comparable };
  });
}

/** One array for each column of a to-many spread. */
export function spreadArraysSql(spread: ReadPlanNode): string {
  const rows = quoteIdent(spread.rowAlias);
  const names = [...new Set(spreadColumns(spread).map(({ from }) => quoteIdent(from)))];
  return names.map((name) => `coalesce(json_agg(${rows}.${name}), '[]') AS ${name}`).join(', ');
}

function spreadColumns(spread: ReadPlanNode): SpreadColumn[] {
  const many = !isToOneSpread(spread);
  const own = spread.fields.flatMap((item, index): SpreadColumn[] => {
    if (item.aggregate !== null) {
      return many
        ? [{ from: aggregateName(item), field: null, isJson: true }]
        : [{ from: hoistedName(spread, index), field: item, isJson: false }];
    }
    const names = item.field.name === '*' ? [...spread.columns.keys()] : [selectedFieldName(item)];
    return names.map((from) => ({ from, field: null, isJson: many }));
  });
  const nested = spread.embeds.filter(hasSelectedFields).flatMap((embed): SpreadColumn[] => {
    if (!embed.spread) return [{ from: embed.name, field: null, isJson: true }];
    return spreadColumns(embed).map((column) => ({
      from: many && column.field !== null ? aggregateName(column.field) : column.from,
      field: many ? null : column.field,
      isJson: column.isJson || many || !isToOneSpread(embed),
    }));
  });
  return [...own, ...nested];
}

function aggregateName(item: SelectedField): string {
  return item.alias ?? item.aggregate?.name ?? item.field.name;
}

function aggregateSql(item: SelectedField, value: string): string {
  const { name, cast } = item.aggregate ?? { name: 'count', cast: null };
  return `${castSql(`${name}(${value})`, cast)} AS ${quoteIdent(aggregateName(item))}`;
}

function castSql(value: string, cast: string | null): string {
  return cast === null ? value : `CAST(${value} AS ${quoteTypeName(cast)})`;
}
