// Applies what SQL adds to the response: status, headers, Content-Range.
import { invalidGucError } from '../errors.ts';
import type { RestResultRow } from '../sql/statements.ts';

/** Framing and cross-origin headers must not be set by SQL. */
const reserved =
  /^(content-length|transfer-encoding|connection|keep-alive|upgrade|trailer|te|date|access-control-.*)$/;

/** Cookies are appended, other headers replaced. Throws a TypeError for an invalid header. */
export function setSqlHeaders(headers: Headers, pairs: [string, string][]): void {
  for (const [name, value] of new Headers(pairs)) {
    if (name === 'set-cookie') headers.append(name, value);
    else if (!reserved.test(name)) headers.set(name, value);
  }
}

/** SQL may set response.status and response.headers. Returns the status. */
export function applyResponseSettings(row: RestResultRow, status: number, headers: Headers): number {
  if (row.headers) setHeaders(headers, row.headers);
  if (!row.status) return status;
  const custom = Number(row.status);
  if (!Number.isInteger(custom) || custom < 200 || custom > 599) throw invalidGucError('status');
  return custom;
}

function setHeaders(headers: Headers, text: string): void {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) throw invalidGucError('headers');
    setSqlHeaders(
      headers,
      list.map((each: unknown) => readHeader(each)),
    );
  } catch {
    throw invalidGucError('headers');
  }
}

function readHeader(value: unknown): [string, string] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [name, text] = entries[0] ?? [];
  if (entries.length !== 1 || name === undefined || typeof text !== 'string')
    throw invalidGucError('headers');
  return [name, text];
}

/** `from-to/total`, both ends included; `*` for unknown. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : '*';
  return `${range}/${total ?? '*'}`;
}

export function rangeStatus(rows: number, total: number | null): 200 | 206 {
  return total !== null && rows < total ? 206 : 200;
}
