import type { Filter, LogicTree, OrderTerm, RowRange, SelectField } from '../parse/query-types.ts';
import type { Column, Relationship, TableName } from '../schema/schema-types.ts';

/** One level of a read: the root table, or an embed within its parent. */
export interface ReadNode {
  table: TableName;
  /** What the catalog knows of its columns; empty for a function's own result. */
  columns: ReadonlyMap<string, Column>;
  /** Whether the rows come from the statement's first part (a write or a call) instead of the table. */
  fromResult: boolean;
  /** Name of the rows in SQL; null: the table's own qualified name. */
  alias: string | null;
  /** Name of this embed's finished rows in SQL: `<parent>_<name>_<depth>`. */
  rowAlias: string;
  /** Relation as the request names it, and the key of the answer. */
  relation: string;
  name: string;
  depth: number;
  relationship: Relationship | null;
  join: 'inner' | 'left' | null;
  spread: boolean;
  fields: readonly SelectField[];
  embeds: readonly ReadNode[];
  where: (Filter | LogicTree)[];
  order: readonly OrderTerm[];
  range: RowRange;
}

/** Whether anything of this embed shows in the answer; `rel()` only serves filters. */
export function isVisible(node: ReadNode): boolean {
  return node.fields.length > 0 || node.embeds.some(isVisible);
}
