// A parsed query string, before any table is known.
import type { OperatorName } from '../operators.ts';

export interface JsonStep {
  arrow: '->' | '->>';
  key: string | number;
}

export interface Field {
  name: string;
  path: readonly JsonStep[];
}

export interface Condition {
  operator: OperatorName;
  /** A quantifier (`any`, `all`) or the language of a text search. */
  modifier: string | null;
  /** A list as an array literal. */
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
  /** Of the aggregate's result. */
  cast: string | null;
}

export interface SelectedField {
  kind: 'field';
  /** `*`: all columns. */
  field: Field;
  alias: string | null;
  /** Of the column's value, before an aggregate. */
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

export type SelectItem = SelectedField | SelectEmbed;

export interface OrderTerm {
  /** The to-one embed whose column orders this level. */
  relation: string | null;
  field: Field;
  direction: 'asc' | 'desc' | null;
  nulls: 'first' | 'last' | null;
}

/** Nested embeds, outermost first; empty for the root. */
export type EmbedPath = readonly string[];

export interface RowRange {
  offset: number;
  limit: number | null;
}

export interface ParsedQuery {
  select: readonly SelectItem[];
  where: readonly { path: EmbedPath; condition: Filter | LogicTree }[];
  order: readonly { path: EmbedPath; terms: readonly OrderTerm[] }[];
  ranges: readonly { path: EmbedPath; range: RowRange }[];
  /** null: the keys of the body. */
  columns: readonly string[] | null;
  onConflict: readonly string[] | null;
  /** Of a call by GET, in order; names may repeat. */
  params: readonly (readonly [name: string, value: string])[];
}
