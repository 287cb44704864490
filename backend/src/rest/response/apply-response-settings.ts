import { badGuc } from '../errors.ts';
import type { ResultRow } from '../sql/statements.ts';
import { setSqlHeaders } from './sql-headers.ts';

/** SQL may set response.status and response.headers. Returns the status. */
export function applyResponseSettings(row: ResultRow, status: number, headers: Headers): number {
  if (row.headers) setHeaders(headers, row.headers);
  if (!row.status) return status;
  const custom = Number(row.status);
  if (!Number.isInteger(custom) || custom < 200 || custom > 599) throw badGuc('status');
  return custom;
}

function setHeaders(headers: Headers, text: string): void {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) throw badGuc('headers');
    setSqlHeaders(
      headers,
      list.map((each: unknown) => readHeader(each)),
    );
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
