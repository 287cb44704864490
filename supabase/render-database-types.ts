import type {
  DatabaseCatalog,
  DatabaseColumn,
  DatabaseRelationship,
  DatabaseRoutine,
} from './read-database-catalog.ts';

const scalarTypes: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
};

/** The type of a value in the REST protocol, by pg_type.typname. */
type TypeOf = (typeName: string) => string;

function typesOf({ enums, compositeTypes }: DatabaseCatalog): TypeOf {
  const named = new Map([
    ...enums.map(({ name }) => [name, `Database['public']['Enums']['${name}']`] as const),
    ...compositeTypes.map(({ name }) => [name, `Database['public']['CompositeTypes']['${name}']`] as const),
  ]);
  const typeOf: TypeOf = (name) =>
    name.startsWith('_') ? `${typeOf(name.slice(1))}[]` : (scalarTypes[name] ?? named.get(name) ?? 'string');
  return typeOf;
}

function describeColumn(column: DatabaseColumn, form: 'Row' | 'Insert' | 'Update', typeOf: TypeOf): string {
  const optional = form === 'Update' || (form === 'Insert' && (column.nullable || column.hasDefault));
  const type = typeOf(column.type) + (column.nullable ? ' | null' : '');
  return `          ${column.name}${form !== 'Row' && optional ? '?' : ''}: ${type};`;
}

function describeRelationship(relationship: DatabaseRelationship): string {
  const list = (names: readonly string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`;
  return [
    '          {',
    `            foreignKeyName: '${relationship.name}';`,
    `            columns: ${list(relationship.columns)};`,
    `            isOneToOne: ${relationship.isOneToOne};`,
    `            referencedRelation: '${relationship.referencedRelation}';`,
    `            referencedColumns: ${list(relationship.referencedColumns)};`,
    '          },',
  ].join('\n');
}

/**
 * If a function returns rows of `tables`, the client knows their columns and relationships. Arguments may be null,
 * except those of a strict function, which is then not called.
 */
function describeRoutine(routine: DatabaseRoutine, tables: readonly string[], typeOf: TypeOf): string {
  const orNull = routine.isStrict ? '' : ' | null';
  const args = routine.args.map(
    (arg) => `${arg.name}${arg.hasDefault ? '?' : ''}: ${typeOf(arg.type)}${orNull}`,
  );
  const fields = routine.fields.map((field) => `${field.name}: ${typeOf(field.type)}`);
  const isRow = tables.includes(routine.returns);
  const row = isRow ? `Database['public']['Tables']['${routine.returns}']['Row']` : typeOf(routine.returns);
  const returned = fields.length > 0 ? `{ ${fields.join('; ')} }` : row;
  const set = `{ from: '*'; to: '${routine.returns}'; isOneToOne: false; isSetofReturn: true }`;
  return [
    `      ${routine.name}: {`,
    `        Args: ${args.length > 0 ? `{ ${args.join('; ')} }` : 'never'};`,
    `        Returns: ${returned}${routine.returnsSet ? '[]' : ''};`,
    ...(isRow && routine.returnsSet ? [`        SetofOptions: ${set};`] : []),
    '      };',
  ].join('\n');
}

/** A view has only rows to read; what may be written through it is described by its tables. */
function describeRelation(catalog: DatabaseCatalog, name: string, typeOf: TypeOf): string {
  const columns = catalog.columns.filter(({ table }) => table === name);
  const relationships = catalog.relationships.filter(({ table }) => table === name).map(describeRelationship);
  const forms = columns.some(({ isView }) => isView)
    ? (['Row'] as const)
    : (['Row', 'Insert', 'Update'] as const);
  return [
    `      ${name}: {`,
    ...forms.flatMap((form) => [
      `        ${form}: {`,
      ...columns.map((column) => describeColumn(column, form, typeOf)),
      '        };',
    ]),
    ...(relationships.length > 0
      ? ['        Relationships: [', ...relationships, '        ];']
      : ['        Relationships: [];']),
    '      };',
  ].join('\n');
}

function describePart(name: string, members: readonly string[]): string[] {
  if (members.length === 0) return [`    ${name}: { [_ in never]: never };`];
  return [`    ${name}: {`, ...members, '    };'];
}

/** The `Database` type of supabase-js. */
export function renderDatabaseTypes(catalog: DatabaseCatalog): string {
  const typeOf = typesOf(catalog);
  const names = (isView: boolean): string[] =>
    [
      ...new Set(catalog.columns.filter((column) => column.isView === isView).map(({ table }) => table)),
    ].sort();
  const relations = (isView: boolean): string[] =>
    names(isView).map((name) => describeRelation(catalog, name, typeOf));
  const enums = catalog.enums.map(
    ({ name, values }) =>
      `      ${name}: ${values.map((value) => `'${value.replaceAll("'", "\\'")}'`).join(' | ')};`,
  );
  const composites = catalog.compositeTypes.map(({ name, fields }) => {
    const members = fields.map((field) => `${field.name}: ${typeOf(field.type)} | null`);
    return `      ${name}: { ${members.join('; ')} };`;
  });
  return [
    '// Generated from the migrated database by supabase/render-database-types.ts (npm run types). Do not edit.',
    '',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];',
    '',
    'export type Database = {',
    '  public: {',
    '    Tables: {',
    ...relations(false),
    '    };',
    ...describePart('Views', relations(true)),
    '    Functions: {',
    ...catalog.routines.map((routine) => describeRoutine(routine, names(false), typeOf)),
    '    };',
    ...describePart('Enums', enums),
    ...describePart('CompositeTypes', composites),
    '  };',
    '};',
    '',
  ].join('\n');
}
