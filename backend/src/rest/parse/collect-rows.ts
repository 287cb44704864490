import { badBody } from '../errors.ts';
import { limitKeys, maxKeys } from './limit-keys.ts';
import { runInSlices } from './run-in-slices.ts';
import { InvalidJson, type JsonVisitor, readScalar, scanJson } from '../../limits/scan-json.ts';

export interface CollectedRows {
  rows: number;
  isArray: boolean;
  /** Of every row, in the order of the first. */
  keys: readonly string[];
  /** A value of the first row; null for an object or a list. */
  valueOf: (key: string) => unknown;
}

/** Reads what an insert must know of its rows. Throws PGRST102 where they have different keys, unless `anyKeys`. */
export async function collectRows(text: string, anyKeys: boolean): Promise<CollectedRows> {
  let isArray = false;
  let rows = 0;
  /** The first one: a text that is not JSON comes before it. */
  let problem: Error | undefined;
  const first = new Map<string, number>();
  /** The keys of the first row as they are written: most rows write the same in the same order. */
  const written: string[] = [];
  let matched = 0;
  /** The keys of a row that does not. */
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
    if (!isSame) problem ??= badBody('All object keys must match');
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
      else if (depth === 1 ? isArray : kind === 'scalar') problem ??= badBody('Empty or invalid json');
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
      return start === undefined ? undefined : readScalar(text, start);
    },
  };
}

/**
 * The names of the arguments of a call, cut at a number that no function takes. A body that is no object can only be
 * one unnamed argument. Throws PGRST102 for an invalid one.
 */
export async function collectArgumentNames(text: string): Promise<readonly string[]> {
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
    throw error instanceof InvalidJson ? badBody('Empty or invalid json') : error;
  }
}

/** Of the text between its quotes. */
function readKey(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}
