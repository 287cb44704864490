import { z } from 'zod';
import type { Operation } from './bindings.ts';

const schema = z.object({
  schema: z.string(),
  table: z.string(),
  transaction: z.string().regex(/^\d+$/).transform(BigInt),
  at: z.number(),
  operation: z.enum(['INSERT', 'UPDATE', 'DELETE', 'RESET']),
  keys: z.array(z.array(z.string())).default([]),
});

/** The rows that one statement changed. RESET: too many to list. */
export type ChangeEvent = z.output<typeof schema>;

/** Undefined for a payload that is not of our trigger. */
export function readChangeEvent(payload: string): ChangeEvent | undefined {
  try {
    return schema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

/** All changes of one row since the last snapshot. */
export interface RowChange {
  key: readonly string[];
  first: Operation;
  /** Of the last statement, in ms since 1970. */
  at: number;
}

export function joinByRow(events: readonly ChangeEvent[]): RowChange[] {
  const rows = new Map<string, RowChange>();
  for (const { operation, keys, at } of events) {
    if (operation === 'RESET') continue;
    for (const key of keys) {
      const text = JSON.stringify(key);
      const known = rows.get(text);
      if (known) known.at = at;
      else rows.set(text, { key, first: operation, at });
    }
  }
  return [...rows.values()];
}
