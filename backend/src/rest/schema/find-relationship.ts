// Finds the relationship for an embed by name or hint, or throws PGRST200 or PGRST201.
import { restError } from '../errors.ts';
import type { Relationship, SchemaSnapshot, QualifiedName } from './schema-types.ts';
import { suggestName } from './suggest-name.ts';

/**
 * A computed relationship takes precedence over keys, whatever the hint. Throws PGRST200 if there is none, PGRST201
 * (300) for several.
 */
export function findRelationship(
  snapshot: SchemaSnapshot,
  origin: QualifiedName,
  name: string,
  hint: string | null,
): Relationship {
  const all = snapshot.relationships.get(origin.schema)?.get(origin.name) ?? [];
  const computed = all.find((candidate) => candidate.routine?.name === name);
  if (computed) return computed;
  const inSameSchema = all.filter(
    (candidate) => candidate.routine !== null || candidate.target.schema === origin.schema,
  );
  const found = inSameSchema.filter((candidate) => matches(candidate, name, hint));
  const only = found[0];
  if (found.length === 1 && only) return only;
  if (only) throw ambiguous(origin.name, name, found);
  throw missing(snapshot, origin, name, hint, inSameSchema);
}

export function isToOneRelationship(relationship: Relationship): boolean {
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
}

function matches(candidate: Relationship, name: string, hint: string | null): boolean {
  if (candidate.routine !== null) return false;
  const toTable = name === candidate.target.name;
  const [column, targetColumn] = (candidate.columns.length === 1 ? candidate.columns[0] : undefined) ?? [];
  if (isSelf(candidate)) {
    // A self-reference: the table's name means to-many, the column's name to-one.
    if (hint !== null) return toTable && candidate.cardinality === 'one-to-many' && targetColumn === hint;
    return (
      (toTable && candidate.cardinality === 'one-to-many') ||
      (candidate.cardinality === 'many-to-one' && column === name)
    );
  }
  const named = candidate.constraint !== '';
  if (hint === null) {
    // A constraint or column refers to the table itself, never to its views.
    const byKey = named && !candidate.targetIsView;
    return toTable || (byKey && (candidate.constraint === name || column === name));
  }
  if (!toTable) return false;
  if (candidate.junction?.name === hint) return true;
  return named && (candidate.constraint === hint || column === hint || targetColumn === hint);
}

function isSelf(candidate: Relationship): boolean {
  return (
    candidate.source.schema === candidate.target.schema && candidate.source.name === candidate.target.name
  );
}

function ambiguous(origin: string, name: string, found: readonly Relationship[]): Error {
  const choices = found.map((each) => `'${each.target.name}!${each.junction?.name ?? each.constraint}'`);
  return restError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${name}'`,
    found.map((each) => ({
      cardinality: each.cardinality,
      embedding: `${each.source.name} with ${each.target.name}`,
      relationship: describe(each),
    })),
    `Try changing '${name}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
  );
}

function describe({ source, target, constraint, columns, junction }: Relationship): string {
  if (junction) {
    const first = junction.sourceColumns.map((pair) => pair[1]).join(', ');
    const second = junction.targetColumns.map((pair) => pair[1]).join(', ');
    return `${junction.name} using ${junction.sourceConstraint}(${first}) and ${junction.targetConstraint}(${second})`;
  }
  const own = columns.map((pair) => pair[0]).join(', ');
  const foreign = columns.map((pair) => pair[1]).join(', ');
  return `${constraint} using ${source.name}(${own}) and ${target.name}(${foreign})`;
}

function missing(
  snapshot: SchemaSnapshot,
  origin: QualifiedName,
  name: string,
  hint: string | null,
  inSameSchema: readonly Relationship[],
): Error {
  const using = hint === null ? '' : ` using the hint '${hint}'`;
  return restError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${name}' in the schema cache`,
    `Searched for a foreign key relationship between '${origin.name}' and '${name}'${using} in the schema '${origin.schema}', but no matches were found.`,
    suggestion(snapshot, origin, name, inSameSchema),
  );
}

function suggestion(
  snapshot: SchemaSnapshot,
  origin: QualifiedName,
  name: string,
  inSameSchema: readonly Relationship[],
): string | null {
  if (inSameSchema.length === 0) {
    const parents = snapshot.relationships.get(origin.schema)?.keys() ?? [];
    const parent = suggestName(origin.name, parents);
    return parent === null || parent === origin.name
      ? null
      : `Perhaps you meant '${parent}' instead of '${origin.name}'.`;
  }
  const targets = new Set(inSameSchema.map((each) => each.routine?.name ?? each.target.name));
  const child = targets.has(name) ? null : suggestName(name, targets);
  return child === null ? null : `Perhaps you meant '${child}' instead of '${name}'.`;
}
