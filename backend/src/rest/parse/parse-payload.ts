import { badBody, tooMuch } from '../errors.ts';
import { collectArgumentNames, collectRows } from './collect-rows.ts';
import { limitKeys, maxKeys } from './limit-keys.ts';
import { runInSlices } from './run-in-slices.ts';

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

interface CsvRows {
  json: string;
  keys: readonly string[];
  rows: number;
}

/**
 * 20 MB may be ten million fields, each a hundred times its size in memory. A doubled quote takes as long, so it counts
 * as a field.
 */
const maxFields = 1_000_000;

/** A few milliseconds' work. */
const sliceFields = 5_000;

/**
 * RFC 4180 with a header line; unquoted NULL is null. Converted to JSON text line by line, not to objects, to save
 * memory. Throws PGRST102 for invalid CSV, 413 past the limit or 1,600 fields in a line.
 */
export function parseCsv(body: string): Promise<CsvRows> {
  return runInSlices(readCsv(body));
}

function* readCsv(body: string): Generator<void, CsvRows, void> {
  let header: Line | undefined;
  let starts: string[] = [];
  const rows: string[] = [];
  for (const line of splitCsv(body)) {
    if (line === null) yield;
    else if (header === undefined) {
      header = line;
      starts = header.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name ?? '')}:`);
    } else {
      if (line.length !== header.length) throw badBody('All lines must have same number of fields');
      let row = '';
      for (const [index, start] of starts.entries()) row += start + JSON.stringify(line[index] ?? null);
      rows.push(`${row}}`);
    }
  }
  if (!header) throw badBody('Empty or invalid csv');
  return {
    json: `[${rows.join(',')}]`,
    keys: [...new Set(header.map((name) => name ?? ''))],
    rows: rows.length,
  };
}

type Line = (string | null)[];

/** Null between slices. */
function* splitCsv(body: string): Generator<Line | null, undefined> {
  let line: Line = [];
  let fields = 0;
  let sliceEnd = sliceFields;
  let at = 0;
  while (at < body.length || line.length > 0) {
    fields += 1;
    if (fields > sliceEnd) {
      yield null;
      sliceEnd = fields + sliceFields;
    }
    if (fields > maxFields) throw tooManyFields();
    const { value, end, doubled } =
      body[at] === '"' ? quotedField(body, at + 1, maxFields - fields) : plainField(body, at);
    fields += doubled;
    line.push(value);
    const tooWide = limitKeys(line.length);
    if (tooWide) throw tooWide;
    fieldEnd.lastIndex = end;
    const mark = fieldEnd.exec(body)?.[0];
    if (mark === undefined) throw badBody('Invalid csv');
    at = end + mark.length;
    if (mark === ',') continue;
    if (line.length > 1 || line[0] !== '') yield line;
    line = [];
    if (mark === '') break;
  }
  return undefined;
}

const fieldEnd = /,|\r?\n|$/y;
const plain = /[^",\r\n]*/y;

interface Field {
  value: string | null;
  end: number;
  doubled: number;
}

function plainField(body: string, start: number): Field {
  plain.lastIndex = start;
  const value = plain.exec(body)?.[0] ?? '';
  return { value: value === 'NULL' ? null : value, end: start + value.length, doubled: 0 };
}

/** A regular expression that skips doubled quotes fails in a field of megabytes. */
function quotedField(body: string, start: number, maxDoubled: number): Field {
  let doubled = 0;
  for (let quote = body.indexOf('"', start); quote !== -1; quote = body.indexOf('"', quote + 2)) {
    if (body[quote + 1] === '"') {
      doubled += 1;
      if (doubled > maxDoubled) throw tooManyFields();
      continue;
    }
    return { value: body.slice(start, quote).replaceAll('""', '"'), end: quote + 1, doubled };
  }
  throw badBody('Invalid csv');
}

function tooManyFields(): Error {
  return tooMuch(`The csv holds more than ${maxFields} fields or doubled quotes: send it in parts`);
}
