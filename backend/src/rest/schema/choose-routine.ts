// Chooses the overload of a function by its argument names, or throws PGRST202 or PGRST203.
import { restError } from '../errors.ts';
import type { RoutineParameter, Routine, SchemaSnapshot } from './schema-types.ts';
import { suggestName } from './suggest-name.ts';

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
  const named = snapshot.routines.get(shape.schema)?.get(shape.name) ?? [];
  const matching = named.filter((routine) => takesNames(routine, shape));
  const candidates =
    matching.length > 0 ? matching : named.filter((routine) => acceptsRequestBody(routine, shape.bodyType));
  const only = candidates[0];
  if (candidates.length === 1 && only) return only;
  if (only) throw ambiguous(candidates);
  throw missing(snapshot, shape, named);
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
  const names = new Set(routine.parameters.map((parameter) => parameter.name));
  return (
    given.isSubsetOf(names) && routine.parameters.every((each) => !each.required || given.has(each.name))
  );
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

function missing(snapshot: SchemaSnapshot, shape: RoutineCall, named: readonly Routine[]): Error {
  const names = [...new Set(shape.argumentNames)].sort();
  const target = `${shape.schema}.${shape.name}`;
  const raw = isRawBody(shape.bodyType);
  const list = raw ? '' : names.length === 0 ? ' without parameters' : `(${names.join(', ')})`;
  return restError(
    404,
    'PGRST202',
    `Could not find the function ${target}${list} in the schema cache`,
    `Searched for the function ${target}${searched(shape.bodyType, names)}, but no matches were found in the schema cache.`,
    raw ? null : suggestion(snapshot, shape, names, named),
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

function suggestion(
  snapshot: SchemaSnapshot,
  shape: RoutineCall,
  names: readonly string[],
  named: readonly Routine[],
): string | null {
  const start = `Perhaps you meant to call the function ${shape.schema}.`;
  if (named.length === 0) {
    const name = suggestName(shape.name, snapshot.routines.get(shape.schema)?.keys() ?? []);
    return name === null ? null : start + name;
  }
  const lists = named.map(
    (each) =>
      `(${each.parameters
        .map((parameter) => parameter.name)
        .sort()
        .join(', ')})`,
  );
  const list = suggestName(`(${names.join(', ')})`, lists, 0.33);
  return list === null ? null : `${start}${shape.name}${list}`;
}
