import { badBody, tooMuch } from '../errors.ts';
import { limitKeys } from './limit-keys.ts';
import { runInSlices } from './run-in-slices.ts';

export interface CsvRows {
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
