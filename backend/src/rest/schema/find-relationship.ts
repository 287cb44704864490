// Finds the relationship for an embed by name or hint, or throws PGRST200 or PGRST201.
import { restError } from '../errors.ts';
import { mayReadRelated, type RoleAccess } from './role-access.ts';
import type { Relationship, SchemaSnapshot, QualifiedName } from './schema-types.ts';
import { suggestName } from './suggest-name.ts';
import { UnknownNameError } from './unknown-name-error.ts';

export interface EmbedReference {
  origin: QualifiedName;
  name: string;
  hint: string | null;
  /** Columns of the target that the embed reads; `*`: all. */
  columns: readonly string[];
  /** Whether the origin is the table that the request reads: then another table can be proposed. */
  isRoot: boolean;
}

/**
 * A computed relationship takes precedence over keys, whatever the hint. Throws PGRST200 if there is none, PGRST201
 * (300) for several.
 */
export function findRelationship(snapshot: SchemaSnapshot, reference: EmbedReference): Relationship {
  const found = findMatches(snapshot, reference);
  const only = found[0];
  if (found.length === 1 && only) return only;
  if (only) throw ambiguous(snapshot, reference, found);
  throw missing(snapshot, reference);
}

function relationshipsOf(snapshot: SchemaSnapshot, origin: QualifiedName): readonly Relationship[] {
  return snapshot.relationships.get(origin.schema)?.get(origin.name) ?? [];
}

function findMatches(
  snapshot: SchemaSnapshot,
  { origin, name, hint }: EmbedReference,
): readonly Relationship[] {
  const all = relationshipsOf(snapshot, origin);
  const computed = all.find((candidate) => candidate.routine?.name === name);
  if (computed) return [computed];
  return all.filter(
    (candidate) => candidate.target.schema === origin.schema && matches(candidate, name, hint),
  );
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

function ambiguous(
  snapshot: SchemaSnapshot,
  reference: EmbedReference,
  found: readonly Relationship[],
): Error {
  const { origin, name } = reference;
  const choices = found.flatMap((each) => unambiguousName(snapshot, reference, each) ?? []);
  return restError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${name}'`,
    found.map((each) => ({
      cardinality: each.cardinality,
      embedding: `${each.source.name} with ${each.target.name}`,
      relationship: describe(each),
    })),
    choices.length === 0
      ? null
      : `Try changing '${name}' to one of the following: ${quoteList(choices)}. Find the desired relationship in the 'details' key.`,
  );
}

/** `target!hint` that refers to this relationship alone, or null. */
function unambiguousName(
  snapshot: SchemaSnapshot,
  reference: EmbedReference,
  wanted: Relationship,
): string | null {
  const { name } = wanted.target;
  const hints = [wanted.junction?.name, wanted.constraint, ...wanted.columns.flat()];
  const hint = hints.find((each) => {
    if (!each) return false;
    const [only, second] = findMatches(snapshot, { ...reference, name, hint: each });
    return only === wanted && second === undefined;
  });
  return hint === undefined ? null : `${name}!${hint}`;
}

function quoteList(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
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

function missing(snapshot: SchemaSnapshot, reference: EmbedReference): Error {
  const { origin, name, hint } = reference;
  const using = hint === null ? '' : ` using the hint '${hint}'`;
  return new UnknownNameError(
    snapshot,
    {
      status: 400,
      code: 'PGRST200',
      message: `Could not find a relationship between '${origin.name}' and '${name}' in the schema cache`,
      details: `Searched for a foreign key relationship between '${origin.name}' and '${name}'${using} in the schema '${origin.schema}', but no matches were found.`,
    },
    (access) => suggestion(snapshot, reference, access),
  );
}

/** Proposes a similar name with a relationship, or if the table has no relationship, a similar table with this one. */
function suggestion(snapshot: SchemaSnapshot, reference: EmbedReference, access: RoleAccess): string | null {
  const { origin, name, isRoot } = reference;
  const namesFor = (changed: EmbedReference): string[] => {
    const found = findMatches(snapshot, changed);
    return found
      .filter((each) => mayReadRelated(snapshot, access, each, reference.columns))
      .flatMap((each) =>
        found.length === 1 ? changed.name : (unambiguousName(snapshot, changed, each) ?? []),
      );
  };
  const related = relationshipsOf(snapshot, origin);
  if (related.length > 0) {
    const targets = new Set(related.map((each) => each.routine?.name ?? each.target.name));
    const namesOf = (child: string): string[] => namesFor({ ...reference, name: child });
    const child = suggestName(name, targets, (each) => namesOf(each).length > 0);
    return child === null ? null : `Perhaps you meant ${quoteOr(namesOf(child))} instead of '${name}'.`;
  }
  if (!isRoot) return null;
  const tables = snapshot.relationships.get(origin.schema)?.keys() ?? [];
  const parent = suggestName(origin.name, tables, (each) =>
    namesFor({ ...reference, origin: { ...origin, name: each } }).includes(name),
  );
  return parent === null ? null : `Perhaps you meant '${parent}' instead of '${origin.name}'.`;
}

function quoteOr(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' or ');
}
