import type { Cardinality, ForeignKey, Relationship, TableName } from './schema-types.ts';

type Pairs = readonly (readonly [string, string])[];

/**
 * Both directions of every foreign key, and many-to-many through tables whose primary key holds the columns of two
 * foreign keys. `primaryKeyOf` answers the columns of a table's primary key.
 */
export function deriveRelationships(
  keys: readonly ForeignKey[],
  primaryKeyOf: (table: TableName) => readonly string[] | undefined,
): Relationship[] {
  const direct = keys.flatMap((key) => {
    const toOne: Cardinality = key.unique ? 'one-to-one' : 'many-to-one';
    const back: Cardinality = key.unique ? 'one-to-one' : 'one-to-many';
    return [
      link(key.table, key.target, toOne, key.constraint, key.columns),
      link(key.target, key.table, back, key.constraint, flip(key.columns)),
    ];
  });
  return [...direct, ...manyToMany(keys, primaryKeyOf)];
}

function link(
  source: TableName,
  target: TableName,
  cardinality: Cardinality,
  constraint: string,
  columns: Pairs,
): Relationship {
  return { source, target, cardinality, constraint, columns, junction: null };
}

function flip(pairs: Pairs): Pairs {
  return pairs.map(([first, second]) => [second, first] as const);
}

function manyToMany(
  keys: readonly ForeignKey[],
  primaryKeyOf: (table: TableName) => readonly string[] | undefined,
): Relationship[] {
  const byTable = Map.groupBy(keys, (key) => JSON.stringify([key.table.schema, key.table.name]));
  return [...byTable.values()].flatMap((ofTable) => {
    const first = ofTable[0];
    const primary = first && primaryKeyOf(first.table);
    if (!primary || primary.length < 2) return [];
    const inKey = ofTable.filter((key) => key.columns.every(([column]) => primary.includes(column)));
    return inKey.flatMap((source) =>
      inKey.flatMap((target) => (source === target ? [] : [through(source, target)])),
    );
  });
}

function through(source: ForeignKey, target: ForeignKey): Relationship {
  return {
    source: source.target,
    target: target.target,
    cardinality: 'many-to-many',
    constraint: '',
    columns: [],
    junction: {
      schema: source.table.schema,
      name: source.table.name,
      sourceConstraint: source.constraint,
      targetConstraint: target.constraint,
      sourceColumns: flip(source.columns),
      targetColumns: flip(target.columns),
    },
  };
}
