// Plans a function call: the routine, its arguments from JSON or text, the result's columns.
import type { ParsedQuery } from '../parse/parse-query.ts';
import { acceptsRequestBody } from '../schema/choose-routine.ts';
import type { RoutineParameter, Routine, SchemaSnapshot } from '../schema/schema-types.ts';
import { arrayLiteral } from '../quote.ts';
import { planRead, type ReadNode } from './plan-read.ts';

type CallArguments =
  /** The body is the only, unnamed argument. */
  | { kind: 'body'; parameter: RoutineParameter; value: string }
  | { kind: 'json'; parameters: readonly RoutineParameter[]; json: string }
  /** From a query string or a form. */
  | { kind: 'texts'; arguments: readonly { parameter: RoutineParameter; value: string }[] };

export interface CallPlan {
  routine: Routine;
  arguments: CallArguments;
  read: ReadNode;
}

export function planJsonCall(
  snapshot: SchemaSnapshot,
  routine: Routine,
  query: ParsedQuery,
  body: { text: string; type: string; names: readonly string[] },
  maxRows: number | null,
): CallPlan {
  const read = planResult(snapshot, routine, query, maxRows);
  const [first] = routine.parameters;
  if (first && acceptsRequestBody(routine, body.type)) {
    return { routine, read, arguments: { kind: 'body', parameter: first, value: body.text } };
  }
  const parameters = routine.parameters.filter((parameter) => body.names.includes(parameter.name));
  return { routine, read, arguments: { kind: 'json', parameters, json: body.text } };
}

/** A repeated name fills a VARIADIC list; otherwise the last value is used. */
export function planTextCall(
  snapshot: SchemaSnapshot,
  routine: Routine,
  query: ParsedQuery,
  pairs: readonly (readonly [string, string])[],
  maxRows: number | null,
): CallPlan {
  const named = Map.groupBy(pairs, ([name]) => name);
  const list = routine.parameters.flatMap((parameter) => {
    const values = named.get(parameter.name)?.map(([, value]) => value);
    const last = values?.at(-1);
    if (!values || last === undefined) return [];
    const literal = parameter.variadic && !(values.length === 1 && last.startsWith('{'));
    return [{ parameter, value: literal ? arrayLiteral(values) : last }];
  });
  return {
    routine,
    read: planResult(snapshot, routine, query, maxRows),
    arguments: { kind: 'texts', arguments: list },
  };
}

function planResult(
  snapshot: SchemaSnapshot,
  routine: Routine,
  query: ParsedQuery,
  maxRows: number | null,
): ReadNode {
  const table = routine.table ?? { schema: routine.schema, name: routine.name };
  return planRead(snapshot, table, query, { source: 'call', maxRows });
}
