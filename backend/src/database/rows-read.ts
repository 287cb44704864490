// Rows of counted tables that were sent to a caller: what the server's listener receives.
import type { Caller } from './run-sql-as-caller.ts';

/** Rows that one response or message contains. Numbers may be too high where they cannot be known, never too low. */
export interface RowsRead {
  /** The account of the verified token; null for a caller without one: the secret key or an anonymous caller. */
  account: string | null;
  role: string;
  /** Undefined for a request made inside this process. */
  address: string | undefined;
  /** By "schema.table". */
  rows: ReadonlyMap<string, number>;
}

export type RowsReadListener = (read: RowsRead) => void;

/** Which tables are counted, and who is told. */
export interface ReadCounter {
  /** As "schema.table"; empty until someone listens. */
  tables: ReadonlySet<string>;
  report: (caller: Caller, address: string | undefined, rows: ReadonlyMap<string, number>) => void;
}

export function accountOf({ claims }: Caller): string | null {
  const { sub } = claims;
  return typeof sub === 'string' ? sub : null;
}
