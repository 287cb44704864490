// Derives the relationships between tables from foreign keys and views.
import type { Cardinality, ForeignKey, Relationship, Routine, QualifiedName } from './schema-types.ts';

type Pairs = readonly (readonly [string, string])[];

/** A table, or a view that exposes columns of it. */
interface Relation {
  name: QualifiedName;
  isView: boolean;
  /** The relation's name for a column of the table. */
  nameOf: (column: string) => string;
}

/** A column of a view that exposes a table's column unchanged. */
export interface ViewColumn {
  view: QualifiedName;
  column: string;
  table: QualifiedName;
  tableColumn: string;
}

/**
 * Both directions of foreign keys, and many-to-many through tables whose primary key contains two of them. Views that
 * expose the key columns share the relationships.
 */
export function deriveRelationships(
  keys: readonly ForeignKey[],
  primaryKeyOf: (table: QualifiedName) => readonly string[] | undefined,
  viewColumns: readonly ViewColumn[] = [],
): Relationship[] {
  const byTable = Map.groupBy(viewColumns, (each) => tableKey(each.table));
  const relationsOf = (table: QualifiedName, columns: readonly string[]): Relation[] => [
    { name: table, isView: false, nameOf: (column) => column },
    ...viewRelations(byTable.get(tableKey(table)) ?? [], columns),
  ];
  return [...keys.flatMap((key) => direct(key, relationsOf)), ...manyToMany(keys, primaryKeyOf, relationsOf)];
}

/**
 * Computed relationships: functions that take a row of a table and return rows of a table, in the schema of the first
 * table.
 */
export function findComputedRelationships(
  routines: readonly Routine[],
  isView: (table: QualifiedName) => boolean | undefined,
): Relationship[] {
  return routines.flatMap(({ schema, name, rowOf, table, singleRow }) => {
    const targetIsView = table === null ? undefined : isView(table);
    if (rowOf === null || table === null || targetIsView === undefined || rowOf.schema !== schema) return [];
    const cardinality: Cardinality = singleRow ? 'many-to-one' : 'one-to-many';
    const computed = { cardinality, constraint: '', columns: [], junction: null, routine: { schema, name } };
    return [{ ...computed, source: rowOf, target: table, targetIsView }];
  });
}

type RelationsOf = (table: QualifiedName, columns: readonly string[]) => Relation[];

export function tableKey(table: QualifiedName): string {
  return JSON.stringify([table.schema, table.name]);
}

function viewRelations(shown: readonly ViewColumn[], columns: readonly string[]): Relation[] {
  return [...Map.groupBy(shown, (each) => tableKey(each.view)).values()].flatMap((ofView) => {
    const names = new Map(ofView.map((each) => [each.tableColumn, each.column]));
    const [first] = ofView;
    if (!first || !columns.every((column) => names.has(column))) return [];
    return [{ name: first.view, isView: true, nameOf: (column: string) => names.get(column) ?? column }];
  });
}

function firsts(pairs: Pairs): string[] {
  return pairs.map(([first]) => first);
}

function seconds(pairs: Pairs): string[] {
  return pairs.map(([, second]) => second);
}

function direct(key: ForeignKey, relationsOf: RelationsOf): Relationship[] {
  const toOne: Cardinality = key.unique ? 'one-to-one' : 'many-to-one';
  const back: Cardinality = key.unique ? 'one-to-one' : 'one-to-many';
  const owners = relationsOf(key.table, firsts(key.columns));
  const targets = relationsOf(key.target, seconds(key.columns));
  return owners.flatMap((owner) =>
    targets.flatMap((target) => {
      const columns = rename(key.columns, owner, target);
      const named = { constraint: key.constraint, junction: null, routine: null };
      return [
        { ...named, ...ends(owner, target), cardinality: toOne, columns },
        { ...named, ...ends(target, owner), cardinality: back, columns: flip(columns) },
      ];
    }),
  );
}

function ends(source: Relation, target: Relation): Pick<Relationship, 'source' | 'target' | 'targetIsView'> {
  return {
    source: source.name,
    target: target.name,
    targetIsView: target.isView,
  };
}

function rename(pairs: Pairs, first: Relation, second: Relation): Pairs {
  return pairs.map(([own, other]) => [first.nameOf(own), second.nameOf(other)] as const);
}

function flip(pairs: Pairs): Pairs {
  return pairs.map(([first, second]) => [second, first] as const);
}

function manyToMany(
  keys: readonly ForeignKey[],
  primaryKeyOf: (table: QualifiedName) => readonly string[] | undefined,
  relationsOf: RelationsOf,
): Relationship[] {
  const byTable = Map.groupBy(keys, (key) => tableKey(key.table));
  return [...byTable.values()].flatMap((ofTable) => {
    const first = ofTable[0];
    const primary = first && primaryKeyOf(first.table);
    if (!primary || primary.length < 2) return [];
    const inKey = ofTable.filter((key) => key.columns.every(([column]) => primary.includes(column)));
    return inKey.flatMap((source) =>
      inKey.flatMap((target) => (source === target ? [] : through(source, target, relationsOf))),
    );
  });
}

function through(source: ForeignKey, target: ForeignKey, relationsOf: RelationsOf): Relationship[] {
  const junction: Relation = { name: source.table, isView: false, nameOf: (column) => column };
  return relationsOf(source.target, seconds(source.columns)).flatMap((from) =>
    relationsOf(target.target, seconds(target.columns)).map((to) => ({
      ...ends(from, to),
      cardinality: 'many-to-many' as const,
      constraint: '',
      columns: [],
      routine: null,
      junction: {
        ...junction.name,
        sourceConstraint: source.constraint,
        targetConstraint: target.constraint,
        sourceColumns: flip(rename(source.columns, junction, from)),
        targetColumns: flip(rename(target.columns, junction, to)),
      },
    })),
  );
}

/** Ids of the catalog: oid, attnum. */
interface Origin {
  relation: string;
  column: number;
}

export interface ViewDefinition extends QualifiedName {
  oid: string;
  columns: readonly (readonly [number, string])[];
  /** The query as stored in pg_rewrite (a pg_node_tree). */
  rule: string;
}

export interface KeyColumn extends QualifiedName {
  oid: string;
  number: number;
  column: string;
}

export function traceViewColumns(
  views: readonly ViewDefinition[],
  columns: readonly KeyColumn[],
): ViewColumn[] {
  const origins = new Map(views.map((view) => [view.oid, readOrigins(view.rule)]));
  const known = new Map(columns.map((row) => [`${row.oid}.${row.number}`, row]));
  return views.flatMap((view) =>
    view.columns.flatMap(([number, column]): ViewColumn[] => {
      let origin = origins.get(view.oid)?.get(number);
      while (origin && origins.has(origin.relation)) {
        origin = origins.get(origin.relation)?.get(origin.column);
      }
      const found = origin && known.get(`${origin.relation}.${origin.column}`);
      if (!found) return [];
      const table = { schema: found.schema, name: found.name };
      return [{ view: { schema: view.schema, name: view.name }, column, table, tableColumn: found.column }];
    }),
  );
}

const token = /[(){}]|(?:\\.|[^\s(){}\\])+/gs;
/** Nesting of `({QUERY … :targetList ({TARGETENTRY …} …) …})`. */
const entryDepth = 4;

/** Reads the outermost select, by column number. Computed columns are absent. */
function readOrigins(rule: string): Map<number, Origin> {
  const origins = new Map<number, Origin>();
  let depth = 0;
  let inList = false;
  let previous = '';
  let entry = new Map<string, string>();
  for (const [word] of rule.matchAll(token)) {
    if (word === '(' || word === '{') {
      depth += 1;
      if (depth === entryDepth - 1) inList = previous === ':targetList';
      if (depth === entryDepth) entry = new Map();
    } else if (word === ')' || word === '}') {
      if (depth === entryDepth && inList && word === '}') addOrigin(origins, entry);
      depth -= 1;
    } else if (inList && depth === entryDepth && previous.startsWith(':')) {
      entry.set(previous, word);
    }
    previous = word;
  }
  return origins;
}

function addOrigin(origins: Map<number, Origin>, entry: ReadonlyMap<string, string>): void {
  const relation = entry.get(':resorigtbl') ?? '0';
  if (relation === '0' || entry.get(':resjunk') === 'true') return;
  origins.set(Number(entry.get(':resno')), { relation, column: Number(entry.get(':resorigcol')) });
}
