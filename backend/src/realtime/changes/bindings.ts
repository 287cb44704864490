import { ProtocolError } from '../protocol-error.ts';
import { parseFilter } from './filters.ts';
import type { ChangeCondition } from './filters.ts';

export type Operation = 'INSERT' | 'UPDATE' | 'DELETE';

/** One kind of change that a channel listens to. */
export interface Binding {
  /** Identifies the binding to the client. */
  id: number;
  event: Operation | '*';
  /** Names, or "*" for any. */
  schema: string;
  table: string;
  /** All of them must hold. */
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

export function parseBinding(requested: RequestedBinding, id: number): Binding {
  const event = requested.event.toUpperCase();
  if (!events.has(event)) {
    throw new ProtocolError(
      `InvalidChange: ${JSON.stringify(requested.event)} is none of INSERT, UPDATE, DELETE and *`,
    );
  }
  if (requested.select !== undefined && requested.select !== null) {
    throw new ProtocolError('SelectNotOffered: This server sends whole rows; leave select out');
  }
  const table = requested.table || '*';
  if (requested.filter && table === '*')
    throw new ProtocolError('InvalidFilter: A filter needs the table that it is for');
  return {
    id,
    event: event as Binding['event'],
    schema: requested.schema || '*',
    table,
    conditions: requested.filter ? parseFilter(requested.filter) : [],
  };
}

export function matchesTable(binding: Binding, table: { schema: string; name: string }): boolean {
  const { schema, table: name } = binding;
  return (schema === '*' || schema === table.schema) && (name === '*' || name === table.name);
}
