import { badBody } from '../refusals.ts';

export interface Payload {
  /** JSON as PostgreSQL will read it: the caller's own text wherever possible, so that numbers keep every digit. */
  json: string;
  /** Keys of the rows, in the order of the first row. */
  keys: readonly string[];
  rows: number;
  isArray: boolean;
}

/** Reads rows to write. Without `columns` every row must have the same keys (PGRST102). */
export function parsePayload(
  body: string,
  contentType: string | null,
  columns: readonly string[] | null,
): Payload {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase();
  if (type === 'text/csv') return fromRows(parseCsv(body), columns);
  if (type === 'application/x-www-form-urlencoded') {
    return fromRows([Object.fromEntries(new URLSearchParams(body))], columns);
  }
  if (type !== 'application/json' && !type?.endsWith('+json') && type !== 'text/plain') {
    throw badBody(`Content-Type not acceptable: ${type}`);
  }
  return readJson(body, columns);
}

function readJson(body: string, columns: readonly string[] | null): Payload {
  const value = parseJson(body);
  const rows = Array.isArray(value) ? (value as unknown[]) : [value];
  return { json: body, keys: keysOf(rows, columns), rows: rows.length, isArray: Array.isArray(value) };
}

/** Parses a JSON body; refuses what is not JSON, or nothing at all. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badBody('Empty or invalid json');
  }
}

function fromRows(rows: Record<string, string | null>[], columns: readonly string[] | null): Payload {
  return { json: JSON.stringify(rows), keys: keysOf(rows, columns), rows: rows.length, isArray: true };
}

function keysOf(rows: readonly unknown[], columns: readonly string[] | null): readonly string[] {
  let first: string[] | null = null;
  let firstSet = new Set<string>();
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) throw badBody('Empty or invalid json');
    if (columns !== null) continue;
    const keys = Object.keys(row);
    if (first === null) {
      first = keys;
      firstSet = new Set(keys);
    } else if (keys.length !== first.length || !keys.every((key) => firstSet.has(key))) {
      throw badBody('All object keys must match');
    }
  }
  return columns ?? first ?? [];
}

/** CSV with a header line (RFC 4180); the word NULL without quotes is null. */
function parseCsv(body: string): Record<string, string | null>[] {
  const [header, ...lines] = splitCsv(body);
  if (!header) throw badBody('Empty or invalid csv');
  return lines.map((line) => {
    if (line.length !== header.length) throw badBody('All lines must have same number of fields');
    return Object.fromEntries(header.map((name, index) => [name ?? '', line[index] ?? null]));
  });
}

function splitCsv(body: string): (string | null)[][] {
  const lines: (string | null)[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  let line: (string | null)[] = [];
  while (field.lastIndex < body.length || line.length > 0) {
    const match = field.exec(body);
    if (!match) throw badBody('Invalid csv');
    const quoted = match[1];
    const plain = match[2] === 'NULL' ? null : (match[2] ?? '');
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (match[3] === ',') continue;
    if (line.length > 1 || line[0] !== '') lines.push(line);
    line = [];
    if (match[3] === '') break;
  }
  return lines;
}
