// What a query string says, before any table is known.
import type { OperatorName } from '../operators.ts';

export interface JsonStep {
  arrow: '->' | '->>';
  key: string | number;
}

/** A column, or a value inside a JSON column. */
export interface Field {
  name: string;
  path: readonly JsonStep[];
}

/** An operator with its value; operators.ts says what each allows. */
export interface Condition {
  operator: OperatorName;
  /** A quantifier (`any`, `all`) or the language of a text search; null without. */
  modifier: string | null;
  /** As written; the values of `in` as an array literal. */
  value: string;
}

export interface Filter {
  kind: 'filter';
  field: Field;
  negated: boolean;
  condition: Condition;
}

export interface LogicTree {
  kind: 'logic';
  operator: 'and' | 'or';
  negated: boolean;
  children: readonly (Filter | LogicTree)[];
}

export interface Aggregate {
  name: 'count' | 'sum' | 'avg' | 'min' | 'max';
  /** Applied to the aggregate's result. */
  cast: string | null;
}

export interface SelectField {
  kind: 'field';
  /** `*` means all columns. */
  field: Field;
  alias: string | null;
  /** Applied to the column's value, before an aggregate. */
  cast: string | null;
  aggregate: Aggregate | null;
}

export interface SelectEmbed {
  kind: 'embed';
  relation: string;
  alias: string | null;
  hint: string | null;
  join: 'inner' | 'left' | null;
  spread: boolean;
  items: readonly SelectItem[];
}

export type SelectItem = SelectField | SelectEmbed;

export interface OrderTerm {
  /** The to-one embed whose column orders this level; null for a column of this level. */
  relation: string | null;
  field: Field;
  direction: 'asc' | 'desc' | null;
  nulls: 'first' | 'last' | null;
}

/** Names of nested embeds, outermost first; empty for the root. */
export type EmbedPath = readonly string[];

export interface RowRange {
  offset: number;
  /** null: no limit. */
  limit: number | null;
}

export interface ParsedQuery {
  select: readonly SelectItem[];
  where: readonly { path: EmbedPath; condition: Filter | LogicTree }[];
  order: readonly { path: EmbedPath; terms: readonly OrderTerm[] }[];
  ranges: readonly { path: EmbedPath; range: RowRange }[];
  /** Payload keys to use; null for those of the body. */
  columns: readonly string[] | null;
  onConflict: readonly string[] | null;
  /** Arguments of a function called by GET, in order; names may repeat. */
  params: readonly (readonly [name: string, value: string])[];
}
