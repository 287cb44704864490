/** What the catalog says of the tables and functions that requests may name. */

export interface TableName {
  schema: string;
  name: string;
}

export interface Column {
  name: string;
  /** Type as SQL text from the catalog, safe to place in a statement, e.g. `numeric(10,2)`. */
  type: string;
  /** Base type's bare name, domains resolved, e.g. `jsonb`. */
  base: string;
  /** Default as SQL text from the catalog, identity columns included; null without one. */
  fallback: string | null;
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

/** One way to get from the rows of a table to those of another. */
export interface Relationship {
  source: TableName;
  target: TableName;

  targetIsView: boolean;
  cardinality: Cardinality;
  /** Foreign key's name; empty for many-to-many. */
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
  /** The table whose rows it returns, for embeds; null when it is not one. */
  table: TableName | null;
  volatility: 'volatile' | 'stable' | 'immutable';
}

export interface SchemaSnapshot {
  /** By schema, then name; exposed schemas only. */
  tables: ReadonlyMap<string, ReadonlyMap<string, Table>>;
  /** By schema, then name of the source table. */
  relationships: ReadonlyMap<string, ReadonlyMap<string, readonly Relationship[]>>;
  routines: ReadonlyMap<string, ReadonlyMap<string, readonly Routine[]>>;
  /** Whether `select` may ask for aggregates. */
  aggregates: boolean;
  /** The function that every request calls first, quoted; null where the project has none. */
  preRequest: string | null;
}

export interface ForeignKey {
  constraint: string;
  table: TableName;
  target: TableName;
  columns: readonly (readonly [string, string])[];
  /** Whether the referencing columns are themselves a key, so that at most one row refers. */
  unique: boolean;
}
