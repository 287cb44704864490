// Reads rows, one response or all of a list; throws if that fails.
import { data as routerData } from 'react-router';

interface Result<Data> {
  data: Data | null;
  error: { message: string; code?: string } | null;
}

/** The rows of a response. A failed read is thrown, so that it is logged and shown as an error page. */
export function dataOrThrow<Data>(what: string, { data, error }: Result<Data>): Data {
  if (error) throw toReadError(what, error);
  if (data === null) throw new Error(`${what} could not be read: the answer was empty`);
  return data;
}

/** Codes for a database that is temporarily unreachable: ours, PostgREST's and PostgreSQL's. */
const outage = /^(database_(unavailable|busy|not_writable)|stopping|PGRST00[0-3]|57P0[1-5]|53300|08\d{3})$/;

/** The error that a loader throws for a failed read: a 503 in an outage. */
export function toReadError(what: string, { message, code }: { message: string; code?: string }): unknown {
  const isOutage = outage.test(code ?? '') || /^TypeError: .*(fetch|network)/i.test(message);
  return isOutage
    ? routerData(null, { status: 503 })
    : new Error(`${what} could not be read: ${message} (${code || 'no code'})`);
}

const rangeSize = 1_000;
/** The row limit that every server has at least; the real limit is found by the longest response. */
const minServerLimit = 100;

interface RangeResult<Row> {
  data: Row[] | null;
  error: { message: string; code?: string } | null;
}

/**
 * Reads all rows of a list in ranges, because servers silently limit a response (to 1,000 rows on Supabase). `what`
 * names the list in errors. A row that moves between ranges is returned once.
 */
export async function readAllRows<Row extends { id: string }>(
  what: string,
  readRange: (from: number, to: number) => PromiseLike<RangeResult<Row>>,
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  let read = 0;
  let serverLimit = minServerLimit;
  let found: Row[];
  do {
    found = dataOrThrow(what, await readRange(read, read + rangeSize - 1));
    for (const row of found) if (!rows.has(row.id)) rows.set(row.id, row);
    read += found.length;
    serverLimit = Math.max(serverLimit, found.length);
  } while (found.length === serverLimit);
  return [...rows.values()];
}
