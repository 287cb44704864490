// Chooses the overload of a function by its argument names, or throws PGRST202 or PGRST203.
import { restError } from '../errors.ts';
import type { RoleAccess } from './role-access.ts';
import type { RoutineParameter, Routine, SchemaSnapshot } from './schema-types.ts';
import { suggestName } from './suggest-name.ts';
import { UnknownNameError } from './unknown-name-error.ts';

export interface RoutineCall {
  schema: string;
  name: string;
  argumentNames: readonly string[];
  /** Media type; null for GET and HEAD. */
  bodyType: string | null;
}

/**
 * Matches the exact set of argument names, ignoring defaults; else a single unnamed parameter gets the whole body.
 * Throws PGRST202 (404) or PGRST203 (300).
 */
export function chooseRoutine(snapshot: SchemaSnapshot, shape: RoutineCall): Routine {
  const candidates = findCandidates(snapshot, shape);
  const only = candidates[0];
  if (candidates.length === 1 && only) return only;
  if (only) throw ambiguous(candidates);
  throw missing(snapshot, shape);
}

function overloadsOf(snapshot: SchemaSnapshot, { schema, name }: RoutineCall): readonly Routine[] {
  return snapshot.routines.get(schema)?.get(name) ?? [];
}

function findCandidates(snapshot: SchemaSnapshot, shape: RoutineCall): readonly Routine[] {
  const overloads = overloadsOf(snapshot, shape);
  const matching = overloads.filter((routine) => takesNames(routine, shape));
  if (matching.length > 0) return matching;
  return overloads.filter((routine) => acceptsRequestBody(routine, shape.bodyType));
}

export function acceptsRequestBody(routine: Routine, bodyType: string | null): boolean {
  const [parameter, second] = routine.parameters;
  if (bodyType === null || !parameter || second || parameter.name !== '') return false;
  switch (parameter.base) {
    case 'json':
    case 'jsonb':
      return bodyType === 'application/json';
    case 'text':
      return bodyType === 'text/plain';
    case 'bytea':
      return bodyType === 'application/octet-stream';
    default:
      return false;
  }
}

function takesNames(routine: Routine, shape: RoutineCall): boolean {
  const given = new Set(shape.argumentNames);
  if (routine.parameters.length === 0) return given.size === 0 && !isRawBody(shape.bodyType);
  const names = new Set(routine.parameters.filter(isNameable).map((parameter) => parameter.name));
  return (
    given.isSubsetOf(names) && routine.parameters.every((each) => !each.required || given.has(each.name))
  );
}

/** In SQL, `"" := 1` is a syntax error, and nothing can be cast to a pseudo-type. */
function isNameable({ name, pseudo }: RoutineParameter): boolean {
  return name !== '' && !pseudo;
}

function isRawBody(bodyType: string | null): boolean {
  return bodyType === 'text/plain' || bodyType === 'application/octet-stream';
}

function ambiguous(candidates: readonly Routine[]): Error {
  const list = candidates.map(
    (each) => `${each.schema}.${each.name}(${each.parameters.map(describe).join(', ')})`,
  );
  return restError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${list.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  );
}

function describe(parameter: RoutineParameter): string {
  return `${parameter.name} => ${parameter.type}`;
}

function missing(snapshot: SchemaSnapshot, shape: RoutineCall): Error {
  const names = [...new Set(shape.argumentNames)].sort();
  const shown = names.map((name) => name || '""');
  const target = `${shape.schema}.${shape.name}`;
  const none = names.length === 0 ? ' without parameters' : `(${shown.join(', ')})`;
  return new UnknownNameError(
    snapshot,
    {
      status: 404,
      code: 'PGRST202',
      message: `Could not find the function ${target}${isRawBody(shape.bodyType) ? '' : none} in the schema cache`,
      details: `Searched for the function ${target}${searched(shape.bodyType, shown)}, but no matches were found in the schema cache.`,
    },
    (access) => suggestion(snapshot, shape, names, access),
  );
}

function searched(bodyType: string | null, names: readonly string[]): string {
  if (bodyType === 'text/plain') return ' with a single unnamed text parameter';
  if (bodyType === 'application/octet-stream') return ' with a single unnamed bytea parameter';
  const list =
    names.length === 0
      ? ' without parameters'
      : ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`;
  return bodyType === 'application/json' ? `${list} or with a single unnamed json/jsonb parameter` : list;
}

/** Proposes another function for these arguments, or other arguments for this function. */
function suggestion(
  snapshot: SchemaSnapshot,
  shape: RoutineCall,
  names: readonly string[],
  access: RoleAccess,
): string | null {
  const works = (call: RoutineCall): boolean => {
    const [only, second] = findCandidates(snapshot, call);
    return only !== undefined && second === undefined && access.routines.has(only.oid);
  };
  const start = `Perhaps you meant to call the function ${shape.schema}.`;
  const overloads = overloadsOf(snapshot, shape);
  if (overloads.length === 0) {
    const known = snapshot.routines.get(shape.schema)?.keys() ?? [];
    const name = suggestName(shape.name, known, (other) => works({ ...shape, name: other }));
    return name === null ? null : start + name;
  }
  const lists = new Map(
    overloads.map(({ parameters }) => {
      const argumentNames = parameters
        .filter(isNameable)
        .map((parameter) => parameter.name)
        .sort();
      return [`(${argumentNames.join(', ')})`, argumentNames];
    }),
  );
  const list = suggestName(
    `(${names.join(', ')})`,
    lists.keys(),
    (other) => works({ ...shape, argumentNames: lists.get(other) ?? [] }),
    0.33,
  );
  return list === null ? null : `${start}${shape.name}${list}`;
}
