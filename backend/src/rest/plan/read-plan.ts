import type { Filter, LogicTree, OrderTerm, RowRange, SelectedField } from '../parse/query-types.ts';
import type { Column, Relationship, TableName } from '../schema/schema-types.ts';

export interface ReadNode {
  table: TableName;
  /** Empty for a function's own result type. */
  columns: ReadonlyMap<string, Column>;
  /** Rows come from the statement's first part (a write or a call). */
  fromResult: boolean;
  /** In SQL; null: the table's qualified name. */
  alias: string | null;
  /** Of this embed's selected rows: `<parent>_<name>_<depth>`. */
  rowAlias: string;
  relation: string;
  name: string;
  depth: number;
  relationship: Relationship | null;
  join: 'inner' | 'left' | null;
  spread: boolean;
  fields: readonly SelectedField[];
  embeds: readonly ReadNode[];
  where: (Filter | LogicTree)[];
  order: readonly OrderTerm[];
  range: RowRange;
}

/** `rel()` only serves filters. */
export function isVisible(node: ReadNode): boolean {
  return node.fields.length > 0 || node.embeds.some(isVisible);
}
