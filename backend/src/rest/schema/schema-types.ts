// The types of the schema snapshot: tables, columns, relationships, functions.
export interface QualifiedName {
  schema: string;
  name: string;
}

export interface CatalogColumn {
  name: string;
  /** Safe to put into a statement, e.g. `numeric(10,2)`. */
  type: string;
  /** Without modifiers, domains resolved, e.g. `jsonb`. */
  base: string;
  /** The default as SQL text, also for identity columns. */
  default: string | null;
}

export interface CatalogTable extends QualifiedName {
  columns: ReadonlyMap<string, CatalogColumn>;
  primaryKey: readonly string[];
  isView: boolean;
}

export type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';

interface Junction extends QualifiedName {
  sourceConstraint: string;
  targetConstraint: string;
  sourceColumns: readonly (readonly [ofSource: string, ofJunction: string])[];
  targetColumns: readonly (readonly [ofTarget: string, ofJunction: string])[];
}

export interface Relationship {
  source: QualifiedName;
  target: QualifiedName;
  targetIsView: boolean;
  cardinality: Cardinality;
  /** Empty for many-to-many. */
  constraint: string;
  /** Empty for many-to-many. */
  columns: readonly (readonly [ofSource: string, ofTarget: string])[];
  junction: Junction | null;
  /** Returns the rows for a row of the source: a computed relationship. It has no columns and no constraint. */
  routine: QualifiedName | null;
}

export interface RoutineParameter {
  /** Empty: it has none, so only a position reaches it. */
  name: string;
  type: string;
  base: string;
  /** Its type is a pseudo-type, such as anyelement, to which no text or JSON can be cast. */
  pseudo: boolean;
  required: boolean;
  variadic: boolean;
}

export interface Routine extends QualifiedName {
  oid: string;
  parameters: readonly RoutineParameter[];
  returnsSet: boolean;
  /** `composite`: columns; `record`: columns that only a call reveals. */
  returns: 'scalar' | 'composite' | 'record' | 'void';
  /** The table whose row type it returns, for embeds. */
  table: QualifiedName | null;
  /** Whether it is declared to return at most one row. */
  singleRow: boolean;
  /** The table whose row is its only argument. */
  rowOf: QualifiedName | null;
  volatility: 'volatile' | 'stable' | 'immutable';
}

/**
 * How many rows of a table a source's row stands for:
 *   row       exactly one: the table itself, a view without aggregates, a function that returns rows of one of them
 *   row-read  at most one, and only if the table was read: a function that selects columns, a view with UNION, a parent table
 *   composed  any number, but each object and each text in it at most one: JSON or lists of a function that joins no texts
 *   unknown   any number: an aggregate, or a text that a function composes
 *   unscanned the same, from a materialized view: the table itself is not read
 */
export type RowShape = 'row' | 'row-read' | 'composed' | 'unknown' | 'unscanned';

export interface ReadSource {
  /** Counted tables as "schema.table". */
  tables: readonly string[];
  shape: RowShape;
}

export interface ReadTrace {
  /** Undefined if it shows nothing of a counted table. */
  ofRelation(name: QualifiedName): ReadSource | undefined;
  ofRoutine(name: QualifiedName): ReadSource | undefined;
  /** Oids of the table, its materialized views and their indexes, whose statistics tell how many rows were read. */
  oidsOf(table: string): readonly string[];
}

export interface SchemaSnapshot {
  /** By schema, then name; contains only exposed schemas. */
  tables: ReadonlyMap<string, ReadonlyMap<string, CatalogTable>>;
  /** By schema, then name of the source table. */
  relationships: ReadonlyMap<string, ReadonlyMap<string, readonly Relationship[]>>;
  routines: ReadonlyMap<string, ReadonlyMap<string, readonly Routine[]>>;
  aggregates: boolean;
  /** A function that runs before every request, as a quoted name. */
  preRequest: string | null;
  /** Which counted tables are behind a relation or a function. */
  reads: ReadTrace;
}

export interface ForeignKey {
  constraint: string;
  table: QualifiedName;
  target: QualifiedName;
  columns: readonly (readonly [string, string])[];
  /** Whether the referencing columns are unique: then at most one row refers. */
  unique: boolean;
}
