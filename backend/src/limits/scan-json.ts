// Checks JSON without creating its values: JSON.parse makes a hidden class for each new sequence of keys, so that 6 MB
// of small objects with different keys block the process for five seconds, and 60 KB for 50 ms.
import { ByteReader, InvalidJsonError } from './byte-reader.ts';

type JsonKind = 'object' | 'list' | 'scalar';

/** A key as it is written, without its quotes. Valid during the call. */
export interface JsonKey {
  raw(): Buffer;
  is(raw: Uint8Array): boolean;
  /** Where its value begins. */
  valueStart: number;
}

/** Called for the outermost value (depth 0) and for the values in it (depth 1). */
export interface JsonVisitor {
  /** Before a value. */
  value?(kind: JsonKind, depth: number): void;
  /** A key of an object at that depth. */
  key?(key: JsonKey, depth: number): void;
  /** After an object or a list. */
  close?(depth: number): void;
}

/** About a millisecond of work. */
const sliceLength = 60_000;

const [quote, comma, colon] = [0x22, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Accepts what JSON.parse accepts, and throws InvalidJsonError for anything else. Yields between slices. */
export function* scanJson(
  json: string | readonly Uint8Array[],
  visitor: JsonVisitor,
): Generator<void, void, void> {
  const reader = new ByteReader(typeof json === 'string' ? [Buffer.from(json)] : json);
  /** The containers around the current position, outermost first: true for an object, false for a list. */
  const open: boolean[] = [];
  let sliceEnd = sliceLength;
  let keyStart = 0;
  let keyEnd = 0;
  const key: JsonKey = {
    raw: () => reader.read(keyStart, keyEnd),
    is: (raw) => raw.length === keyEnd - keyStart && reader.isAt(keyStart, raw),
    valueStart: 0,
  };
  let next = reader.skipSpace();

  function readKey(): void {
    if (next !== quote) throw new InvalidJsonError();
    reader.skip();
    keyStart = reader.position;
    while (!reader.skipStringPart());
    keyEnd = reader.position - 1;
    if (reader.skipSpace() !== colon) throw new InvalidJsonError();
    reader.skip();
    next = reader.skipSpace();
    key.valueStart = reader.position;
    if (open.length <= 2) visitor.key?.(key, open.length - 1);
  }

  function close(): void {
    open.pop();
    if (open.length <= 1) visitor.close?.(open.length);
    reader.skip();
  }

  /** Reads an object or a list up to its first value; returns whether it has none. */
  function openContainer(isObject: boolean): boolean {
    open.push(isObject);
    reader.skip();
    next = reader.skipSpace();
    if (next === (isObject ? closeBrace : closeBracket)) {
      close();
      return true;
    }
    if (isObject) readKey();
    return false;
  }

  /** Reads up to the next scalar; returns false if a container without values comes before. */
  function findScalar(): boolean {
    for (;;) {
      const kind = next === openBrace ? 'object' : next === openBracket ? 'list' : 'scalar';
      if (open.length <= 1) visitor.value?.(kind, open.length);
      if (kind === 'scalar') return true;
      if (openContainer(kind === 'object')) return false;
    }
  }

  /** Continues after a complete value: closes the containers that end here. Returns whether another value follows. */
  function nextValue(): boolean {
    for (;;) {
      const byte = reader.skipSpace();
      const isObject = open.at(-1);
      if (isObject === undefined) {
        if (reader.peek() >= 0) throw new InvalidJsonError();
        return false;
      }
      if (byte === comma) {
        reader.skip();
        next = reader.skipSpace();
        if (isObject) readKey();
        return true;
      }
      if (byte !== (isObject ? closeBrace : closeBracket)) throw new InvalidJsonError();
      close();
    }
  }

  do {
    if (findScalar()) {
      if (next === quote) {
        reader.skip();
        while (!reader.skipStringPart()) {
          if (reader.position < sliceEnd) continue;
          yield;
          sliceEnd = reader.position + sliceLength;
        }
      } else reader.skipWord();
    }
    if (reader.position < sliceEnd) continue;
    yield;
    sliceEnd = reader.position + sliceLength;
  } while (nextValue());
}

/** Reads the value that begins there; null for an object or a list. */
export function readJsonScalar(json: string | readonly Uint8Array[], start: number): unknown {
  const reader = new ByteReader(typeof json === 'string' ? [Buffer.from(json)] : json, start);
  const first = reader.peek();
  if (first === openBrace || first === openBracket) return null;
  if (first === quote) {
    reader.skip();
    while (!reader.skipStringPart());
  } else reader.skipWord();
  return JSON.parse(reader.read(start, reader.position).toString());
}

/**
 * Counts the objects and keys in a JSON text, up to `max`. JSON.parse takes 10 µs for each if all of them differ, so 64
 * KB may block this process for 50 ms, and 1 MB for a second.
 */
export function countJsonObjectsAndKeys(text: string, max = Infinity): number {
  const part = /\{[ \t\r\n]*["}]|"[ \t\r\n]*:/g;
  let count = 0;
  while (count < max && part.test(text)) count += 1;
  return count;
}
