// Parses the request body of a write or a call: JSON, CSV, form data.
import { invalidBodyError, requestTooLargeError } from '../errors.ts';
import { InvalidJsonError, type JsonVisitor, readJsonScalar, scanJson } from '../../limits/scan-json.ts';
import { eventLoopPacer } from '../../limits/event-loop-pacer.ts';

export interface RequestPayload {
  /** The caller's own text if possible, so that numbers keep every digit. */
  json: string;
  /** In the order of the first row. */
  keys: readonly string[];
  rows: number;
  isArray: boolean;
  /** A value of the first row; null for an object or a list. */
  valueOf: (key: string) => unknown;
}

/** PostgreSQL takes about a second for this many. */
const maxValues = 1_000_000;

/** Counts separators before parsing, including those inside strings. Throws 413. */
function limitValues(body: string, separators: string): void {
  if (body.length <= maxValues) return;
  if (exceeds(body, separators, maxValues))
    throw requestTooLargeError(`The body holds more than ${maxValues} values: send it in parts`);
}

function exceeds(body: string, separators: string, max: number): boolean {
  const counts = new Uint8Array(128);
  for (const separator of separators) counts[separator.charCodeAt(0)] = 1;
  let left = max;
  for (let at = 0; at < body.length && left >= 0; at += 1) left -= counts[body.charCodeAt(at)] ?? 0;
  return left < 0;
}

/**
 * Without `columns` every row must have the same keys (PGRST102).
 *
 * @example
 *   parsePayload('{"b":1,"a":[{"c":2}],"b":3}', null, null) // { json: '{"b":1,"a":[{"c":2}],"b":3}', rows: 1, isArray: false, keys: ['b', 'a'] }
 *   parsePayload('[{"a":1,"b":2},{"a":1,"b":2},{"b":1,"a":2}]', null, null) // { rows: 3, isArray: true, keys: ['a', 'b'] }
 *   parsePayload('[{"a":1},{"\\u0061":1}]', null, null) // { rows: 2, isArray: true, keys: ['a'] }
 *   parsePayload('[{"a":1,"a":2},{"a":1}]', null, null) // { rows: 2, isArray: true, keys: ['a'] }
 *   parsePayload('[{"__proto__":1}]', null, null) // { rows: 1, isArray: true, keys: ['__proto__'] }
 *   parsePayload('[]', null, null) // { rows: 0, isArray: true, keys: [] }
 *   parsePayload('[{},{}]', null, null) // { rows: 2, isArray: true, keys: [] }
 *   parsePayload('[{"a":1},{"b":1,"a":2}]', null, ['a']) // { rows: 2, keys: ['a'] }
 *   parsePayload('a=1&b=2', 'application/x-www-form-urlencoded', null) // { json: '[{"a":"1","b":"2"}]', keys: ['a', 'b'] }
 *   parsePayload('a,b', 'text/html', null) // throws Content-Type not acceptable: text/html
 *   parsePayload('[{"a":1},{"b":1}]', null, null) // throws All object keys must match
 *   parsePayload('[{"a":1},{"a":1,"b":2}]', null, null) // throws All object keys must match
 *   parsePayload('[{"a":1,"b":2},{"a":1}]', null, null) // throws All object keys must match
 *   parsePayload('[{"a":1,"b":2},{"b":1,"c":1}]', null, null) // throws All object keys must match
 *   parsePayload('[{"a":1},[]]', null, null) // throws Empty or invalid json
 *   parsePayload('[[{"a":1}]]', null, null) // throws Empty or invalid json
 *   parsePayload('["a"]', null, null) // throws Empty or invalid json
 *   parsePayload('1', null, null) // throws Empty or invalid json
 *   parsePayload('', null, null) // throws Empty or invalid json
 *   parsePayload('[{"a":1},{"b":1}', null, null) // throws Empty or invalid json
 */
export async function parsePayload(
  body: string,
  contentType: string | null,
  columns: readonly string[] | null,
): Promise<RequestPayload> {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase();
  if (type === 'text/csv') {
    const { json, keys, rows } = await convertCsvToJson(body);
    return { json, keys: columns ?? (rows === 0 ? [] : keys), rows, isArray: true, valueOf: firstOf(json) };
  }
  if (type === 'application/x-www-form-urlencoded') {
    const row = Object.fromEntries(parseFormBody(body));
    const json = JSON.stringify([row]);
    return { json, keys: columns ?? Object.keys(row), rows: 1, isArray: true, valueOf: firstOf(json) };
  }
  if (type !== 'application/json' && !type?.endsWith('+json') && type !== 'text/plain') {
    throw invalidBodyError(`Content-Type not acceptable: ${type}`);
  }
  limitValues(body, ',[{');
  const { rows, keys, isArray, valueOf } = await collectRows(body, columns !== null);
  return { json: body, keys: columns ?? keys, rows, isArray, valueOf };
}

/** Parses the first row again; called only for flat rows, and rarely. */
function firstOf(json: string): RequestPayload['valueOf'] {
  return (key) => (JSON.parse(json) as Record<string, unknown>[])[0]?.[key];
}

/**
 * @example
 *   parseFormBody('a=1&b=x+y&a=2') // [['a', '1'], ['b', 'x y'], ['a', '2']]
 */
export function parseFormBody(body: string): [name: string, value: string][] {
  // Checked before parsing: a million fields block this process for a second.
  const problem = exceeds(body, '&', maxKeys) ? limitKeys(Infinity) : undefined;
  if (problem) throw problem;
  return [...new URLSearchParams(body)];
}

/**
 * @example
 *   parseArgumentNames('{"a":1,"b":{"c":1}}') // ['a', 'b']
 *   parseArgumentNames('[{"a":1}]') // []
 *   parseArgumentNames('"a"') // []
 */
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
 * 20 MB may contain ten million fields, each of which takes a hundred times its size in memory. A doubled quote takes
 * as long, so it counts as a field.
 */
const maxFields = 1_000_000;

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
      if (line.length !== header.length) throw invalidBodyError('All lines must have same number of fields');
      let row = '';
      for (const [index, start] of starts.entries()) row += start + JSON.stringify(line[index] ?? null);
      rows.push(`${row}}`);
    }
  }
  if (!header) throw invalidBodyError('Empty or invalid csv');
  return {
    json: `[${rows.join(',')}]`,
    keys: [...new Set(header.map((name) => name ?? ''))],
    rows: rows.length,
  };
}

type Line = (string | null)[];

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

/** Collects what an insert must know of its rows. Throws PGRST102 if they have different keys, unless `anyKeys`. */
async function collectRows(text: string, anyKeys: boolean): Promise<Omit<RequestPayload, 'json'>> {
  let isArray = false;
  let rows = 0;
  /** The first problem; it is thrown only if the whole text is JSON. */
  let problem: Error | undefined;
  const first = new Map<string, number>();
  /** The keys of the first row as they are written: most rows have the same ones in the same order. */
  const written: string[] = [];
  let matched = 0;
  /** The keys of a row that differs. */
  let others: Set<string> | undefined;

  function beginRow(): void {
    rows += 1;
    matched = 0;
    others = undefined;
  }

  function endRow(): void {
    if (anyKeys) return;
    if (rows === 1) problem ??= limitKeys(first.size);
    const count = others?.size ?? matched;
    problem ??= limitKeys(count);
    const isSame = rows === 1 || (count === first.size && [...(others ?? [])].every((key) => first.has(key)));
    if (!isSame) problem ??= invalidBodyError('All object keys must match');
  }

  function addKey(start: number, end: number, valueStart: number): void {
    if (rows === 1) {
      if (first.size > maxKeys) return;
      const raw = text.slice(start, end);
      written.push(raw);
      first.set(readKey(raw), valueStart);
      return;
    }
    if (anyKeys) return;
    const expected = written[matched];
    const isExpected =
      others === undefined && expected?.length === end - start && text.startsWith(expected, start);
    if (isExpected && written.length === first.size) matched += 1;
    else {
      others ??= new Set([...first.keys()].slice(0, matched));
      if (others.size <= maxKeys) others.add(readKey(text.slice(start, end)));
    }
  }

  const visitor: JsonVisitor = {
    value(kind, depth) {
      if (depth === 0) isArray = kind === 'list';
      if (depth === 0 ? kind === 'object' : isArray && kind === 'object') beginRow();
      else if (depth === 1 ? isArray : kind === 'scalar')
        problem ??= invalidBodyError('Empty or invalid json');
    },
    key(start, end, depth, valueStart) {
      if (depth === Number(isArray)) addKey(start, end, valueStart);
    },
    close(depth) {
      if (depth === Number(isArray)) endRow();
    },
  };
  await scan(text, visitor);
  if (problem) throw problem;
  return {
    rows,
    isArray,
    keys: [...first.keys()],
    valueOf: (key) => {
      const start = first.get(key);
      return start === undefined ? undefined : readJsonScalar(text, start);
    },
  };
}

/**
 * The names of the arguments of a call, up to a number that no function accepts. A body that is no object can only be
 * one unnamed argument. Throws PGRST102 for an invalid body.
 */
async function collectArgumentNames(text: string): Promise<readonly string[]> {
  const names = new Set<string>();
  let isObject = false;
  await scan(text, {
    value(kind, depth) {
      if (depth === 0) isObject = kind === 'object';
    },
    key(start, end, depth) {
      if (depth === 0 && names.size <= maxKeys) names.add(readKey(text.slice(start, end)));
    },
  });
  return isObject ? [...names] : [];
}

async function scan(text: string, visitor: JsonVisitor): Promise<void> {
  try {
    await runInSlices(scanJson(text, visitor));
  } catch (error) {
    throw error instanceof InvalidJsonError ? invalidBodyError('Empty or invalid json') : error;
  }
}

/** Parses the text between the quotes of a key. */
function readKey(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** PostgreSQL's limit of columns in a table; functions take fewer parameters. */
const maxKeys = 1600;

/** Returns the error for a body with this many keys, if that is too many. */
function limitKeys(count: number): Error | undefined {
  return count > maxKeys
    ? requestTooLargeError(`The body names more than ${maxKeys} keys, and no table or function has as many`)
    : undefined;
}

/**
 * Runs work that yields about every millisecond: a body of 20 MB takes a second, which must not delay other requests.
 */
async function runInSlices<Result>(work: Generator<void, Result, void>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await eventLoopPacer.rest();
  }
}
