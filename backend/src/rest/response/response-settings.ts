// Applies what SQL adds to the response: status, headers, Content-Range.
import { z } from 'zod';
import { invalidGucError } from '../errors.ts';
import type { RestResultRow } from '../sql/statements.ts';

/** Framing and cross-origin headers must not be set by SQL. */
const reserved =
  /^(content-length|transfer-encoding|connection|keep-alive|upgrade|trailer|te|date|access-control-.*)$/;

/** Cookies are appended, other headers replaced. */
export function setSqlHeaders(headers: Headers, added: Headers): void {
  for (const [name, value] of added) {
    if (name === 'set-cookie') headers.append(name, value);
    else if (!reserved.test(name)) headers.set(name, value);
  }
}

/** null: not JSON, not of this form, or with a header that HTTP does not allow. */
export function parseJson<Output>(schema: z.ZodType<Output>, text: string): Output | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const headerList = z
  .array(z.record(z.string(), z.string()).refine((header) => Object.keys(header).length === 1))
  .transform((list) => new Headers(list.flatMap((header) => Object.entries(header))));

/** SQL may set response.status and response.headers. Returns the status. */
export function applyResponseSettings(row: RestResultRow, status: number, headers: Headers): number {
  if (row.headers) {
    const added = parseJson(headerList, row.headers);
    if (added === null) throw invalidGucError('headers');
    setSqlHeaders(headers, added);
  }
  if (!row.status) return status;
  const custom = Number(row.status);
  if (!Number.isInteger(custom) || custom < 200 || custom > 599) throw invalidGucError('status');
  return custom;
}

/** `from-to/total`, both ends included; `*` for unknown. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : '*';
  return `${range}/${total ?? '*'}`;
}

export function rangeStatus(rows: number, total: number | null): 200 | 206 {
  return total !== null && rows < total ? 206 : 200;
}
