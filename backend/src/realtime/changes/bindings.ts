// Which changes of which rows a client subscribes to.
import { RealtimeProtocolError } from '../realtime-protocol-error.ts';

export type ChangeOperation = 'INSERT' | 'UPDATE' | 'DELETE';

export interface ChangeCondition {
  column: string;
  operator: keyof typeof operators;
  negated: boolean;
  /** More than one only for `in`. */
  values: readonly string[];
}

/** One kind of change that a channel listens to. */
export interface ChangeBinding {
  /** Clients refer to the binding by this number. */
  id: number;
  event: ChangeOperation | '*';
  /** Names, or "*" for any. */
  schema: string;
  table: string;
  /** All conditions must hold. */
  conditions: readonly ChangeCondition[];
}

interface RequestedBinding {
  event: string;
  schema?: string | null | undefined;
  table?: string | null | undefined;
  filter?: string | null | undefined;
  select?: unknown;
}

const events = new Set(['INSERT', 'UPDATE', 'DELETE', '*']);

export function parseChangeBinding(requested: RequestedBinding, id: number): ChangeBinding {
  const event = requested.event.toUpperCase();
  if (!events.has(event)) {
    throw new RealtimeProtocolError(
      `InvalidChange: ${JSON.stringify(requested.event)} is none of INSERT, UPDATE, DELETE and *`,
    );
  }
  if (requested.select !== undefined && requested.select !== null) {
    throw new RealtimeProtocolError('SelectNotOffered: This server sends whole rows; leave select out');
  }
  const table = requested.table || '*';
  if (requested.filter && table === '*')
    throw new RealtimeProtocolError('InvalidFilter: A filter needs the table that it is for');
  return {
    id,
    event: event as ChangeBinding['event'],
    schema: requested.schema || '*',
    table,
    conditions: requested.filter ? parseChangeFilter(requested.filter) : [],
  };
}

export function matchesTable(binding: ChangeBinding, table: { schema: string; name: string }): boolean {
  const { schema, table: name } = binding;
  return (schema === '*' || schema === table.schema) && (name === '*' || name === table.name);
}

/** `left` is the column, `right` the value in the column's type. */
const operators = {
  eq: (left: string, right: string) => `${left} = ${right}`,
  neq: (left: string, right: string) => `${left} <> ${right}`,
  lt: (left: string, right: string) => `${left} < ${right}`,
  lte: (left: string, right: string) => `${left} <= ${right}`,
  gt: (left: string, right: string) => `${left} > ${right}`,
  gte: (left: string, right: string) => `${left} >= ${right}`,
  isdistinct: (left: string, right: string) => `${left} is distinct from ${right}`,
  in: (left: string, right: string) => `${left} = any(${right})`,
};

const maxValues = 100;

/** Conditions are separated by commas; all must hold. Throws a RealtimeProtocolError. */
export function parseChangeFilter(text: string): ChangeCondition[] {
  return split(text).map((part) => {
    const [, column, not, name = '', rest = ''] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(part.trim()) ?? [];
    if (column === undefined || !Object.hasOwn(operators, name)) {
      throw new RealtimeProtocolError(
        `InvalidFilter: ${JSON.stringify(part)} is not of the form column=operator.value with one of ${Object.keys(operators).join(', ')}`,
      );
    }
    const operator = name as ChangeCondition['operator'];
    const values = operator === 'in' ? readList(rest) : [unquote(rest)];
    return { column: column.trim(), operator, negated: not !== undefined, values };
  });
}

function readList(text: string): string[] {
  const inside = /^\((.*)\)$/s.exec(text)?.[1];
  const values = inside === undefined ? [] : split(inside).map((value) => unquote(value.trim()));
  if (values.length > 0 && values.length <= maxValues) return values;
  throw new RealtimeProtocolError(
    `InvalidFilter: in takes from 1 to ${maxValues} values, e.g. in.(new,open)`,
  );
}

/** Splits at commas outside quotes and brackets. */
function split(text: string): string[] {
  const parts = [''];
  let quoted = false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted && character === '\\') {
      parts[parts.length - 1] += character + text.charAt((at += 1));
      continue;
    }
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '(') depth += 1;
    else if (!quoted && character === ')') depth -= 1;
    if (character === ',' && !quoted && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function unquote(text: string): string {
  const inside = /^"(.*)"$/s.exec(text)?.[1];
  return inside === undefined ? text : inside.replaceAll(/\\(.)/gs, '$1');
}

export function changeConditionSql(
  condition: ChangeCondition,
  left: string,
  type: string,
  bind: (value: unknown) => string,
): string {
  const { operator, negated, values } = condition;
  const right = operator === 'in' ? `${bind(values)}::${type}[]` : `${bind(values[0])}::${type}`;
  const sql = operators[operator](left, right);
  return negated ? `not (${sql})` : `(${sql})`;
}
