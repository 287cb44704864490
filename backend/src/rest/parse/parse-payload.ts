// Parses the request body of a write or a call: JSON, CSV, form data.
import { invalidBodyError, requestTooLargeError } from '../errors.ts';
import { convertCsvToJson } from './convert-csv-to-json.ts';
import { joinText } from './join-text.ts';
import { limitKeys, maxKeys } from './limit-keys.ts';
import { ChunkedValue } from '../../database/chunked-value.ts';
import { InvalidJsonError } from '../../limits/byte-reader.ts';
import { type JsonKey, type JsonVisitor, readJsonScalar, scanJson } from '../../limits/scan-json.ts';
import { runInSlices } from '../../limits/event-loop-pacer.ts';

export interface RequestPayload {
  /** The caller's own text if possible, so that numbers keep every digit. */
  json: string | ChunkedValue;
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
async function limitValues(chunks: readonly Uint8Array[]): Promise<void> {
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  if (bytes > maxValues && (await runInSlices(hasTooManyValues(chunks))))
    throw requestTooLargeError(`The body holds more than ${maxValues} values: send it in parts`);
}

function* hasTooManyValues(chunks: readonly Uint8Array[]): Generator<void, boolean, void> {
  const counts = new Uint8Array(256);
  for (const separator of Buffer.from(',[{')) counts[separator] = 1;
  let left = maxValues;
  for (const chunk of chunks) {
    for (const byte of chunk) left -= counts[byte] ?? 0;
    if (left < 0) return true;
    yield;
  }
  return false;
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
  body: string | ChunkedValue,
  contentType: string | null,
  columns: readonly string[] | null,
): Promise<RequestPayload> {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase();
  if (type === 'text/csv') {
    const { json, keys, rows } = await convertCsvToJson(await joinText(body));
    const valueOf = firstOf(json);
    return { json, keys: columns ?? (rows === 0 ? [] : keys), rows, isArray: true, valueOf };
  }
  if (type === 'application/x-www-form-urlencoded') {
    const row = Object.fromEntries(parseFormBody(await joinText(body)));
    const json = JSON.stringify([row]);
    return { json, keys: columns ?? Object.keys(row), rows: 1, isArray: true, valueOf: firstOf(json) };
  }
  if (type !== 'application/json' && !type?.endsWith('+json') && type !== 'text/plain') {
    throw invalidBodyError(`Content-Type not acceptable: ${type}`);
  }
  const chunks = chunksOf(body);
  await limitValues(chunks);
  const { rows, keys, isArray, valueOf } = await collectRows(chunks, columns !== null);
  return { json: body, keys: columns ?? keys, rows, isArray, valueOf };
}

/** Parses the first row again; called only for flat rows, and rarely. */
function firstOf(json: string | ChunkedValue): RequestPayload['valueOf'] {
  return (key) =>
    (JSON.parse(Buffer.concat(chunksOf(json)).toString()) as Record<string, unknown>[])[0]?.[key];
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
export async function parseArgumentNames(body: string | ChunkedValue): Promise<readonly string[]> {
  const chunks = chunksOf(body);
  await limitValues(chunks);
  return collectArgumentNames(chunks);
}

function chunksOf(body: string | ChunkedValue): readonly Uint8Array[] {
  return body instanceof ChunkedValue ? body.chunks : [Buffer.from(body)];
}

/** Collects what an insert must know of its rows. Throws PGRST102 if they have different keys, unless `anyKeys`. */
async function collectRows(
  json: readonly Uint8Array[],
  anyKeys: boolean,
): Promise<Omit<RequestPayload, 'json'>> {
  let isArray = false;
  let rows = 0;
  /** The first problem; it is thrown only if the whole text is JSON. */
  let problem: Error | undefined;
  const first = new Map<string, number>();
  /** The keys of the first row as they are written: most rows have the same ones in the same order. */
  const written: Buffer[] = [];
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

  function addKey(key: JsonKey): void {
    if (rows === 1) {
      if (first.size > maxKeys) return;
      const raw = key.raw();
      written.push(raw);
      first.set(readKey(raw), key.valueStart);
      return;
    }
    if (anyKeys) return;
    const expected = written[matched];
    const isExpected = others === undefined && expected !== undefined && key.is(expected);
    if (isExpected && written.length === first.size) matched += 1;
    else {
      others ??= new Set([...first.keys()].slice(0, matched));
      if (others.size <= maxKeys) others.add(readKey(key.raw()));
    }
  }

  const visitor: JsonVisitor = {
    value(kind, depth) {
      if (depth === 0) isArray = kind === 'list';
      if (depth === 0 ? kind === 'object' : isArray && kind === 'object') beginRow();
      else if (depth === 1 ? isArray : kind === 'scalar')
        problem ??= invalidBodyError('Empty or invalid json');
    },
    key(key, depth) {
      if (depth === Number(isArray)) addKey(key);
    },
    close(depth) {
      if (depth === Number(isArray)) endRow();
    },
  };
  await scan(json, visitor);
  if (problem) throw problem;
  return {
    rows,
    isArray,
    keys: [...first.keys()],
    valueOf: (key) => {
      const start = first.get(key);
      return start === undefined ? undefined : readJsonScalar(json, start);
    },
  };
}

/**
 * The names of the arguments of a call, up to a number that no function accepts. A body that is no object can only be
 * one unnamed argument. Throws PGRST102 for an invalid body.
 */
async function collectArgumentNames(json: readonly Uint8Array[]): Promise<readonly string[]> {
  const names = new Set<string>();
  let isObject = false;
  await scan(json, {
    value(kind, depth) {
      if (depth === 0) isObject = kind === 'object';
    },
    key(key, depth) {
      if (depth === 0 && names.size <= maxKeys) names.add(readKey(key.raw()));
    },
  });
  return isObject ? [...names] : [];
}

async function scan(json: readonly Uint8Array[], visitor: JsonVisitor): Promise<void> {
  try {
    await runInSlices(scanJson(json, visitor));
  } catch (error) {
    throw error instanceof InvalidJsonError ? invalidBodyError('Empty or invalid json') : error;
  }
}

/** Parses the text between the quotes of a key. */
function readKey(raw: Buffer): string {
  const text = raw.toString();
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}
