import { readOrThrow } from './read-or-throw.ts';

const rangeSize = 1_000;
/** No server answers fewer rows at once than this where there are more. */
const minServerLimit = 100;

interface Result<Row> {
  data: Row[] | null;
  error: { message: string; code?: string } | null;
}

/**
 * All rows of a list, range by range: a server answers at most so many at once (1,000 on Supabase) and says nothing
 * about the rest. `what` names the list in an error. A row that moved into a later range meanwhile is kept once.
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
