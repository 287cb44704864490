// Renders a read as SQL: select, embeds, joins, where, order, limit.
import type { OrderTerm, RowRange } from '../parse/parse-query.ts';
import type { OperatorExpression, RowFilter, LogicTree } from '../parse/parse-filter.ts';
import type { FieldPath } from '../parse/text-reader.ts';
import { hasSelectedFields, type ReadPlanNode } from '../plan/plan-read.ts';
import { isToOneRelationship } from '../schema/find-relationship.ts';
import { quoteIdent, quoteQualifiedName, addNameSuffix, type SqlParameters } from '../quote.ts';
import { fieldSql, tableSourceSql, nodeQualifierSql } from './render-field.ts';
import {
  fieldSelectEntries,
  isGroupedNode,
  isToOneSpread,
  spreadArraysSql,
  spreadSelectEntries,
  type SelectListEntry,
} from './render-list.ts';
import { invalidEmbedOperatorError } from '../errors.ts';
import { filterOperators } from '../operators.ts';

const valueName = quoteIdent('pgrst_value');

export function selectSql(
  node: ReadPlanNode,
  parent: ReadPlanNode | null,
  parameters: SqlParameters,
): string {
  const shown = node.embeds.filter(hasSelectedFields).map((embed) => embedSql(embed, node, parameters));
  const entries = [...fieldSelectEntries(node), ...shown.flatMap((embed) => embed.entries)];
  const from = [sourceSql(node, parent), ...shown.flatMap(({ join }) => join ?? [])].join(' ');
  const list = entries.map((entry) => entry.sql).join(', ');
  return `SELECT ${list} FROM ${from}${whereSql(node, parent, parameters)}${groupSql(node, entries)}${orderSql(node, parameters)}${rangeSql(rangeOf(node), parameters)}`;
}

function groupSql(node: ReadPlanNode, entries: readonly SelectListEntry[]): string {
  const groups = isGroupedNode(node) ? entries.flatMap(({ group }) => group ?? []) : [];
  return groups.length === 0 ? '' : ` GROUP BY ${groups.join(', ')}`;
}

export function countSourceSql(node: ReadPlanNode, parameters: SqlParameters): string {
  return `SELECT 1 FROM ${sourceSql(node, null)}${whereSql(node, null, parameters)}`;
}

/** An entry of the parent's select list and, if a subquery is not enough, of its FROM. */
function embedSql(
  embed: ReadPlanNode,
  parent: ReadPlanNode,
  parameters: SqlParameters,
): { entries: SelectListEntry[]; join: string | null } {
  const rows = quoteIdent(embed.rowAlias);
  const select = selectSql(embed, parent, parameters);
  if (embed.spread) {
    const lateral = isToOneSpread(embed)
      ? select
      : `SELECT ${spreadArraysSql(embed)} FROM (${select}) AS ${rows}`;
    return {
      entries: spreadSelectEntries(parent, embed),
      join: `LEFT JOIN LATERAL (${lateral}) AS ${rows} ON TRUE`,
    };
  }
  const value = `SELECT ${valueSql(embed, rows)} AS ${valueName} FROM (${select}) AS ${rows}`;
  const name = quoteIdent(embed.name);
  if (!isGroupedNode(parent)) return { entries: [{ sql: `(${value}) AS ${name}`, group: null }], join: null };
  // In a grouped level a subquery cannot refer to ungrouped columns, and json has no equality.
  const group = `${rows}.${valueName}::jsonb`;
  return {
    entries: [{ sql: `${group} AS ${name}`, group }],
    join: `LEFT JOIN LATERAL (${value}) AS ${rows} ON TRUE`,
  };
}

/** An object or null for to-one, an array for to-many. */
function valueSql(embed: ReadPlanNode, rows: string): string {
  return embed.relationship && isToOneRelationship(embed.relationship)
    ? `row_to_json(${rows}.*)`
    : `coalesce(json_agg(${rows}.*), '[]')`;
}

function sourceSql(node: ReadPlanNode, parent: ReadPlanNode | null): string {
  const { junction, routine } = node.relationship ?? {};
  if (routine && parent)
    return `${quoteQualifiedName(routine)}(${rowSql(parent)}) AS ${nodeQualifierSql(node)}`;
  if (!junction) return tableSourceSql(node);
  return `${tableSourceSql(node)} CROSS JOIN ${quoteQualifiedName(junction)} AS ${junctionAlias(node)}`;
}

/**
 * Rows of a write or a call are cast to the type of the table, by which PostgreSQL chooses an overloaded function.
 */
function rowSql(node: ReadPlanNode): string {
  return `${nodeQualifierSql(node)}.*${node.fromResult ? `::${quoteQualifiedName(node.table)}` : ''}`;
}

/** At most one row for a to-one function, because a function that is declared to return one row may return more. */
function rangeOf({ range, relationship }: ReadPlanNode): RowRange {
  if (!relationship?.routine || !isToOneRelationship(relationship)) return range;
  return { ...range, limit: Math.min(range.limit ?? 1, 1) };
}

function junctionAlias(node: ReadPlanNode): string {
  return quoteIdent(addNameSuffix(node.relationship?.junction?.name ?? '', `${node.depth}_junction`));
}

function conditionsOf(node: ReadPlanNode, parent: ReadPlanNode | null, parameters: SqlParameters): string[] {
  const join = parent === null ? [] : joinConditions(node, parent);
  const filters = node.where.map((condition) =>
    conditionSql(node, condition, parameters, (embed) => existsSql(embed, node, parameters)),
  );
  const required = node.embeds
    .filter((embed) => embed.join === 'inner')
    .map((embed) => existsSql(embed, node, parameters));
  return [...join, ...filters, ...required];
}

export function whereSql(node: ReadPlanNode, parent: ReadPlanNode | null, parameters: SqlParameters): string {
  const conditions = conditionsOf(node, parent, parameters);
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function existsSql(embed: ReadPlanNode, parent: ReadPlanNode, parameters: SqlParameters): string {
  return `EXISTS (SELECT 1 FROM ${sourceSql(embed, parent)}${whereSql(embed, parent, parameters)})`;
}

function joinConditions(node: ReadPlanNode, parent: ReadPlanNode): string[] {
  const { relationship } = node;
  if (!relationship) return [];
  const own = nodeQualifierSql(node);
  const outer = nodeQualifierSql(parent);
  const { junction } = relationship;
  if (!junction) return relationship.columns.map(([source, target]) => equals(own, target, outer, source));
  const middle = junctionAlias(node);
  return [
    ...junction.sourceColumns.map(([source, through]) => equals(middle, through, outer, source)),
    ...junction.targetColumns.map(([target, through]) => equals(own, target, middle, through)),
  ];
}

function equals(left: string, leftColumn: string, right: string, rightColumn: string): string {
  return `${left}.${quoteIdent(leftColumn)} = ${right}.${quoteIdent(rightColumn)}`;
}

function orderSql(node: ReadPlanNode, parameters: SqlParameters): string {
  if (node.order.length === 0) return '';
  return ` ORDER BY ${node.order.map((term) => orderTermSql(node, term, parameters)).join(', ')}`;
}

function orderTermSql(node: ReadPlanNode, term: OrderTerm, parameters: SqlParameters): string {
  const direction = term.direction === null ? '' : ` ${term.direction.toUpperCase()}`;
  const nulls = term.nulls === null ? '' : ` NULLS ${term.nulls.toUpperCase()}`;
  return `${orderValueSql(node, term, parameters)}${direction}${nulls}`;
}

function orderValueSql(node: ReadPlanNode, term: OrderTerm, parameters: SqlParameters): string {
  const embed = term.relation === null ? null : node.embeds.find((each) => each.name === term.relation);
  if (!embed) return fieldSql(node, term.field);
  // For a to-one relationship, at most one row. The column need not be selected.
  return `(SELECT ${fieldSql(embed, term.field)} FROM ${sourceSql(embed, node)}${whereSql(embed, node, parameters)}${embed.relationship?.routine ? ' LIMIT 1' : ''})`;
}

/**
 * Written as a literal: for a parameter the planner assumes a tenth of the table, and would plan a prepared statement
 * at every run.
 */
export function rangeSql({ limit, offset }: RowRange, parameters: SqlParameters): string {
  const limitSql = limit === null ? '' : ` LIMIT ${Math.trunc(limit)}`;
  return offset === 0 ? limitSql : `${limitSql} OFFSET ${parameters.add(offset)}`;
}

type RenderExists = (embed: ReadPlanNode) => string;

function conditionSql(
  node: ReadPlanNode,
  condition: RowFilter | LogicTree,
  parameters: SqlParameters,
  exists: RenderExists,
): string {
  if (condition.kind === 'logic') {
    const parts = condition.children.map((child) => conditionSql(node, child, parameters, exists));
    const tree = `(${parts.join(condition.operator === 'and' ? ' AND ' : ' OR ')})`;
    return condition.negated ? `NOT ${tree}` : tree;
  }
  const embed = embedOf(node, condition);
  if (embed) return embedTestSql(embed, condition, exists);
  const test = testSql(node, condition.field, condition.condition, parameters);
  return condition.negated ? `NOT (${test})` : test;
}

/** The embed that a filter names; only operators that ask whether an embed has rows are allowed for it. */
function embedOf(node: ReadPlanNode, { field, condition }: RowFilter): ReadPlanNode | undefined {
  if (field.path.length > 0) return undefined;
  const embed = node.embeds.find((each) => each.name === field.name);
  if (!embed) return undefined;
  if (asksForRows(condition) !== undefined) return embed;
  if (node.columns.has(field.name)) return undefined;
  throw invalidEmbedOperatorError(embed.relation);
}

function asksForRows({ operator, value }: OperatorExpression): boolean | undefined {
  return filterOperators[operator].embedHasRows?.[value];
}

function embedTestSql(embed: ReadPlanNode, { negated, condition }: RowFilter, exists: RenderExists): string {
  return asksForRows(condition) === negated ? `NOT ${exists(embed)}` : exists(embed);
}

function testSql(
  node: ReadPlanNode,
  field: FieldPath,
  condition: OperatorExpression,
  parameters: SqlParameters,
): string {
  const { operator, modifier, value } = condition;
  const left = fieldSql(node, field);
  return filterOperators[operator].sql({
    left,
    modifier,
    value,
    isVector: () => isVector(node, field),
    parameters,
  });
}

function isVector(node: ReadPlanNode, field: FieldPath): boolean {
  const base = node.columns.get(field.name)?.base;
  return field.path.length === 0 && (base === undefined || base === 'tsvector');
}
