import { Refused } from '../identify.ts';
import { parseFilter } from './filters.ts';
import type { Condition } from './filters.ts';

export type Operation = 'INSERT' | 'UPDATE' | 'DELETE';

/** One kind of change that a channel listens to. */
export interface Binding {
  /** What the client recognises it by. */
  id: number;
  event: Operation | '*';
  /** Names, or "*" for any. */
  schema: string;
  table: string;
  /** All of them hold for a row that is told. */
  conditions: readonly Condition[];
}

interface Asked {
  event: string;
  schema?: string | null | undefined;
  table?: string | null | undefined;
  filter?: string | null | undefined;
  select?: unknown;
}

const events = new Set(['INSERT', 'UPDATE', 'DELETE', '*']);

/** Reads what a client asks for. Throws Refused. */
export function parseBinding(asked: Asked, id: number): Binding {
  const event = asked.event.toUpperCase();
  if (!events.has(event)) {
    throw new Refused(
      `InvalidChange: ${JSON.stringify(asked.event)} is none of INSERT, UPDATE, DELETE and *`,
    );
  }
  if (asked.select !== undefined && asked.select !== null) {
    throw new Refused('SelectNotOffered: This server tells whole rows; leave select out');
  }
  const table = asked.table || '*';
  if (asked.filter && table === '*')
    throw new Refused('InvalidFilter: A filter needs the table that it is for');
  return {
    id,
    event: event as Binding['event'],
    schema: asked.schema || '*',
    table,
    conditions: asked.filter ? parseFilter(asked.filter) : [],
  };
}

/** Whether a binding is about a table. */
export function concerns(binding: Binding, table: { schema: string; name: string }): boolean {
  const { schema, table: name } = binding;
  return (schema === '*' || schema === table.schema) && (name === '*' || name === table.name);
}
