import type { Catalog, Column, Relationship, Routine } from './read-catalog.ts';

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

/** As the REST protocol sends a value. `typeName` is pg_type.typname. */
export function describeType(typeName: string): string {
  if (typeName.startsWith('_')) return `${describeType(typeName.slice(1))}[]`;
  return scalarTypes[typeName] ?? 'string';
}

function describeColumn(column: Column, form: 'Row' | 'Insert' | 'Update'): string {
  const optional = form === 'Update' || (form === 'Insert' && (column.nullable || column.hasDefault));
  const type = describeType(column.type) + (column.nullable ? ' | null' : '');
  return `          ${column.name}${form !== 'Row' && optional ? '?' : ''}: ${type};`;
}

function describeRelationship(relationship: Relationship): string {
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

/** A function may return rows of `tables`: the client then knows their columns and relationships. */
function describeRoutine(routine: Routine, tables: readonly string[]): string {
  const args = routine.args.map(
    (arg) => `${arg.name}${arg.hasDefault ? '?' : ''}: ${describeType(arg.type)}`,
  );
  const fields = routine.fields.map((field) => `${field.name}: ${describeType(field.type)}`);
  const isRow = tables.includes(routine.returns);
  const row = isRow
    ? `Database['public']['Tables']['${routine.returns}']['Row']`
    : describeType(routine.returns);
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

function describeTable(catalog: Catalog, table: string): string {
  const columns = catalog.columns.filter((column) => column.table === table);
  const relationships = catalog.relationships.filter((relationship) => relationship.table === table);
  const forms = (['Row', 'Insert', 'Update'] as const).flatMap((form) => [
    `        ${form}: {`,
    ...columns.map((column) => describeColumn(column, form)),
    '        };',
  ]);
  const listed = relationships.map(describeRelationship);
  return [
    `      ${table}: {`,
    ...forms,
    ...(listed.length > 0
      ? ['        Relationships: [', ...listed, '        ];']
      : ['        Relationships: [];']),
    '      };',
  ].join('\n');
}

/** The `Database` type of supabase-js. */
export function describeDatabase(catalog: Catalog): string {
  const tables = [...new Set(catalog.columns.map((column) => column.table))].sort();
  return [
    '// Generated from the migrated database by supabase/describe-database.ts (npm run types). Do not edit.',
    '',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];',
    '',
    'export type Database = {',
    '  public: {',
    '    Tables: {',
    ...tables.map((table) => describeTable(catalog, table)),
    '    };',
    '    Views: { [_ in never]: never };',
    '    Functions: {',
    ...catalog.routines.map((routine) => describeRoutine(routine, tables)),
    '    };',
    '    Enums: { [_ in never]: never };',
    '    CompositeTypes: { [_ in never]: never };',
    '  };',
    '};',
    '',
  ].join('\n');
}
