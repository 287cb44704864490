import { badBody, tooMuch } from '../errors.ts';
import { parseCsv } from './parse-csv.ts';

export interface Payload {
  /** The caller's own text where possible, so that numbers keep every digit. */
  json: string;
  /** In the order of the first row. */
  keys: readonly string[];
  rows: number;
  isArray: boolean;
}

/** PostgreSQL's limit of columns; functions take fewer parameters. */
const maxKeys = 1600;

/** So many block this process for 0.2 s. 20 MB of empty objects are seven million: 5 s, 500 MB. */
const maxValues = 1_000_000;

/** Counts separators before parsing, those inside strings too. Throws 413. */
function limitValues(body: string, separators: string): void {
  if (body.length <= maxValues) return;
  const counts = new Uint8Array(128);
  for (const separator of separators) counts[separator.charCodeAt(0)] = 1;
  let left = maxValues;
  for (let at = 0; at < body.length && left >= 0; at += 1) left -= counts[body.charCodeAt(at)] ?? 0;
  if (left < 0) throw tooMuch(`The body holds more than ${maxValues} values: send it in parts`);
}

/** Without `columns` every row must have the same keys (PGRST102). */
export function parsePayload(
  body: string,
  contentType: string | null,
  columns: readonly string[] | null,
): Payload {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase();
  if (type === 'text/csv') {
    const { json, keys, rows } = parseCsv(body);
    return { json, keys: columns ?? (rows === 0 ? [] : limitKeys(keys)), rows, isArray: true };
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

export function parseForm(body: string): [name: string, value: string][] {
  limitValues(body, '&');
  const fields = new URLSearchParams(body);
  if (fields.size > maxKeys) throw tooManyKeys();
  return [...fields];
}

function readJson(body: string, columns: readonly string[] | null): Payload {
  const value = parseJson(body);
  const rows = Array.isArray(value) ? (value as unknown[]) : [value];
  return { json: body, keys: keysOf(rows, columns), rows: rows.length, isArray: Array.isArray(value) };
}

/** Throws PGRST102. */
export function parseJson(body: string): unknown {
  limitValues(body, ',[{');
  try {
    return JSON.parse(body);
  } catch {
    throw badBody('Empty or invalid json');
  }
}

/** Empty for a body that is no object, which can only be one unnamed argument. */
export function argumentNames(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.keys(body).slice(0, maxKeys + 1);
}

function keysOf(rows: readonly unknown[], columns: readonly string[] | null): readonly string[] {
  let first: string[] | null = null;
  let firstSet = new Set<string>();
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) throw badBody('Empty or invalid json');
    if (columns !== null) continue;
    const keys = limitKeys(Object.keys(row));
    if (first === null) {
      first = keys;
      firstSet = new Set(keys);
    } else if (keys.length !== first.length || !keys.every((key) => firstSet.has(key))) {
      throw badBody('All object keys must match');
    }
  }
  return columns ?? first ?? [];
}

function limitKeys<Keys extends readonly string[]>(keys: Keys): Keys {
  if (keys.length > maxKeys) throw tooManyKeys();
  return keys;
}

function tooManyKeys(): Error {
  return tooMuch(`The body names more than ${maxKeys} keys, and no table or function has as many`);
}
