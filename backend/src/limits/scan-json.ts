// Checks JSON without creating its values: JSON.parse makes a hidden class for each new sequence of keys, so that 6 MB
// of small objects with different keys block the process for five seconds, and 60 KB for 50 ms.

type JsonKind = 'object' | 'list' | 'scalar';

/** Called for the outermost value (depth 0) and for the values in it (depth 1). */
export interface JsonVisitor {
  /** Before a value. */
  value?(kind: JsonKind, depth: number): void;
  /** A key of an object at that depth: the range of the text between its quotes, and where its value begins. */
  key?(start: number, end: number, depth: number, valueStart: number): void;
  /** After an object or a list. */
  close?(depth: number): void;
}

/** The text is not JSON. */
export class InvalidJsonError extends Error {}

/** About a millisecond of work. */
const sliceLength = 60_000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Accepts what JSON.parse accepts, and throws InvalidJsonError for anything else. Yields between slices. */
export function* scanJson(text: string, visitor: JsonVisitor): Generator<void, void, void> {
  /** The containers around the current position, outermost first: true for an object, false for a list. */
  const open: boolean[] = [];
  let at = skipSpace(text, 0);
  let sliceEnd = sliceLength;

  function readKey(): void {
    if (text.charCodeAt(at) !== quote) throw new InvalidJsonError();
    const start = at + 1;
    const end = endOfString(text, start);
    const mark = skipSpace(text, end);
    if (text.charCodeAt(mark) !== colon) throw new InvalidJsonError();
    at = skipSpace(text, mark + 1);
    if (open.length <= 2) visitor.key?.(start, end - 1, open.length - 1, at);
  }

  function close(): void {
    open.pop();
    if (open.length <= 1) visitor.close?.(open.length);
    at += 1;
  }

  /** Reads up to the next value; returns whether it is complete. */
  function beginValue(): boolean {
    const code = text.charCodeAt(at);
    const kind = code === openBrace ? 'object' : code === openBracket ? 'list' : 'scalar';
    if (open.length <= 1) visitor.value?.(kind, open.length);
    if (kind === 'scalar') {
      at = endOfScalar(text, at);
      return true;
    }
    open.push(kind === 'object');
    at = skipSpace(text, at + 1);
    if (text.charCodeAt(at) === (kind === 'object' ? closeBrace : closeBracket)) {
      close();
      return true;
    }
    if (kind === 'object') readKey();
    return false;
  }

  /** Continues after a complete value: closes the containers that end here. Returns whether another value follows. */
  function nextValue(): boolean {
    for (;;) {
      at = skipSpace(text, at);
      const isObject = open.at(-1);
      if (isObject === undefined) {
        if (at < text.length) throw new InvalidJsonError();
        return false;
      }
      const code = text.charCodeAt(at);
      if (code === comma) {
        at = skipSpace(text, at + 1);
        if (isObject) readKey();
        return true;
      }
      if (code !== (isObject ? closeBrace : closeBracket)) throw new InvalidJsonError();
      close();
    }
  }

  do {
    while (!beginValue());
    if (at < sliceEnd) continue;
    yield;
    sliceEnd = at + sliceLength;
  } while (nextValue());
}

/** Reads the value that begins there; null for an object or a list. */
export function readJsonScalar(text: string, start: number): unknown {
  const code = text.charCodeAt(start);
  if (code === openBrace || code === openBracket) return null;
  return JSON.parse(text.slice(start, endOfScalar(text, start)));
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

/** Returns the position after the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    // The inverted comparison is also true for NaN, which charCodeAt returns at the end of the text.
    if (!(code >= 0x20)) throw new InvalidJsonError();
    if (code === backslash) at = endOfEscape(text, at + 1);
  }
}

function endOfEscape(text: string, at: number): number {
  const letter = text.charAt(at);
  if (letter === 'u' && /^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5))) return at + 4;
  if (letter === '' || !'"\\/bfnrt'.includes(letter)) throw new InvalidJsonError();
  return at;
}

const words = ['true', 'false', 'null'];

function endOfScalar(text: string, start: number): number {
  if (text.charCodeAt(start) === quote) return endOfString(text, start + 1);
  const word = words.find((each) => text.startsWith(each, start));
  return word === undefined ? endOfNumber(text, start) : start + word.length;
}

/** Does not use a regular expression, which may fail for megabytes of digits. */
function endOfNumber(text: string, start: number): number {
  let at = text[start] === '-' ? start + 1 : start;
  at = text[at] === '0' ? at + 1 : endOfDigits(text, at);
  if (text[at] === '.') at = endOfDigits(text, at + 1);
  if (text[at] !== 'e' && text[at] !== 'E') return at;
  const sign = text[at + 1];
  return endOfDigits(text, sign === '+' || sign === '-' ? at + 2 : at + 1);
}

/** Throws unless there is at least one digit. */
function endOfDigits(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at += 1;
  if (at === start) throw new InvalidJsonError();
  return at;
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
