import { readOrThrow } from './read-or-throw.ts';

const rangeSize = 1_000;
/** No server's row limit is lower. */
const minServerLimit = 100;

interface Result<Row> {
  data: Row[] | null;
  error: { message: string; code?: string } | null;
}

/**
 * All rows of a list, in ranges, because servers cap a response (1,000 on Supabase) silently. `what` names the list
 * in errors. A row that moves between ranges is returned once.
 */
export async function readAll<Row extends { id: string }>(
  what: string,
  readRange: (from: number, to: number) => PromiseLike<Result<Row>>,
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  let read = 0;
  let serverLimit = minServerLimit;
  let found: Row[];
  do {
    found = readOrThrow(what, await readRange(read, read + rangeSize - 1));
    for (const row of found) if (!rows.has(row.id)) rows.set(row.id, row);
    read += found.length;
    serverLimit = Math.max(serverLimit, found.length);
  } while (found.length === serverLimit);
  return [...rows.values()];
}
