import { badBody, tooMuch } from '../errors.ts';
import { collectArgumentNames, collectRows } from './collect-rows.ts';
import { limitKeys, maxKeys } from './limit-keys.ts';
import { parseCsv } from './parse-csv.ts';

export interface Payload {
  /** The caller's own text where possible, so that numbers keep every digit. */
  json: string;
  /** In the order of the first row. */
  keys: readonly string[];
  rows: number;
  isArray: boolean;
  /** A value of the first row; null for an object or a list. */
  valueOf: (key: string) => unknown;
}

/** PostgreSQL takes a second for so many. */
const maxValues = 1_000_000;

/** Counts separators before reading, those inside strings too. Throws 413. */
function limitValues(body: string, separators: string): void {
  if (body.length <= maxValues) return;
  if (exceeds(body, separators, maxValues))
    throw tooMuch(`The body holds more than ${maxValues} values: send it in parts`);
}

function exceeds(body: string, separators: string, max: number): boolean {
  const counts = new Uint8Array(128);
  for (const separator of separators) counts[separator.charCodeAt(0)] = 1;
  let left = max;
  for (let at = 0; at < body.length && left >= 0; at += 1) left -= counts[body.charCodeAt(at)] ?? 0;
  return left < 0;
}

/** Without `columns` every row must have the same keys (PGRST102). */
export async function parsePayload(
  body: string,
  contentType: string | null,
  columns: readonly string[] | null,
): Promise<Payload> {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase();
  if (type === 'text/csv') {
    const { json, keys, rows } = await parseCsv(body);
    return { json, keys: columns ?? (rows === 0 ? [] : keys), rows, isArray: true, valueOf: firstOf(json) };
  }
  if (type === 'application/x-www-form-urlencoded') {
    const row = Object.fromEntries(parseForm(body));
    const json = JSON.stringify([row]);
    return { json, keys: columns ?? Object.keys(row), rows: 1, isArray: true, valueOf: firstOf(json) };
  }
  if (type !== 'application/json' && !type?.endsWith('+json') && type !== 'text/plain') {
    throw badBody(`Content-Type not acceptable: ${type}`);
  }
  limitValues(body, ',[{');
  const { rows, keys, isArray, valueOf } = await collectRows(body, columns !== null);
  return { json: body, keys: columns ?? keys, rows, isArray, valueOf };
}

/** Of rows that are flat, and few where this is asked. */
function firstOf(json: string): Payload['valueOf'] {
  return (key) => (JSON.parse(json) as Record<string, unknown>[])[0]?.[key];
}

export function parseForm(body: string): [name: string, value: string][] {
  // Before parsing: a million fields block this process for a second.
  const problem = exceeds(body, '&', maxKeys) ? limitKeys(Infinity) : undefined;
  if (problem) throw problem;
  return [...new URLSearchParams(body)];
}

export async function parseArgumentNames(body: string): Promise<readonly string[]> {
  limitValues(body, ',[{');
  return collectArgumentNames(body);
}
