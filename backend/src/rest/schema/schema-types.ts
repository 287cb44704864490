// Tables, relationships and functions that requests may name, from the catalog.

export interface TableName {
  schema: string;
  name: string;
}

export interface Column {
  name: string;
  /** SQL text from the catalog, safe to put into a statement, e.g. `numeric(10,2)`. */
  type: string;
  /** Bare name of the base type, domains resolved, e.g. `jsonb`. */
  base: string;
  /** SQL text from the catalog, identity columns included; null without one. */
  default: string | null;
}

export interface Table extends TableName {
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
  isView: boolean;
}

export type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';

export interface Junction extends TableName {
  sourceConstraint: string;
  targetConstraint: string;
  /** Column pairs: of the source table, of the junction. */
  sourceColumns: readonly (readonly [string, string])[];
  /** Column pairs: of the target table, of the junction. */
  targetColumns: readonly (readonly [string, string])[];
}

/** How rows of one table refer to those of another. */
export interface Relationship {
  source: TableName;
  target: TableName;
  targetIsView: boolean;
  cardinality: Cardinality;
  /** Of the foreign key; empty for many-to-many. */
  constraint: string;
  /** Column pairs: of the source, of the target. Empty for many-to-many. */
  columns: readonly (readonly [string, string])[];
  junction: Junction | null;
}

export interface Parameter {
  name: string;
  type: string;
  base: string;
  required: boolean;
  variadic: boolean;
}

export interface Routine extends TableName {
  parameters: readonly Parameter[];
  returnsSet: boolean;
  /** `scalar`: a bare value; `composite`: columns; `void`: nothing. */
  returns: 'scalar' | 'composite' | 'void';
  /** The table whose row type it returns, for embeds; null otherwise. */
  table: TableName | null;
  volatility: 'volatile' | 'stable' | 'immutable';
}

export interface SchemaSnapshot {
  /** By schema, then name; exposed schemas only. */
  tables: ReadonlyMap<string, ReadonlyMap<string, Table>>;
  /** By schema, then name of the source table. */
  relationships: ReadonlyMap<string, ReadonlyMap<string, readonly Relationship[]>>;
  routines: ReadonlyMap<string, ReadonlyMap<string, readonly Routine[]>>;
  aggregates: boolean;
  /** The function to call before every request, quoted; null without one. */
  preRequest: string | null;
}

export interface ForeignKey {
  constraint: string;
  table: TableName;
  target: TableName;
  columns: readonly (readonly [string, string])[];
  /** Whether the referencing columns are unique, so that at most one row refers. */
  unique: boolean;
}
