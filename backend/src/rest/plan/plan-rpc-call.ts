// Plans a function call: the routine, its arguments from JSON or text, the result's columns.
import { ChunkedValue } from '../../database/chunked-value.ts';
import type { ParsedQuery } from '../parse/parse-query.ts';
import { acceptsRequestBody, chooseRoutine } from '../schema/choose-routine.ts';
import type { RoutineParameter, Routine, SchemaSnapshot, QualifiedName } from '../schema/schema-types.ts';
import { arrayLiteral } from '../quote.ts';
import { planRead, type ReadPlanNode } from './plan-read.ts';

type BodyValue = string | Buffer | ChunkedValue;

type CallArguments =
  /** The body is the only, unnamed argument; bytes for bytea. */
  | { kind: 'body'; parameter: RoutineParameter; value: BodyValue }
  | { kind: 'json'; parameters: readonly RoutineParameter[]; json: string | ChunkedValue }
  /** From a query string or a form. */
  | { kind: 'texts'; arguments: readonly { parameter: RoutineParameter; value: string }[] };

export interface RpcCallPlan {
  routine: Routine;
  arguments: CallArguments;
  read: ReadPlanNode;
}

/** What a call gives: pairs of a query string or a form, or a body. */
export interface RpcCallInput {
  /** Media type; null for GET and HEAD. */
  type: string | null;
  names: readonly string[];
  given: { pairs: readonly (readonly [name: string, value: string])[] } | { body: BodyValue };
}

/** Throws PGRST202 or PGRST203 if there is no such function, or several. */
export function planRpcCall(
  snapshot: SchemaSnapshot,
  { schema, name }: QualifiedName,
  input: RpcCallInput,
  query: ParsedQuery,
  maxRows: number | null,
): RpcCallPlan {
  const shape = { schema, name, argumentNames: input.names, bodyType: input.type };
  const routine = chooseRoutine(snapshot, shape);
  const table = routine.table ?? { schema, name };
  const read = planRead(snapshot, table, query, { source: 'call', maxRows });
  return { routine, read, arguments: argumentsOf(routine, input) };
}

function textOf(body: BodyValue): string | ChunkedValue {
  return body instanceof ChunkedValue ? body : body.toString();
}

/** A repeated name fills a VARIADIC list; otherwise the last value is used. */
function argumentsOf(routine: Routine, { type, names, given }: RpcCallInput): CallArguments {
  const [first] = routine.parameters;
  if ('body' in given) {
    if (first && acceptsRequestBody(routine, type))
      return { kind: 'body', parameter: first, value: given.body };
    const parameters = routine.parameters.filter((parameter) => names.includes(parameter.name));
    return { kind: 'json', parameters, json: textOf(given.body) };
  }
  const named = Map.groupBy(given.pairs, ([name]) => name);
  const list = routine.parameters.flatMap((parameter) => {
    const values = named.get(parameter.name)?.map(([, value]) => value);
    const last = values?.at(-1);
    if (!values || last === undefined) return [];
    const literal = parameter.variadic && !(values.length === 1 && last.startsWith('{'));
    return [{ parameter, value: literal ? arrayLiteral(values) : last }];
  });
  return { kind: 'texts', arguments: list };
}
