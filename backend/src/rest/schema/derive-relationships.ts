import type { Cardinality, ForeignKey, Relationship, TableName } from './schema-types.ts';
import type { ViewColumn } from './view-columns.ts';

type Pairs = readonly (readonly [string, string])[];

/** A table, or a view that shows columns of it. */
interface Face {
  name: TableName;
  isView: boolean;
  /** Its name of a column of the table. */
  nameOf: (column: string) => string;
}

/**
 * Both directions of every foreign key, and many-to-many through tables whose primary key holds the columns of two
 * foreign keys; a view stands in for a table whose key columns it shows. `primaryKeyOf` answers the columns of a
 * table's primary key.
 */
export function deriveRelationships(
  keys: readonly ForeignKey[],
  primaryKeyOf: (table: TableName) => readonly string[] | undefined,
  viewColumns: readonly ViewColumn[] = [],
): Relationship[] {
  const byTable = Map.groupBy(viewColumns, (each) => keyOf(each.table));
  const facesOf = (table: TableName, columns: readonly string[]): Face[] => [
    { name: table, isView: false, nameOf: (column) => column },
    ...viewFaces(byTable.get(keyOf(table)) ?? [], columns),
  ];
  return [...keys.flatMap((key) => direct(key, facesOf)), ...manyToMany(keys, primaryKeyOf, facesOf)];
}

type FacesOf = (table: TableName, columns: readonly string[]) => Face[];

function keyOf(table: TableName): string {
  return JSON.stringify([table.schema, table.name]);
}

/** The views that show all of these columns of one table. */
function viewFaces(shown: readonly ViewColumn[], columns: readonly string[]): Face[] {
  return [...Map.groupBy(shown, (each) => keyOf(each.view)).values()].flatMap((ofView) => {
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

function direct(key: ForeignKey, facesOf: FacesOf): Relationship[] {
  const toOne: Cardinality = key.unique ? 'one-to-one' : 'many-to-one';
  const back: Cardinality = key.unique ? 'one-to-one' : 'one-to-many';
  const owners = facesOf(key.table, firsts(key.columns));
  const targets = facesOf(key.target, seconds(key.columns));
  return owners.flatMap((owner) =>
    targets.flatMap((target) => {
      const columns = rename(key.columns, owner, target);
      const named = { constraint: key.constraint, junction: null };
      return [
        { ...named, ...ends(owner, target), cardinality: toOne, columns },
        { ...named, ...ends(target, owner), cardinality: back, columns: flip(columns) },
      ];
    }),
  );
}

function ends(source: Face, target: Face): Pick<Relationship, 'source' | 'target' | 'targetIsView'> {
  return {
    source: source.name,
    target: target.name,
    targetIsView: target.isView,
  };
}

function rename(pairs: Pairs, first: Face, second: Face): Pairs {
  return pairs.map(([own, other]) => [first.nameOf(own), second.nameOf(other)] as const);
}

function flip(pairs: Pairs): Pairs {
  return pairs.map(([first, second]) => [second, first] as const);
}

function manyToMany(
  keys: readonly ForeignKey[],
  primaryKeyOf: (table: TableName) => readonly string[] | undefined,
  facesOf: FacesOf,
): Relationship[] {
  const byTable = Map.groupBy(keys, (key) => keyOf(key.table));
  return [...byTable.values()].flatMap((ofTable) => {
    const first = ofTable[0];
    const primary = first && primaryKeyOf(first.table);
    if (!primary || primary.length < 2) return [];
    const inKey = ofTable.filter((key) => key.columns.every(([column]) => primary.includes(column)));
    return inKey.flatMap((source) =>
      inKey.flatMap((target) => (source === target ? [] : through(source, target, facesOf))),
    );
  });
}

function through(source: ForeignKey, target: ForeignKey, facesOf: FacesOf): Relationship[] {
  const junction: Face = { name: source.table, isView: false, nameOf: (column) => column };
  return facesOf(source.target, seconds(source.columns)).flatMap((from) =>
    facesOf(target.target, seconds(target.columns)).map((to) => ({
      ...ends(from, to),
      cardinality: 'many-to-many' as const,
      constraint: '',
      columns: [],
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
