import { badGuc } from '../refusals.ts';
import type { ResultRow } from '../sql/statements.ts';

/** Status and headers that SQL asked for through the settings response.status and response.headers. */
export function applySettings(row: ResultRow, status: number, headers: Headers): number {
  if (row.headers) for (const [name, value] of readHeaders(row.headers)) headers.set(name, value);
  if (!row.status) return status;
  const wanted = Number(row.status);
  if (!Number.isInteger(wanted) || wanted < 200 || wanted > 599) throw badGuc('status');
  return wanted;
}

function readHeaders(text: string): [string, string][] {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) throw badGuc('headers');
    const pairs = list.map((each: unknown) => readHeader(each));
    // Refuses what no header may hold.
    return [...new Headers(pairs)];
  } catch {
    throw badGuc('headers');
  }
}

function readHeader(value: unknown): [string, string] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [name, text] = entries[0] ?? [];
  if (entries.length !== 1 || name === undefined || typeof text !== 'string') throw badGuc('headers');
  return [name, text];
}
