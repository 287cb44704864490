import { badBody, tooMuch } from '../errors.ts';
import { parseCsv } from './parse-csv.ts';

export interface Payload {
  /** JSON as PostgreSQL will read it: the caller's own text wherever possible, so that numbers keep every digit. */
  json: string;
  /** Keys of the rows, in the order of the first row. */
  keys: readonly string[];
  rows: number;
  isArray: boolean;
}

/** No table of PostgreSQL has more columns, and no function as many parameters. */
const mostKeys = 1600;

/**
 * A body of so many values is read in a fifth of a second, in which this process does nothing else. Twenty megabytes
 * of empty objects are seven million: five seconds, and half a gigabyte.
 */
const mostValues = 1_000_000;

/** Refuses too many values before any is read, by what stands between them; inside of a text that counts as well. */
function boundValues(body: string, separators: string): void {
  if (body.length <= mostValues) return;
  const counts = new Uint8Array(128);
  for (const separator of separators) counts[separator.charCodeAt(0)] = 1;
  let left = mostValues;
  for (let at = 0; at < body.length && left >= 0; at += 1) left -= counts[body.charCodeAt(at)] ?? 0;
  if (left < 0) throw tooMuch(`The body holds more than ${mostValues} values: send it in parts`);
}

/** Reads rows to write. Without `columns` every row must have the same keys (PGRST102). */
export function parsePayload(
  body: string,
  contentType: string | null,
  columns: readonly string[] | null,
): Payload {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase();
  if (type === 'text/csv') {
    const { json, keys, rows } = parseCsv(body);
    return { json, keys: columns ?? (rows === 0 ? [] : bounded(keys)), rows, isArray: true };
  }
  if (type === 'application/x-www-form-urlencoded') {
    const row = Object.fromEntries(parseForm(body));
    return { json: JSON.stringify([row]), keys: columns ?? Object.keys(row), rows: 1, isArray: true };
  }
  if (type !== 'application/json' && !type?.endsWith('+json') && type !== 'text/plain') {
    throw badBody(`Content-Type not acceptable: ${type}`);
  }
  return readJson(body, columns);
}

/** The fields of a form, in their order. */
export function parseForm(body: string): [name: string, value: string][] {
  boundValues(body, '&');
  const fields = new URLSearchParams(body);
  if (fields.size > mostKeys) throw tooManyKeys();
  return [...fields];
}

function readJson(body: string, columns: readonly string[] | null): Payload {
  const value = parseJson(body);
  const rows = Array.isArray(value) ? (value as unknown[]) : [value];
  return { json: body, keys: keysOf(rows, columns), rows: rows.length, isArray: Array.isArray(value) };
}

/** Parses a JSON body; refuses what is not JSON, or nothing at all. */
export function parseJson(body: string): unknown {
  boundValues(body, ',[{');
  try {
    return JSON.parse(body);
  } catch {
    throw badBody('Empty or invalid json');
  }
}

/**
 * Names of the arguments of a call, no more than needed to see that no function takes them one by one; a body that is
 * no object can only be an argument as a whole.
 */
export function namesOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.keys(body).slice(0, mostKeys + 1);
}

function keysOf(rows: readonly unknown[], columns: readonly string[] | null): readonly string[] {
  let first: string[] | null = null;
  let firstSet = new Set<string>();
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) throw badBody('Empty or invalid json');
    if (columns !== null) continue;
    const keys = bounded(Object.keys(row));
    if (first === null) {
      first = keys;
      firstSet = new Set(keys);
    } else if (keys.length !== first.length || !keys.every((key) => firstSet.has(key))) {
      throw badBody('All object keys must match');
    }
  }
  return columns ?? first ?? [];
}

function bounded<Keys extends readonly string[]>(keys: Keys): Keys {
  if (keys.length > mostKeys) throw tooManyKeys();
  return keys;
}

function tooManyKeys(): Error {
  return tooMuch(`The body names more than ${mostKeys} keys, and no table or function has as many`);
}
