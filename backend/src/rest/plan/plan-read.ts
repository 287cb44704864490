// Plans a read: which columns and embeds of which tables.
import type {
  EmbedPath,
  ParsedQuery,
  RowRange,
  SelectItem,
  OrderTerm,
  SelectedField,
} from '../parse/parse-query.ts';
import type { FieldPath } from '../parse/text-reader.ts';
import type { RowFilter, LogicTree } from '../parse/parse-filter.ts';
import {
  aggregatesDisabledError,
  notEmbeddedError,
  notImplementedError,
  relatedOrderNotPossibleError,
} from '../errors.ts';
import { findRelationship, isToOneRelationship } from '../schema/find-relationship.ts';
import type { CatalogColumn, SchemaSnapshot, QualifiedName, Relationship } from '../schema/schema-types.ts';
import { addNameSuffix } from '../quote.ts';

export interface PlanReadOptions {
  /** A table, a write's RETURNING, or a function. */
  source: 'table' | 'result' | 'call';
  /** The limit at each level; null: no limit. Writes are not limited. */
  maxRows: number | null;
}

const everything: RowRange = { offset: 0, limit: null };
const noColumns: ReadonlyMap<string, CatalogColumn> = new Map();

export interface ReadPlanNode {
  table: QualifiedName;
  /** Empty for a function's own result type. */
  columns: ReadonlyMap<string, CatalogColumn>;
  /** Whether rows come from the statement's first part (a write or a call). */
  fromResult: boolean;
  /** The alias in SQL; null: the table's qualified name. */
  alias: string | null;
  /** The alias of this embed's selected rows: `<parent>_<name>_<depth>`. */
  rowAlias: string;
  relation: string;
  name: string;
  depth: number;
  relationship: Relationship | null;
  join: 'inner' | 'left' | null;
  spread: boolean;
  fields: readonly SelectedField[];
  embeds: readonly ReadPlanNode[];
  where: (RowFilter | LogicTree)[];
  order: readonly OrderTerm[];
  range: RowRange;
}

export function planRead(
  snapshot: SchemaSnapshot,
  table: QualifiedName,
  query: ParsedQuery,
  options: PlanReadOptions,
): ReadPlanNode {
  const root = makeNode(snapshot, table, query.select, {
    fromResult: options.source !== 'table',
    alias: options.source === 'table' ? null : table.name,
    rowAlias: 'pgrst_row',
    relation: table.name,
    name: table.name,
    depth: 0,
    relationship: null,
    join: null,
    spread: false,
  });
  attach(root, query, options.source === 'result');
  checkOrder(root);
  if (options.source !== 'result' && options.maxRows !== null) limitRows(root, options.maxRows);
  return root;
}

/** Aggregates that accept a row. `count` is not among them, because clients rely on `reviews(count)`. */
const rowAggregates = new Set([
  'any_value',
  'array_agg',
  'json_agg',
  'json_agg_strict',
  'jsonb_agg',
  'jsonb_agg_strict',
  'max',
  'min',
]);

/** If the table has no such column, PostgreSQL reads `t.json_agg` as `json_agg(t)`, which bypasses the row limit. */
function isAggregateCall(field: FieldPath, columns: ReadonlyMap<string, CatalogColumn>): boolean {
  return columns.size > 0 && rowAggregates.has(field.name) && !columns.has(field.name);
}

type NodeHead = Pick<
  ReadPlanNode,
  'fromResult' | 'alias' | 'rowAlias' | 'relation' | 'name' | 'depth' | 'relationship' | 'join' | 'spread'
>;

function makeNode(
  snapshot: SchemaSnapshot,
  table: QualifiedName,
  items: readonly SelectItem[],
  head: NodeHead,
): ReadPlanNode {
  const fields = items.filter((item) => item.kind === 'field');
  const columns = snapshot.tables.get(table.schema)?.get(table.name)?.columns ?? noColumns;
  if (fields.some((item) => isAggregateCall(item.field, columns))) throw aggregatesDisabledError();
  if (!snapshot.aggregates && fields.some((item) => item.aggregate !== null)) throw aggregatesDisabledError();
  const node: ReadPlanNode = {
    ...head,
    table,
    columns,
    fields,
    embeds: [],
    where: [],
    order: [],
    range: everything,
  };
  node.embeds = items.filter((item) => item.kind === 'embed').map((item) => makeEmbed(snapshot, node, item));
  return node;
}

function makeEmbed(
  snapshot: SchemaSnapshot,
  parent: ReadPlanNode,
  item: Extract<SelectItem, { kind: 'embed' }>,
): ReadPlanNode {
  const relationship = findRelationship(snapshot, {
    origin: parent.table,
    name: item.relation,
    hint: item.hint,
    columns: item.items.flatMap((each) => (each.kind === 'field' ? each.field.name : [])),
    isRoot: parent.depth === 0 && !parent.fromResult,
  });
  const depth = parent.depth + 1;
  const name = item.alias ?? item.relation;
  if (item.spread && item.alias !== null) throw notImplementedError('A spread embed takes no alias');
  return makeNode(snapshot, relationship.target, item.items, {
    fromResult: false,
    alias: addNameSuffix(relationship.target.name, depth),
    rowAlias: addNameSuffix(`${parent.table.name}_${name}`, depth),
    relation: item.relation,
    name,
    depth,
    relationship,
    join: item.join,
    spread: item.spread,
  });
}

/** On a write, the root's filters and range belong to the write itself. */
function attach(root: ReadPlanNode, query: ParsedQuery, skipRoot: boolean): void {
  for (const { path, condition } of query.where) {
    if (path.length > 0 || !skipRoot) nodeAt(root, path).where.push(condition);
  }
  for (const { path, terms } of query.order) {
    const node = nodeAt(root, path);
    node.order = [...node.order, ...terms];
  }
  for (const { path, range } of query.ranges) {
    if (path.length > 0 || !skipRoot) nodeAt(root, path).range = range;
  }
}

function nodeAt(root: ReadPlanNode, path: EmbedPath): ReadPlanNode {
  let node = root;
  for (const step of path) {
    const next = node.embeds.find((embed) => embed.name === step || embed.relation === step);
    if (!next) throw notEmbeddedError(step);
    node = next;
  }
  return node;
}

function checkOrder(node: ReadPlanNode): void {
  for (const term of node.order) {
    if (term.relation === null) continue;
    const embed = node.embeds.find((each) => each.name === term.relation);
    if (!embed) throw notEmbeddedError(term.relation);
    if (!embed.relationship || !isToOneRelationship(embed.relationship))
      throw relatedOrderNotPossibleError(node.table.name, term.relation);
  }
  for (const embed of node.embeds) checkOrder(embed);
}

function limitRows(node: ReadPlanNode, maxRows: number): void {
  const single = node.relationship !== null && isToOneRelationship(node.relationship);
  if (!single) node.range = { ...node.range, limit: Math.min(node.range.limit ?? maxRows, maxRows) };
  for (const embed of node.embeds) limitRows(embed, maxRows);
}

/** False for `rel()`, which only serves filters. */
export function hasSelectedFields(node: ReadPlanNode): boolean {
  return node.fields.length > 0 || node.embeds.some(hasSelectedFields);
}
