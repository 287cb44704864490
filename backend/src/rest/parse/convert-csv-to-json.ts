// Converts a CSV body to JSON.
import { ChunkedValue } from '../../database/chunked-value.ts';
import { runInSlices } from '../../limits/event-loop-pacer.ts';
import { invalidBodyError, requestTooLargeError } from '../errors.ts';
import { limitKeys } from './limit-keys.ts';

interface CsvRows {
  /** In chunks if it is large. */
  json: string | ChunkedValue;
  keys: readonly string[];
  rows: number;
}

/**
 * 20 MB may contain ten million fields, each of which takes a hundred times its size in memory. A doubled quote takes
 * as long, so it counts as a field.
 */
const maxFields = 1_000_000;

const chunkLength = 64 * 1024;

/** A few milliseconds of work. */
const sliceFields = 5_000;

/**
 * RFC 4180 with a header line; unquoted NULL is null. Converted to JSON text line by line, not to objects, to save
 * memory. Throws PGRST102 for invalid CSV, 413 past the limit or 1,600 fields in a line.
 *
 * @example
 *   convertCsvToJson('a,b\r\n1,NULL\r\n"NULL",""\r\n') // { json: '[{"a":"1","b":null},{"a":"NULL","b":""}]' }
 *   convertCsvToJson('a\n"say ""hi"""\n\n"x\ny"') // { json: '[{"a":"say \\"hi\\""},{"a":"x\\ny"}]' }
 *   convertCsvToJson('a,b\n,') // { json: '[{"a":"","b":""}]' }
 *   convertCsvToJson('a\n"x"y') // throws Invalid csv
 *   convertCsvToJson('a\nx"y') // throws Invalid csv
 *   convertCsvToJson('a\n"') // throws Invalid csv
 *   convertCsvToJson('a,b\n1') // throws All lines must have same number of fields
 *   convertCsvToJson('') // throws Empty or invalid csv
 */
export function convertCsvToJson(body: string): Promise<CsvRows> {
  return runInSlices(readCsv(body));
}

type Line = (string | null)[];

function* readCsv(body: string): Generator<void, CsvRows, void> {
  const chunks: Buffer[] = [];
  let header: Line | undefined;
  let starts: string[] = [];
  let rows = 0;
  /** The rows that are in no chunk yet, separated by commas. */
  let text = '';
  for (const line of splitCsv(body)) {
    if (line === null) yield;
    else if (header === undefined) {
      header = line;
      starts = header.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name ?? '')}:`);
    } else {
      if (line.length !== header.length) throw invalidBodyError('All lines must have same number of fields');
      let row = '';
      for (const [index, start] of starts.entries()) row += start + JSON.stringify(line[index] ?? null);
      text += `${rows === 0 ? '' : ','}${row}}`;
      rows += 1;
      if (text.length < chunkLength) continue;
      chunks.push(Buffer.from(text));
      text = '';
    }
  }
  if (!header) throw invalidBodyError('Empty or invalid csv');
  const keys = [...new Set(header.map((name) => name ?? ''))];
  if (chunks.length === 0) return { json: `[${text}]`, keys, rows };
  return { json: new ChunkedValue([...chunks, Buffer.from(text)], 'text').enclose('[', ']'), keys, rows };
}

/** Yields null between slices. */
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
    if (mark === undefined) throw invalidBodyError('Invalid csv');
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
  throw invalidBodyError('Invalid csv');
}

function tooManyFields(): Error {
  return requestTooLargeError(
    `The csv holds more than ${maxFields} fields or doubled quotes: send it in parts`,
  );
}
